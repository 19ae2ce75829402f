// SPDX-License-Identifier: GPL-3.0-or-later
//! The bishop pair.

use chess::{Bitboard, Color, Position, Role};

use super::{Concept, ConceptFound};

/// Bishops on both colours against an opponent who has not both.
pub fn find(position: &Position, side: Color) -> Option<ConceptFound> {
    let both = |color: Color| {
        let bishops = position.pieces(color, Role::Bishop);
        (bishops & Bitboard::LIGHT).any() && (bishops & Bitboard::DARK).any()
    };
    let bishops = position.pieces(side, Role::Bishop);
    (both(side) && !both(!side))
        .then(|| ConceptFound::new(Concept::BishopPair, side, bishops.into_iter().collect()))
}

#[cfg(test)]
mod tests {
    use super::super::testing::found;
    use super::*;

    #[test]
    fn two_against_bishop_and_knight() {
        let fen = "r1b1k2r/pp3ppp/2n5/8/8/8/PP3PPP/R1B1KB1R w - - 0 1";
        assert_eq!(found(fen, Concept::BishopPair).unwrap().side, Color::White);
    }
}
