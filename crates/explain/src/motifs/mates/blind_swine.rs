// SPDX-License-Identifier: GPL-3.0-or-later
//! Blind swine mate.

use chess::{Bitboard, Role};

use super::{Mate, Pattern, Theme, apart, is_beside};

/// A rook beside the king, and another next to it across the line to the king.
pub fn find(mate: &Mate) -> Option<Pattern> {
    let rooks = mate.own(Role::Rook);
    rooks.into_iter().filter(|&rook| is_beside(rook, mate.king)).find_map(|rook| {
        let (files, ranks) = apart(mate.king, rook);
        let next = |by: i32| super::offset(rook, by * ranks, by * files);
        let second = [next(1), next(-1)].into_iter().flatten().find(|&s| rooks.contains(s))?;
        Some(Pattern::new(Theme::BlindSwineMate, Bitboard::of(rook).with(second)))
    })
}
