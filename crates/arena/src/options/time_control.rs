// SPDX-License-Identifier: GPL-3.0-or-later
//! Time controls as people write them: `8+0.08`, `40/60`, `0:30+0.5`, `inf`.

use std::fmt;
use std::time::Duration;

use super::config::{ClockRule, TimeControl};

/// What a time control looks like, for error messages.
pub const EXPECTED: &str = "a time control such as 8+0.08, 40/60, 0:30+0.5 or inf";

/// No clock runs longer than this many seconds: about four months.
const LONGEST: f64 = 1e7;

/// Reads `[moves/][minutes:]seconds[+increment]`, or `inf`.
///
/// ```
/// use arena::options::{ClockRule, time_control};
/// let ClockRule::Game(tc) = time_control::parse("40/1:30+0.5").unwrap() else { panic!() };
/// assert_eq!((tc.moves, tc.base.as_secs(), tc.increment.as_millis()), (Some(40), 90, 500));
/// assert_eq!(tc.to_string(), "40/90+0.5");
/// ```
pub fn parse(text: &str) -> Option<ClockRule> {
    if ["inf", "infinite"].iter().any(|word| text.eq_ignore_ascii_case(word)) {
        return Some(ClockRule::Unlimited);
    }
    let (moves, rest) = match text.split_once('/') {
        Some((moves, rest)) => (moves.parse::<u32>().ok()?, rest),
        None => (0, text),
    };
    let (base, increment) = match rest.split_once('+') {
        Some((base, increment)) => (clock(base)?, seconds(increment)?),
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
    let mut total = seconds(parts.next()?)?;
    for unit in [60, 3600] {
        if let Some(part) = parts.next() {
            total += Duration::from_secs(u64::from(part.parse::<u32>().ok()?) * unit);
        }
    }
    (total.as_secs_f64() <= LONGEST).then_some(total)
}

/// A decimal number of seconds, to the nanosecond.
pub fn seconds(text: &str) -> Option<Duration> {
    // Rust's own parser would also take `inf`, `nan`, signs and exponents.
    if !text.bytes().all(|b| b.is_ascii_digit() || b == b'.') {
        return None;
    }
    let value: f64 = text.parse().ok()?;
    (value <= LONGEST).then(|| Duration::from_nanos((value * 1e9).round() as u64))
}

impl TimeControl {
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
