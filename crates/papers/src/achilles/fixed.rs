// SPDX-License-Identifier: GPL-3.0-or-later
//! The same time for each move of an average game (§2).

use search::{Adjust, ClockState, TimeModel};

/// Half-moves of an average game, from 140,000 games of masters.
pub const AVERAGE_GAME: f64 = 84.7;

/// The same time for each move of an average game.
pub const FIXED: TimeModel =
    TimeModel { name: "fixed", plan: equal_parts, game_length: AVERAGE_GAME, adjust: Adjust::Off };

/// The paper lets the clock run out in longer games. Here as many own moves
/// are planned for at any time. (Chosen.)
const LEAST_MOVES: f64 = 10.0;

/// Equal parts of a game of `half_moves`: what is left, in as many parts as are left, is
/// the same as the time at the start in equal parts.
pub(super) fn equal_parts(state: &ClockState, half_moves: f64) -> f64 {
    let moves = (half_moves / 2.0 - state.moves_made()).max(LEAST_MOVES);
    state.share(moves)
}
