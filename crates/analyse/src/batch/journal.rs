// SPDX-License-Identifier: GPL-3.0-or-later
//! The journal of a batch: a line for the settings, then a line for each finished game.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use journal::{AppendError, Appender};
use serde::{Deserialize, Serialize};

use crate::report::{Report, ReportSettings};

/// What two runs must share for the second to continue the first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Identity {
    pub how: ReportSettings,
    pub options: Vec<String>,
    pub bare: bool,
}

/// A finished game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Entry {
    pub number: usize,
    pub fingerprint: String,
    pub report: Report,
    /// The annotated game, with what the report does not know of it.
    pub pgn: String,
}

/// Where a game stands in the journal, and the fingerprint of its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Location {
    pub offset: u64,
    pub length: usize,
    pub fingerprint: String,
}

/// The part of an entry that is read when a journal is opened.
#[derive(Deserialize)]
struct Head {
    number: usize,
    fingerprint: String,
}

/// A journal that can't be continued.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// It was made with other settings.
    #[error(
        "the journal {} was made with other settings; finish that run, choose another \
         journal, or begin anew with --restart",
        path.display()
    )]
    Different {
        /// The journal.
        path: PathBuf,
    },
    /// A line can't be read.
    #[error("line {line} of the journal {} is damaged: {source}", path.display())]
    Damaged {
        /// The journal.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// The error.
        source: serde_json::Error,
    },
    /// Another run writes it.
    #[error("the journal {} is in use: the same analysis is already running", path.display())]
    InUse {
        /// The journal.
        path: PathBuf,
    },
    /// It can't be read.
    #[error("{}: {source}", path.display())]
    Read {
        /// The journal.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// It can't be written.
    #[error(transparent)]
    Write(#[from] AppendError),
}

/// A journal that is being written.
pub(super) struct Journal {
    file: Appender,
}

impl Journal {
    /// Opens a journal, or makes one, and finds the games in it. An incomplete last line is cut
    /// off.
    pub fn open(
        path: &Path,
        identity: &Identity,
        restart: bool,
    ) -> Result<(Journal, BTreeMap<usize, Location>), JournalError> {
        // A device or a pipe would be read for ever.
        if std::fs::metadata(path).is_ok_and(|data| !data.is_file()) {
            let source = io::Error::other("this is not a regular file");
            return Err(JournalError::Read { path: path.to_owned(), source });
        }
        let mut file = Appender::open(path, None)?;
        if !file.lock() {
            return Err(JournalError::InUse { path: path.to_owned() });
        }
        if restart {
            file.cut(0)?;
        }
        let (locations, good) = locations(path, identity)?;
        file.cut(good)?;
        if good == 0 {
            file.append(&line(identity))?;
        }
        Ok((Journal { file }, locations))
    }

    /// Appends a game.
    pub fn record(&mut self, entry: &Entry) -> Result<Location, AppendError> {
        let line = line(entry);
        let end = self.file.append(&line)?;
        let offset = end - line.len() as u64;
        Ok(Location { offset, length: line.len(), fingerprint: entry.fingerprint.clone() })
    }
}

fn line(value: &impl Serialize) -> Vec<u8> {
    // Plain data with text keys always serialises.
    let mut line = serde_json::to_vec(value).unwrap_or_default();
    line.push(b'\n');
    line
}

/// The games of a journal, and how many of its bytes are whole lines.
fn locations(
    path: &Path,
    identity: &Identity,
) -> Result<(BTreeMap<usize, Location>, u64), JournalError> {
    let fail = |source| JournalError::Read { path: path.to_owned(), source };
    let mut reader = BufReader::new(File::open(path).map_err(fail)?);
    let mut locations = BTreeMap::new();
    let (mut good, mut number) = (0, 0);
    let mut text = Vec::new();
    loop {
        text.clear();
        let length = reader.read_until(b'\n', &mut text).map_err(fail)?;
        // Only a line with a newline was written whole.
        if text.last() != Some(&b'\n') {
            return Ok((locations, good));
        }
        number += 1;
        let damaged =
            |source| JournalError::Damaged { path: path.to_owned(), line: number, source };
        if number == 1 {
            // A first line of another version is another journal, not a damaged one.
            let theirs: Option<Identity> = serde_json::from_slice(&text).ok();
            if theirs.as_ref() != Some(identity) {
                return Err(JournalError::Different { path: path.to_owned() });
            }
        } else {
            let head: Head = serde_json::from_slice(&text).map_err(damaged)?;
            locations.insert(
                head.number,
                Location { offset: good, length, fingerprint: head.fingerprint },
            );
        }
        good += length as u64;
    }
}

/// Reads games again, one at a time.
pub(super) struct JournalReader {
    file: File,
}

impl JournalReader {
    pub fn open(path: &Path) -> io::Result<JournalReader> {
        Ok(JournalReader { file: File::open(path)? })
    }

    pub fn entry(&mut self, location: &Location) -> io::Result<Entry> {
        self.file.seek(SeekFrom::Start(location.offset))?;
        let mut text = vec![0; location.length];
        self.file.read_exact(&mut text)?;
        serde_json::from_slice(&text).map_err(io::Error::other)
    }
}
