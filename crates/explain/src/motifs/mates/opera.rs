// SPDX-License-Identifier: GPL-3.0-or-later
//! Opera mate.

use chess::{Bitboard, Role};

use super::{Mate, Pattern, Theme};

/// A rook checks beside the king, guarded by a bishop.
pub fn find(mate: &Mate) -> Option<Pattern> {
    let rooks = mate.checkers(Role::Rook) & mate.neighbours();
    rooks.into_iter().find_map(|rook| {
        let bishop = (mate.attackers(rook) & mate.own(Role::Bishop)).first()?;
        Some(Pattern::new(Theme::OperaMate, Bitboard::of(rook).with(bishop)))
    })
}
