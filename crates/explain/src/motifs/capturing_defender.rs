// SPDX-License-Identifier: GPL-3.0-or-later
//! A defender is taken, and what it defended falls.

use chess::Role;

use super::attack::{attacks, is_hanging, value};
use super::{Finding, Parts, Theme, Variation};

/// A capture without check of a piece that guarded the square where the next move
/// mates or takes something that hangs.
pub fn find(line: &Variation) -> Option<Finding> {
    line.combinations().find_map(|[setup, reply, strike]| {
        let wins = strike.taken.is_some_and(|taken| {
            strike.role != Role::King
                && value(taken.role) <= strike.value()
                && is_hanging(&strike.before, taken)
                && reply.to != strike.to
        });
        if !(wins || strike.mates())
            || setup.checks()
            || setup.to == strike.from
            || setup.before.in_check()
        {
            return None;
        }
        let guard = setup.taken?;
        attacks(&setup.before, guard.square, strike.to).then(|| {
            let parts = Parts::Defender { guard, guarded: strike.to, falls: strike.taken };
            Finding::new(Theme::CapturingDefender, setup.ply, parts)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::super::testing::solved;
    use super::*;

    #[test]
    fn the_guard_goes_first() {
        let fen = "6k1/8/5n2/3n2B1/8/2N5/8/6K1 w - - 0 1";
        let found = solved(fen, "g5f6 g8f7 c3d5", Theme::CapturingDefender).unwrap();
        assert!(matches!(found.parts, Parts::Defender { guarded: chess::Square::D5, .. }));
    }

    #[test]
    fn whoever_guards_nothing_is_no_defender() {
        let fen = "6k1/8/8/3n2B1/7n/2N5/8/6K1 w - - 0 1";
        assert_eq!(solved(fen, "g5h4 g8f7 c3d5", Theme::CapturingDefender), None);
    }
}
