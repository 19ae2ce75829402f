// SPDX-License-Identifier: GPL-3.0-or-later
//! Hook mate.

use chess::{Bitboard, Role};

use super::{Mate, Pattern, Theme};

/// A rook mates beside the king, guarded by a knight beside the king, guarded by a pawn.
pub fn find(mate: &Mate) -> Option<Pattern> {
    let rook = mate.last.to;
    if mate.last.role != Role::Rook || rook.distance(mate.king) != 1 {
        return None;
    }
    let guards = mate.attackers(rook) & mate.own(Role::Knight) & mate.neighbours();
    guards.into_iter().find_map(|knight| {
        let pawn = (mate.attackers(knight) & mate.own(Role::Pawn)).first()?;
        Some(Pattern::new(Theme::HookMate, Bitboard::of(rook).with(knight).with(pawn)))
    })
}
