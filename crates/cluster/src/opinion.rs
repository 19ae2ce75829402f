// SPDX-License-Identifier: GPL-3.0-or-later
//! What a rank thinks is best, and whose opinion counts in the end.

use chess::Move;
use search::Score;

use crate::Sharing;

/// What a rank thinks is best.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opinion {
    /// Who thinks so.
    pub rank: usize,
    /// The last depth it finished.
    pub depth: u32,
    /// What its best line is worth.
    pub score: Score,
    /// The line, not empty.
    pub line: Vec<Move>,
}

impl Opinion {
    /// The move.
    pub fn best(&self) -> Option<Move> {
        self.line.first().copied()
    }
}

/// A score as one number: mates beyond tablebases beyond centipawns, the shorter the better.
pub fn value(score: Score) -> i32 {
    match score {
        Score::Cp(n) => n.clamp(-28_000, 28_000),
        Score::Tablebase(n) if n > 0 => 29_999 - n.min(900),
        Score::Tablebase(n) => -29_999 - n.max(-900),
        Score::Mate(n) if n > 0 => 32_000 - n.min(900),
        Score::Mate(n) => -32_000 - n.max(-900),
    }
}

/// Even the rank with the lowest score has a vote: as if it were so many centipawns better.
const LEAST_VOTE: i64 = 14;

/// How much better another line must be than rank 0's own, in centipawns, if lines are shared: the
/// two were not searched by the same rank.
const OVERTAKES: i32 = 5;

/// The index of the opinion to play by; rank 0's is the first.
pub fn choose(opinions: &[Opinion], sharing: Sharing) -> usize {
    match sharing {
        Sharing::Knowledge | Sharing::Ahead => by_vote(opinions),
        Sharing::Lines => by_score(opinions),
    }
}

/// Ranks vote as threads do: by depth and score; a proven mate needs no vote.
fn by_vote(opinions: &[Opinion]) -> usize {
    let worst = opinions.iter().map(|opinion| value(opinion.score)).min().unwrap_or(0);
    let weight = |opinion: &Opinion| {
        (i64::from(value(opinion.score) - worst) + LEAST_VOTE) * i64::from(opinion.depth.max(1))
    };
    let votes = |mv: Option<Move>| -> i64 {
        opinions.iter().filter(|opinion| opinion.best() == mv).map(weight).sum()
    };
    let wins = |opinion: &Opinion| match opinion.score {
        Score::Mate(n) if n > 0 => value(opinion.score),
        _ => 0,
    };
    first_of_best(opinions, |opinion| {
        (i64::from(wins(opinion)), votes(opinion.best()), i64::from(opinion.depth))
    })
}

/// Another line is played only if it was searched as deeply and is worth more.
fn by_score(opinions: &[Opinion]) -> usize {
    let Some(own) = opinions.first() else { return 0 };
    let mate = |score: Score| matches!(score, Score::Mate(n) if n > 0);
    first_of_best(opinions, |opinion| {
        let overtakes = value(opinion.score) >= value(own.score) + OVERTAKES;
        let counts = mate(opinion.score) || opinion.depth >= own.depth;
        if opinion.rank == own.rank || (overtakes && counts) {
            value(opinion.score)
        } else {
            i32::MIN
        }
    })
}

fn first_of_best<K: Ord>(opinions: &[Opinion], key: impl Fn(&Opinion) -> K) -> usize {
    let mut chosen = 0;
    for index in 1..opinions.len() {
        if key(&opinions[index]) > key(&opinions[chosen]) {
            chosen = index;
        }
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;

    fn opinion(rank: usize, mv: u16, cp: i32, depth: u32) -> Opinion {
        Opinion { rank, depth, score: Score::Cp(cp), line: vec![Move::from_bits(mv)] }
    }

    #[test]
    fn rank_0_alone_is_right() {
        for sharing in Sharing::ALL {
            assert_eq!(choose(&[opinion(0, 1, -300, 9)], sharing), 0);
        }
    }

    #[test]
    fn the_majority_wins_a_vote() {
        let opinions = [opinion(0, 1, 10, 12), opinion(1, 2, 10, 12), opinion(2, 2, 10, 13)];
        assert_eq!(choose(&opinions, Sharing::Knowledge), 2);
        assert_eq!(choose(&opinions, Sharing::Lines), 0);
    }

    #[test]
    fn a_line_overtakes_by_a_score_of_the_same_depth() {
        let deep = [opinion(0, 1, 10, 12), opinion(1, 2, 40, 12)];
        assert_eq!(choose(&deep, Sharing::Lines), 1);
        let shallow = [opinion(0, 1, 10, 12), opinion(1, 2, 40, 11)];
        assert_eq!(choose(&shallow, Sharing::Lines), 0);
        let near = [opinion(0, 1, 10, 12), opinion(1, 2, 12, 14)];
        assert_eq!(choose(&near, Sharing::Lines), 0);
    }

    #[test]
    fn a_mate_needs_no_majority() {
        let mut opinions = vec![opinion(0, 1, 90, 20), opinion(1, 1, 90, 20), opinion(2, 2, 0, 8)];
        opinions[2].score = Score::Mate(4);
        for sharing in Sharing::ALL {
            assert_eq!(choose(&opinions, sharing), 2, "{sharing}");
        }
    }

    #[test]
    fn scores_keep_their_order() {
        let scores = [
            Score::Mate(-1),
            Score::Mate(-5),
            Score::Tablebase(-3),
            Score::Tablebase(-9),
            Score::Cp(-50),
            Score::Cp(50),
            Score::Tablebase(9),
            Score::Tablebase(3),
            Score::Mate(5),
            Score::Mate(1),
        ];
        assert!(scores.windows(2).all(|pair| value(pair[0]) < value(pair[1])));
    }
}
