// SPDX-License-Identifier: GPL-3.0-or-later
//! Vuković's mate.

use chess::{Bitboard, Role};

use super::{Mate, Pattern, Theme, apart, is_beside};

/// A guarded rook mates beside the king, with a knight right behind it.
pub fn find(mate: &Mate) -> Option<Pattern> {
    mate.checkers(Role::Rook).into_iter().filter(|&rook| is_beside(rook, mate.king)).find_map(
        |rook| {
            let (files, ranks) = apart(mate.king, rook);
            let knight = mate.near_king(2 * files, 2 * ranks)?;
            let fits = mate.own(Role::Knight).contains(knight) && mate.attackers(rook).any();
            let pieces = Bitboard::of(rook).with(knight) | mate.attackers(rook);
            fits.then(|| Pattern::new(Theme::VukovicMate, pieces))
        },
    )
}
