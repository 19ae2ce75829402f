// SPDX-License-Identifier: GPL-3.0-or-later
//! Expected remaining moves of engine games; the search may take less or more.

use super::ClockState;
use crate::tunables as t;

/// Moves that are planned for at least.
const LEAST_MOVES: f64 = 10.0;

pub(super) fn plan(state: &ClockState, _: f64) -> f64 {
    let [own, other] = state.material;
    // Engines neither resign nor agree to draws when masters do: their games last longer.
    let half_moves = state.tables.scale() * state.tables.remaining(state.ply, own + other);
    // An early mistake costs the whole game, and time saved for moves that are not
    // played is lost: moves now get more than their even share (Achilles §5.1).
    let moves = (half_moves / 2.0 / t::hundredths(t::clock_eagerness())).max(LEAST_MOVES);
    state.share(moves)
}
