// SPDX-License-Identifier: GPL-3.0-or-later
//! Which thread is right, when several have searched the same position.

use chess::Move;

use crate::value::MATE_BOUND;

/// What a thread came to in the end.
pub struct Opinion {
    /// The last iteration it completed.
    pub depth: i32,
    /// The score of its best move.
    pub value: i32,
    /// Its best line.
    pub pv: Vec<Move>,
}

impl Opinion {
    fn best(&self) -> Option<Move> {
        self.pv.first().copied()
    }
}

/// Even the most pessimistic thread has a voice: as if it were so many
/// centipawns better.
const VOICE: i32 = 14;

/// The number of the opinion to follow. Each thread votes for its move, the more
/// loudly the deeper it looked and the better it found it; among those who agree
/// the deepest speaks. A proven mate needs no vote: the shortest wins.
pub fn choose(opinions: &[Opinion]) -> usize {
    let worst = opinions.iter().map(|opinion| opinion.value).min().unwrap_or(0);
    let voice = |opinion: &Opinion| {
        i64::from(opinion.value - worst + VOICE) * i64::from(opinion.depth.max(1))
    };
    let votes = |mv: Option<Move>| -> i64 {
        opinions.iter().filter(|opinion| opinion.best() == mv).map(voice).sum()
    };
    let wins = |opinion: &Opinion| if opinion.value > MATE_BOUND { opinion.value } else { 0 };
    let rank = |opinion: &Opinion| (wins(opinion), votes(opinion.best()), opinion.depth);
    let mut chosen = 0;
    for (number, opinion) in opinions.iter().enumerate() {
        if rank(opinion) > rank(&opinions[chosen]) {
            chosen = number;
        }
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::mate_in;

    fn opinion(mv: u16, value: i32, depth: i32) -> Opinion {
        Opinion { depth, value, pv: vec![Move::from_bits(mv)] }
    }

    #[test]
    fn one_thread_is_always_right() {
        assert_eq!(choose(&[opinion(1, -500, 3)]), 0);
    }

    #[test]
    fn the_majority_wins_and_its_deepest_member_speaks() {
        let opinions = [opinion(1, 10, 12), opinion(2, 10, 12), opinion(2, 10, 13)];
        assert_eq!(choose(&opinions), 2);
    }

    #[test]
    fn of_equals_the_first_speaks() {
        assert_eq!(choose(&[opinion(1, 10, 12), opinion(2, 10, 12)]), 0);
    }

    #[test]
    fn the_shortest_mate_needs_no_majority() {
        let opinions = [
            opinion(1, 90, 20),
            opinion(1, 90, 20),
            opinion(2, mate_in(9), 9),
            opinion(3, mate_in(5), 8),
        ];
        assert_eq!(choose(&opinions), 3);
    }

    #[test]
    fn a_mated_thread_does_not_drown_the_others() {
        let opinions = [opinion(1, -mate_in(6), 14), opinion(2, -300, 14)];
        assert_eq!(choose(&opinions), 1);
    }
}
