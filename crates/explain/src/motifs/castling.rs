// SPDX-License-Identifier: GPL-3.0-or-later
//! Castling as part of the solution.

use super::{Finding, Parts, Theme, Variation};

/// The solver castles.
pub fn find(line: &Variation) -> Option<Finding> {
    let step = line.moves().find(|step| step.m.is_castle())?;
    Some(Finding::new(Theme::Castling, step.ply, Parts::Mover { mover: step.mover() }))
}

#[cfg(test)]
mod tests {
    use super::super::testing::solved;
    use super::*;

    #[test]
    fn either_side() {
        let fen = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";
        assert!(solved(fen, "e1g1", Theme::Castling).is_some());
        assert!(solved(fen, "e1c1", Theme::Castling).is_some());
        assert_eq!(solved(fen, "e1f1", Theme::Castling), None);
    }
}
