// SPDX-License-Identifier: GPL-3.0-or-later
//! Expected remaining moves of engine games; the search may take less or more.

use super::{ClockState, statistics};

/// Engines neither resign nor agree to draws when masters do: their games last
/// this many times as long.
const ENGINE_GAMES: f64 = 1.7;

/// An early mistake costs the whole game, and time saved for moves that are not
/// played is lost: moves now get more than their even share (Achilles §5.1).
const EAGERNESS: f64 = 1.5;

/// Moves that are planned for at least.
const LEAST_MOVES: f64 = 10.0;

pub(super) fn plan(state: &ClockState, _: f64) -> f64 {
    let [own, other] = state.material;
    let half_moves = ENGINE_GAMES * statistics::remaining(state.ply, own + other);
    let moves = (half_moves / 2.0 / EAGERNESS).max(LEAST_MOVES);
    state.share(moves)
}
