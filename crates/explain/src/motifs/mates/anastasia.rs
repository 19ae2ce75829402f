// SPDX-License-Identifier: GPL-3.0-or-later
//! Anastasia's mate.

use chess::{Bitboard, Role};

use super::{Mate, Pattern, Theme};

/// Queen or rook mates along the side of the board; beside the king its own piece, and
/// two squares further a knight.
pub fn find(mate: &Mate) -> Option<Pattern> {
    if !mate.on_edge_file() || mate.on_edge_rank() || mate.last.to.file() != mate.king.file() {
        return None;
    }
    let inward = if mate.king.file() == 0 { 1 } else { -1 };
    let blocker = mate.near_king(inward, 0)?;
    let knight = mate.near_king(3 * inward, 0)?;
    let fits = matches!(mate.last.role, Role::Queen | Role::Rook)
        && mate.is_blocked(blocker)
        && mate.own(Role::Knight).contains(knight);
    let pieces = Bitboard::of(mate.last.to).with(knight);
    fits.then(|| Pattern::new(Theme::AnastasiaMate, pieces))
}
