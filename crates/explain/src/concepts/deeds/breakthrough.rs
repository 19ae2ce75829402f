// SPDX-License-Identifier: GPL-3.0-or-later
//! Breakthrough: a pawn is given so that another one gets through.

use chess::{Color, Position, Role, Square};

use super::{Deed, DeedKind, Scene};
use crate::piece::PieceOn;
use crate::plan::is_passed;

/// Plies within which the pawn must be through.
const SOON: usize = 13;

/// A pawn that was not passed steps up where an enemy pawn can take it, an own pawn is taken by
/// a pawn in the line, and in the same line a pawn that had not been passed becomes a queen.
pub fn breakthrough(scene: &Scene) -> Option<Deed> {
    let (m, us) = (scene.m, scene.us);
    let pawns = |position: &Position, color: Color| position.pieces(color, Role::Pawn);
    if scene.moved.role != Role::Pawn || m.is_capture() || m.is_promotion() {
        return None;
    }
    let taken = |reply: &chess::Move, before: &Position| {
        reply.is_capture()
            && before.turn() != us
            && pawns(before, !us).contains(reply.from())
            && pawns(before, us).contains(reply.to())
    };
    let reply = scene.after.legal_moves().iter().any(|m| taken(m, &scene.after));
    let moves = scene.line.moves().iter().take(SOON).zip(scene.line.positions());
    let given = moves.clone().any(|(m, before)| taken(m, before));
    if !reply || !given || is_passed(scene.position, us, m.from()) {
        return None;
    }
    // Where the pawn that gets through came from.
    let mut origin: Vec<(Square, Square)> =
        pawns(scene.position, us).into_iter().map(|pawn| (pawn, pawn)).collect();
    for (m, before) in moves {
        if before.turn() != us || !pawns(before, us).contains(m.from()) {
            continue;
        }
        let pawn = origin.iter_mut().find(|(now, _)| *now == m.from())?;
        pawn.0 = m.to();
        let from = pawn.1;
        if m.is_promotion() && !is_passed(scene.position, us, from) {
            let runner = PieceOn::on(scene.position, from)?;
            return Some(scene.did(DeedKind::Breakthrough).to(runner).on(vec![m.to()]));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::super::testing::{all, kinds};
    use super::*;

    const THREE: &str = "8/ppp5/8/PPP5/8/8/8/k5K1 w - - 0 1";

    #[test]
    fn three_against_three() {
        let line = "b6 cxb6 a6 bxa6 c6 Kb2 c7 Kc2 c8=Q+";
        let deeds = all(THREE, line);
        assert_eq!(deeds[0].kind, DeedKind::Breakthrough);
        assert_eq!(deeds[0].target.map(|pawn| pawn.square), Some(Square::C5));
        // Not yet through, or nothing given.
        assert!(!kinds(THREE, "b6 cxb6 a6 bxa6 c6").contains(&DeedKind::Breakthrough));
        assert!(!kinds(THREE, "Kf2 Kb2").contains(&DeedKind::Breakthrough));
    }
}
