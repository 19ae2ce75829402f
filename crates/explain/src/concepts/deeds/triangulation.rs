// SPDX-License-Identifier: GPL-3.0-or-later
//! Triangulation: the king goes round and hands the turn over.

use chess::{Position, Role};

use super::{Deed, DeedKind, Scene};

/// Plies of the way round: three moves of the king against two.
const ROUND: usize = 5;

/// Kings and pawns only: after three moves of the king everything stands as before, with the
/// other side to move.
pub fn triangulation(scene: &Scene) -> Option<Deed> {
    let pieces = scene.position.by_role(Role::King) | scene.position.by_role(Role::Pawn);
    let there = scene.line.positions().get(ROUND)?;
    let same = |a: &Position, b: &Position| {
        a.occupied() == b.occupied()
            && a.occupied().into_iter().all(|square| a.piece_on(square) == b.piece_on(square))
    };
    let king = scene.moved.role == Role::King && scene.position.occupied() == pieces;
    let round = king && same(scene.position, there) && there.turn() != scene.us;
    round.then(|| scene.did(DeedKind::Triangulates).on(vec![scene.m.from()]))
}

#[cfg(test)]
mod tests {
    use super::super::testing::kinds;
    use super::*;

    #[test]
    fn three_moves_for_two() {
        let fen = "2k5/8/p1P5/P2K4/8/8/8/8 w - - 0 1";
        assert_eq!(kinds(fen, "Kd4 Kd8 Kc4 Kc8 Kd5")[0], DeedKind::Triangulates);
        assert!(!kinds(fen, "Kd4 Kd8 Kc4 Kc7 Kc5").contains(&DeedKind::Triangulates));
    }
}
