// SPDX-License-Identifier: GPL-3.0-or-later
//! Philidor's defence on the third rank.

use chess::{Color, Position, Role, Square};

use super::side_view::{SideView, square};
use super::{Concept, ConceptFound};

/// Rook and pawn against rook: the defender's king on the pawn's promotion square or beside
/// it, the defender's rook on his third rank, the pawn and its king not yet there. The
/// defender owns it.
pub fn find(position: &Position, side: Color) -> Option<ConceptFound> {
    let rooks = Color::ALL.map(|color| position.pieces(color, Role::Rook));
    let only = position.occupied().count() == 5 && rooks.iter().all(|rooks| rooks.count() == 1);
    // Seen by the side with the pawn.
    let view = SideView::new(position, !side);
    let pawn = view.own.first().filter(|_| only && position.by_role(Role::Pawn).count() == 1)?;
    let rook = square(!side, rooks[side.index()].first()?);
    let goal = Square::new(pawn.file(), 7);
    let holds = view.enemy_king.distance(goal) <= 1 && view.enemy_king.rank() == 7;
    let barred = rook.rank() == 5 && pawn.rank() <= 4 && view.king.rank() <= 4;
    (holds && barred).then(|| {
        let squares = view.real(&[rook, view.enemy_king, pawn]);
        ConceptFound::new(Concept::Philidor, side, squares)
    })
}

#[cfg(test)]
mod tests {
    use super::super::testing::found;
    use super::*;

    #[test]
    fn the_third_rank_is_held() {
        let fen = "4k3/R7/7r/3KP3/8/8/8/8 b - - 0 1";
        assert_eq!(found(fen, Concept::Philidor).unwrap().side, Color::Black);
        assert_eq!(found("4k3/R7/4P2r/3K4/8/8/8/8 b - - 0 1", Concept::Philidor), None);
    }
}
