// SPDX-License-Identifier: GPL-3.0-or-later
//! The clocks of a game, which can be stopped while nobody looks.

use crate::protocol::TimeControl;
use chess::Color;
use std::time::{Duration, Instant};

/// Longer than anybody plays: keeps sums from overflowing.
const LONGEST: u64 = 30 * 24 * 3600 * 1000;

/// Both clocks of a game. A side without a rule has all the time in the world, but is
/// measured all the same.
#[derive(Clone, Debug)]
pub struct Clocks {
    rules: [Option<TimeControl>; 2],
    left: [Duration; 2],
    made: [u32; 2],
    /// What the move under way has cost before the last interruption.
    used: Duration,
    running: Option<(Color, Instant)>,
}

impl Clocks {
    /// Clocks that stand at the beginning.
    pub fn new(rules: [Option<TimeControl>; 2]) -> Clocks {
        let rules = rules.map(|rule| {
            rule.map(|rule| TimeControl {
                base_ms: rule.base_ms.clamp(1, LONGEST),
                inc_ms: rule.inc_ms.min(LONGEST),
                moves: rule.moves.filter(|&moves| moves > 0),
            })
        });
        let left = rules.map(|rule| base(rule.as_ref()));
        Clocks { rules, left, made: [0; 2], used: Duration::ZERO, running: None }
    }

    /// Sets where they stand, after so many moves of each side.
    pub fn stand(&mut self, left: [Option<u64>; 2], made: [u32; 2]) {
        for (side, left) in left.into_iter().enumerate() {
            let full = base(self.rules[side].as_ref());
            self.left[side] = left.map_or(full, |ms| Duration::from_millis(ms.min(2 * LONGEST)));
        }
        self.made = made;
        self.used = Duration::ZERO;
        self.running = None;
    }

    /// Whether a side has a clock.
    pub fn has(&self, side: Color) -> bool {
        self.rules[side.index()].is_some()
    }

    /// The rule of a side.
    pub fn rule(&self, side: Color) -> Option<&TimeControl> {
        self.rules[side.index()].as_ref()
    }

    /// Moves that a side has to make before it gets more time.
    pub fn moves_to_go(&self, side: Color) -> Option<u32> {
        let moves = self.rule(side)?.moves?;
        Some(moves - self.made[side.index()] % moves)
    }

    /// Lets the clock of `side` run, if it does not already.
    pub fn start(&mut self, side: Color, now: Instant) {
        if self.running.is_none() {
            self.running = Some((side, now));
        }
    }

    /// Whose clock runs.
    pub fn running(&self) -> Option<Color> {
        self.running.map(|(side, _)| side)
    }

    /// Stops the clock for a while.
    pub fn halt(&mut self, now: Instant) {
        if let Some((side, since)) = self.running.take() {
            let passed = now.saturating_duration_since(since);
            self.used += passed;
            if self.has(side) {
                let left = &mut self.left[side.index()];
                *left = left.saturating_sub(passed);
            }
        }
    }

    /// The move under way begins anew: whoever makes it gets back what it has cost.
    pub fn give_back(&mut self, side: Color) {
        let used = std::mem::take(&mut self.used);
        if self.has(side) {
            self.left[side.index()] += used;
        }
    }

    /// Time left, if the side has a clock.
    pub fn left(&self, side: Color, now: Instant) -> Option<Duration> {
        let left = self.left[side.index()];
        let passed = match self.running {
            Some((running, since)) if running == side => now.saturating_duration_since(since),
            _ => Duration::ZERO,
        };
        self.has(side).then(|| left.saturating_sub(passed))
    }

    /// When the flag falls, if a clock runs.
    pub fn falls(&self) -> Option<Instant> {
        let (side, since) = self.running.filter(|(side, _)| self.has(*side))?;
        since.checked_add(self.left[side.index()])
    }

    /// A move was made: stops the clock, adds what the rule gives, and says what the move
    /// cost.
    pub fn press(&mut self, side: Color, now: Instant) -> Duration {
        self.halt(now);
        let used = std::mem::take(&mut self.used);
        let index = side.index();
        self.made[index] += 1;
        if let Some(rule) = self.rules[index] {
            self.left[index] += Duration::from_millis(rule.inc_ms);
            if rule.moves.is_some_and(|moves| self.made[index].is_multiple_of(moves)) {
                self.left[index] += Duration::from_millis(rule.base_ms);
            }
        }
        used
    }
}

fn base(rule: Option<&TimeControl>) -> Duration {
    rule.map_or(Duration::ZERO, |rule| Duration::from_millis(rule.base_ms))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn a_move_that_begins_anew_has_cost_nothing() {
        let rule = TimeControl { base_ms: 60_000, inc_ms: 0, moves: None };
        let mut clocks = Clocks::new([Some(rule), None]);
        let now = Instant::now();
        clocks.start(Color::White, now);
        clocks.halt(now + 5 * SECOND);
        clocks.give_back(Color::White);
        assert_eq!(clocks.left(Color::White, now), Some(60 * SECOND));
        clocks.start(Color::White, now + 9 * SECOND);
        assert_eq!(clocks.press(Color::White, now + 10 * SECOND), SECOND);
    }

    fn rule(moves: Option<u32>) -> Option<TimeControl> {
        Some(TimeControl { base_ms: 10_000, inc_ms: 1_000, moves })
    }

    #[test]
    fn a_move_costs_what_it_takes_and_gains_the_increment() {
        let mut clocks = Clocks::new([rule(Some(2)), rule(None)]);
        let began = Instant::now();
        clocks.start(Color::White, began);
        assert_eq!(clocks.left(Color::White, began + 3 * SECOND), Some(7 * SECOND));
        assert_eq!(clocks.falls(), Some(began + 10 * SECOND));
        assert_eq!(clocks.press(Color::White, began + 4 * SECOND), 4 * SECOND);
        assert_eq!(clocks.left(Color::White, began), Some(7 * SECOND));
        assert_eq!(clocks.moves_to_go(Color::White), Some(1));
        clocks.start(Color::White, began);
        clocks.press(Color::White, began + 7 * SECOND);
        assert_eq!(clocks.left(Color::White, began), Some(11 * SECOND), "a new session");
    }

    #[test]
    fn time_stands_still_while_halted() {
        let mut clocks = Clocks::new([rule(None), None]);
        let began = Instant::now();
        clocks.start(Color::White, began);
        clocks.halt(began + 2 * SECOND);
        assert_eq!(clocks.left(Color::White, began + 100 * SECOND), Some(8 * SECOND));
        clocks.start(Color::White, began + 100 * SECOND);
        assert_eq!(clocks.press(Color::White, began + 101 * SECOND), 3 * SECOND);
        assert_eq!(clocks.left(Color::White, began), Some(8 * SECOND));
    }

    #[test]
    fn a_side_without_a_clock_is_measured_and_never_flagged() {
        let mut clocks = Clocks::new([None, rule(None)]);
        let began = Instant::now();
        clocks.start(Color::White, began);
        assert_eq!((clocks.falls(), clocks.left(Color::White, began)), (None, None));
        assert_eq!(clocks.press(Color::White, began + SECOND), SECOND);
    }

    #[test]
    fn no_number_breaks_a_clock() {
        let wild = TimeControl { base_ms: u64::MAX, inc_ms: u64::MAX, moves: Some(0) };
        let mut clocks = Clocks::new([Some(wild); 2]);
        clocks.stand([Some(u64::MAX), None], [u32::MAX - 1; 2]);
        clocks.start(Color::White, Instant::now());
        clocks.press(Color::White, Instant::now());
        assert!(clocks.left(Color::White, Instant::now()).is_some());
    }
}
