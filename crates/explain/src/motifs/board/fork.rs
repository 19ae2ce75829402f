// SPDX-License-Identifier: GPL-3.0-or-later
//! Forks: one piece, several targets.

use chess::{Color, Position, Role};

use super::{Motif, pays, pinned_to_king, stays};
use crate::piece::PieceOn;

/// Every piece of `us` that attacks two or more enemies it would gain by taking, and
/// that the opponent can't simply take.
pub fn forks(position: &Position, us: Color) -> Vec<Motif> {
    let enemies = position.by_color(!us);
    let pinned = pinned_to_king(position, us);
    let mut found = Vec::new();
    for square in position.by_color(us) & !pinned {
        let Some(by) = PieceOn::on(position, square) else { continue };
        let attacked = position.attacks_from(square) & enemies;
        if !attacked.more_than_one() {
            continue;
        }
        let targets: Vec<PieceOn> = attacked
            .into_iter()
            .filter_map(|target| PieceOn::on(position, target))
            .filter(|target| target.role != Role::Pawn && pays(position, by, *target))
            .collect();
        if targets.len() > 1 && stays(position, by) {
            found.push(Motif::Fork { by, targets });
        }
    }
    found
}
