// SPDX-License-Identifier: GPL-3.0-or-later
//! The Carlsbad structure.

use chess::{Color, Position, Square};

use super::side_view::SideView;
use super::{Concept, ConceptFound};

/// d4 and e3 without a c-pawn against d5 and c6 without an e-pawn.
pub fn find(position: &Position, side: Color) -> Option<ConceptFound> {
    let view = SideView::new(position, side);
    let own = view.has(Square::D4) && view.has(Square::E3) && !view.own_on_file(2);
    let enemy = view.faces(Square::D5) && view.faces(Square::C6) && !view.enemy_on_file(4);
    if !own || !enemy {
        return None;
    }
    Some(ConceptFound {
        breaks: view.real(&[Square::B5, Square::E4]),
        against: view.real(&[Square::E4]),
        ..ConceptFound::new(
            Concept::Carlsbad,
            side,
            view.real(&[Square::D4, Square::D5, Square::C6]),
        )
    })
}

#[cfg(test)]
mod tests {
    use super::super::testing::found;
    use super::*;

    #[test]
    fn the_exchange_variation() {
        let fen = "r1bq1rk1/pp1nbppp/2p2n2/3p2B1/3P4/2NBPN2/PPQ2PPP/R4RK1 b - - 7 10";
        let carlsbad = found(fen, Concept::Carlsbad).unwrap();
        assert_eq!((carlsbad.side, carlsbad.breaks[0]), (Color::White, Square::B5));
    }
}
