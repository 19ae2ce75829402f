// SPDX-License-Identifier: GPL-3.0-or-later
//! A fork: one piece, several targets.

use chess::Role;

use super::attack::{attacks, in_bad_spot, is_hanging, placed, value};
use super::{Finding, Parts, PieceOn, Theme, Variation};

/// A move (not the last, not the king's) after which the piece stands well and attacks
/// two pieces that are dearer, or hang and don't attack it in turn.
pub fn find(line: &Variation) -> Option<Finding> {
    line.moves_but_last().find_map(|step| {
        let forker = step.mover();
        if forker.role == Role::King || in_bad_spot(&step.after, forker) {
            return None;
        }
        let enemies = step.after.by_color(!forker.side) & !step.after.by_role(Role::Pawn);
        let is_target = |target: &PieceOn| {
            value(target.role) > value(forker.role)
                || is_hanging(&step.after, *target)
                    && !attacks(&step.after, target.square, forker.square)
        };
        let mut targets = placed(&step.after, step.after.attacks_from(forker.square) & enemies);
        targets.retain(is_target);
        (targets.len() >= 2)
            .then(|| Finding::new(Theme::Fork, step.ply, Parts::Fork { forker, targets }))
    })
}

#[cfg(test)]
mod tests {
    use super::super::testing::solved;
    use super::*;

    #[test]
    fn a_knight_forks_king_and_queen() {
        let moves = "d5c7 e8d8 c7a8";
        let found = solved("q3k3/8/8/3N4/8/8/8/4K3 w - - 0 1", moves, Theme::Fork).unwrap();
        let Parts::Fork { forker, targets } = found.parts else { panic!("{:?}", found.parts) };
        assert_eq!((forker.role, targets.len(), found.ply), (Role::Knight, 2, 0));
    }

    #[test]
    fn a_forker_that_can_be_taken_or_comes_last_does_not_count() {
        let taken = "qb2k3/8/8/3N4/8/8/8/4K3 w - - 0 1";
        assert_eq!(solved(taken, "d5c7 b8c7 e1e2", Theme::Fork), None);
        assert_eq!(solved("q3k3/8/8/3N4/8/8/8/4K3 w - - 0 1", "d5c7", Theme::Fork), None);
    }
}
