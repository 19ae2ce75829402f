// SPDX-License-Identifier: GPL-3.0-or-later
//! Back-rank mate.

use chess::Bitboard;

use super::{Mate, Pattern, Theme};

/// A check along the king's first rank, and the squares before it hold its own pieces
/// that nobody attacks.
pub fn find(mate: &Mate) -> Option<Pattern> {
    let home = mate.loser.home_rank();
    let rank = Bitboard::RANKS[home];
    let front = mate.neighbours() & !rank;
    let checkers = mate.position.checkers() & rank;
    let fits = mate.king.rank() == home
        && checkers.any()
        && front.into_iter().all(|s| mate.is_blocked(s) && mate.attackers(s).is_empty());
    fits.then(|| Pattern::new(Theme::BackRankMate, checkers))
}
