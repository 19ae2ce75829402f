// SPDX-License-Identifier: GPL-3.0-or-later
//! A piece makes way for another.

use chess::Role;

use super::attack::in_bad_spot;
use super::{Finding, Parts, Standing, Theme, Variation};

/// A ranger goes to or over the square that the solver's move before has left, and
/// that move took nothing or puts its piece at risk.
pub fn find(line: &Variation) -> Option<Finding> {
    line.combinations().find_map(|[setup, reply, strike]| {
        let uses = setup.from == strike.to || strike.path().contains(setup.from);
        let fits = strike.by_ranger()
            && strike.taken.is_none()
            && uses
            && !setup.m.is_promotion()
            && setup.to != strike.from
            && setup.to != strike.to
            && !strike.before.in_check()
            && (!strike.checks() || reply.role != Role::King)
            && (setup.taken.is_none() || in_bad_spot(&setup.after, setup.mover()));
        fits.then(|| {
            let (mover, freed, user) = (setup.mover(), setup.from, strike.mover());
            // A quiet move that happens to leave a line is not played to clear it.
            let forcing = setup.checks() || in_bad_spot(&setup.after, setup.mover());
            let standing = if forcing { Standing::Full } else { Standing::LabelOnly };
            Finding::new(Theme::Clearance, setup.ply, Parts::Clearance { mover, freed, user })
                .standing(standing)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::super::testing::solved;
    use super::*;

    #[test]
    fn a_knight_leaves_the_rank_to_the_rook() {
        let fen = "6k1/5ppp/8/8/8/8/8/R2N2K1 w - - 0 1";
        let found = solved(fen, "d1f2 h7h6 a1e1", Theme::Clearance).unwrap();
        assert!(matches!(found.parts, Parts::Clearance { freed: chess::Square::D1, .. }));
        assert!(!found.is_said(), "nothing forces it");
        assert_eq!(solved(fen, "d1f2 h7h6 a1c1", Theme::Clearance), None);
        let check = "6k1/5ppp/8/8/4N3/8/8/Q3R1K1 w - - 0 1";
        let found = solved(check, "e4f6 g7f6 e1e8", Theme::Clearance).unwrap();
        assert!(found.is_said());
    }
}
