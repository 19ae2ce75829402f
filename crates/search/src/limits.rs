// SPDX-License-Identifier: GPL-3.0-or-later
//! How long a search may last.

use std::time::Duration;

use chess::{Color, Game, Move};

/// Longest time that a search is given: a century. It keeps sums of instants and durations
/// from overflowing.
const LONGEST: Duration = Duration::from_secs(100 * 365 * 24 * 3600);

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

impl Limits {
    /// Whether anything but `stop` ends the search: a depth, nodes, a mate, time or a clock.
    pub fn is_bounded(&self) -> bool {
        self.depth.is_some()
            || self.nodes.is_some()
            || self.mate.is_some()
            || self.movetime.is_some()
            || self.clock.time.iter().any(Option::is_some)
            || self.clock.inc.iter().any(|inc| !inc.is_zero())
    }

    /// Limits as the search takes them: legal root moves only, and the gaps of a clock
    /// filled that was told in part. A missing own clock is taken to stand like the
    /// opponent's, and an increment alone is all there is.
    #[must_use]
    pub fn completed(mut self, game: &Game) -> Limits {
        if let Some(only) = &mut self.searchmoves {
            only.retain(|&m| game.position().is_legal(m));
        }
        let turn = game.position().turn();
        let (own, other) = (turn.index(), Color::index(!turn));
        let clock = &mut self.clock;
        if clock.time[own].is_none() {
            let increments = clock.inc.iter().any(|inc| !inc.is_zero());
            clock.time[own] = clock.time[other].or(increments.then_some(Duration::ZERO));
        }
        for time in clock.time.iter_mut().flatten().chain(&mut clock.inc).chain(&mut self.movetime)
        {
            *time = (*time).min(LONGEST);
        }
        self
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_of_a_clock_are_filled() {
        let game = Game::default();
        let second = Duration::from_secs(1);
        let mut limits = Limits::default();
        limits.clock.time[1] = Some(second);
        assert_eq!(limits.completed(&game).clock.time[0], Some(second));
        let mut limits = Limits::default();
        limits.clock.inc[0] = second;
        assert!(limits.is_bounded());
        assert_eq!(limits.completed(&game).clock.time[0], Some(Duration::ZERO));
        let limits = Limits { movetime: Some(Duration::MAX), ..Limits::default() };
        assert_eq!(limits.completed(&game).movetime, Some(LONGEST));
    }

    #[test]
    fn moves_and_flags_are_no_bound() {
        let limits = Limits { searchmoves: Some(Vec::new()), infinite: true, ..Limits::default() };
        assert!(!limits.is_bounded());
    }
}
