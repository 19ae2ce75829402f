// SPDX-License-Identifier: GPL-3.0-or-later
//! The same time for each move of an average game (T1).

use super::{Allotment, Situation};

/// Half-moves of an average game, from 140,000 games of masters.
pub(super) const AVERAGE_GAME: f64 = 84.7;

/// The document lets the clock run out in longer games. Here as many own moves
/// are planned for at any time. (Chosen.)
const LEAST_MOVES: f64 = 10.0;

/// The time at the start in equal parts: what is left, in as many parts as are
/// left, is the same.
pub(super) fn allot(situation: &Situation) -> Allotment {
    equal_parts(situation, AVERAGE_GAME)
}

/// Equal parts of a game of `half_moves`.
pub(super) fn equal_parts(situation: &Situation, half_moves: f64) -> Allotment {
    let moves = (half_moves / 2.0 - situation.moves_made()).max(LEAST_MOVES);
    Allotment::exactly(situation.share(moves))
}
