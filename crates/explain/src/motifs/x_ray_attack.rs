// SPDX-License-Identifier: GPL-3.0-or-later
//! An X-ray: a recapture through the piece that took.

use chess::Role;

use super::{Finding, Parts, PieceOn, Theme, Variation};

/// Three captures on one square, the last along the line that the second came from.
pub fn find(line: &Variation) -> Option<Finding> {
    line.combinations().find_map(|[setup, reply, strike]| {
        let fits = strike.takes()
            && setup.to == strike.to
            && reply.to == strike.to
            && reply.role != Role::King
            && strike.path().contains(reply.from);
        let attacker = PieceOn { square: strike.from, ..strike.mover() };
        let front = PieceOn::on(&reply.before, reply.from)?;
        let parts = Parts::XRay { attacker, front, square: strike.to };
        fits.then(|| Finding::new(Theme::XRayAttack, setup.ply, parts))
    })
}

#[cfg(test)]
mod tests {
    use super::super::testing::solved;
    use super::*;

    #[test]
    fn a_rook_recaptures_through_a_rook() {
        let fen = "6k1/5ppp/8/Q2r4/8/8/8/3R2K1 w - - 0 1";
        let found = solved(fen, "a5d8 d5d8 d1d8", Theme::XRayAttack).unwrap();
        assert!(matches!(found.parts, Parts::XRay { square: chess::Square::D8, .. }));
    }

    #[test]
    fn a_recapture_past_nobody_is_none() {
        let fen = "1r4k1/5ppp/8/Q7/8/8/8/3R2K1 w - - 0 1";
        assert_eq!(solved(fen, "a5d8 b8d8 d1d8", Theme::XRayAttack), None);
    }
}
