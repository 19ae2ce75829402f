// SPDX-License-Identifier: GPL-3.0-or-later
//! The bad bishop.

use chess::{Bitboard, Color, Position, Role};

use super::{Concept, ConceptFound};

/// A bishop with three own pawns or more on its colour on the c- to f-files that can't
/// advance, and with at most three squares to go to.
pub fn find(position: &Position, side: Color) -> Option<ConceptFound> {
    let pawns = position.pieces(side, Role::Pawn);
    let forward = if side == Color::White { 8 } else { -8 };
    let central = Bitboard::FILES[2] | Bitboard::FILES[3] | Bitboard::FILES[4] | Bitboard::FILES[5];
    let fixed = |colour: Bitboard| {
        let fixed = (pawns & central & colour).into_iter();
        fixed.filter(|&pawn| {
            (Bitboard::of(pawn).shift(forward) & position.by_role(Role::Pawn)).any()
        })
    };
    let bishop = position.pieces(side, Role::Bishop).into_iter().find(|&bishop| {
        let light = Bitboard::LIGHT.contains(bishop);
        let colour = if light { Bitboard::LIGHT } else { Bitboard::DARK };
        let free = position.attacks_from(bishop) & !position.by_color(side);
        fixed(colour).count() >= 3 && free.count() <= 3
    })?;
    Some(ConceptFound::new(Concept::BadBishop, side, vec![bishop]))
}

#[cfg(test)]
mod tests {
    use super::super::testing::found;
    use super::*;

    #[test]
    fn behind_its_own_chain() {
        let fen = "2b3k1/pp4pp/4p3/2ppPp2/3P1P2/2P5/PP4PP/5NK1 w - - 0 1";
        let bad = found(fen, Concept::BadBishop);
        assert!(bad.is_some_and(|bad| bad.side == Color::Black));
    }
}
