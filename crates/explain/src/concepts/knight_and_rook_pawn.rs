// SPDX-License-Identifier: GPL-3.0-or-later
//! A rook's pawn that went to the seventh rank too soon: the knight can't make it a queen.

use chess::{Color, Position, Role, Square};

use super::side_view::SideView;
use super::{Concept, ConceptFound};

/// Distance of the strong king from the corner at least.
const FAR: usize = 3;

/// King, knight and rook's pawn on the seventh rank against a bare king on the promotion square,
/// the other king not yet near: the king goes to and fro in the corner.
pub fn find(position: &Position, side: Color) -> Option<ConceptFound> {
    let view = SideView::new(position, !side);
    let pawn = view.own.first()?;
    let knights = position.pieces(!side, Role::Knight);
    if position.occupied().count() != 4 || knights.count() != 1 || position.in_check() {
        return None;
    }
    let goal = Square::new(pawn.file(), 7);
    let early = matches!(pawn.file(), 0 | 7) && pawn.rank() == 6;
    let held = view.enemy_king == goal && view.king.distance(goal) >= FAR;
    (early && held).then(|| {
        let squares = view.real(&[goal, pawn]);
        ConceptFound::new(Concept::KnightAndRookPawn, side, squares)
    })
}

#[cfg(test)]
mod tests {
    use super::super::testing::found;
    use super::*;

    #[test]
    fn the_pawn_has_gone_too_far() {
        let fen = "k7/P7/8/1N6/3K4/8/8/8 w - - 0 1";
        assert_eq!(found(fen, Concept::KnightAndRookPawn).unwrap().squares[0], Square::A8);
        let sixth = "k7/8/P7/1N6/3K4/8/8/8 w - - 0 1";
        assert_eq!(found(sixth, Concept::KnightAndRookPawn), None);
    }
}
