// SPDX-License-Identifier: GPL-3.0-or-later
//! A defender's line is blocked, by its own side or by the solver.

use chess::{Square, attacks};

use super::attack::{attackers, is_hanging, is_ranger};
use super::variation::Step;
use super::{Finding, Parts, PieceOn, Theme, Variation};

/// A piece is taken that hangs because the reply, or the solver's move before it, has
/// come between it and the ranger that defended it.
pub fn find(line: &Variation) -> Option<Finding> {
    line.combinations().find_map(|[setup, reply, strike]| {
        let falls = strike.taken.filter(|taken| is_hanging(&strike.before, *taken))?;
        let own = || blocked(reply, falls);
        let other = || if reply.to == strike.to { None } else { blocked(setup, falls) };
        let (guard, blocker) = own().or_else(other)?;
        let parts = Parts::Interference { guard, blocker, falls };
        Some(Finding::new(Theme::Interference, setup.ply, parts))
    })
}

/// The defender that a move has cut off, and who stands in its way. Of several
/// defenders lichess looks at the one on the lowest square, and at none on a1.
fn blocked(step: &Step, falls: PieceOn) -> Option<(PieceOn, PieceOn)> {
    let defenders = attackers(&step.before, falls.side, falls.square);
    let square = defenders.first().filter(|&square| square != Square::A1)?;
    let guard = PieceOn::on(&step.before, square).filter(|guard| is_ranger(guard.role))?;
    let is_between = attacks::between(guard.square, falls.square).contains(step.to);
    is_between.then(|| (guard, step.mover()))
}

#[cfg(test)]
mod tests {
    use super::super::testing::solved;
    use super::*;

    #[test]
    fn a_knight_cuts_the_rook_off() {
        let fen = "3r2k1/8/8/8/4N3/R2n4/8/6K1 w - - 0 1";
        let found = solved(fen, "e4d6 g8g7 a3d3", Theme::Interference).unwrap();
        let Parts::Interference { guard, blocker, .. } = found.parts else { panic!("{found:?}") };
        assert_eq!((guard.square, blocker.square), (Square::D8, Square::D6));
        assert_eq!(solved(fen, "e4f6 g8g7 a3d3", Theme::Interference), None);
    }
}
