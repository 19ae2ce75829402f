// SPDX-License-Identifier: GPL-3.0-or-later
//! Dates and times of day in universal time, as PGN, logs and records write them.

use std::time::{Duration, SystemTime};

use time::OffsetDateTime;

/// A moment that can be written down.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Timestamp(OffsetDateTime);

impl Timestamp {
    /// Now.
    pub fn now() -> Timestamp {
        Timestamp::of(SystemTime::now())
    }

    /// That moment; before 1970 (a clock that is not set) or after the year 9999 it is 1970.
    pub fn of(time: SystemTime) -> Timestamp {
        let past = time.duration_since(SystemTime::UNIX_EPOCH).unwrap_or(Duration::ZERO);
        let epoch = OffsetDateTime::UNIX_EPOCH;
        let since = past.try_into().ok().and_then(|past| epoch.checked_add(past));
        Timestamp(since.unwrap_or(epoch))
    }

    /// `2026.11.16`, as PGN has it.
    pub fn pgn_date(&self) -> String {
        let (year, month, day) = self.0.to_calendar_date();
        format!("{year:04}.{:02}.{day:02}", u8::from(month))
    }

    /// `13:05:59`
    pub fn time_of_day(&self) -> String {
        let (hour, minute, second) = self.0.to_hms();
        format!("{hour:02}:{minute:02}:{second:02}")
    }

    /// `2026-11-16T13:05:59Z`
    pub fn iso(&self) -> String {
        format!("{}T{}Z", self.iso_date(), self.time_of_day())
    }

    /// `2026-11-16T13:05Z`
    pub fn iso_minutes(&self) -> String {
        let (hour, minute, _) = self.0.to_hms();
        format!("{}T{hour:02}:{minute:02}Z", self.iso_date())
    }

    /// `2026-11-16T13:05:59.123456Z`
    pub fn iso_micros(&self) -> String {
        format!("{}T{}.{:06}Z", self.iso_date(), self.time_of_day(), self.0.microsecond())
    }

    /// `2026-11-16`
    fn iso_date(&self) -> String {
        let (year, month, day) = self.0.to_calendar_date();
        format!("{year:04}-{:02}-{day:02}", u8::from(month))
    }
}

/// A span of time in hours, minutes and seconds: `00:12:34`.
pub fn hours(seconds: u64) -> String {
    format!("{:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(seconds: u64) -> Timestamp {
        Timestamp::of(SystemTime::UNIX_EPOCH + Duration::from_secs(seconds))
    }

    #[test]
    fn moments_in_every_format() {
        let moment =
            Timestamp::of(SystemTime::UNIX_EPOCH + Duration::from_micros(1_000_000_000_000_042));
        assert_eq!(moment.pgn_date(), "2001.09.09");
        assert_eq!(moment.time_of_day(), "01:46:40");
        assert_eq!(moment.iso(), "2001-09-09T01:46:40Z");
        assert_eq!(moment.iso_minutes(), "2001-09-09T01:46Z");
        assert_eq!(moment.iso_micros(), "2001-09-09T01:46:40.000042Z");
    }

    #[test]
    fn leap_days_and_years_are_those_of_the_calendar() {
        for (second, text) in [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_399, "2000-02-28T23:59:59Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (1_709_251_199, "2024-02-29T23:59:59Z"),
            (1_767_225_599, "2025-12-31T23:59:59Z"),
            (4_107_542_400, "2100-03-01T00:00:00Z"),
        ] {
            assert_eq!(at(second).iso(), text);
        }
    }

    #[test]
    fn a_clock_that_is_not_set_is_no_panic() {
        let before = SystemTime::UNIX_EPOCH - Duration::from_secs(1);
        assert_eq!(Timestamp::of(before).pgn_date(), "1970.01.01");
        assert_eq!(at(u64::from(u32::MAX) * 1000).pgn_date(), "1970.01.01");
    }

    #[test]
    fn spans_of_more_than_a_day_count_on() {
        assert_eq!(hours(90_061), "25:01:01");
    }
}
