// SPDX-License-Identifier: GPL-3.0-or-later
//! The most advanced passed pawn.

use chess::{Bitboard, Color, Position, Role, attacks};

use super::{Concept, ConceptFound};
use crate::plan::is_passed;

/// A passed pawn on the fourth rank or further; protected if a pawn guards it.
pub fn find(position: &Position, side: Color) -> Option<ConceptFound> {
    let pawns = position.pieces(side, Role::Pawn);
    let rank = |square: &chess::Square| side.relative_rank(square.rank());
    let pawn = pawns
        .into_iter()
        .filter(|&square| is_passed(position, side, square))
        .max_by_key(rank)
        .filter(|square| rank(square) >= 3)?;
    let guards: Bitboard = attacks::pawn(!side, pawn) & pawns;
    let concept = if guards.any() { Concept::ProtectedPasser } else { Concept::PassedPawn };
    Some(ConceptFound::new(concept, side, vec![pawn]))
}

#[cfg(test)]
mod tests {
    use super::super::testing::found;
    use super::*;

    #[test]
    fn passed_and_protected() {
        let fen = "6k1/5ppp/8/3P4/4P3/8/6PP/6K1 w - - 0 1";
        assert_eq!(found(fen, Concept::ProtectedPasser).unwrap().squares, [chess::Square::D5]);
        assert!(found("6k1/5ppp/8/3P4/8/8/6PP/6K1 w - - 0 1", Concept::PassedPawn).is_some());
        assert_eq!(found("6k1/3p1ppp/8/3P4/8/8/6PP/6K1 w - - 0 1", Concept::PassedPawn), None);
    }
}
