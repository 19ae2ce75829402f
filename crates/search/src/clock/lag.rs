// SPDX-License-Identifier: GPL-3.0-or-later
//! What a move costs beyond its thought, read off the clock itself.
//!
//! ```
//! use chess::Color;
//! use std::time::Duration;
//! use xanthos_search::{Clock, Lag};
//!
//! let ms = Duration::from_millis;
//! let clock = |left| Clock { time: [Some(ms(left)); 2], inc: [ms(10); 2], movestogo: None };
//! let mut lag = Lag::default();
//! lag.told(Color::White, 0, &clock(1000));
//! lag.answered(ms(30));
//! // 1000 - 30 + 10 would be 980: 20 ms were lost on the way.
//! lag.told(Color::White, 2, &clock(960));
//! assert_eq!(lag.usual(), ms(20));
//! ```
//!
//! `Move Overhead` is what a user guesses in advance. A crowded machine or a bad line takes more,
//! move by move, until the flag falls, however short the thought was. But every `go` tells what
//! the move before it really cost: nobody has to guess.

use std::time::Duration;

use chess::Color;

use super::duration;
use crate::Clock;

/// How fast a larger lag is believed, and how slowly it is forgotten: a flag that falls costs a
/// game, caution some thought.
const BELIEF: f64 = 0.5;
const FORGETTING: f64 = 0.1;

/// A stall is remembered for some dozens of moves: the next may be as long.
const FADING: f64 = 0.97;

/// A single move that lost more than this tells of an adjournment, not of a way.
const LONGEST: Duration = Duration::from_secs(2);

/// The lag of the moves so far.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Lag {
    /// The last `go`
    asked: Option<Asked>,
    /// and how long the thought was.
    thought: Option<Duration>,
    /// `None` before the first measurement.
    usual: Option<f64>,
    /// The longest of late.
    stall: f64,
    /// What both sides spent on their last moves, if the clocks tell.
    last: Option<MovePair>,
}

/// What a move and the reply to it cost on their clocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MovePair {
    /// The engine's thought.
    pub own: Duration,
    /// The opponent's.
    pub reply: Duration,
}

#[derive(Clone, Debug, PartialEq)]
struct Asked {
    color: Color,
    ply: u32,
    clock: Clock,
}

impl Lag {
    /// A clock as a `go` tells it, for `color` after `ply` half-moves.
    pub fn told(&mut self, color: Color, ply: u32, clock: &Clock) {
        let asked = Asked { color, ply, clock: clock.clone() };
        let before = self.asked.replace(asked.clone());
        self.last = None;
        if let (Some(before), Some(thought)) = (before, self.thought.take())
            && let Some(lag) = asked.lag_since(&before, thought)
        {
            self.last = asked.reply_since(&before).map(|reply| MovePair { own: thought, reply });
            let usual = self.usual.unwrap_or(lag);
            let weight = if lag > usual { BELIEF } else { FORGETTING };
            self.usual = Some(usual + weight * (lag - usual));
            self.stall = lag.max(FADING * self.stall);
        }
    }

    /// The thought of the last `go` is over, and cost so much on its clock.
    pub fn answered(&mut self, thought: Duration) {
        self.thought = Some(thought);
    }

    /// The next `go` has nothing to do with the last: another game, or a search whose time is
    /// not on the clock. What was learnt about the machine stays.
    pub fn interrupted(&mut self) {
        (self.asked, self.thought, self.last) = (None, None, None);
    }

    /// The longest that a move cost beyond its thought, of late.
    pub fn stall(&self) -> Duration {
        duration(self.stall)
    }

    /// What the engine's last move and the reply to it cost, if the clocks of both were told.
    pub fn last_moves(&self) -> Option<MovePair> {
        self.last
    }

    /// What a move costs beyond its thought.
    pub fn usual(&self) -> Duration {
        duration(self.usual.unwrap_or(0.0))
    }
}

impl Asked {
    /// Seconds that were lost since the `go` of the move before; `None` if the clock says
    /// nothing about them.
    fn lag_since(&self, before: &Asked, thought: Duration) -> Option<f64> {
        let same_control = match (before.clock.movestogo, self.clock.movestogo) {
            (None, None) => true,
            (Some(before), Some(now)) => now < before,
            _ => false,
        };
        if self.color != before.color || self.ply != before.ply.checked_add(2)? || !same_control {
            return None;
        }
        let clock = |asked: &Asked| asked.clock.remaining(self.color);
        let planned = (clock(before)? + before.clock.increment(self.color)).checked_sub(thought)?;
        let lag = planned.saturating_sub(clock(self)?);
        (lag <= LONGEST).then_some(lag.as_secs_f64())
    }

    /// What the opponent's clock lost since the `go` of the move before.
    fn reply_since(&self, before: &Asked) -> Option<Duration> {
        let clock = |asked: &Asked| asked.clock.remaining(!self.color);
        Some((clock(before)? + before.clock.increment(!self.color)).saturating_sub(clock(self)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    fn clock(left: u64, movestogo: Option<u32>) -> Clock {
        Clock { time: [Some(ms(left)); 2], inc: [ms(10); 2], movestogo }
    }

    /// What is believed after one move with these clocks, 50 ms of thought between them.
    fn after(first: (u32, Clock), second: (u32, Clock)) -> Duration {
        let mut lag = Lag::default();
        lag.told(Color::Black, first.0, &first.1);
        lag.answered(ms(50));
        lag.told(Color::Black, second.0, &second.1);
        lag.usual()
    }

    #[test]
    fn only_the_next_move_of_the_same_game_tells() {
        let lost = ms(25);
        assert_eq!(after((1, clock(1000, None)), (3, clock(935, None))), lost);
        assert_eq!(after((1, clock(1000, Some(7))), (3, clock(935, Some(6)))), lost);
        let silent = Duration::ZERO;
        assert_eq!(after((1, clock(1000, None)), (5, clock(935, None))), silent, "a move missing");
        assert_eq!(after((1, clock(1000, Some(1))), (3, clock(935, Some(40)))), silent, "control");
        assert_eq!(after((1, clock(1000, None)), (3, clock(2000, None))), silent, "time given");
        assert_eq!(after((1, clock(90_000, None)), (3, clock(935, None))), silent, "adjourned");
        let mut lag = Lag::default();
        lag.told(Color::Black, 1, &clock(1000, None));
        lag.answered(ms(50));
        lag.interrupted();
        lag.told(Color::Black, 3, &clock(935, None));
        assert_eq!(lag.usual(), silent, "another game");
    }

    #[test]
    fn caution_comes_quickly_and_goes_slowly() {
        let mut lag = Lag::default();
        let mut left = 60_000;
        let mut ply = 0;
        let mut play = |lag: &mut Lag, lost: u64| {
            lag.told(Color::White, ply, &clock(left, None));
            lag.answered(ms(40));
            (left, ply) = (left + 10 - 40 - lost, ply + 2);
            lag.told(Color::White, ply, &clock(left, None));
            lag.usual()
        };
        for _ in 0..20 {
            play(&mut lag, 0);
        }
        let once = play(&mut lag, 40);
        assert_eq!((once, lag.stall()), (ms(20), ms(40)));
        let (mut calm, mut moves) = (once, 0);
        while calm > ms(5) {
            (calm, moves) = (play(&mut lag, 0), moves + 1);
        }
        assert!(moves > 10, "forgotten after {moves} moves");
        assert!(lag.stall() > ms(20), "{:?}", lag.stall());
    }

    /// It settles on what every move loses, whatever the thought.
    #[test]
    fn a_steady_lag_is_found() {
        for lost in [0, 1, 17, 120, 499] {
            let (mut lag, mut left) = (Lag::default(), 60_000);
            for number in 0..20 {
                let thought = u64::from(number) * 31 % 80;
                lag.told(Color::White, 2 * number, &clock(left, None));
                lag.answered(ms(thought));
                left = left + 10 - thought - lost;
            }
            assert!(lag.usual().abs_diff(ms(lost)) < ms(1), "{lost}: {:?}", lag.usual());
        }
    }
}
