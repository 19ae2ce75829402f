// SPDX-License-Identifier: GPL-3.0-or-later
//! The locked centre: two pawns of each side ram each other on d and e.

use chess::{Color, Position, Square};

use super::side_view::SideView;
use super::{Concept, ConceptFound};

/// d5 and e4 against d6 and e5: the chain points to the queenside. Its mirror image for
/// Black is the same structure seen from the other side and is told once, by the owner of
/// the pawn on its fifth rank on the d-file; d4 and e5 against d5 and e6 points to the
/// kingside. While a pawn can take one of the four, nothing is locked.
pub fn find(position: &Position, side: Color) -> Option<ConceptFound> {
    let view = SideView::new(position, side);
    let ours = |a: Square, b: Square| view.has(a) && view.has(b);
    let theirs = |a: Square, b: Square| view.faces(a) && view.faces(b);
    let any_ours = |squares: [Square; 3]| squares.into_iter().any(|square| view.has(square));
    let any_theirs = |squares: [Square; 3]| squares.into_iter().any(|square| view.faces(square));
    let (pawns, breaks, against, tension) =
        if ours(Square::D5, Square::E4) && theirs(Square::D6, Square::E5) {
            let tension = any_ours([Square::C5, Square::D4, Square::F4])
                || any_theirs([Square::C6, Square::E6, Square::F5]);
            ([Square::D5, Square::E4], Square::C5, Square::F5, tension)
        } else if ours(Square::E5, Square::D4) && theirs(Square::E6, Square::D5) {
            let tension = any_ours([Square::C4, Square::E4, Square::F5])
                || any_theirs([Square::C5, Square::D6, Square::F6]);
            ([Square::E5, Square::D4], Square::F5, Square::C5, tension)
        } else {
            return None;
        };
    if tension {
        return None;
    }
    Some(ConceptFound {
        breaks: view.real(&[breaks]),
        against: view.real(&[against]),
        ..ConceptFound::new(Concept::LockedCentre, side, view.real(&pawns))
    })
}

#[cfg(test)]
mod tests {
    use super::super::testing::found;
    use super::*;

    #[test]
    fn the_kings_indian_and_the_french() {
        let fen = "r1bq1rk1/ppp1npbp/3p1np1/3Pp3/2P1P3/2N2N2/PP2BPPP/R1BQ1RK1 w - - 1 9";
        let indian = found(fen, Concept::LockedCentre).unwrap();
        assert_eq!(
            (indian.side, indian.breaks[0], indian.against[0]),
            (Color::White, Square::C5, Square::F5)
        );
        let fen = "rnbqkbnr/ppp2ppp/4p3/3pP3/3P4/8/PPP2PPP/RNBQKBNR b KQkq - 0 3";
        let french = found(fen, Concept::LockedCentre).unwrap();
        assert_eq!((french.side, french.against[0]), (Color::White, Square::C5));
        // The break has come: c5 may take on d4.
        let fen = "rnbqkbnr/pp3ppp/4p3/2ppP3/3P4/8/PPP2PPP/RNBQKBNR w KQkq - 0 4";
        assert!(found(fen, Concept::LockedCentre).is_none());
    }
}
