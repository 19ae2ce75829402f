// SPDX-License-Identifier: GPL-3.0-or-later
//! A move that forces nothing and prepares everything.

use chess::Role;

use super::variation::Step;
use super::{Finding, Parts, Theme, Variation};

/// Neither the last move nor the king's, no answer to a check, no check, capture,
/// advanced pawn or attack on anything.
pub fn find(line: &Variation) -> Option<Finding> {
    let step = line
        .moves_but_last()
        .find(|step| step.role != Role::King && !step.before.in_check() && is_calm(step))?;
    Some(Finding::new(Theme::QuietMove, step.ply, Parts::Mover { mover: step.mover() }))
}

/// No check, no capture, no advanced pawn, nothing attacked.
pub fn is_calm(step: &Step) -> bool {
    let attacked = step.after.attacks_from(step.to) & step.after.by_color(!step.side());
    !step.checks() && !step.takes() && !step.pushes_to(6) && attacked.is_empty()
}

#[cfg(test)]
mod tests {
    use super::super::testing::solved;
    use super::*;

    #[test]
    fn a_knight_that_attacks_nothing_is_quiet() {
        let fen = "6k1/5ppp/8/8/8/8/8/R2N2K1 w - - 0 1";
        assert!(solved(fen, "d1c3 h7h6 a1a8", Theme::QuietMove).is_some());
        assert_eq!(solved(fen, "d1c3", Theme::QuietMove), None, "the last move is none");
        assert_eq!(solved(fen, "a1a8", Theme::QuietMove), None);
    }
}
