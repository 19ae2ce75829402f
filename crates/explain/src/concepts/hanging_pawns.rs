// SPDX-License-Identifier: GPL-3.0-or-later
//! Hanging pawns.

use chess::{Color, Position, Square};

use super::side_view::SideView;
use super::{Concept, ConceptFound};

/// Pawns on c and d, one of them on the fourth rank and the other no further back than the
/// third, without neighbours on b and e and without enemy pawns on their files.
pub fn find(position: &Position, side: Color) -> Option<ConceptFound> {
    let view = SideView::new(position, side);
    let on = |file: usize| {
        let pawns = view.own & chess::Bitboard::FILES[file];
        let pawn = pawns.first().filter(|_| pawns.count() == 1)?;
        (2..=3).contains(&pawn.rank()).then_some(pawn)
    };
    let (c, d) = (on(2)?, on(3)?);
    let alone = !view.own_on_file(1) && !view.own_on_file(4);
    let faced = view.enemy_on_file(2) || view.enemy_on_file(3);
    if !alone || faced || c.rank().max(d.rank()) != 3 {
        return None;
    }
    let ahead = |pawn: Square| Square::new(pawn.file(), pawn.rank() + 1);
    Some(ConceptFound {
        breaks: view.real(&[ahead(d)]),
        against: view.real(&[c, d]),
        ..ConceptFound::new(Concept::HangingPawns, side, view.real(&[c, d]))
    })
}

#[cfg(test)]
mod tests {
    use super::super::testing::found;
    use super::*;

    #[test]
    fn two_pawns_abreast() {
        let fen = "r1b2rk1/p3qppp/2p2n2/8/2PP4/5N2/P3QPPP/R1B2RK1 w - - 0 1";
        assert_eq!(found(fen, Concept::HangingPawns), None, "a pawn on c6 faces them");
        let fen = "r1b2rk1/p3qppp/1p2pn2/8/2PP4/5N2/P3QPPP/R1B2RK1 w - - 0 1";
        let hanging = found(fen, Concept::HangingPawns).unwrap();
        assert_eq!(hanging.squares, [Square::C4, Square::D4]);
    }
}
