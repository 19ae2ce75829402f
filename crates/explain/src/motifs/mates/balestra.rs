// SPDX-License-Identifier: GPL-3.0-or-later
//! Balestra mate.

use chess::{Bitboard, Role, Square};

use super::{Mate, Pattern, Theme, apart};

/// A bishop checks; the queen stands a knight's leap upright from the king, on the
/// bishop's side by rank and on the other by file.
pub fn find(mate: &Mate) -> Option<Pattern> {
    let bishop = mate.checkers(Role::Bishop).first()?;
    let (files, ranks) = apart(mate.king, bishop);
    let stands = |queen: &Square| apart(mate.king, *queen) == (-files.signum(), 2 * ranks.signum());
    let queen = mate.own(Role::Queen).into_iter().find(stands)?;
    Some(Pattern::new(Theme::BalestraMate, Bitboard::of(bishop).with(queen)))
}
