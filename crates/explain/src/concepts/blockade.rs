// SPDX-License-Identifier: GPL-3.0-or-later
//! A piece in front of a passed pawn.

use chess::{Bitboard, Color, Position, Role, attacks};

use super::{Concept, ConceptFound};
use crate::plan::is_passed;

/// A knight or bishop on the square before an advanced enemy passed pawn, where no enemy pawn attacks it.
pub fn find(position: &Position, side: Color) -> Option<ConceptFound> {
    let minors = position.pieces(side, Role::Knight) | position.pieces(side, Role::Bishop);
    let pawns = position.pieces(!side, Role::Pawn);
    let ahead: i8 = if side == Color::White { 8 } else { -8 };
    let found = minors.into_iter().find_map(|minor| {
        let pawn = (Bitboard::of(minor).shift(ahead) & pawns).first()?;
        let free = (attacks::pawn(side, minor) & pawns).is_empty();
        let advanced = (!side).relative_rank(pawn.rank()) >= 3;
        (free && advanced && is_passed(position, !side, pawn)).then(|| vec![minor, pawn])
    })?;
    Some(ConceptFound::new(Concept::Blockade, side, found))
}

#[cfg(test)]
mod tests {
    use super::super::testing::found;
    use super::*;

    #[test]
    fn a_knight_before_the_pawn() {
        let fen = "6k1/5ppp/3n4/3P4/8/8/5PPP/6K1 w - - 0 1";
        let block = found(fen, Concept::Blockade).unwrap();
        assert_eq!((block.side, block.squares[0]), (Color::Black, chess::Square::D6));
        let beside = "6k1/5ppp/4n3/3P4/8/8/5PPP/6K1 w - - 0 1";
        assert_eq!(found(beside, Concept::Blockade), None);
    }
}
