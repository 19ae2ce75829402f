// SPDX-License-Identifier: GPL-3.0-or-later
//! A piece is drawn away from what it guards.

use super::attack::{attacks, value};
use super::variation::Step;
use super::{Finding, Parts, PieceOn, Theme, Variation};

/// By a sacrifice or a check a piece is made to leave a square unguarded where the
/// next move takes or promotes.
pub fn find(line: &Variation) -> Option<Finding> {
    line.combinations().find_map(|[setup, reply, strike]| {
        let takes_more = strike.taken.is_some_and(|taken| value(taken.role) > strike.value());
        let wins = (strike.taken.is_some() || strike.m.is_promotion()) && !takes_more;
        let lures = reply.to == setup.to || setup.checks();
        let elsewhere = strike.to != reply.to && strike.to != setup.to;
        let guarded = attacks(&reply.before, reply.from, strike.to) || stops(reply, strike);
        let leaves = guarded && !attacks(&reply.after, reply.to, strike.to);
        if !(wins && lures && elsewhere && leaves && is_offer(setup)) {
            return None;
        }
        let lured = PieceOn::on(&reply.before, reply.from)?;
        let (to, guarded, falls) = (reply.to, strike.to, strike.taken);
        let parts = Parts::Deflection { lured, to, guarded, falls };
        Some(Finding::new(Theme::Deflection, setup.ply, parts))
    })
}

/// Takes nothing, or little for what it risks. The scale of the pieces that risk
/// something is lichess's: a pawn 1, a knight 2, a bishop 3 and so on.
fn is_offer(setup: &Step) -> bool {
    setup.taken.is_none_or(|taken| value(taken.role) < setup.role.index() as i32 + 1)
}

/// Did the reply's piece hold a pawn that then promotes on the file where it stood?
fn stops(reply: &Step, strike: &Step) -> bool {
    strike.m.is_promotion()
        && strike.to.file() == reply.from.file()
        && attacks(&reply.before, reply.from, strike.from)
}

#[cfg(test)]
mod tests {
    use super::super::testing::solved;
    use super::*;

    #[test]
    fn the_king_is_drawn_from_its_queen() {
        let fen = "6k1/5qp1/8/8/8/5Q2/8/6KR w - - 0 1";
        let found = solved(fen, "h1h8 g8h8 f3f7", Theme::Deflection).unwrap();
        let Parts::Deflection { lured, guarded, .. } = found.parts else { panic!("{found:?}") };
        assert_eq!((lured.square.to_string(), guarded.to_string()), ("g8".into(), "f7".into()));
    }

    #[test]
    fn a_king_that_goes_on_guarding_is_not_deflected() {
        let fen = "6k1/5q2/8/8/8/5Q2/8/R5K1 w - - 0 1";
        assert_eq!(solved(fen, "a1a8 g8g7 f3f7", Theme::Deflection), None);
    }
}
