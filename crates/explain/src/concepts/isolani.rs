// SPDX-License-Identifier: GPL-3.0-or-later
//! The isolated queen's pawn.

use chess::{Color, Position, Square};

use super::side_view::SideView;
use super::{Concept, ConceptFound};

/// A d-pawn on the fourth or fifth rank without neighbours, against no d-pawn but a c- or
/// e-pawn.
pub fn find(position: &Position, side: Color) -> Option<ConceptFound> {
    let view = SideView::new(position, side);
    let pawn = [Square::D4, Square::D5].into_iter().find(|&square| view.has(square))?;
    let alone = !view.own_on_file(2)
        && !view.own_on_file(4)
        && (view.own & chess::Bitboard::FILES[3]).count() == 1;
    let against = view.enemy_on_file(2) || view.enemy_on_file(4);
    if !alone || view.enemy_on_file(3) || !against {
        return None;
    }
    let stop = Square::new(3, pawn.rank() + 1);
    Some(ConceptFound {
        breaks: view.real(&[stop]),
        against: view.real(&[stop]),
        ..ConceptFound::new(Concept::Isolani, side, view.real(&[pawn]))
    })
}

#[cfg(test)]
mod tests {
    use super::super::testing::found;
    use super::*;

    #[test]
    fn a_lone_queens_pawn() {
        let fen = "r1bq1rk1/pp2bppp/2n1pn2/8/2BP4/2N2N2/PP3PPP/R1BQR1K1 b - - 0 10";
        let isolani = found(fen, Concept::Isolani).unwrap();
        assert_eq!((isolani.side, isolani.squares[0]), (Color::White, Square::D4));
        assert_eq!(isolani.against, [Square::D5]);
        let supported = "r1bq1rk1/pp2bppp/2n1pn2/8/2BPP3/2N2N2/PP3PPP/R1BQR1K1 b - - 0 10";
        assert_eq!(found(supported, Concept::Isolani), None);
    }
}
