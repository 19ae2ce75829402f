// SPDX-License-Identifier: GPL-3.0-or-later
//! Rooks belong behind passed pawns.

use chess::{Bitboard, Color, Position, Role, Square, attacks};

use super::{Concept, ConceptFound};
use crate::plan::is_passed;

/// A rook behind an own passed pawn on the fourth rank or further, with nothing between them,
/// in a position without queens.
pub fn find(position: &Position, side: Color) -> Option<ConceptFound> {
    if position.by_role(Role::Queen).any() {
        return None;
    }
    let rank = |square: Square| side.relative_rank(square.rank());
    let found = position.pieces(side, Role::Rook).into_iter().find_map(|rook| {
        let file = Bitboard::FILES[rook.file()];
        let seen = attacks::rook(rook, position.occupied()) & file;
        let pawn = (seen & position.pieces(side, Role::Pawn)).into_iter().find(|&pawn| {
            rank(pawn) > rank(rook) && rank(pawn) >= 3 && is_passed(position, side, pawn)
        })?;
        Some(vec![rook, pawn])
    })?;
    Some(ConceptFound::new(Concept::RookBehind, side, found))
}

#[cfg(test)]
mod tests {
    use super::super::testing::found;
    use super::*;

    #[test]
    fn behind_and_before() {
        let fen = "6k1/5ppp/8/P7/8/8/5PPP/R5K1 w - - 0 1";
        assert_eq!(found(fen, Concept::RookBehind).unwrap().squares, [Square::A1, Square::A5]);
        let before = "R5k1/5ppp/8/P7/8/8/5PPP/6K1 b - - 0 1";
        assert_eq!(found(before, Concept::RookBehind), None);
    }
}
