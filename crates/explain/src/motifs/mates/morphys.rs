// SPDX-License-Identifier: GPL-3.0-or-later
//! Morphy's mate.

use chess::{Bitboard, Role, Square, attacks};

use super::{Mate, Pattern, Standing, Theme, apart};

/// A bishop checks, and a rook holds from afar the file or rank next to the
/// king on the bishop's side. The labels only know rooks to the left of the king or above it.
pub fn find(mate: &Mate) -> Option<Pattern> {
    let bishop = mate.checkers(Role::Bishop).first()?;
    let (files, ranks) = apart(mate.king, bishop);
    let (x, y) = (files.signum(), ranks.signum());
    let occupied = mate.position.occupied();
    let mut found = None;
    for rook in mate.own(Role::Rook) & !mate.neighbours() {
        let beside = mate.near_king(x, 0).filter(|level| level.file() == rook.file());
        let above = mate.near_king(0, y).filter(|level| level.rank() == rook.rank());
        let is_open = |level: Square| (attacks::between(rook, level) & occupied).is_empty();
        let is_labelled = beside.is_some_and(|level| x < 0 && is_open(level))
            || above.is_some_and(|level| y > 0 && is_open(level));
        let pieces = Bitboard::of(bishop).with(rook);
        if is_labelled {
            return Some(Pattern::new(Theme::MorphysMate, pieces));
        }
        if beside.is_some_and(is_open) || above.is_some_and(is_open) {
            let standing = Standing::BoardOnly;
            found = Some(Pattern { theme: Theme::MorphysMate, pieces, standing });
        }
    }
    found
}
