// SPDX-License-Identifier: GPL-3.0-or-later
//! Every order in which threads can meet in the table, and every value that a relaxed load may
//! still see, by loom:
//!
//! ```sh
//! cargo test -p xanthos-search --features interleavings interleavings
//! ```

use loom::sync::Arc;
use loom::sync::atomic::{AtomicU64, Ordering};
use loom::thread;

use super::{Bound, Entry, Move, Slot, Word, pack, probe, store, unpack};

impl Word for AtomicU64 {
    fn load(&self) -> u64 {
        self.load(Ordering::Relaxed)
    }

    fn store(&self, value: u64) {
        self.store(value, Ordering::Relaxed);
    }
}

fn entry(number: u16) -> Entry {
    Entry {
        best: Move::from_bits(number),
        value: number as i16 * 7,
        eval: -(number as i16),
        depth: number as u8,
        bound: Bound::Exact,
        pv: false,
    }
}

/// Threads that store, one entry each under these keys, and one that reads meanwhile. Whatever is
/// found under a key was stored under it, whole.
fn meet(slots: usize, stores: &'static [(u64, u16)], preemptions: Option<usize>) {
    let mut model = loom::model::Builder::new();
    model.preemption_bound = preemptions;
    model.check(move || {
        let cluster: Arc<Vec<Slot<AtomicU64>>> =
            Arc::new((0..slots).map(|_| Slot::default()).collect());
        let writers: Vec<_> = stores
            .iter()
            .map(|&(key, number)| {
                let cluster = Arc::clone(&cluster);
                thread::spawn(move || store(&cluster, key, entry(number), 0))
            })
            .collect();
        let check = |cluster: &[Slot<AtomicU64>]| {
            for &(key, _) in stores {
                if let Some(found) = probe(cluster, key) {
                    let known =
                        |&&(other, number): &&(u64, u16)| other == key && found == entry(number);
                    assert!(stores.iter().any(|store| known(&store)), "{key}: {found:?}");
                }
            }
        };
        check(&cluster);
        writers.into_iter().for_each(|writer| writer.join().unwrap());
        check(&cluster);
    });
}

#[test]
fn two_positions_in_one_place() {
    meet(1, &[(0x1234, 5), (0x9876, 9)], None);
}

#[test]
fn one_position_found_twice() {
    meet(1, &[(0x1234, 5), (0x1234, 9)], None);
    meet(2, &[(0x1234, 5), (0x1234, 9)], Some(3));
}

#[test]
fn two_places() {
    meet(2, &[(0x1234, 5), (0x9876, 9)], Some(3));
}

/// The model does see what the mixed key prevents: words that are stored plainly are caught torn.
#[test]
#[should_panic(expected = "torn")]
fn without_the_mixing_halves_are_taken_for_a_whole() {
    loom::model(|| {
        let slot: Arc<Slot<AtomicU64>> = Arc::new(Slot::default());
        let writers: Vec<_> = [(0x1234, 5), (0x9876, 9)]
            .map(|(key, number)| {
                let slot = Arc::clone(&slot);
                thread::spawn(move || {
                    Word::store(&slot.check, key);
                    Word::store(&slot.data, pack(&entry(number), 0));
                })
            })
            .into();
        writers.into_iter().for_each(|writer| writer.join().unwrap());
        let found = unpack(Word::load(&slot.data));
        let right = match Word::load(&slot.check) {
            0x1234 => found == Some(entry(5)),
            _ => found == Some(entry(9)),
        };
        assert!(right, "torn");
    });
}
