// SPDX-License-Identifier: GPL-3.0-or-later
//! Kings on opposite wings.

use chess::{Color, Position, Role};

use super::side_view::SideView;
use super::{Concept, ConceptFound};

/// White's king on the kingside, Black's on the queenside or the other way round, both near
/// their first rank, with queens on the board. Told once, by White.
pub fn find(position: &Position, side: Color) -> Option<ConceptFound> {
    if side == Color::Black || position.by_role(Role::Queen).count() < 2 {
        return None;
    }
    let view = SideView::new(position, side);
    let (own, enemy) = (view.king, view.enemy_king);
    let apart = own.file() <= 2 && enemy.file() >= 5 || own.file() >= 5 && enemy.file() <= 2;
    let home = own.rank() <= 1 && enemy.rank() >= 6;
    (apart && home).then(|| ConceptFound::new(Concept::OppositeCastling, side, vec![own, enemy]))
}

#[cfg(test)]
mod tests {
    use super::super::testing::found;
    use super::*;

    #[test]
    fn the_dragon() {
        let fen = "r2q1rk1/pp1bppbp/2np1np1/8/2BNP3/2N1BP2/PPPQ2PP/2KR3R b - - 7 10";
        assert!(found(fen, Concept::OppositeCastling).is_some());
        assert_eq!(found(&fen.replace("2KR3R", "R4RK1"), Concept::OppositeCastling), None);
    }
}
