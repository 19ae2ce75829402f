// SPDX-License-Identifier: GPL-3.0-or-later
//! Half of the time for the first 40 moves, ever less for the others (§4.2).

use search::{Adjust, ClockState, TimeModel};

/// Moves that are planned for in all,
const PLANNED: f64 = 80.0;

/// of which the first ones get half of the time.
const FIRST: f64 = 40.0;

/// How much of the increment is added.
const INCREMENT_SHARE: f64 = 0.5;

/// Seconds that commands take on their way.
const OVERHEAD: f64 = 0.005;

/// Eighty moves, most of the time for the first half.
pub const BLITZ: TimeModel =
    TimeModel { name: "blitz", plan, game_length: 0.0, adjust: Adjust::Off };

/// While the first moves last, what is left is shared out evenly up to the last
/// planned move, so that half of it is there at the fortieth. From there on each
/// move gets the same part of what is left, which is ever less. (Chosen: the
/// paper does not say how much less.)
fn plan(state: &ClockState, _: f64) -> f64 {
    let planned = (PLANNED - state.moves_made()).max(PLANNED - FIRST);
    let control = state.movestogo.map_or(planned, |n| f64::from(n.max(1)));
    let share = state.left() / planned.min(control);
    let increment = INCREMENT_SHARE * state.increment.as_secs_f64();
    share + increment - OVERHEAD
}
