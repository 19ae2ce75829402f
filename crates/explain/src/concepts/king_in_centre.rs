// SPDX-License-Identifier: GPL-3.0-or-later
//! A king that stayed in the middle.

use chess::{Color, Position, Role};

use super::side_view::SideView;
use super::{Concept, ConceptFound};

/// The king on d or e without the right to castle, on a file that the enemy can use, with
/// queens on the board.
pub fn find(position: &Position, side: Color) -> Option<ConceptFound> {
    let view = SideView::new(position, side);
    let rights = position.castling();
    let may_castle =
        [chess::Side::King, chess::Side::Queen].iter().any(|&wing| rights.has(side, wing));
    let queens =
        position.pieces(!side, Role::Queen).any() && position.by_role(Role::Queen).count() >= 2;
    let central = matches!(view.king.file(), 3 | 4) && view.king.rank() <= 1;
    let open = [3, 4].iter().any(|&file| !view.enemy_on_file(file));
    (central && open && !may_castle && queens)
        .then(|| ConceptFound::new(Concept::KingInCentre, side, vec![position.king(side)]))
}

#[cfg(test)]
mod tests {
    use super::super::testing::found;
    use super::*;

    #[test]
    fn no_way_to_castle() {
        let fen = "r1bq3r/ppp1k1pp/2n2n2/8/2B5/8/PPPP1PPP/RNBQR1K1 b - - 0 9";
        let king = found(fen, Concept::KingInCentre).unwrap();
        assert_eq!(king.side, Color::Black);
    }
}
