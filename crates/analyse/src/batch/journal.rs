// SPDX-License-Identifier: GPL-3.0-or-later
//! Finished games on lines of their own; the first line says with which settings.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use journal::{AppendError, Appender};
use serde::{Deserialize, Serialize};

use crate::report::{How, Report};

/// What makes two runs the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Identity {
    pub how: How,
    pub options: Vec<String>,
    pub bare: bool,
}

/// A finished game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Entry {
    pub number: usize,
    pub mark: String,
    pub report: Report,
    /// The annotated game, with what the report does not know of it.
    pub pgn: String,
}

/// Where a game stands in the journal, and what it is known by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub offset: u64,
    pub length: usize,
    pub mark: String,
}

/// What of an entry is looked at when a journal is opened.
#[derive(Deserialize)]
struct Head {
    number: usize,
    mark: String,
}

/// A journal that can't be continued.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// Its games were looked at otherwise.
    #[error(
        "the journal {} was made with other settings; finish that run, choose another \
         journal, or begin anew with --restart",
        path.display()
    )]
    Different {
        /// The journal.
        path: PathBuf,
    },
    /// It makes no sense.
    #[error("line {line} of the journal {} is damaged: {source}", path.display())]
    Damaged {
        /// The journal.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
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
        /// What the system said.
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
    /// Opens a journal, or makes one, with the places of the games in it. What was torn
    /// off in the middle of a line is cut away.
    pub fn open(
        path: &Path,
        identity: &Identity,
        restart: bool,
    ) -> Result<(Journal, BTreeMap<usize, Place>), JournalError> {
        let mut file = Appender::open(path, None)?;
        if !file.lock() {
            return Err(JournalError::InUse { path: path.to_owned() });
        }
        if restart {
            file.cut(0)?;
        }
        let (places, good) = places(path, identity)?;
        file.cut(good)?;
        if good == 0 {
            file.append(&line(identity))?;
        }
        Ok((Journal { file }, places))
    }

    /// Writes down a game.
    pub fn record(&mut self, entry: &Entry) -> Result<Place, AppendError> {
        let line = line(entry);
        let end = self.file.append(&line)?;
        let offset = end - line.len() as u64;
        Ok(Place { offset, length: line.len(), mark: entry.mark.clone() })
    }
}

fn line(value: &impl Serialize) -> Vec<u8> {
    // Plain data with text keys always serialises.
    let mut line = serde_json::to_vec(value).unwrap_or_default();
    line.push(b'\n');
    line
}

/// The games of a journal, and how many of its bytes are good.
fn places(path: &Path, identity: &Identity) -> Result<(BTreeMap<usize, Place>, u64), JournalError> {
    let fail = |source| JournalError::Read { path: path.to_owned(), source };
    let mut reader = BufReader::new(File::open(path).map_err(fail)?);
    let mut places = BTreeMap::new();
    let (mut good, mut number) = (0, 0);
    let mut text = Vec::new();
    loop {
        text.clear();
        let length = reader.read_until(b'\n', &mut text).map_err(fail)?;
        // Only a line with an end was written whole.
        if text.last() != Some(&b'\n') {
            return Ok((places, good));
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
            places.insert(head.number, Place { offset: good, length, mark: head.mark });
        }
        good += length as u64;
    }
}

/// Reads games again, one at a time.
pub(super) struct Shelf {
    file: File,
}

impl Shelf {
    pub fn open(path: &Path) -> io::Result<Shelf> {
        Ok(Shelf { file: File::open(path)? })
    }

    pub fn entry(&mut self, place: &Place) -> io::Result<Entry> {
        self.file.seek(SeekFrom::Start(place.offset))?;
        let mut text = vec![0; place.length];
        self.file.read_exact(&mut text)?;
        serde_json::from_slice(&text).map_err(io::Error::other)
    }
}
