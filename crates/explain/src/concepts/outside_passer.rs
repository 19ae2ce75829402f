// SPDX-License-Identifier: GPL-3.0-or-later
//! The outside passed pawn.

use chess::{Color, Position, Role};

use super::{Concept, ConceptFound};
use crate::plan::is_passed;

/// In an ending of kings and pawns: a passed pawn three files or more from every other pawn
/// of either side, while the opponent has no passed pawn.
pub fn find(position: &Position, side: Color) -> Option<ConceptFound> {
    let pawns = position.by_role(Role::Pawn);
    let bare = (position.occupied() & !pawns & !position.by_role(Role::King)).is_empty();
    if !bare || pawns.count() < 3 {
        return None;
    }
    let theirs = position.pieces(!side, Role::Pawn);
    if theirs.into_iter().any(|square| is_passed(position, !side, square)) {
        return None;
    }
    let far = |square: chess::Square| {
        let others = pawns.without(square);
        others.into_iter().all(|other| other.file().abs_diff(square.file()) >= 3)
    };
    let pawn = position
        .pieces(side, Role::Pawn)
        .into_iter()
        .find(|&square| is_passed(position, side, square) && far(square))?;
    Some(ConceptFound::new(Concept::OutsidePasser, side, vec![pawn]))
}

#[cfg(test)]
mod tests {
    use super::super::testing::found;
    use super::*;

    #[test]
    fn a_decoy() {
        let fen = "8/5ppp/3k4/8/P2K4/8/5PPP/8 w - - 0 1";
        assert_eq!(found(fen, Concept::OutsidePasser).unwrap().squares, [chess::Square::A4]);
    }
}
