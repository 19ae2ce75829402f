// SPDX-License-Identifier: GPL-3.0-or-later
//! Perft that can be watched and interrupted.
//!
//! ```
//! use xanthos_engine::perft::divide;
//! let division = divide(&chess::Position::startpos(), 3, 1, &|| false, &mut |_, _| {}).unwrap();
//! assert_eq!(division.total(), 8_902);
//! assert_eq!(division.moves.len(), 20);
//! ```

use chess::{Move, Position};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

/// Leaves behind each move of a position.
#[derive(Clone, Debug)]
pub struct Division {
    /// Where the counting began.
    pub position: Position,
    /// How many plies deep.
    pub depth: u32,
    /// Each legal move with its leaves; empty at depth 0.
    pub moves: Vec<(Move, u64)>,
}

impl Division {
    /// All leaves; 1 at depth 0, where the position itself is the leaf.
    pub fn total(&self) -> u64 {
        if self.depth == 0 { 1 } else { self.moves.iter().map(|(_, leaves)| leaves).sum() }
    }
}

/// A subtree to count, and the root move it belongs to.
struct Part {
    root: usize,
    position: Position,
    depth: u32,
}

/// Counts with `threads` threads, asks `stop` every few milliseconds and tells
/// `progress` how many of how many parts are done. `None` if it was stopped.
pub fn divide(
    position: &Position,
    depth: u32,
    threads: usize,
    stop: &(dyn Fn() -> bool + Sync),
    progress: &mut dyn FnMut(usize, usize),
) -> Option<Division> {
    let roots = if depth == 0 { Vec::new() } else { position.legal_moves().to_vec() };
    let mut moves: Vec<(Move, u64)> = roots.iter().map(|&m| (m, 0)).collect();
    let parts = split(position, &roots, depth);

    let (next, given_up) = (AtomicUsize::new(0), AtomicBool::new(false));
    let (tell, told) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..threads.clamp(1, parts.len().max(1)) {
            let (tell, parts, next, given_up) = (tell.clone(), &parts, &next, &given_up);
            scope.spawn(move || {
                while let Some(part) = parts.get(next.fetch_add(1, Ordering::Relaxed)) {
                    match count(&part.position, part.depth, stop) {
                        // The receiver lives until all threads are done.
                        Some(leaves) => _ = tell.send((part.root, leaves)),
                        None => return given_up.store(true, Ordering::Relaxed),
                    }
                }
            });
        }
        drop(tell);
        for (done, (root, leaves)) in told.iter().enumerate() {
            moves[root].1 += leaves;
            progress(done + 1, parts.len());
        }
    });
    (!given_up.into_inner()).then_some(Division { position: *position, depth, moves })
}

/// Two plies below the root there are enough parts for many threads and a smooth bar.
fn split(position: &Position, roots: &[Move], depth: u32) -> Vec<Part> {
    let mut parts = Vec::new();
    for (root, &m) in roots.iter().enumerate() {
        let child = position.after(m);
        if depth < 4 {
            parts.push(Part { root, position: child, depth: depth - 1 });
        } else {
            let replies = child.legal_moves();
            parts.extend(replies.iter().map(|&r| Part {
                root,
                position: child.after(r),
                depth: depth - 2,
            }));
        }
    }
    parts
}

/// Perft that looks up every three plies. `None` if it was stopped.
fn count(position: &Position, depth: u32, stop: &(dyn Fn() -> bool + Sync)) -> Option<u64> {
    if stop() {
        return None;
    }
    if depth <= 3 {
        return Some(chess::perft(position, depth));
    }
    position.legal_moves().iter().map(|&m| count(&position.after(m), depth - 1, stop)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_and_depths_agree_with_the_published_counts() {
        let start = Position::startpos();
        for (depth, leaves) in [(0, 1), (1, 20), (2, 400), (3, 8_902), (4, 197_281), (5, 4_865_609)]
        {
            for threads in [1, 3] {
                let division = divide(&start, depth, threads, &|| false, &mut |_, _| {}).unwrap();
                assert_eq!(division.total(), leaves, "depth {depth}, {threads} threads");
            }
        }
    }

    #[test]
    fn a_mated_side_has_no_leaves() {
        let mate = Position::from_fen("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1").unwrap();
        assert_eq!(divide(&mate, 4, 2, &|| false, &mut |_, _| {}).unwrap().total(), 0);
    }

    #[test]
    fn a_stopped_count_has_no_answer() {
        assert!(divide(&Position::startpos(), 9, 2, &|| true, &mut |_, _| {}).is_none());
    }
}
