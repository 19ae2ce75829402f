// SPDX-License-Identifier: GPL-3.0-or-later
//! Two passed pawns side by side.

use chess::{Color, Position, Role, Square};

use super::{Concept, ConceptFound};
use crate::plan::is_passed;

/// Two passed pawns on neighbouring files, a rank apart at most, one of them on the fourth rank
/// or further.
pub fn find(position: &Position, side: Color) -> Option<ConceptFound> {
    let passed: Vec<Square> = position
        .pieces(side, Role::Pawn)
        .into_iter()
        .filter(|&pawn| is_passed(position, side, pawn))
        .collect();
    let rank = |square: Square| side.relative_rank(square.rank());
    let pair = passed.iter().find_map(|&left| {
        let right = passed.iter().copied().find(|&right| {
            right.file() == left.file() + 1
                && right.rank().abs_diff(left.rank()) <= 1
                && rank(left).max(rank(right)) >= 3
        })?;
        Some(vec![left, right])
    })?;
    Some(ConceptFound::new(Concept::ConnectedPassers, side, pair))
}

#[cfg(test)]
mod tests {
    use super::super::testing::found;
    use super::*;

    #[test]
    fn side_by_side() {
        let fen = "6k1/5ppp/8/2PP4/8/8/6PP/6K1 w - - 0 1";
        let pair = found(fen, Concept::ConnectedPassers).unwrap();
        assert_eq!(pair.squares, [Square::C5, Square::D5]);
        let apart = "6k1/5ppp/8/1P1P4/8/8/6PP/6K1 w - - 0 1";
        assert_eq!(found(apart, Concept::ConnectedPassers), None);
    }
}
