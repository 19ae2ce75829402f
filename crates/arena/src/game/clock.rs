// SPDX-License-Identifier: GPL-3.0-or-later
//! A chess clock.
//!
//! ```
//! use std::time::Duration;
//! use arena::game::ChessClock;
//! use arena::options::{ClockRule, EngineLimits, TimeControl};
//!
//! let seconds = Duration::from_secs;
//! let rule = TimeControl { moves: Some(2), base: seconds(10), increment: seconds(1) };
//! let limits = EngineLimits {
//!     clock: ClockRule::Game(rule), nodes: None, depth: None, margin: Duration::ZERO,
//! };
//! let mut clock = ChessClock::new(&limits);
//! assert!(clock.charge(seconds(4)).is_ok());
//! assert_eq!(clock.left(), Some(seconds(7))); // 10 - 4 + 1
//! assert!(clock.charge(seconds(7)).is_ok());
//! assert_eq!(clock.left(), Some(seconds(11))); // 7 - 7 + 1, and a new session
//! assert!(clock.charge(seconds(12)).is_err());
//! ```

use std::time::Duration;

use play::{Clock, SideClock};

use crate::options::{ClockRule, EngineLimits};

/// How late an answer may be under a fixed time per move when no margin was
/// given. Such an engine is told to use all of its time and has no reserve
/// from which to pay for the way of its answer.
pub const MOVETIME_MARGIN: Duration = Duration::from_millis(50);

/// How long an engine without any clock may think before it counts as hung.
pub const AMPLE: Duration = Duration::from_secs(600);

/// The clock of one side.
#[derive(Debug, Clone)]
pub struct ChessClock {
    rule: ClockRule,
    margin: Duration,
    left: Duration,
    moves: u32,
}

/// The time was overstepped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("used {} ms of {} ms", used.as_millis(), allowed.as_millis())]
pub struct FlagFell {
    /// Time used for the move.
    pub used: Duration,
    /// Time there was.
    pub allowed: Duration,
    /// How much too late that was, with all that is forgiven.
    pub late: Duration,
}

impl ChessClock {
    /// A clock that has not been started.
    pub fn new(limits: &EngineLimits) -> ChessClock {
        let left = match limits.clock {
            ClockRule::Unlimited => Duration::ZERO,
            ClockRule::Game(control) => control.base,
            ClockRule::PerMove(time) => time,
        };
        let margin = match limits.clock {
            ClockRule::PerMove(_) if limits.margin.is_zero() => MOVETIME_MARGIN,
            _ => limits.margin,
        };
        ChessClock { rule: limits.clock, margin, left, moves: 0 }
    }

    /// The rule as an engine is told it.
    pub fn announcement(&self) -> Option<Clock> {
        match self.rule {
            ClockRule::Game(control) => Some(Clock {
                moves: control.moves,
                base: control.base,
                increment: control.increment,
            }),
            ClockRule::Unlimited | ClockRule::PerMove(_) => None,
        }
    }

    /// What the engine is told before a move.
    pub fn face(&self) -> Option<SideClock> {
        match self.rule {
            ClockRule::Game(control) => Some(SideClock {
                left: self.left,
                increment: control.increment,
                moves_to_go: control.moves.map(|moves| moves - self.moves % moves.max(1)),
            }),
            ClockRule::Unlimited | ClockRule::PerMove(_) => None,
        }
    }

    /// Time left, if time is counted.
    pub fn left(&self) -> Option<Duration> {
        (self.rule != ClockRule::Unlimited).then_some(self.left)
    }

    /// The latest moment for an answer, counted from the question.
    pub fn patience(&self) -> Duration {
        match self.rule {
            ClockRule::Unlimited => AMPLE,
            ClockRule::Game(_) | ClockRule::PerMove(_) => self.left + self.margin,
        }
    }

    /// Stops the clock after a move.
    pub fn charge(&mut self, used: Duration) -> Result<(), FlagFell> {
        let late = used.saturating_sub(self.left + self.margin);
        if self.rule != ClockRule::Unlimited && !late.is_zero() {
            return Err(FlagFell { used, allowed: self.left, late });
        }
        self.moves += 1;
        if let ClockRule::Game(control) = self.rule {
            self.left = self.left.saturating_sub(used) + control.increment;
            if control.moves.is_some_and(|moves| self.moves.is_multiple_of(moves.max(1))) {
                self.left += control.base;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::TimeControl;

    const MS: fn(u64) -> Duration = Duration::from_millis;

    fn clock(rule: ClockRule, margin: u64) -> ChessClock {
        ChessClock::new(&EngineLimits { clock: rule, nodes: None, depth: None, margin: MS(margin) })
    }

    fn game(moves: Option<u32>, base: u64, increment: u64) -> ClockRule {
        ClockRule::Game(TimeControl { moves, base: MS(base), increment: MS(increment) })
    }

    #[test]
    fn the_increment_comes_after_the_move() {
        let mut clock = clock(game(None, 1000, 10), 0);
        assert!(clock.clone().charge(MS(1001)).is_err());
        assert!(clock.charge(MS(1000)).is_ok());
        assert_eq!(clock.left(), Some(MS(10)));
    }

    #[test]
    fn the_margin_forgives_but_gives_nothing() {
        let mut clock = clock(game(None, 100, 10), 50);
        assert_eq!(clock.patience(), MS(150));
        let fell = clock.clone().charge(MS(151)).unwrap_err();
        assert_eq!(fell, FlagFell { used: MS(151), allowed: MS(100), late: MS(1) });
        assert!(clock.charge(MS(150)).is_ok());
        assert_eq!(clock.left(), Some(MS(10)));
    }

    #[test]
    fn sessions_count_down_and_begin_again() {
        let mut clock = clock(game(Some(3), 1000, 0), 0);
        let mut seen = Vec::new();
        for _ in 0..7 {
            seen.push(clock.face().unwrap().moves_to_go.unwrap());
            clock.charge(MS(100)).unwrap();
        }
        assert_eq!(seen, [3, 2, 1, 3, 2, 1, 3]);
        assert_eq!(clock.left(), Some(MS(1000 + 2 * 1000 - 700)));
    }

    #[test]
    fn time_per_move_never_accumulates() {
        let mut clock = clock(ClockRule::PerMove(MS(100)), 0);
        assert!(clock.charge(MS(10)).is_ok());
        assert_eq!(clock.left(), Some(MS(100)));
        assert!(clock.charge(MS(100) + MOVETIME_MARGIN).is_ok());
        assert!(clock.charge(MS(101) + MOVETIME_MARGIN).is_err());
    }

    #[test]
    fn without_a_clock_nothing_falls() {
        let mut clock = clock(ClockRule::Unlimited, 0);
        assert!(clock.charge(MS(1_000_000)).is_ok());
        assert_eq!((clock.left(), clock.face()), (None, None));
    }
}
