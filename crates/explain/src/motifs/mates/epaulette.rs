// SPDX-License-Identifier: GPL-3.0-or-later
//! Epaulette mate.

use chess::{Bitboard, Role};

use super::{Mate, Pattern, Theme};

/// Rook or queen checks along a file or rank, and both squares beside the king across
/// that line are occupied.
pub fn find(mate: &Mate) -> Option<Pattern> {
    let checkers = mate.checkers(Role::Rook) | mate.checkers(Role::Queen);
    let occupied = mate.position.occupied();
    let both = |[a, b]: [(i32, i32); 2]| {
        let taken = |(files, ranks)| {
            mate.near_king(files, ranks).is_some_and(|square| occupied.contains(square))
        };
        taken(a) && taken(b)
    };
    let by = checkers.into_iter().find(|by| {
        by.file() == mate.king.file() && both([(-1, 0), (1, 0)])
            || by.rank() == mate.king.rank() && both([(0, -1), (0, 1)])
    })?;
    Some(Pattern::new(Theme::EpauletteMate, Bitboard::of(by)))
}
