// SPDX-License-Identifier: GPL-3.0-or-later
//! Arabian mate.

use chess::{Bitboard, Role};

use super::{Mate, Pattern, Theme, apart};

/// A rook mates beside a king in the corner, guarded by a knight two files and two
/// ranks from it.
pub fn find(mate: &Mate) -> Option<Pattern> {
    let rook = mate.last.to;
    let cornered = mate.on_edge_file() && mate.on_edge_rank();
    if !cornered || mate.last.role != Role::Rook || rook.distance(mate.king) != 1 {
        return None;
    }
    let guards = mate.attackers(rook) & mate.own(Role::Knight);
    let knight = guards.into_iter().find(|&knight| {
        let (files, ranks) = apart(mate.king, knight);
        files.abs() == 2 && ranks.abs() == 2
    })?;
    Some(Pattern::new(Theme::ArabianMate, Bitboard::of(rook).with(knight)))
}
