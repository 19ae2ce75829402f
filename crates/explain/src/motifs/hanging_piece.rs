// SPDX-License-Identifier: GPL-3.0-or-later
//! A piece that can simply be taken.

use chess::Role;

use super::attack::{balance, is_hanging, value};
use super::{Finding, Parts, Theme, Variation};

/// The first move takes an undefended piece (no pawn) and keeps what it won. Taking
/// back does not count.
pub fn find(line: &Variation) -> Option<Finding> {
    let step = line.first();
    let piece = step.taken.filter(|piece| piece.role != Role::Pawn)?;
    let is_recapture = line.introduction().is_some_and(|before| {
        let taken = before.taken.filter(|_| before.to == step.to);
        taken.is_some_and(|taken| value(taken.role) >= value(piece.role))
    });
    if is_recapture || !is_hanging(&step.before, piece) {
        return None;
    }
    if let Some(second) = line.moves().nth(1) {
        let solver = line.solver();
        if balance(&second.after, solver) < balance(&step.after, solver) {
            return None;
        }
    }
    let parts = Parts::Hanging { piece, taker: step.mover() };
    Some(Finding::new(Theme::HangingPiece, step.ply, parts))
}

#[cfg(test)]
mod tests {
    use super::super::testing::{answered, solved};
    use super::*;

    #[test]
    fn an_undefended_queen_hangs() {
        let found = solved("q3k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", Theme::HangingPiece).unwrap();
        assert!(matches!(found.parts, Parts::Hanging { piece, .. } if piece.role == Role::Queen));
        let guarded = "qr2k3/8/8/8/8/8/8/R3K3 w - - 0 1";
        assert_eq!(solved(guarded, "a1a8", Theme::HangingPiece), None);
    }

    #[test]
    fn taking_back_is_none() {
        let fen = "r3k3/8/8/8/8/8/8/Q2RK3 b - - 0 1";
        assert_eq!(answered(fen, "a8a1 d1a1", Theme::HangingPiece), None);
    }
}
