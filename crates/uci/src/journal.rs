// SPDX-License-Identifier: GPL-3.0-or-later
//! The log of everything read and written (`Debug Log File`).
//!
//! ```text
//! 2026-03-01T18:04:05.123456Z in  go depth 1
//! 2026-03-01T18:04:05.124010Z out bestmove e2e4
//! ```

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Which way a line went.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Direction {
    In,
    Out,
}

/// The log, open or not.
#[derive(Debug, Default)]
pub(crate) struct Journal {
    file: Option<File>,
}

impl Journal {
    /// Goes on in another file, at its end; an empty path closes the log. If
    /// the file can't be opened there is no log.
    pub(crate) fn open(&mut self, path: &str) -> io::Result<()> {
        self.file = None;
        if !path.is_empty() {
            self.file = Some(OpenOptions::new().create(true).append(true).open(path)?);
        }
        Ok(())
    }

    /// Notes a line. After an error the log is closed: play goes on.
    pub(crate) fn note(&mut self, direction: Direction, line: &str) -> io::Result<()> {
        let Some(file) = &mut self.file else { return Ok(()) };
        let way = match direction {
            Direction::In => "in ",
            Direction::Out => "out",
        };
        let entry = format!(
            "{} {way} {}\n",
            timestamp(SystemTime::now()),
            line.trim_end_matches(['\r', '\n'])
        );
        let written = file.write_all(entry.as_bytes());
        if written.is_err() {
            self.file = None;
        }
        written
    }
}

/// The moment in UTC, to the microsecond.
fn timestamp(now: SystemTime) -> String {
    let since = now.duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO);
    let (days, second) = (since.as_secs() / 86_400, since.as_secs() % 86_400);
    let (year, month, day) = civil(days);
    format!(
        "{year:04}-{month:02}-{day:02}T{:02}:{:02}:{:02}.{:06}Z",
        second / 3600,
        second / 60 % 60,
        second % 60,
        since.subsec_micros()
    )
}

/// The date of a day counted from 1970, by walking through years and months.
fn civil(mut days: u64) -> (u64, u64, u64) {
    let leap = |year: u64| {
        year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
    };
    let mut year = 1970;
    while days >= 365 + u64::from(leap(year)) {
        days -= 365 + u64::from(leap(year));
        year += 1;
    }
    let lengths = [31, 28 + u64::from(leap(year)), 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let mut month = 1;
    for length in lengths {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    (year, month, days + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_those_of_the_calendar() {
        for (second, text) in [
            (0, "1970-01-01T00:00:00.000000Z"),
            (951_782_399, "2000-02-28T23:59:59.000000Z"),
            (951_782_400, "2000-02-29T00:00:00.000000Z"),
            (1_709_251_200, "2024-03-01T00:00:00.000000Z"),
            (1_767_225_599, "2025-12-31T23:59:59.000000Z"),
            (4_107_542_400, "2100-03-01T00:00:00.000000Z"),
        ] {
            assert_eq!(timestamp(UNIX_EPOCH + Duration::from_secs(second)), text);
        }
    }

    #[test]
    fn an_impossible_file_is_an_error_and_no_log() {
        let mut journal = Journal::default();
        assert!(journal.open("/no/such/folder/log").is_err());
        assert!(journal.note(Direction::In, "uci").is_ok());
    }
}
