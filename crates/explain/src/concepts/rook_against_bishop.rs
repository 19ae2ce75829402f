// SPDX-License-Identifier: GPL-3.0-or-later
//! A king in the right corner that holds the draw with a bishop against a rook.

use chess::{Bitboard, Color, Position, Role};

use super::{Concept, ConceptFound};

/// King and bishop against king and rook: the king stands in a corner that the bishop does not
/// control, the bishop beside it, the other king
/// not near and not in its rook's way. Whatever the rook does, the bishop comes
/// between, and where it can't move it is stalemate.
pub fn find(position: &Position, side: Color) -> Option<ConceptFound> {
    let bishop = position.pieces(side, Role::Bishop).first()?;
    let rooks = position.pieces(!side, Role::Rook);
    if position.occupied().count() != 4 || rooks.count() != 1 || position.in_check() {
        return None;
    }
    let king = position.king(side);
    let corner = matches!(king.file(), 0 | 7) && matches!(king.rank(), 0 | 7);
    let other = Bitboard::LIGHT.contains(king) != Bitboard::LIGHT.contains(bishop);
    let beside = king.distance(bishop) == 1 && position.king(!side).distance(king) >= 3;
    // No check behind the king's back.
    let them = position.king(!side);
    let rook = rooks.first()?;
    let clear = them.file() != rook.file() && them.rank() != rook.rank();
    (corner && other && beside && clear)
        .then(|| ConceptFound::new(Concept::RookAgainstBishop, side, vec![king, bishop]))
}

#[cfg(test)]
mod tests {
    use super::super::testing::found;
    use super::*;

    #[test]
    fn the_corner_must_be_the_right_one() {
        let fen = "6bk/R7/8/6K1/8/8/8/8 b - - 0 1";
        assert_eq!(found(fen, Concept::RookAgainstBishop).unwrap().side, Color::Black);
        let wrong = "7k/R5b1/8/5K2/8/8/8/8 b - - 0 1";
        assert_eq!(found(wrong, Concept::RookAgainstBishop), None);
    }
}
