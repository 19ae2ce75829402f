// SPDX-License-Identifier: GPL-3.0-or-later
//! Bishops of opposite colours.

use chess::{Bitboard, Color, Position, Role, Square};

use super::{Concept, ConceptFound};

/// One bishop each, on different colours, and no knights. Told once, by White.
pub fn find(position: &Position, side: Color) -> Option<ConceptFound> {
    if side == Color::Black || position.by_role(Role::Knight).any() {
        return None;
    }
    let single = |color: Color| {
        let bishops = position.pieces(color, Role::Bishop);
        bishops.first().filter(|_| bishops.count() == 1)
    };
    let (own, enemy) = (single(side)?, single(!side)?);
    let light = |square: Square| Bitboard::LIGHT.contains(square);
    (light(own) != light(enemy))
        .then(|| ConceptFound::new(Concept::OppositeBishops, side, vec![own, enemy]))
}

#[cfg(test)]
mod tests {
    use super::super::testing::found;
    use super::*;

    #[test]
    fn one_light_one_dark() {
        let fen = "6k1/5ppp/4b3/8/8/4B3/5PPP/6K1 w - - 0 1";
        assert!(found(fen, Concept::OppositeBishops).is_some());
        let fen = "6k1/5ppp/5b2/8/8/4B3/5PPP/6K1 w - - 0 1";
        assert_eq!(found(fen, Concept::OppositeBishops), None);
    }
}
