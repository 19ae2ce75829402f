// SPDX-License-Identifier: GPL-3.0-or-later
//! Files that grow entry by entry and whose end may have been torn off.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read as _, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// A file that is appended to, one whole text at a time.
#[derive(Debug)]
pub struct Appender {
    path: PathBuf,
    file: File,
    end: u64,
}

/// The file does not take what it is given.
#[derive(Debug, thiserror::Error)]
#[error("cannot write {path}: {source}")]
pub struct AppendError {
    /// The file.
    pub path: PathBuf,
    /// What the system said.
    pub source: io::Error,
}

impl Appender {
    /// Opens a file, or makes it. `keep` says how many of its bytes are known
    /// to be good; `None` keeps all.
    pub fn open(path: &Path, keep: Option<u64>) -> Result<Appender, AppendError> {
        let fail = |source| AppendError { path: path.to_owned(), source };
        if let Some(parent) = path.parent().filter(|parent| !parent.as_os_str().is_empty()) {
            std::fs::create_dir_all(parent).map_err(fail)?;
        }
        let mut file = OpenOptions::new()
            .create(true)
            .truncate(false)
            .read(true)
            .write(true)
            .open(path)
            .map_err(fail)?;
        let end = file.seek(SeekFrom::End(0)).map_err(fail)?;
        let mut appender = Appender { path: path.to_owned(), file, end };
        appender.cut(keep.unwrap_or(end))?;
        Ok(appender)
    }

    /// Keeps the first bytes only.
    pub fn cut(&mut self, keep: u64) -> Result<(), AppendError> {
        if keep < self.end {
            let cut = self.file.set_len(keep).and_then(|()| self.file.seek(SeekFrom::Start(keep)));
            self.end = cut.map_err(|source| AppendError { path: self.path.clone(), source })?;
        }
        Ok(())
    }

    /// Appends a text in one write, so that it is in the hands of the system
    /// (and survives the end of this process) when this returns. Answers with
    /// the new length of the file.
    pub fn append(&mut self, text: &[u8]) -> Result<u64, AppendError> {
        let written = self.file.write_all(text).and_then(|()| self.file.flush());
        written.map_err(|source| AppendError { path: self.path.clone(), source })?;
        self.end += text.len() as u64;
        Ok(self.end)
    }

    /// Waits until the disk has what was appended: it survives the end of the machine's power then.
    pub fn sync(&self) -> Result<(), AppendError> {
        let synced = self.file.sync_data();
        synced.or_else(|source| match source.kind() {
            // Pipes and devices have nothing to sync.
            io::ErrorKind::InvalidInput | io::ErrorKind::Unsupported => Ok(()),
            _ => Err(AppendError { path: self.path.clone(), source }),
        })
    }

    /// Puts an empty line between what is there and what comes, where there is
    /// none: a file made by another program may end anywhere.
    pub fn separate(&mut self) -> Result<(), AppendError> {
        let fail = |source| AppendError { path: self.path.clone(), source };
        let back = self.end.min(2);
        if back == 0 {
            return Ok(());
        }
        let mut tail = Vec::new();
        self.file.seek(SeekFrom::End(-(back as i64))).map_err(fail)?;
        self.file.read_to_end(&mut tail).map_err(fail)?;
        let missing: &[u8] = match tail.as_slice() {
            b"\n\n" => b"",
            [.., b'\n'] => b"\n",
            _ => b"\n\n",
        };
        self.append(missing).map(drop)
    }

    /// Keeps other processes out until this one ends, however it ends; answers
    /// whether nobody else was there before.
    pub fn lock(&self) -> bool {
        // Where files cannot be locked, nobody can be kept out.
        !matches!(self.file.try_lock(), Err(TryLockError::WouldBlock))
    }

    /// Length of the file.
    pub fn end(&self) -> u64 {
        self.end
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_torn_end_is_cut_off() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("new/games.pgn");
        let mut file = Appender::open(&path, None).unwrap();
        let good = file.append(b"whole\n\n").unwrap();
        file.append(b"[Event \"half").unwrap();
        drop(file);
        let mut file = Appender::open(&path, Some(good)).unwrap();
        file.append(b"next\n").unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"whole\n\nnext\n");
    }

    #[test]
    fn games_of_others_are_kept_apart() {
        for (before, after) in
            [("", ""), ("1-0", "1-0\n\n"), ("1-0\n", "1-0\n\n"), ("x\n\n", "x\n\n")]
        {
            let file = tempfile::NamedTempFile::new().unwrap();
            std::fs::write(file.path(), before).unwrap();
            let mut appender = Appender::open(file.path(), None).unwrap();
            appender.separate().unwrap();
            assert_eq!(std::fs::read_to_string(file.path()).unwrap(), after);
            assert_eq!(appender.end(), after.len() as u64);
        }
    }
}
