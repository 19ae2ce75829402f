// SPDX-License-Identifier: GPL-3.0-or-later
//! Swallow's tail mate.

use chess::{Bitboard, Role};

use super::{Mate, Pattern, Theme, apart, is_beside};

/// A queen checks beside a king off the edge. Beside and behind the king it is empty;
/// both squares diagonally behind hold its own pieces.
pub fn find(mate: &Mate) -> Option<Pattern> {
    let queen =
        mate.checkers(Role::Queen).into_iter().find(|&queen| is_beside(queen, mate.king))?;
    if mate.on_edge() {
        return None;
    }
    // Forward is from the king to the queen; a quarter turn of it is sideways.
    let (x, y) = apart(mate.king, queen);
    let is_empty = |files, ranks| {
        mate.near_king(files, ranks).is_some_and(|s| !mate.position.occupied().contains(s))
    };
    let is_own = |files, ranks| mate.near_king(files, ranks).is_some_and(|s| mate.is_blocked(s));
    let fits = is_empty(y, x)
        && is_empty(-y, -x)
        && is_empty(-x, -y)
        && is_own(y - x, x - y)
        && is_own(-y - x, -x - y);
    fits.then(|| Pattern::new(Theme::SwallowstailMate, Bitboard::of(queen)))
}
