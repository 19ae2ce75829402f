// SPDX-License-Identifier: GPL-3.0-or-later
//! A double check.

use super::attack::placed;
use super::{Finding, Parts, PieceOn, Theme, Variation};

/// Two pieces give check at once.
pub fn find(line: &Variation) -> Option<Finding> {
    let step = line.moves().find(|step| step.after.checkers().more_than_one())?;
    let checkers = placed(&step.after, step.after.checkers());
    let king = PieceOn::on(&step.after, step.after.king(!step.side()))?;
    Some(Finding::new(Theme::DoubleCheck, step.ply, Parts::DoubleCheck { checkers, king }))
}

#[cfg(test)]
mod tests {
    use super::super::testing::solved;
    use super::*;

    #[test]
    fn knight_and_rook_check_at_once() {
        let fen = "4k3/8/8/8/4N3/8/4R3/4K3 w - - 0 1";
        assert!(solved(fen, "e4f6", Theme::DoubleCheck).is_some());
        assert_eq!(solved(fen, "e4c5", Theme::DoubleCheck), None);
    }
}
