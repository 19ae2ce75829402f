// SPDX-License-Identifier: GPL-3.0-or-later
//! The Maróczy bind.

use chess::{Color, Position, Square};

use super::side_view::SideView;
use super::{Concept, ConceptFound};

/// c4 and e4 without a d-pawn against a d-pawn at home or on d6 without a c-pawn.
pub fn find(position: &Position, side: Color) -> Option<ConceptFound> {
    let view = SideView::new(position, side);
    let own = view.has(Square::C4) && view.has(Square::E4) && !view.own_on_file(3);
    let held = view.faces(Square::D6) || view.faces(Square::D7);
    if !own || !held || view.enemy_on_file(2) {
        return None;
    }
    Some(ConceptFound {
        against: view.real(&[Square::B5, Square::D5, Square::F5]),
        ..ConceptFound::new(Concept::Maroczy, side, view.real(&[Square::C4, Square::E4]))
    })
}

#[cfg(test)]
mod tests {
    use super::super::testing::found;
    use super::*;

    #[test]
    fn a_bind_against_the_dragon() {
        let fen = "r1bqkb1r/pp1ppp1p/2n2np1/8/2PNP3/8/PP3PPP/RNBQKB1R w KQkq - 0 6";
        assert!(found(fen, Concept::Maroczy).is_some());
    }
}
