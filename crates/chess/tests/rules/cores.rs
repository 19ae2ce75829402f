// SPDX-License-Identifier: GPL-3.0-or-later
//! Work spread over the processor.

use std::sync::atomic::{AtomicUsize, Ordering};

/// How many threads to use.
pub fn count() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Does the work for every item, as many at a time as there are cores. A panic in one of them
/// becomes a panic here.
pub fn for_each<T: Sync>(items: &[T], work: impl Fn(&T) + Sync) {
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..count() {
            scope.spawn(|| {
                while let Some(item) = items.get(next.fetch_add(1, Ordering::Relaxed)) {
                    work(item);
                }
            });
        }
    });
}
