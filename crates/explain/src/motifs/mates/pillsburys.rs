// SPDX-License-Identifier: GPL-3.0-or-later
//! Pillsbury's mate.

use chess::{Bitboard, Role, attacks};

use super::{Mate, Pattern, Theme};

/// A rook checks, and a bishop that does not guard a rook beside the king holds an
/// empty flight square: without it there would be no mate.
pub fn find(mate: &Mate) -> Option<Pattern> {
    let rook = mate.checkers(Role::Rook).first()?;
    let line = attacks::line(mate.king, rook);
    let flights = mate.neighbours() & !mate.position.occupied() & !line;
    let is_beside = mate.neighbours().contains(rook);
    let bishop = mate.own(Role::Bishop).into_iter().find(|&bishop| {
        let held = mate.position.attacks_from(bishop);
        let is_opera = is_beside && held.contains(rook);
        !is_opera && (held & flights).any() && !mate.is_mate_without(bishop)
    })?;
    Some(Pattern::new(Theme::PillsburysMate, Bitboard::of(rook).with(bishop)))
}
