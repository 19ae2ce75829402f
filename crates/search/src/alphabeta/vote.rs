// SPDX-License-Identifier: GPL-3.0-or-later
//! Thread voting: which result counts when several threads have searched.

use chess::Move;

use crate::value::MATE_BOUND;

/// The result of a thread.
pub struct ThreadResult {
    /// The last iteration it completed.
    pub depth: i32,
    /// The score of its best move.
    pub value: i32,
    /// Its best line.
    pub pv: Vec<Move>,
}

impl ThreadResult {
    fn best(&self) -> Option<Move> {
        self.pv.first().copied()
    }
}

/// Even the thread with the lowest score has a vote: as if it were so many
/// centipawns better.
const LEAST_VOTE: i32 = 14;

/// The index of the result to take. Each thread votes for its move, weighted by depth and
/// score; among those who agree the deepest counts. A proven mate needs no vote: the
/// shortest wins.
pub fn choose(results: &[ThreadResult]) -> usize {
    let worst = results.iter().map(|result| result.value).min().unwrap_or(0);
    let weight = |result: &ThreadResult| {
        i64::from(result.value - worst + LEAST_VOTE) * i64::from(result.depth.max(1))
    };
    let votes = |mv: Option<Move>| -> i64 {
        results.iter().filter(|result| result.best() == mv).map(weight).sum()
    };
    let wins = |result: &ThreadResult| if result.value > MATE_BOUND { result.value } else { 0 };
    let rank = |result: &ThreadResult| (wins(result), votes(result.best()), result.depth);
    let mut chosen = 0;
    for (number, result) in results.iter().enumerate() {
        if rank(result) > rank(&results[chosen]) {
            chosen = number;
        }
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::mate_in;

    fn result(mv: u16, value: i32, depth: i32) -> ThreadResult {
        ThreadResult { depth, value, pv: vec![Move::from_bits(mv)] }
    }

    #[test]
    fn one_thread_is_always_right() {
        assert_eq!(choose(&[result(1, -500, 3)]), 0);
    }

    #[test]
    fn the_majority_wins_and_its_deepest_thread_counts() {
        let results = [result(1, 10, 12), result(2, 10, 12), result(2, 10, 13)];
        assert_eq!(choose(&results), 2);
    }

    #[test]
    fn of_equals_the_first_counts() {
        assert_eq!(choose(&[result(1, 10, 12), result(2, 10, 12)]), 0);
    }

    #[test]
    fn the_shortest_mate_needs_no_majority() {
        let results = [
            result(1, 90, 20),
            result(1, 90, 20),
            result(2, mate_in(9), 9),
            result(3, mate_in(5), 8),
        ];
        assert_eq!(choose(&results), 3);
    }

    #[test]
    fn a_mated_thread_does_not_drown_the_others() {
        let results = [result(1, -mate_in(6), 14), result(2, -300, 14)];
        assert_eq!(choose(&results), 1);
    }
}
