// SPDX-License-Identifier: GPL-3.0-or-later
//! The chess clock.
//!
//! ```
//! use std::time::{Duration, Instant};
//! use chess::Color::White;
//! use play::{ChessClock, ClockRule};
//!
//! let seconds = Duration::from_secs;
//! let rule: ClockRule = "2/10+1".parse().unwrap();
//! let mut clock = ChessClock::new([rule; 2]);
//! let now = Instant::now();
//! clock.start(White, now);
//! assert_eq!(clock.left(White, now + seconds(3)), Some(seconds(7)));
//! assert_eq!(clock.press(White, now + seconds(4)), seconds(4));
//! assert_eq!(clock.left(White, now), Some(seconds(7))); // 10 - 4 + 1
//! // Whoever measures time itself charges it to the clock.
//! assert!(clock.charge(White, seconds(7)).is_ok());
//! assert_eq!(clock.left(White, now), Some(seconds(11))); // 7 - 7 + 1, and a new period
//! assert!(clock.charge(White, seconds(12)).is_err());
//! ```

use std::time::{Duration, Instant};

use chess::Color;

use crate::time_control::{ClockRule, TimeControl};

/// How late an answer may be under a fixed time per move when no margin was given. Such an
/// engine is told to use all of its time and has no reserve to pay for delays of its pipe.
pub const MOVETIME_MARGIN: Duration = Duration::from_millis(50);

/// How long a player without any clock may think before it counts as hung.
pub const AMPLE: Duration = Duration::from_secs(600);

/// Both clocks of a game. A side without a rule has all the time in the world, but is measured
/// all the same.
#[derive(Debug, Clone)]
pub struct ChessClock {
    sides: [SideClock; 2],
    /// Whose clock runs, since when.
    running: Option<(Color, Instant)>,
    /// What the move under way has cost before the clock was halted.
    used: Duration,
}

#[derive(Debug, Clone)]
struct SideClock {
    rule: ClockRule,
    margin: Duration,
    left: Duration,
    /// Moves made.
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
    /// How much too late that was, beyond the margin.
    pub late: Duration,
}

impl ChessClock {
    /// A clock that has not been started, with a rule for White and one for Black.
    pub fn new(rules: [ClockRule; 2]) -> ChessClock {
        let sides = rules.map(|rule| SideClock {
            rule,
            margin: if matches!(rule, ClockRule::PerMove(_)) {
                MOVETIME_MARGIN
            } else {
                Duration::ZERO
            },
            left: rule.initial(),
            moves: 0,
        });
        ChessClock { sides, running: None, used: Duration::ZERO }
    }

    /// The same clock, forgiving a side that is so late; zero leaves what is usual.
    #[must_use]
    pub fn with_margins(mut self, margins: [Duration; 2]) -> ChessClock {
        for (side, margin) in self.sides.iter_mut().zip(margins) {
            if !margin.is_zero() {
                side.margin = margin;
            }
        }
        self
    }

    /// Sets time left (`None`: all of it) and moves made of each side; the clock stands.
    pub fn set(&mut self, left: [Option<Duration>; 2], moves: [u32; 2]) {
        for (side, (left, moves)) in self.sides.iter_mut().zip(left.into_iter().zip(moves)) {
            side.left = left.unwrap_or(side.rule.initial());
            side.moves = moves;
        }
        self.used = Duration::ZERO;
        self.running = None;
    }

    /// How the time of a side is counted.
    pub fn rule(&self, side: Color) -> ClockRule {
        self.sides[side.index()].rule
    }

    /// The time control of a side, if it has a clock for the game.
    pub fn control(&self, side: Color) -> Option<TimeControl> {
        self.rule(side).control()
    }

    /// Time left, if time is counted.
    pub fn left(&self, side: Color, now: Instant) -> Option<Duration> {
        let passed = match self.running {
            Some((running, since)) if running == side => now.saturating_duration_since(since),
            _ => Duration::ZERO,
        };
        let SideClock { rule, left, .. } = &self.sides[side.index()];
        (*rule != ClockRule::Unlimited).then(|| left.saturating_sub(passed))
    }

    /// Moves that a side has to make before it gets more time.
    pub fn moves_to_go(&self, side: Color) -> Option<u32> {
        let moves = self.control(side)?.moves?.max(1);
        Some(moves - self.sides[side.index()].moves % moves)
    }

    /// What an engine that plays `side` is told before its move.
    pub fn reading(&self, side: Color, now: Instant) -> search::Clock {
        let control = Color::ALL.map(|color| self.control(color));
        search::Clock {
            time: Color::ALL
                .map(|color| control[color.index()].and_then(|_| self.left(color, now))),
            inc: control.map(|control| control.map_or(Duration::ZERO, |rule| rule.increment)),
            movestogo: self.moves_to_go(side),
        }
    }

    /// The latest moment for an answer, counted from the question.
    pub fn timeout(&self, side: Color) -> Duration {
        let SideClock { rule, margin, left, .. } = &self.sides[side.index()];
        if *rule == ClockRule::Unlimited { AMPLE } else { *left + *margin }
    }

    /// Lets the clock of `side` run, if none does.
    pub fn start(&mut self, side: Color, now: Instant) {
        self.running.get_or_insert((side, now));
    }

    /// Whose clock runs.
    pub fn running(&self) -> Option<Color> {
        self.running.map(|(side, _)| side)
    }

    /// When the flag falls, if a clock with limited time runs.
    pub fn flag_falls(&self) -> Option<Instant> {
        let (side, since) = self.running?;
        (self.rule(side) != ClockRule::Unlimited)
            .then(|| since.checked_add(self.timeout(side)))
            .flatten()
    }

    /// Stops the clock for a while.
    pub fn halt(&mut self, now: Instant) {
        if let Some((side, since)) = self.running.take() {
            let passed = now.saturating_duration_since(since);
            self.used += passed;
            let left = &mut self.sides[side.index()].left;
            *left = left.saturating_sub(passed);
        }
    }

    /// The move under way begins anew: whoever makes it gets back what it has cost.
    pub fn give_back(&mut self, side: Color) {
        let used = std::mem::take(&mut self.used);
        if self.rule(side) != ClockRule::Unlimited {
            self.sides[side.index()].left += used;
        }
    }

    /// A move was made: stops the clock, adds what the rule gives, and says what the move
    /// cost. Whether the flag had fallen is for the caller to see first.
    pub fn press(&mut self, side: Color, now: Instant) -> Duration {
        self.halt(now);
        self.sides[side.index()].count_move();
        std::mem::take(&mut self.used)
    }

    /// Charges a move whose time was measured elsewhere, such as between the pipes of an engine.
    ///
    /// # Errors
    /// If that was more than there was; the clock is left as it is then.
    pub fn charge(&mut self, side: Color, used: Duration) -> Result<(), FlagFell> {
        let SideClock { rule, margin, left, .. } = &mut self.sides[side.index()];
        let late = used.saturating_sub(*left + *margin);
        if *rule != ClockRule::Unlimited && !late.is_zero() {
            return Err(FlagFell { used, allowed: *left, late });
        }
        *left = left.saturating_sub(used);
        self.sides[side.index()].count_move();
        Ok(())
    }
}

impl SideClock {
    fn count_move(&mut self) {
        self.moves = self.moves.saturating_add(1);
        match self.rule {
            ClockRule::Unlimited => {}
            ClockRule::PerMove(time) => self.left = time,
            ClockRule::Game(control) => {
                self.left += control.increment;
                if control.moves.is_some_and(|moves| self.moves.is_multiple_of(moves.max(1))) {
                    self.left += control.base;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chess::Color::{Black, White};

    const MS: fn(u64) -> Duration = Duration::from_millis;
    const SECOND: Duration = Duration::from_secs(1);

    fn clock(rule: ClockRule, margin: u64) -> ChessClock {
        ChessClock::new([rule; 2]).with_margins([MS(margin); 2])
    }

    fn game(moves: Option<u32>, base: u64, increment: u64) -> ClockRule {
        ClockRule::Game(TimeControl { moves, base: MS(base), increment: MS(increment) })
    }

    fn left(clock: &ChessClock) -> Option<Duration> {
        clock.left(White, Instant::now())
    }

    #[test]
    fn the_increment_comes_after_the_move() {
        let mut clock = clock(game(None, 1000, 10), 0);
        assert!(clock.clone().charge(White, MS(1001)).is_err());
        assert!(clock.charge(White, MS(1000)).is_ok());
        assert_eq!(left(&clock), Some(MS(10)));
    }

    #[test]
    fn the_margin_forgives_but_gives_nothing() {
        let mut clock = clock(game(None, 100, 10), 50);
        assert_eq!(clock.timeout(White), MS(150));
        let fell = clock.clone().charge(White, MS(151)).unwrap_err();
        assert_eq!(fell, FlagFell { used: MS(151), allowed: MS(100), late: MS(1) });
        assert!(clock.charge(White, MS(150)).is_ok());
        assert_eq!(left(&clock), Some(MS(10)));
    }

    #[test]
    fn periods_count_down_and_begin_again() {
        let mut clock = clock(game(Some(3), 1000, 0), 0);
        let mut seen = Vec::new();
        for _ in 0..7 {
            seen.push(clock.reading(White, Instant::now()).movestogo.unwrap());
            clock.charge(White, MS(100)).unwrap();
        }
        assert_eq!(seen, [3, 2, 1, 3, 2, 1, 3]);
        assert_eq!(left(&clock), Some(MS(1000 + 2 * 1000 - 700)));
        assert_eq!(clock.moves_to_go(Black), Some(3));
    }

    #[test]
    fn time_per_move_never_accumulates() {
        let mut clock = clock(ClockRule::PerMove(MS(100)), 0);
        assert!(clock.charge(White, MS(10)).is_ok());
        assert_eq!(left(&clock), Some(MS(100)));
        assert!(clock.charge(White, MS(100) + MOVETIME_MARGIN).is_ok());
        assert!(clock.charge(White, MS(101) + MOVETIME_MARGIN).is_err());
        assert_eq!(clock.reading(White, Instant::now()), search::Clock::default());
    }

    #[test]
    fn without_a_clock_nothing_falls() {
        let mut clock = clock(ClockRule::Unlimited, 0);
        assert!(clock.charge(White, MS(1_000_000)).is_ok());
        assert_eq!((left(&clock), clock.timeout(White)), (None, AMPLE));
        assert_eq!(clock.reading(White, Instant::now()), search::Clock::default());
    }

    #[test]
    fn a_move_costs_what_it_takes_and_gains_the_increment() {
        let mut clock = ChessClock::new([game(Some(2), 10_000, 1_000), game(None, 10_000, 1_000)]);
        let began = Instant::now();
        clock.start(White, began);
        assert_eq!(clock.left(White, began + 3 * SECOND), Some(7 * SECOND));
        assert_eq!(clock.flag_falls(), Some(began + 10 * SECOND));
        assert_eq!(clock.press(White, began + 4 * SECOND), 4 * SECOND);
        assert_eq!(clock.left(White, began), Some(7 * SECOND));
        assert_eq!(clock.moves_to_go(White), Some(1));
        clock.start(White, began);
        clock.press(White, began + 7 * SECOND);
        assert_eq!(clock.left(White, began), Some(11 * SECOND), "a new period");
    }

    #[test]
    fn a_move_that_begins_anew_has_cost_nothing() {
        let mut clock = ChessClock::new([game(None, 60_000, 0), ClockRule::Unlimited]);
        let now = Instant::now();
        clock.start(White, now);
        clock.halt(now + 5 * SECOND);
        clock.give_back(White);
        assert_eq!(clock.left(White, now), Some(60 * SECOND));
        clock.start(White, now + 9 * SECOND);
        assert_eq!(clock.press(White, now + 10 * SECOND), SECOND);
    }

    #[test]
    fn time_stands_still_while_halted() {
        let mut clock = ChessClock::new([game(None, 10_000, 1_000), ClockRule::Unlimited]);
        let began = Instant::now();
        clock.start(White, began);
        clock.halt(began + 2 * SECOND);
        assert_eq!(clock.left(White, began + 100 * SECOND), Some(8 * SECOND));
        clock.start(White, began + 100 * SECOND);
        assert_eq!(clock.press(White, began + 101 * SECOND), 3 * SECOND);
        assert_eq!(clock.left(White, began), Some(8 * SECOND));
    }

    #[test]
    fn a_side_without_a_clock_is_measured_and_never_flagged() {
        let mut clock = ChessClock::new([ClockRule::Unlimited, game(None, 10_000, 0)]);
        let began = Instant::now();
        clock.start(White, began);
        assert_eq!((clock.flag_falls(), clock.left(White, began)), (None, None));
        assert_eq!(clock.press(White, began + SECOND), SECOND);
    }

    #[test]
    fn a_clock_is_set_in_the_middle_of_a_game() {
        let mut clock = clock(game(Some(40), 10_000, 0), 0);
        clock.set([Some(3 * SECOND), None], [39, 38]);
        let now = Instant::now();
        assert_eq!(clock.left(White, now), Some(3 * SECOND));
        assert_eq!(clock.left(Black, now), Some(10 * SECOND));
        assert_eq!((clock.moves_to_go(White), clock.moves_to_go(Black)), (Some(1), Some(2)));
    }
}
