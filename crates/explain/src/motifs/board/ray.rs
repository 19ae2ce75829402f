// SPDX-License-Identifier: GPL-3.0-or-later
//! Pins and skewers: two pieces on one line, seen by a bishop, rook or queen.

use chess::{Bitboard, Color, Position, Role, Square, attacks};

use super::{Motif, pays, stays};
use crate::piece::PieceOn;

/// Bishops, rooks and queens of one side.
pub fn sliders(position: &Position, color: Color) -> impl Iterator<Item = Square> {
    let all = position.by_role(Role::Bishop)
        | position.by_role(Role::Rook)
        | position.by_role(Role::Queen);
    (all & position.by_color(color)).into_iter()
}

/// The pieces between a slider and a square on one of its lines; none if the square
/// is on no such line.
pub fn between(position: &Position, slider: Square, square: Square) -> Option<Bitboard> {
    let rays = match position.piece_on(slider)?.role() {
        Role::Bishop => attacks::bishop_rays(slider),
        Role::Rook => attacks::rook_rays(slider),
        Role::Queen => attacks::bishop_rays(slider) | attacks::rook_rays(slider),
        _ => return None,
    };
    rays.contains(square).then(|| attacks::between(slider, square) & position.occupied())
}

pub fn pins_and_skewers(position: &Position, us: Color, found: &mut Vec<Motif>) {
    let enemies = position.by_color(!us) & !position.by_role(Role::Pawn);
    for slider in sliders(position, us) {
        let Some(by) = PieceOn::on(position, slider) else { continue };
        for square in enemies {
            let Some(blockers) = between(position, slider, square) else { continue };
            let (Some(front), 1) = (blockers.first(), blockers.count()) else { continue };
            let Some((front, behind)) =
                PieceOn::on(position, front).zip(PieceOn::on(position, square))
            else {
                continue;
            };
            if front.side == us || front.role == Role::Pawn {
                continue;
            }
            let unveiled = unveiled(position, front.square);
            // The piece behind must be worth taking once the line is open.
            let worth_it = behind.price() > by.price()
                || (unveiled_protectors(position, unveiled, behind, by)).is_empty();
            if !worth_it || !stays(position, by) {
                continue;
            }
            if behind.price() > front.price() {
                found.push(Motif::Pin { by, pinned: front, behind });
            } else if front.price() > behind.price() && pays(position, by, front) {
                found.push(Motif::Skewer { by, front, behind });
            }
        }
    }
}

fn unveiled(position: &Position, front: Square) -> Bitboard {
    position.occupied().without(front)
}

/// Who protects `behind` when the piece in front has left.
fn unveiled_protectors(
    position: &Position,
    occupied: Bitboard,
    behind: PieceOn,
    by: PieceOn,
) -> Bitboard {
    // After the capture the slider stands on the square itself.
    position.attackers_to(behind.square, occupied.without(by.square))
        & position.by_color(behind.side)
        & occupied.without(behind.square)
}
