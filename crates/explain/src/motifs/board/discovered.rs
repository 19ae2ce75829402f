// SPDX-License-Identifier: GPL-3.0-or-later
//! Discovered attacks: the piece that moved was in the way.

use chess::{Move, Position, Role};

use super::{Motif, pays, ray, stays};
use crate::piece::{PieceOn, arrival};

pub fn discovered(before: &Position, m: Move, after: &Position) -> Vec<Motif> {
    let us = before.turn();
    let mut found = Vec::new();
    let Some(mover) = PieceOn::on(after, arrival(before, m)) else { return found };
    for slider in ray::sliders(after, us) {
        // Whoever stood elsewhere before has not been unveiled but moved.
        if before.piece_on(slider) != after.piece_on(slider) || slider == mover.square {
            continue;
        }
        let Some(by) = PieceOn::on(after, slider) else { continue };
        let new = after.attacks_from(slider) & !before.attacks_from(slider);
        for square in new & after.by_color(!us) & !after.by_role(Role::Pawn) {
            let Some(target) = PieceOn::on(after, square) else { continue };
            let unveiled = chess::attacks::between(slider, square).contains(m.from());
            if unveiled && pays(after, by, target) && stays(after, by) {
                found.push(Motif::Discovered { by, target, mover });
            }
        }
    }
    found
}
