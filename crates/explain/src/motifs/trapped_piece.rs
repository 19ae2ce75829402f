// SPDX-License-Identifier: GPL-3.0-or-later
//! A piece without a safe square.

use chess::Role;

use super::attack::trapped;
use super::{Finding, Parts, PieceOn, Theme, Variation};

/// A piece (no pawn) is taken that was trapped before the reply, wherever it went.
pub fn find(line: &Variation) -> Option<Finding> {
    line.combinations().find_map(|[setup, reply, strike]| {
        strike.taken.filter(|taken| taken.role != Role::Pawn)?;
        let square = if reply.to == strike.to { reply.from } else { strike.to };
        let denied = trapped(&reply.before, square)?;
        let piece = PieceOn::on(&reply.before, square)?;
        Some(Finding::new(Theme::TrappedPiece, setup.ply, Parts::Trapped { piece, denied }))
    })
}

#[cfg(test)]
mod tests {
    use super::super::testing::solved;
    use super::*;

    #[test]
    fn a_bishop_behind_the_pawn_is_lost() {
        let fen = "6k1/8/8/8/8/1P6/b1P5/2K5 w - - 0 1";
        let found = solved(fen, "c1b2 g8g7 b2a2", Theme::TrappedPiece).unwrap();
        let Parts::Trapped { denied, .. } = found.parts else { panic!("{found:?}") };
        assert_eq!(denied.len(), 2, "b1 and b3: {denied:?}");
    }

    #[test]
    fn with_a_way_out_it_is_not_trapped() {
        let fen = "6k1/8/8/8/8/8/b1P5/2K5 w - - 0 1";
        assert_eq!(solved(fen, "c1b2 g8g7 b2a2", Theme::TrappedPiece), None);
    }
}
