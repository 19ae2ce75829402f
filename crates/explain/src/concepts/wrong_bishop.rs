// SPDX-License-Identifier: GPL-3.0-or-later
//! The wrong bishop: a rook pawn whose corner the bishop does not control.

use chess::{Bitboard, Color, Position, Role, Square};

use super::side_view::SideView;
use super::{Concept, ConceptFound};

/// Bishops of one colour and pawns of one rook's file, none of them beyond the sixth rank,
/// against a bare king that stands on the promotion square, which the bishops don't
/// control, or beside it. The defender owns the fortress.
pub fn find(position: &Position, side: Color) -> Option<ConceptFound> {
    let strong = !side;
    let bishops = position.pieces(strong, Role::Bishop);
    let pieces = position.by_color(strong) & !bishops;
    let view = SideView::new(position, strong);
    let bare = position.by_color(side).count() == 1;
    let nothing_else = pieces.count() == view.own.count() + 1;
    let file = view.own.first()?.file();
    let one_file = (view.own & !Bitboard::FILES[file]).is_empty();
    if !bare || !nothing_else || !one_file || !matches!(file, 0 | 7) || bishops.is_empty() {
        return None;
    }
    let goal = Square::new(file, 7);
    let corner = view.real(&[goal])[0];
    let light = Bitboard::LIGHT.contains(corner);
    let right = if light { Bitboard::LIGHT } else { Bitboard::DARK };
    let held =
        view.enemy_king == goal || view.enemy_king.distance(goal) == 1 && position.turn() == side;
    let far = view.own.into_iter().all(|pawn| pawn.rank() <= 5);
    ((bishops & right).is_empty() && held && far).then(|| {
        ConceptFound::new(
            Concept::WrongBishop,
            side,
            vec![corner, bishops.first().unwrap_or(corner)],
        )
    })
}

#[cfg(test)]
mod tests {
    use super::super::testing::found;
    use super::*;

    #[test]
    fn the_corner_is_out_of_reach() {
        let fen = "7k/8/8/6KP/8/8/4B3/8 w - - 0 1";
        assert_eq!(found(fen, Concept::WrongBishop).unwrap().squares[0], Square::H8);
        assert_eq!(found("7k/8/8/6KP/8/4B3/8/8 w - - 0 1", Concept::WrongBishop), None);
    }
}
