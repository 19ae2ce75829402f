// SPDX-License-Identifier: GPL-3.0-or-later
//! The hedgehog.

use chess::{Color, Position, Square};

use super::side_view::SideView;
use super::{Concept, ConceptFound};

/// Pawns on the third rank on a, b, d and e without a c-pawn, against c- and e-pawns on
/// their fourth.
pub fn find(position: &Position, side: Color) -> Option<ConceptFound> {
    let view = SideView::new(position, side);
    let quills = [Square::A3, Square::B3, Square::D3, Square::E3];
    let own = quills.iter().all(|&square| view.has(square)) && !view.own_on_file(2);
    if !own || !view.faces(Square::C5) || !view.faces(Square::E5) {
        return None;
    }
    Some(ConceptFound {
        breaks: view.real(&[Square::B4, Square::D4]),
        ..ConceptFound::new(Concept::Hedgehog, side, view.real(&quills))
    })
}

#[cfg(test)]
mod tests {
    use super::super::testing::found;
    use super::*;

    #[test]
    fn quills() {
        let fen = "r2qkb1r/1b1n1ppp/pp1ppn2/8/2P1P3/2N2NP1/PP3PBP/R1BQ1RK1 w kq - 0 10";
        let hedgehog = found(fen, Concept::Hedgehog).unwrap();
        assert_eq!((hedgehog.side, hedgehog.breaks[0]), (Color::Black, Square::B5));
    }
}
