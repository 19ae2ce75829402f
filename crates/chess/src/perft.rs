// SPDX-License-Identifier: GPL-3.0-or-later
//! Counting the leaves of the move tree: the oldest test of a move generator.

use crate::{Move, MoveList, Position};
use std::sync::Mutex;

/// The number of move sequences of `depth` half-moves.
///
/// ```
/// use xanthos_chess::{Position, perft};
/// assert_eq!(perft(&Position::startpos(), 4), 197_281);
/// ```
///
/// Moves of the last half-move are counted, not made ("bulk counting"), and
/// keys are not kept up to date on the way.
pub fn perft(position: &Position, depth: u32) -> u64 {
    match (depth, position.turn()) {
        (0, _) => 1,
        (_, crate::Color::White) => count::<true>(position, depth),
        (_, crate::Color::Black) => count_black(position, depth),
    }
}

/// The two colours call each other, so that each knows at compile time whose
/// pawns move up.
fn count<const WHITE: bool>(position: &Position, depth: u32) -> u64 {
    if depth <= 1 {
        return position.count_as::<WHITE>().into();
    }
    let mut moves = MoveList::new();
    position.list_as::<WHITE>(&mut moves);
    let mut nodes = 0;
    for m in &moves {
        let mut child = *position;
        child.play_as::<WHITE, false>(m);
        nodes +=
            if WHITE { count_black(&child, depth - 1) } else { count_white(&child, depth - 1) };
    }
    nodes
}

fn count_white(position: &Position, depth: u32) -> u64 {
    count::<true>(position, depth)
}

fn count_black(position: &Position, depth: u32) -> u64 {
    count::<false>(position, depth)
}

/// [`perft`] of each legal move, in the order of generation.
///
/// ```
/// use xanthos_chess::{Position, divide};
/// let split = divide(&Position::startpos(), 3);
/// assert_eq!(split.iter().map(|(_, leaves)| leaves).sum::<u64>(), 8_902);
/// ```
pub fn divide(position: &Position, depth: u32) -> Vec<(Move, u64)> {
    let below = depth.saturating_sub(1);
    position.legal_moves().into_iter().map(|m| (m, perft(&position.after(m), below))).collect()
}

/// [`divide`] with the work shared by several threads; `done` hears of each
/// finished piece of the work (how many of how many).
///
/// ```
/// use xanthos_chess::{Position, divide_parallel};
/// let moves = divide_parallel(&Position::startpos(), 3, 2, &|_, _| {});
/// assert_eq!(moves.iter().map(|(_, leaves)| leaves).sum::<u64>(), 8902);
/// ```
pub fn divide_parallel(
    position: &Position,
    depth: u32,
    threads: usize,
    done: &(dyn Fn(usize, usize) + Sync),
) -> Vec<(Move, u64)> {
    let roots: Vec<Move> = position.legal_moves().to_vec();
    if depth < 3 {
        return divide(position, depth);
    }
    // Two plies make some hundreds of pieces: enough to keep all threads busy
    // to the end, whatever the sizes of the subtrees.
    let jobs: Vec<(usize, Position)> = roots
        .iter()
        .enumerate()
        .flat_map(|(root, &m)| {
            let child = position.after(m);
            child.legal_moves().into_iter().map(move |reply| (root, child.after(reply)))
        })
        .collect();
    let total = jobs.len();
    let queue = Mutex::new(jobs.into_iter().enumerate());
    let counts = Mutex::new(vec![0u64; roots.len()]);
    std::thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            scope.spawn(|| {
                loop {
                    let Some((number, (root, job))) = lock(&queue).next() else { return };
                    let nodes = perft(&job, depth - 2);
                    lock(&counts)[root] += nodes;
                    done(number + 1, total);
                }
            });
        }
    });
    let counts = lock(&counts);
    roots.into_iter().zip(counts.iter().copied()).collect()
}

/// [`perft`] by several threads.
///
/// ```
/// use xanthos_chess::{Position, perft_parallel};
/// assert_eq!(perft_parallel(&Position::startpos(), 4, 2), 197_281);
/// ```
pub fn perft_parallel(position: &Position, depth: u32, threads: usize) -> u64 {
    if depth < 3 {
        return perft(position, depth);
    }
    divide_parallel(position, depth, threads, &|_, _| {}).iter().map(|(_, nodes)| nodes).sum()
}

/// Counting does not panic, so a poisoned lock can't hold half-written counts.
fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}
