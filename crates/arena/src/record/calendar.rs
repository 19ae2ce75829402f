// SPDX-License-Identifier: GPL-3.0-or-later
//! Dates and times of day as PGN writes them, in universal time.

use std::time::{Duration, SystemTime};

/// A moment, taken apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Moment {
    year: i64,
    month: u64,
    day: u64,
    second_of_day: u64,
}

impl Moment {
    /// Takes a moment apart; anything before 1970 is 1970.
    pub fn of(time: SystemTime) -> Moment {
        let seconds =
            time.duration_since(SystemTime::UNIX_EPOCH).unwrap_or(Duration::ZERO).as_secs();
        let (year, month, day) = civil((seconds / 86_400) as i64);
        Moment { year, month, day, second_of_day: seconds % 86_400 }
    }

    /// `2026.11.16`
    pub fn date(&self) -> String {
        format!("{:04}.{:02}.{:02}", self.year, self.month, self.day)
    }

    /// `13:05:59`
    pub fn time(&self) -> String {
        hours(self.second_of_day)
    }

    /// `2026-11-16T13:05:59Z`
    pub fn iso(&self) -> String {
        format!("{:04}-{:02}-{:02}T{}Z", self.year, self.month, self.day, self.time())
    }
}

/// `00:12:34`
pub fn hours(seconds: u64) -> String {
    format!("{:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

/// Year, month and day of a day counted from 1970. The count is shifted to
/// begin in March of year 0, so that a leap day is the last day of its year.
fn civil(days: i64) -> (i64, u64, u64) {
    const DAYS_PER_400_YEARS: i64 = 146_097;
    let days = days + 719_468;
    let era = days.div_euclid(DAYS_PER_400_YEARS);
    let day_of_era = days.rem_euclid(DAYS_PER_400_YEARS);
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    (year, month as u64, day as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_follow_each_other_for_four_hundred_years() {
        let leap = |year: i64| year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
        let (mut year, mut month, mut day) = (1970, 1, 1);
        for days in 0..146_097 {
            assert_eq!(civil(days), (year, month, day));
            let length = match month {
                2 if leap(year) => 29,
                2 => 28,
                4 | 6 | 9 | 11 => 30,
                _ => 31,
            };
            day += 1;
            if day > length {
                (day, month) = (1, month + 1);
            }
            if month > 12 {
                (month, year) = (1, year + 1);
            }
        }
    }

    #[test]
    fn a_known_moment() {
        let moment = Moment::of(SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000));
        assert_eq!(moment.iso(), "2001-09-09T01:46:40Z");
        assert_eq!((moment.date().as_str(), moment.time().as_str()), ("2001.09.09", "01:46:40"));
    }
}
