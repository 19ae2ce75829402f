// SPDX-License-Identifier: GPL-3.0-or-later
//! Boden's mate and the mate of two neighbouring bishops.

use chess::Role;

use super::{Mate, Pattern, Theme};

/// Only bishops attack the king and the squares round it; from both sides it is
/// Boden's mate.
pub fn find(mate: &Mate) -> Option<Pattern> {
    let bishops = mate.own(Role::Bishop);
    let area = mate.neighbours().with(mate.king);
    let others = |square| (mate.attackers(square) & !bishops).any();
    if area.into_iter().any(others) {
        return None;
    }
    let mut squares = bishops.into_iter();
    let (first, second) = (squares.next()?, squares.next()?);
    let is_crossed = (first.file() < mate.king.file()) == (second.file() > mate.king.file());
    let theme = if is_crossed { Theme::BodenMate } else { Theme::DoubleBishopMate };
    Some(Pattern::new(theme, bishops))
}
