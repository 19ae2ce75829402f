// SPDX-License-Identifier: GPL-3.0-or-later
//! Dovetail mate.

use chess::{Bitboard, Role};

use super::{Mate, Pattern, Theme, is_diagonal};

/// A queen mates diagonally beside a king off the edge, and does all the work: what
/// she does not attack is blocked, and nobody else attacks anything round the king.
pub fn find(mate: &Mate) -> Option<Pattern> {
    let queen = mate.last.to;
    if mate.on_edge() || mate.last.role != Role::Queen || !is_diagonal(queen, mate.king) {
        return None;
    }
    let occupied = mate.position.occupied();
    let fits = mate.neighbours().without(queen).into_iter().all(|square| {
        let attackers = mate.attackers(square);
        attackers.is_empty() || attackers == Bitboard::of(queen) && !occupied.contains(square)
    });
    fits.then(|| Pattern::new(Theme::DovetailMate, Bitboard::of(queen)))
}
