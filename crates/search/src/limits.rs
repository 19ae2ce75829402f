// SPDX-License-Identifier: GPL-3.0-or-later
//! How long a search may last.

use std::time::Duration;

use chess::{Color, Move};

/// The chess clock, as the GUI told it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// Time left, indexed by [`Color`]; a clock below zero is `Some(ZERO)`.
    pub time: [Option<Duration>; 2],
    /// Increment for each move, indexed by [`Color`].
    pub inc: [Duration; 2],
    /// Moves until the next time control; `None` for the rest of the game.
    pub movestogo: Option<u32>,
}

impl Clock {
    /// Time left for `color`, if that is known.
    pub fn remaining(&self, color: Color) -> Option<Duration> {
        self.time[color.index()]
    }

    /// Increment of `color`.
    pub fn increment(&self, color: Color) -> Duration {
        self.inc[color.index()]
    }
}

/// The limits of one `go`. They compose: whichever is reached first ends the
/// search. The default has none, and runs until it is stopped.
///
/// ```
/// use xanthos_search::Limits;
/// let limits = Limits { depth: Some(8), nodes: Some(100_000), ..Limits::default() };
/// assert!(limits.movetime.is_none());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Last iteration to finish. 0 is treated as 1.
    pub depth: Option<u32>,
    /// Nodes to visit. One thread never exceeds it; more threads overshoot by
    /// what lies between two looks at the clock, each.
    pub nodes: Option<u64>,
    /// Stop once a mate (for or against) in this many moves is found. Such a
    /// search takes no risks: it is slower, and overlooks no mate.
    pub mate: Option<u32>,
    /// Time for this move, overhead included.
    pub movetime: Option<Duration>,
    /// The clocks of both sides.
    pub clock: Clock,
    /// Only these root moves (illegal ones are dropped). `None`: all of them.
    pub searchmoves: Option<Vec<Move>>,
    /// The clock does not count; only depth, nodes and mate end the search.
    pub infinite: bool,
    /// The opponent is thinking: time counts only from
    /// [`Control::ponderhit`](crate::Control::ponderhit).
    pub ponder: bool,
}

/// What the clock loses on each move outside of the search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Latency {
    /// What the way to the opponent and back is said to cost (`Move Overhead`).
    pub overhead: Duration,
    /// What moves were seen to cost beyond their thought (see [`Lag`](crate::Lag)).
    pub lag: Duration,
    /// The most that this was of late.
    pub stall: Duration,
}
