// SPDX-License-Identifier: GPL-3.0-or-later
//! A piece slides along the line of an enemy piece instead of taking it.

use chess::{Position, Role, Square, attacks};

use super::attack::{is_ranger, placed};
use super::{Finding, Parts, PieceOn, Theme, Variation};

/// A ranger could have taken an enemy ranger that looks back along the same line, and
/// moves along that line instead.
pub fn find(line: &Variation) -> Option<Finding> {
    line.moves().filter(|step| step.by_ranger() && !step.takes()).find_map(|step| {
        // A pawn that promotes was no ranger before.
        let piece = PieceOn::on(&step.before, step.from)?;
        if !is_ranger(piece.role) {
            return None;
        }
        let enemies = step.before.by_color(!piece.side);
        let attacked = placed(&step.before, step.before.attacks_from(step.from) & enemies);
        let facing = attacked.into_iter().find(|facing| {
            moves_along(facing.role, step.from, facing.square)
                && attacks::line(step.from, facing.square).contains(step.to)
                && may_take(&step.before, step.from, facing.square)
        })?;
        let parts = Parts::Collinear { mover: step.mover(), facing };
        Some(Finding::new(Theme::CollinearMove, step.ply, parts))
    })
}

fn moves_along(role: Role, a: Square, b: Square) -> bool {
    let is_straight = a.file() == b.file() || a.rank() == b.rank();
    match role {
        Role::Queen => true,
        Role::Rook => is_straight,
        Role::Bishop => !is_straight,
        _ => false,
    }
}

fn may_take(position: &Position, from: Square, to: Square) -> bool {
    position.legal_moves().iter().any(|m| m.from() == from && m.to() == to)
}

#[cfg(test)]
mod tests {
    use super::super::testing::solved;
    use super::*;

    #[test]
    fn a_queen_goes_along_the_line_of_the_other() {
        let fen = "3q2k1/8/8/8/8/8/8/3Q2K1 w - - 0 1";
        assert!(solved(fen, "d1d4", Theme::CollinearMove).is_some());
        assert_eq!(solved(fen, "d1e1", Theme::CollinearMove), None);
        assert_eq!(solved(fen, "d1d8", Theme::CollinearMove), None);
    }
}
