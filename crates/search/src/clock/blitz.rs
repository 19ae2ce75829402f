// SPDX-License-Identifier: GPL-3.0-or-later
//! Half of the time for the first 40 moves, ever less for the others (B6).

use super::{Allotment, Situation, duration};

/// Moves that are planned for in all,
const PLANNED: f64 = 80.0;

/// of which the first ones get half of the time.
const FIRST: f64 = 40.0;

/// How much of the increment is added.
const INCREMENT_SHARE: f64 = 0.5;

/// Seconds that orders take on their way.
const WAY: f64 = 0.005;

/// While the first moves last, what is left is shared out evenly up to the last
/// planned move, so that half of it is there at the fortieth. From there on each
/// move gets the same part of what is left, which is ever less. (Chosen: the
/// document does not say how much less.)
pub(super) fn allot(situation: &Situation) -> Allotment {
    let planned = (PLANNED - situation.moves_made()).max(PLANNED - FIRST);
    let control = situation.movestogo.map_or(planned, |n| f64::from(n.max(1)));
    let share = situation.left() / planned.min(control);
    let increment = INCREMENT_SHARE * situation.increment.as_secs_f64();
    let time = duration(share + increment - WAY);
    Allotment { recommended: time, limit: time }
}
