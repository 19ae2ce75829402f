// SPDX-License-Identifier: GPL-3.0-or-later
//! A discovered attack: a piece moves away and another behind it strikes.

use chess::Role;

use super::attack::value;
use super::variation::Step;
use super::{Finding, Parts, PieceOn, Standing, Theme, Variation, discovered_check};

/// A check by another piece than the one that moved; or a capture along a line that
/// the solver's move before has opened.
pub fn find(line: &Variation) -> Option<Finding> {
    check(line).or_else(|| capture(line))
}

fn check(line: &Variation) -> Option<Finding> {
    let step =
        line.moves().find(|step| step.checks() && !step.after.checkers().contains(step.to))?;
    discovered_check::of(step, Theme::DiscoveredAttack)
}

fn capture(line: &Variation) -> Option<Finding> {
    for [setup, reply, strike] in line.combinations() {
        if !strike.takes() {
            continue;
        }
        if reply.to == strike.to {
            return None;
        }
        if strike.path().contains(setup.from)
            && setup.to != strike.to
            && setup.to != strike.from
            && !setup.m.is_castle()
        {
            let opened = PieceOn { square: strike.from, ..strike.mover() };
            let pawn = PieceOn { side: reply.side(), role: Role::Pawn, square: strike.to };
            let target = strike.taken.unwrap_or(pawn);
            let second = second_target(setup, target);
            let parts = Parts::Discovered { mover: setup.mover(), opened, target, second };
            // Where the reply had to clear the line as well, nothing was attacked before it.
            let attacks = setup.after.attacks_from(opened.square).contains(target.square);
            let standing = if attacks { Standing::Full } else { Standing::LabelOnly };
            let found = Finding::new(Theme::DiscoveredAttack, setup.ply, parts);
            return Some(found.standing(standing));
        }
    }
    None
}

/// What the piece that moved took, or the dearest enemy that it attacks besides.
pub fn second_target(step: &Step, first: PieceOn) -> Option<PieceOn> {
    let enemies = step.after.by_color(!step.side()).without(first.square);
    let attacked = step.after.attacks_from(step.to) & enemies;
    step.taken.or_else(|| {
        attacked
            .into_iter()
            .filter_map(|square| PieceOn::on(&step.after, square))
            .max_by_key(|piece| value(piece.role))
    })
}

#[cfg(test)]
mod tests {
    use super::super::testing::solved;
    use super::*;

    #[test]
    fn a_bishop_gives_way_with_a_sacrifice() {
        let fen = "3q2k1/7p/8/8/8/3B4/8/3R2K1 w - - 0 1";
        let found = solved(fen, "d3h7 g8h7 d1d8", Theme::DiscoveredAttack).unwrap();
        let Parts::Discovered { mover, opened, target, .. } = found.parts else {
            panic!("{found:?}")
        };
        assert_eq!((mover.role, opened.role, target.role), (Role::Bishop, Role::Rook, Role::Queen));
        assert_eq!(solved(fen, "d3h7", Theme::DiscoveredAttack), None);
    }

    #[test]
    fn taking_back_is_none() {
        let fen = "3r2k1/7p/8/8/8/3B4/8/3R2K1 w - - 0 1";
        assert_eq!(solved(fen, "d3h7 g8h8 h7d3 d8d3 d1d3", Theme::DiscoveredAttack), None);
    }

    #[test]
    fn a_line_that_the_reply_opens_is_a_label_only() {
        let fen = "2r2rk1/6pp/3Q1q2/8/3N1B2/6P1/PP1K3P/5R2 b - - 0 24";
        let found = solved(fen, "f6d6 f4d6 f8f1", Theme::DiscoveredAttack).unwrap();
        assert!(!found.is_said());
    }

    #[test]
    fn castling_into_a_check_is_a_label_only() {
        let found =
            solved("5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", Theme::DiscoveredAttack).unwrap();
        assert_eq!(found.standing, Standing::LabelOnly);
    }
}
