// SPDX-License-Identifier: GPL-3.0-or-later
//! The log of everything read and written (`Debug Log File`).
//!
//! ```text
//! 2026-03-01T18:04:05.120011Z set Hash = 16
//! 2026-03-01T18:04:05.123456Z in  go depth 1
//! 2026-03-01T18:04:05.124010Z out bestmove e2e4
//! ```

use std::fs::{File, OpenOptions};
use std::io::{self, Write};

use journal::Timestamp;

/// Which way a line went.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Direction {
    In,
    Out,
    /// The value of an option when the log began.
    Set,
}

/// The log, open or not.
#[derive(Debug, Default)]
pub(crate) struct ProtocolLog {
    file: Option<File>,
}

impl ProtocolLog {
    /// Goes on in another file, at its end; an empty path closes the log. If
    /// the file can't be opened there is no log.
    pub(crate) fn open(&mut self, path: &str) -> io::Result<()> {
        self.file = None;
        if !path.is_empty() {
            // Opening a pipe without a reader would wait for one, and nobody would be answered.
            if std::fs::metadata(path).is_ok_and(|data| !data.is_file()) {
                return Err(io::Error::other("this is not a regular file"));
            }
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
            Direction::Set => "set",
        };
        let entry = format!(
            "{} {way} {}\n",
            Timestamp::now().iso_micros(),
            line.trim_end_matches(['\r', '\n'])
        );
        let written = file.write_all(entry.as_bytes());
        if written.is_err() {
            self.file = None;
        }
        written
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_impossible_file_is_an_error_and_no_log() {
        let mut log = ProtocolLog::default();
        assert!(log.open("/no/such/folder/log").is_err());
        assert!(log.note(Direction::In, "uci").is_ok());
    }
}
