// SPDX-License-Identifier: GPL-3.0-or-later
//! A move in between: something stronger before the recapture.

use super::attack::attacks;
use super::{Finding, Parts, PieceOn, Theme, Variation};

/// The solver takes back one move later than could be.
pub fn find(line: &Variation) -> Option<Finding> {
    let [setup, _, strike] = line.combinations().find(|[setup, reply, strike]| {
        strike.takes() && setup.to != strike.to && !attacks(&reply.before, reply.from, strike.to)
    })?;
    let earlier = line.before(setup)?;
    if !earlier.takes() || earlier.to != strike.to || !setup.before.is_legal(strike.m) {
        return None;
    }
    let expected = PieceOn::on(&setup.before, strike.to)?;
    let parts = Parts::Intermezzo { expected, first: setup.mover() };
    Some(Finding::new(Theme::Intermezzo, setup.ply, parts))
}

#[cfg(test)]
mod tests {
    use super::super::testing::answered;
    use super::*;

    #[test]
    fn a_check_comes_before_the_recapture() {
        let fen = "6k1/8/8/8/6b1/5N2/6P1/1Q4K1 b - - 0 1";
        let found = answered(fen, "g4f3 b1b8 g8g7 g2f3", Theme::Intermezzo).unwrap();
        assert_eq!(found.ply, 1);
        assert_eq!(answered(fen, "g4f3 g2f3 g8g7 b1b8", Theme::Intermezzo), None);
    }
}
