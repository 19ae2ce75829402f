// SPDX-License-Identifier: GPL-3.0-or-later
//! A move that holds the position.

use super::quiet_move::is_calm;
use super::variation::Step;
use super::{Finding, Parts, Theme, Variation};

/// The last move attacks nothing although there was a choice of three; or a check is
/// answered, with such a choice, before anything else has happened.
pub fn find(line: &Variation) -> Option<Finding> {
    let last = line.last();
    let step = if has_choice(last) && is_calm(last) { last } else { answer_to_check(line)? };
    Some(Finding::new(Theme::DefensiveMove, step.ply, Parts::Mover { mover: step.mover() }))
}

fn has_choice(step: &Step) -> bool {
    step.before.count_legal_moves() >= 3
}

fn answer_to_check(line: &Variation) -> Option<&Step> {
    line.moves()
        .take_while(|step| !step.checks() && !step.takes() && has_choice(step))
        .find(|step| step.before.in_check())
}

#[cfg(test)]
mod tests {
    use super::super::testing::solved;
    use super::*;

    #[test]
    fn the_last_move_holds() {
        let fen = "6k1/5ppp/8/8/8/8/8/R2N2K1 w - - 0 1";
        assert!(solved(fen, "d1c3", Theme::DefensiveMove).is_some());
        assert_eq!(solved(fen, "a1a8", Theme::DefensiveMove), None);
    }

    #[test]
    fn a_check_is_answered() {
        let fen = "6k1/8/8/8/8/8/4r3/R3K3 w - - 0 1";
        let found = solved(fen, "e1f1 e2b2 a1a8", Theme::DefensiveMove).unwrap();
        assert_eq!(found.ply, 0);
        assert_eq!(solved(fen, "e1e2 g8g7 a1a7", Theme::DefensiveMove), None);
    }
}
