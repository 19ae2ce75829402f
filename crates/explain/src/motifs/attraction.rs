// SPDX-License-Identifier: GPL-3.0-or-later
//! A piece is drawn onto a square where it is hit.

use chess::Role;

use super::attack::attacks;
use super::{Finding, Parts, Theme, Variation};

/// King, queen or rook takes on a square that the solver's next move attacks; a queen
/// or rook is then taken there.
pub fn find(line: &Variation) -> Option<Finding> {
    line.combinations().find_map(|[setup, reply, strike]| {
        let lured = reply.mover();
        if reply.to != setup.to || !matches!(lured.role, Role::King | Role::Queen | Role::Rook) {
            return None;
        }
        let hit = attacks(&strike.after, strike.to, lured.square);
        let next = line.steps().get(strike.ply + 2);
        let blow = lured.role == Role::King || next.is_some_and(|next| next.to == lured.square);
        (hit && blow).then(|| {
            let parts = Parts::Attraction { lured, striker: strike.mover() };
            Finding::new(Theme::Attraction, setup.ply, parts)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::super::testing::solved;
    use super::*;

    #[test]
    fn the_king_is_drawn_into_a_check() {
        let fen = "7k/8/8/8/8/8/8/1Q2R1K1 w - - 0 1";
        let found = solved(fen, "b1h7 h8h7 e1e7", Theme::Attraction).unwrap();
        assert!(matches!(found.parts, Parts::Attraction { lured, .. } if lured.role == Role::King));
        assert_eq!(solved(fen, "b1h7 h8h7 e1e6", Theme::Attraction), None);
    }
}
