// SPDX-License-Identifier: GPL-3.0-or-later
//! A king without pawns before it.

use chess::{Color, Role};

use super::attack::offset;
use super::{Finding, Parts, PieceOn, Theme, Variation};

/// The enemy king is near home without a pawn beside or before it, and a move between
/// the first and the last gives check.
pub fn find(line: &Variation) -> Option<Finding> {
    let enemy = !line.solver();
    let root = line.root();
    let king = root.king(enemy);
    if enemy.relative_rank(king.rank()) > 2 {
        return None;
    }
    let forward = if enemy == Color::White { 1 } else { -1 };
    let shield = [(-1, 0), (1, 0), (-1, forward), (0, forward), (1, forward)];
    let pawns = root.pieces(enemy, Role::Pawn);
    let is_pawn =
        |(files, ranks)| offset(king, files, ranks).is_some_and(|square| pawns.contains(square));
    if shield.into_iter().any(is_pawn) {
        return None;
    }
    let step = line.moves_but_last().skip(1).find(|step| step.checks())?;
    let king = PieceOn::on(root, king)?;
    Some(Finding::new(Theme::ExposedKing, step.ply, Parts::King { king }))
}

#[cfg(test)]
mod tests {
    use super::super::testing::solved;
    use super::*;

    #[test]
    fn a_bare_king_is_checked_on() {
        let bare = "6k1/8/8/8/8/8/8/Q5K1 w - - 0 1";
        assert!(solved(bare, "a1a8 g8g7 a8a7 g7g6 a7a6", Theme::ExposedKing).is_some());
        let covered = "6k1/6p1/8/8/8/8/8/Q5K1 w - - 0 1";
        assert_eq!(solved(covered, "a1a8 g8h7 a8e4 h7g8 e4a8", Theme::ExposedKing), None);
    }
}
