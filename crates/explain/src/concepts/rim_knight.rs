// SPDX-License-Identifier: GPL-3.0-or-later
//! A knight on the rim.

use chess::{Bitboard, Color, Position, Role, attacks};

use super::{Concept, ConceptFound};

/// A knight on the a- or h-file with two squares at most where no pawn would take it, after the
/// opening.
pub fn find(position: &Position, side: Color) -> Option<ConceptFound> {
    let rim = Bitboard::FILES[0] | Bitboard::FILES[7];
    let hit = position
        .pieces(!side, Role::Pawn)
        .into_iter()
        .fold(Bitboard::EMPTY, |set, pawn| set | attacks::pawn(!side, pawn));
    let knight = (position.pieces(side, Role::Knight) & rim)
        .into_iter()
        .find(|&knight| (attacks::knight(knight) & !position.by_color(side) & !hit).count() <= 2)?;
    Some(ConceptFound::new(Concept::RimKnight, side, vec![knight]))
}

#[cfg(test)]
mod tests {
    use super::super::testing::found;
    use super::*;

    #[test]
    fn dim_on_the_rim() {
        let fen = "6k1/1p3ppp/2p5/n7/8/3P4/P4PPP/6K1 b - - 0 1";
        assert_eq!(found(fen, Concept::RimKnight).unwrap().side, Color::Black);
        let middle = "6k1/1p3ppp/2p5/3n4/8/3P4/P4PPP/6K1 b - - 0 1";
        assert_eq!(found(middle, Concept::RimKnight), None);
    }
}
