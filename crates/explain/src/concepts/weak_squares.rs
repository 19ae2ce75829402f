// SPDX-License-Identifier: GPL-3.0-or-later
//! Weak squares of one colour.

use chess::{Bitboard, Color, Position, Role, Square};

use super::{Concept, ConceptFound};

/// Holes from which on the colour is weak.
const ENOUGH: usize = 3;

/// Three holes or more of one colour before a castled king: squares on its second and third rank
/// within two files that no own pawn can ever guard; the own bishop of that colour is gone and the
/// opponent has his, or a queen.
pub fn find(position: &Position, side: Color) -> Option<ConceptFound> {
    let king = position.king(side);
    let castled = side.relative_rank(king.rank()) == 0 && (king.file() <= 2 || king.file() >= 5);
    let queen = position.pieces(!side, Role::Queen).any();
    if !castled || !queen {
        return None;
    }
    let own = position.pieces(side, Role::Pawn);
    let rank = |square: Square| side.relative_rank(square.rank());
    let is_hole = |square: Square| {
        own.into_iter()
            .all(|pawn| pawn.file().abs_diff(square.file()) != 1 || rank(pawn) >= rank(square))
    };
    let bishops = |color: Color| position.pieces(color, Role::Bishop);
    [Bitboard::LIGHT, Bitboard::DARK].into_iter().find_map(|colour| {
        let zone = Square::ALL.into_iter().filter(|&square| {
            colour.contains(square)
                && matches!(rank(square), 1 | 2)
                && square.file().abs_diff(king.file()) <= 2
                && !own.contains(square)
        });
        let holes: Vec<Square> = zone.filter(|&square| is_hole(square)).collect();
        let open = (bishops(side) & colour).is_empty() && (bishops(!side) & colour).any();
        (open && holes.len() >= ENOUGH)
            .then(|| ConceptFound::new(Concept::WeakSquares, side, holes))
    })
}

#[cfg(test)]
mod tests {
    use super::super::testing::found;
    use super::*;

    #[test]
    fn the_missing_fianchetto_bishop() {
        let fen = "r2q1rk1/ppp2p1p/5np1/8/8/8/PPPBQPPP/R4RK1 w - - 0 1";
        let weak = found(fen, Concept::WeakSquares).unwrap();
        assert_eq!(weak.side, Color::Black);
        assert!(weak.squares.iter().all(|&square| Bitboard::DARK.contains(square)));
        let kept = "r2q1rk1/ppp2pbp/5np1/8/8/8/PPPBQPPP/R4RK1 w - - 0 1";
        assert_eq!(found(kept, Concept::WeakSquares), None);
    }
}
