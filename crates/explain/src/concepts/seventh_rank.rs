// SPDX-License-Identifier: GPL-3.0-or-later
//! A rook or queen on the seventh rank.

use chess::{Bitboard, Color, Position, Role};

use super::{Concept, ConceptFound};

/// A rook on the seventh rank, with the enemy king on its first or two enemy pawns there.
pub fn find(position: &Position, side: Color) -> Option<ConceptFound> {
    let rank = if side == Color::White { 6 } else { 1 };
    let rook = (position.pieces(side, Role::Rook) & Bitboard::RANKS[rank]).first()?;
    let king = position.king(!side).rank() == (!side).home_rank();
    let pawns = (position.pieces(!side, Role::Pawn) & Bitboard::RANKS[rank]).count() >= 2;
    (king || pawns).then(|| ConceptFound::new(Concept::SeventhRank, side, vec![rook]))
}

#[cfg(test)]
mod tests {
    use super::super::testing::found;
    use super::*;

    #[test]
    fn behind_the_pawns() {
        let fen = "6k1/1R3ppp/8/8/8/8/5PPP/r5K1 w - - 0 1";
        assert_eq!(found(fen, Concept::SeventhRank).unwrap().squares, [chess::Square::B7]);
    }
}
