// SPDX-License-Identifier: GPL-3.0-or-later
//! Smothered mate.

use chess::Role;

use super::{Mate, Pattern, Theme};

/// A knight checks, and the king's own pieces fill every square round it.
pub fn find(mate: &Mate) -> Option<Pattern> {
    let knights = mate.checkers(Role::Knight);
    let fits = knights.any() && mate.neighbours().into_iter().all(|s| mate.is_blocked(s));
    fits.then(|| Pattern::new(Theme::SmotheredMate, knights))
}
