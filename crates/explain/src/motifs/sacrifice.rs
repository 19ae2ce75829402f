// SPDX-License-Identifier: GPL-3.0-or-later
//! Material given up.

use super::attack::balance;
use super::{Finding, Parts, Theme, Variation};

/// After a later move the solver is two points or more behind where the line began;
/// not if that is because the opponent promoted.
pub fn find(line: &Variation) -> Option<Finding> {
    let solver = line.solver();
    if line.replies().any(|reply| reply.m.is_promotion()) {
        return None;
    }
    let start = balance(line.root(), solver);
    let step = line.moves().skip(1).find(|step| balance(&step.after, solver) <= start - 2)?;
    let points = start - balance(&step.after, solver);
    let given = line
        .replies()
        .filter(|reply| reply.ply < step.ply)
        .filter_map(|reply| Some((reply.ply, reply.taken?)))
        .last();
    // The sacrifice is the move that lets the piece be taken.
    let ply = given.map_or(step.ply, |(ply, _)| ply - 1);
    let given = given.map(|(_, piece)| piece);
    Some(Finding::new(Theme::Sacrifice, ply, Parts::Sacrifice { points, given }))
}

#[cfg(test)]
mod tests {
    use super::super::testing::solved;
    use super::*;

    #[test]
    fn a_queen_is_given_up() {
        let fen = "7k/8/8/8/8/8/8/1Q2R1K1 w - - 0 1";
        let found = solved(fen, "b1h7 h8h7 e1e7", Theme::Sacrifice).unwrap();
        assert!(matches!(found.parts, Parts::Sacrifice { points: 9, given: Some(_) }));
        assert_eq!(found.ply, 0);
        assert_eq!(solved(fen, "b1b6 h8g8 e1e8", Theme::Sacrifice), None);
    }

    #[test]
    fn a_promotion_of_the_opponent_is_no_sacrifice() {
        let fen = "7k/8/8/8/8/8/1p6/4R1K1 w - - 0 1";
        assert_eq!(solved(fen, "e1e7 b2b1q g1h2", Theme::Sacrifice), None);
    }
}
