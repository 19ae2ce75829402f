// SPDX-License-Identifier: GPL-3.0-or-later
//! A discovered check: a piece moves away and another behind it gives check.

use super::attack::{is_ranger, placed};
use super::discovered_attack::second_target;
use super::variation::Step;
use super::{Finding, Parts, PieceOn, Standing, Theme, Variation};

/// A ranger other than the piece that moved gives check, alone or with it.
pub fn find(line: &Variation) -> Option<Finding> {
    line.moves().find_map(|step| of(step, Theme::DiscoveredCheck))
}

pub fn of(step: &Step, theme: Theme) -> Option<Finding> {
    let checkers = placed(&step.after, step.after.checkers().without(step.to));
    let opened = *checkers.iter().find(|piece| is_ranger(piece.role))?;
    let target = PieceOn::on(&step.after, step.after.king(!step.side()))?;
    let second = second_target(step, target);
    let parts = Parts::Discovered { mover: step.mover(), opened, target, second };
    // Nobody calls a rook that castles into a check discovered.
    let standing = if step.m.is_castle() { Standing::LabelOnly } else { Standing::Full };
    Some(Finding::new(theme, step.ply, parts).standing(standing))
}

#[cfg(test)]
mod tests {
    use super::super::testing::solved;
    use super::*;

    #[test]
    fn the_rook_behind_the_knight_checks() {
        let fen = "4k3/8/8/8/4N3/8/4R3/4K3 w - - 0 1";
        assert!(solved(fen, "e4c5", Theme::DiscoveredCheck).is_some());
        assert!(solved(fen, "e4f6", Theme::DiscoveredCheck).is_some(), "double checks too");
        let direct = "4k3/8/8/8/8/8/R7/4K3 w - - 0 1";
        assert_eq!(solved(direct, "a2a8", Theme::DiscoveredCheck), None);
    }
}
