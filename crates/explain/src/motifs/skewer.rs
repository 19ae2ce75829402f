// SPDX-License-Identifier: GPL-3.0-or-later
//! A skewer: the piece in front leaves, the one behind falls.

use super::attack::{in_bad_spot, value};
use super::{Finding, Parts, PieceOn, Theme, Variation};

/// A ranger takes (without mating) along a line that a dearer piece has just left.
pub fn find(line: &Variation) -> Option<Finding> {
    line.combinations().find_map(|[setup, reply, strike]| {
        let behind = strike.taken?;
        let left = strike.path().contains(reply.from) && reply.to != strike.to;
        let fits = strike.by_ranger()
            && left
            && value(reply.role) > value(behind.role)
            && in_bad_spot(&strike.before, behind)
            && !strike.mates();
        let attacker = PieceOn { square: strike.from, ..strike.mover() };
        let front = PieceOn::on(&reply.before, reply.from)?;
        fits.then(|| {
            Finding::new(Theme::Skewer, setup.ply, Parts::Skewer { attacker, front, behind })
        })
    })
}

#[cfg(test)]
mod tests {
    use super::super::testing::solved;
    use super::*;

    #[test]
    fn the_king_leaves_and_the_queen_falls() {
        let fen = "4k2q/8/8/8/8/8/8/R3K3 w - - 0 1";
        let found = solved(fen, "a1a8 e8e7 a8h8", Theme::Skewer).unwrap();
        let Parts::Skewer { front, behind, .. } = found.parts else { panic!("{found:?}") };
        assert_eq!(
            (front.square.to_string(), behind.square.to_string()),
            ("e8".into(), "h8".into())
        );
    }

    #[test]
    fn a_guarded_rook_behind_is_not_won() {
        let fen = "4k2r/8/8/4b3/8/8/8/R3K3 w - - 0 1";
        assert_eq!(solved(fen, "a1a8 e8e7 a8h8", Theme::Skewer), None);
    }
}
