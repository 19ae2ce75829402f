// SPDX-License-Identifier: GPL-3.0-or-later
//! Achilles' lines: which helper searches which root moves.
//!
//! Rank 0 searches all of them. The first helper searches all but the best, so that the second
//! best line gets a real score; the second all but the two best, and so on. When the order of the
//! lines changes, they are dealt anew. With three helpers or more the last one searches the best
//! move alone, as the check on it.

use chess::Move;

use crate::opinion::{Opinion, value};

/// The moves that opinions name, the best first and each once. Those of rank 0's depth and more
/// count by score; what was searched less deeply comes after.
pub fn order(opinions: &[Opinion]) -> Vec<Move> {
    let deepest = opinions.first().map_or(0, |own| own.depth);
    let mut sorted: Vec<&Opinion> =
        opinions.iter().filter(|opinion| !opinion.line.is_empty()).collect();
    sorted.sort_by_key(|opinion| {
        let own = opinion.rank == 0;
        let counts = own || opinion.depth + 1 >= deepest;
        // Of equals rank 0's goes first.
        (!counts, -value(opinion.score), !own)
    });
    let mut moves = Vec::new();
    for mv in sorted.into_iter().filter_map(Opinion::best) {
        if !moves.contains(&mv) {
            moves.push(mv);
        }
    }
    moves
}

/// The root moves of each of `helpers`; an empty list stands for all of them.
pub fn deal(legal: &[Move], order: &[Move], helpers: usize) -> Vec<Vec<Move>> {
    let without = |best: &[Move]| -> Vec<Move> {
        legal.iter().filter(|mv| !best.contains(mv)).copied().collect()
    };
    (0..helpers)
        .map(|helper| match order.first() {
            None => Vec::new(),
            Some(&best) if helpers >= 3 && helper == helpers - 1 => vec![best],
            Some(_) => {
                let known = (helper + 1).min(order.len());
                // Where there are more helpers than moves, the rest search everything.
                let rest = without(&order[..known]);
                if rest.is_empty() { Vec::new() } else { rest }
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use search::Score;

    fn mv(bits: u16) -> Move {
        Move::from_bits(bits)
    }

    fn opinion(rank: usize, bits: u16, cp: i32, depth: u32) -> Opinion {
        Opinion { rank, depth, score: Score::Cp(cp), line: vec![mv(bits)] }
    }

    #[test]
    fn a_surprise_changes_the_order() {
        let calm = [opinion(0, 1, 30, 12), opinion(1, 2, 10, 12), opinion(2, 3, -5, 12)];
        assert_eq!(order(&calm), [mv(1), mv(2), mv(3)]);
        let surprise = [opinion(0, 1, 30, 12), opinion(1, 2, 80, 12), opinion(2, 3, -5, 12)];
        assert_eq!(order(&surprise), [mv(2), mv(1), mv(3)]);
        let shallow = [opinion(0, 1, 30, 12), opinion(1, 2, 80, 5)];
        assert_eq!(order(&shallow), [mv(1), mv(2)]);
    }

    #[test]
    fn every_helper_has_moves_and_the_best_is_left_out() {
        let legal: Vec<Move> = (1..=5).map(mv).collect();
        let dealt = deal(&legal, &[mv(2), mv(4)], 2);
        assert_eq!(dealt, [vec![mv(1), mv(3), mv(4), mv(5)], vec![mv(1), mv(3), mv(5)]]);
        let dealt = deal(&legal, &[mv(2), mv(4)], 3);
        assert_eq!(dealt[2], [mv(2)]);
        assert!(deal(&legal, &[], 3).iter().all(Vec::is_empty));
        assert!(deal(&legal[..1], &[mv(1)], 2).iter().all(Vec::is_empty));
    }
}
