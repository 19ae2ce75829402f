// SPDX-License-Identifier: GPL-3.0-or-later
//! The Lucena position.

use chess::{Color, Position, Role};

use super::side_view::{SideView, square};
use super::{Concept, ConceptFound};

/// Rook and pawn against rook, the pawn on the seventh rank but not on a rook's file, its
/// king in front of it, the enemy king cut off by at least one file by the rook.
pub fn find(position: &Position, side: Color) -> Option<ConceptFound> {
    let rooks = Color::ALL.map(|color| position.pieces(color, Role::Rook));
    let only = position.occupied().count() == 5 && rooks.iter().all(|rooks| rooks.count() == 1);
    let view = SideView::new(position, side);
    let pawn = view.own.first().filter(|_| only && position.by_role(Role::Pawn).count() == 1)?;
    let before = view.king.file() == pawn.file() && view.king.rank() == 7;
    if pawn.rank() != 6 || matches!(pawn.file(), 0 | 7) || !before {
        return None;
    }
    let rook = square(side, rooks[side.index()].first()?);
    let (king, cut) = (view.enemy_king.file(), rook.file());
    let away = king.abs_diff(pawn.file()) >= 2;
    let between = cut > pawn.file() && king > cut || cut < pawn.file() && king < cut;
    (away && between).then(|| {
        let squares = view.real(&[pawn, view.king, rook]);
        ConceptFound::new(Concept::Lucena, side, squares)
    })
}

#[cfg(test)]
mod tests {
    use super::super::testing::found;
    use super::*;

    #[test]
    fn the_bridge_can_be_built() {
        let fen = "1K1k4/1P6/8/8/8/8/r7/2R5 w - - 0 1";
        let lucena = found(fen, Concept::Lucena).unwrap();
        assert_eq!(lucena.squares[0], chess::Square::B7);
        assert_eq!(found("1K1k4/1P6/8/8/8/8/r7/7R w - - 0 1", Concept::Lucena), None);
    }
}
