// SPDX-License-Identifier: GPL-3.0-or-later
//! Time controls as people write them: `8+0.08`, `40/60`, `0:30+0.5`, `inf`.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// How the time of a side is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ClockRule {
    /// No clock (`tc=inf`, or nodes/depth alone).
    Unlimited,
    /// A clock for the game.
    Game(TimeControl),
    /// A fixed time per move (`st=`).
    PerMove(Duration),
}

/// `moves/base+increment`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct TimeControl {
    /// Moves per period; `None` for the whole game.
    pub moves: Option<u32>,
    /// Time added at the start (of each period).
    pub base: Duration,
    /// Time added per move.
    pub increment: Duration,
}

/// The text is no time control.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a time control such as 8+0.08, 40/60, 0:30+0.5 or inf is expected")]
pub struct NoTimeControl;

/// No clock runs longer than this many seconds: about four months.
const LONGEST: f64 = 1e7;

impl ClockRule {
    /// The time on the clock before the first move.
    pub fn initial(self) -> Duration {
        match self {
            ClockRule::Unlimited => Duration::ZERO,
            // A clock that begins at zero would fall before the first move: servers and
            // GUIs give the first increment at once.
            ClockRule::Game(control) if control.base.is_zero() => control.increment,
            ClockRule::Game(control) => control.base,
            ClockRule::PerMove(time) => time,
        }
    }

    /// The time control, if there is a clock for the game.
    pub fn control(self) -> Option<TimeControl> {
        match self {
            ClockRule::Game(control) => Some(control),
            ClockRule::Unlimited | ClockRule::PerMove(_) => None,
        }
    }

    /// The time for each move, if that is fixed.
    pub fn movetime(self) -> Option<Duration> {
        match self {
            ClockRule::PerMove(time) => Some(time),
            ClockRule::Unlimited | ClockRule::Game(_) => None,
        }
    }
}

/// Reads `[moves/][minutes:]seconds[+increment]`, or `inf`.
///
/// ```
/// use play::ClockRule;
/// let control = "40/1:30+0.5".parse::<ClockRule>().unwrap().control().unwrap();
/// assert_eq!(control.moves, Some(40));
/// assert_eq!((control.base.as_secs(), control.increment.as_millis()), (90, 500));
/// assert_eq!(control.to_string(), "40/90+0.5");
/// ```
impl FromStr for ClockRule {
    type Err = NoTimeControl;

    fn from_str(text: &str) -> Result<ClockRule, NoTimeControl> {
        parse(text).ok_or(NoTimeControl)
    }
}

fn parse(text: &str) -> Option<ClockRule> {
    if ["inf", "infinite"].iter().any(|word| text.eq_ignore_ascii_case(word)) {
        return Some(ClockRule::Unlimited);
    }
    let (moves, rest) = match text.split_once('/') {
        Some((moves, rest)) => (moves.parse::<u32>().ok()?, rest),
        None => (0, text),
    };
    let (base, increment) = match rest.split_once('+') {
        Some((base, increment)) => (clock(base)?, parse_seconds(increment)?),
        None => (clock(rest)?, Duration::ZERO),
    };
    if base.is_zero() && increment.is_zero() {
        return None;
    }
    Some(ClockRule::Game(TimeControl { moves: (moves > 0).then_some(moves), base, increment }))
}

/// `seconds`, `minutes:seconds` or `hours:minutes:seconds`.
fn clock(text: &str) -> Option<Duration> {
    let mut parts = text.rsplitn(3, ':');
    let mut total = parse_seconds(parts.next()?)?;
    for unit in [60, 3600] {
        if let Some(part) = parts.next() {
            total += Duration::from_secs(u64::from(part.parse::<u32>().ok()?) * unit);
        }
    }
    (total.as_secs_f64() <= LONGEST).then_some(total)
}

/// A decimal number of seconds, to the nanosecond.
pub fn parse_seconds(text: &str) -> Option<Duration> {
    // `1s` is a second too.
    let text = text.strip_suffix('s').unwrap_or(text);
    // Rust's own parser would also take `inf`, `nan`, signs and exponents.
    if !text.bytes().all(|b| b.is_ascii_digit() || b == b'.') {
        return None;
    }
    let value: f64 = text.parse().ok()?;
    (value <= LONGEST).then(|| Duration::from_nanos((value * 1e9).round() as u64))
}

impl TimeControl {
    /// Reads what players say, minutes for the game and seconds for each move: `5+3`, `0.5`.
    ///
    /// ```
    /// use play::TimeControl;
    /// let blitz = TimeControl::from_minutes("5+3").unwrap();
    /// assert_eq!(blitz.to_string(), "300+3");
    /// ```
    pub fn from_minutes(text: &str) -> Option<TimeControl> {
        let (minutes, increment) = text.split_once('+').unwrap_or((text, "0"));
        if minutes.is_empty() || increment.is_empty() {
            return None;
        }
        let (base, increment) = (parse_seconds(minutes)? * 60, parse_seconds(increment)?);
        if base.is_zero() && increment.is_zero() {
            return None;
        }
        // A clock that begins at zero would fall before the first move.
        let base = if base.is_zero() { increment } else { base };
        Some(TimeControl { moves: None, base, increment })
    }

    /// The same with all times multiplied.
    pub fn scaled(&self, factor: f64) -> TimeControl {
        TimeControl {
            moves: self.moves,
            base: self.base.mul_f64(factor),
            increment: self.increment.mul_f64(factor),
        }
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}", self.base.as_secs_f64())?;
        if !self.increment.is_zero() {
            write!(f, "+{}", self.increment.as_secs_f64())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_controls_as_players_write_them() {
        let read = |text: &str| {
            let control = TimeControl::from_minutes(text)?;
            Some((control.base.as_secs_f64(), control.increment.as_secs_f64()))
        };
        assert_eq!(read("5+3"), Some((300.0, 3.0)));
        assert_eq!(read("0.5"), Some((30.0, 0.0)));
        assert_eq!(read("0+10"), Some((10.0, 10.0)));
        for bad in ["", "+", "5+", "+3", "0", "0+0", "5:00", "-1", "five", "5+3+1"] {
            assert!(read(bad).is_none(), "{bad}");
        }
    }

    fn game(text: &str) -> (Option<u32>, u128, u128) {
        match parse(text) {
            Some(ClockRule::Game(tc)) => (tc.moves, tc.base.as_millis(), tc.increment.as_millis()),
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn every_form_in_the_wild() {
        assert_eq!(game("60"), (None, 60_000, 0));
        assert_eq!(game("1+0.01"), (None, 1000, 10));
        assert_eq!(game("8+0.08"), (None, 8000, 80));
        assert_eq!(game("40/60"), (Some(40), 60_000, 0));
        assert_eq!(game("40/5:30+0.5"), (Some(40), 330_000, 500));
        assert_eq!(game("0:30+0.5"), (None, 30_000, 500));
        assert_eq!(game("1:00:00"), (None, 3_600_000, 0));
        assert_eq!(game("0/10+0.1"), (None, 10_000, 100));
        assert_eq!(game("0+0.1"), (None, 0, 100));
        assert_eq!(parse("inf"), Some(ClockRule::Unlimited));
        assert_eq!(parse("INFINITE"), Some(ClockRule::Unlimited));
    }

    #[test]
    fn nonsense_is_refused() {
        for text in [
            "",
            "0",
            "abc",
            "-5",
            "5+",
            "+1",
            "1e9",
            "nan",
            "40/",
            "/60",
            "1:x",
            "1::2",
            "1:2:3:4",
            "5+inf",
            "9999999999",
            "99999999:00",
            "1+2+3",
            "40/40/60",
            ".",
        ] {
            assert_eq!(parse(text), None, "{text}");
        }
    }

    #[test]
    fn writing_reads_back() {
        for text in ["8+0.08", "40/60", "40/90.5+0.25", "0.1+0.001"] {
            let Some(ClockRule::Game(tc)) = parse(text) else { panic!("{text}") };
            assert_eq!(tc.to_string(), text);
        }
    }
}
