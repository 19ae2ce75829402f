// SPDX-License-Identifier: GPL-3.0-or-later
//! The finished parts of a work on disk: a line each, so that a run that was cut off goes on.

use std::path::{Path, PathBuf};

use journal::{AppendError, Appender};
use serde::{Deserialize, Serialize};

/// The first line: which work it is.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Head {
    work: Vec<String>,
    parts: u32,
}

/// Every other line.
#[derive(Debug, Serialize, Deserialize)]
struct Line {
    part: u32,
    rank: usize,
}

/// Why there is no record.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// The file can't be read or written.
    #[error(transparent)]
    Append(#[from] AppendError),
    /// The file can't be read.
    #[error("{}: {source}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// It belongs to another work.
    #[error("{} is the record of another work; give --record FILE, or remove it", .0.display())]
    Other(PathBuf),
    /// Another run writes to it.
    #[error("{} is in use: another run does this work", .0.display())]
    InUse(PathBuf),
}

/// The record of a work.
#[derive(Debug)]
pub struct Record {
    file: Appender,
    finished: Vec<u32>,
}

impl Record {
    /// Opens the record of a work, or begins one.
    ///
    /// # Errors
    /// See [`RecordError`].
    pub fn open(path: &Path, work: &[String], parts: u32) -> Result<Record, RecordError> {
        let head = Head { work: work.to_vec(), parts };
        let text = match std::fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
            Err(source) => return Err(RecordError::Read { path: path.to_owned(), source }),
        };
        // A last line without its end was cut off, and does not count.
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let mut lines = text[..whole].lines();
        let known: Option<Head> = lines.next().and_then(|line| serde_json::from_str(line).ok());
        if whole > 0 && known.as_ref() != Some(&head) {
            return Err(RecordError::Other(path.to_owned()));
        }
        let finished = lines
            .filter_map(|line| serde_json::from_str::<Line>(line).ok())
            .map(|line| line.part)
            .filter(|part| (1..=parts).contains(part))
            .collect();
        let mut file = Appender::open(path, Some(whole as u64))?;
        if !file.lock() {
            return Err(RecordError::InUse(path.to_owned()));
        }
        if whole == 0 {
            file.append(&line(&head))?;
        }
        Ok(Record { file, finished })
    }

    /// Parts that were finished when it was opened.
    pub fn finished(&self) -> &[u32] {
        &self.finished
    }

    /// A part is finished.
    ///
    /// # Errors
    /// If that can't be written.
    pub fn note(&mut self, part: u32, rank: usize) -> Result<(), RecordError> {
        self.file.append(&line(&Line { part, rank }))?;
        self.file.sync()?;
        Ok(())
    }
}

fn line(value: &impl Serialize) -> Vec<u8> {
    let mut bytes = serde_json::to_vec(value).unwrap_or_default();
    bytes.push(b'\n');
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    #[test]
    fn a_record_goes_on_after_a_cut() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("record");
        let work = vec!["datagen".to_owned(), "a.vf".to_owned()];
        let mut record = Record::open(&path, &work, 4).expect("a record");
        record.note(3, 1).expect("a line");
        record.note(1, 0).expect("a line");
        assert!(matches!(Record::open(&path, &work, 4), Err(RecordError::InUse(_))));
        drop(record);
        let mut file = std::fs::OpenOptions::new().append(true).open(&path).expect("a file");
        file.write_all(b"{\"part\":2,").expect("half a line");
        let record = Record::open(&path, &work, 4).expect("a record");
        assert_eq!(record.finished(), [3, 1]);
        drop(record);
        assert!(matches!(Record::open(&path, &work, 5), Err(RecordError::Other(_))));
    }
}
