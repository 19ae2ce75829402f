// SPDX-License-Identifier: GPL-3.0-or-later
//! Folders of table files: lists of folders, what was found in them, how files are read.
//!
//! Memory maps would be the quickest way to read, but a file that shrinks or a disk that fails
//! under a map kills the whole program without an error. So a small table is read into memory
//! when it is first needed, which is as quick as a map, and a large one is read block by block:
//! three short reads for a probe, which the system answers from its cache.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::{fmt, fs, io};

use shakmaty_syzygy::filesystem::{Filesystem, OsFilesystem, RandomAccessFile, ReadHint};

/// The character between two folders of a list.
pub const SEPARATOR: char = if cfg!(windows) { ';' } else { ':' };

/// The folders of a list, each once. Stray separators and blanks around a folder are ignored.
///
/// ```
/// use syzygy::{SEPARATOR, split};
/// let list = format!("{SEPARATOR}/tables/wdl{SEPARATOR} /more tables{SEPARATOR}{SEPARATOR}");
/// assert_eq!(split(&list), ["/tables/wdl", "/more tables"].map(std::path::PathBuf::from));
/// ```
pub fn split(list: &str) -> Vec<PathBuf> {
    let mut folders: Vec<PathBuf> = Vec::new();
    for text in list.split(SEPARATOR).map(str::trim).filter(|text| !text.is_empty()) {
        let folder = PathBuf::from(text);
        if !folders.contains(&folder) {
            folders.push(folder);
        }
    }
    folders
}

/// How many tables there are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// WDL tables (win, draw, loss).
    pub wdl: usize,
    /// DTZ tables (distance to zeroing).
    pub dtz: usize,
    /// Pieces of the largest, kings included.
    pub pieces: u32,
    /// Folders and files that can't be used.
    pub problems: Vec<Problem>,
}

/// A folder or file that can't be used, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The folder or file.
    pub path: PathBuf,
    /// The error of the system or the library.
    pub reason: String,
}

impl Problem {
    pub(crate) fn new(path: &Path, reason: impl fmt::Display) -> Self {
        Problem { path: path.to_owned(), reason: reason.to_string() }
    }
}

impl Found {
    /// Whether no position can be looked up.
    pub fn is_empty(&self) -> bool {
        self.wdl == 0
    }
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.wdl + self.dtz == 0 {
            return f.write_str("no tables");
        }
        let Found { wdl, dtz, pieces, .. } = self;
        write!(f, "{wdl} WDL and {dtz} DTZ tables with up to {pieces} pieces")
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot use {}: {}", self.path.display(), self.reason)
    }
}

/// Why the tables that were asked for are not all there.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpenError {
    /// A folder or a file can't be used.
    #[error("tablebases: {0}")]
    Problem(Problem),
    /// No folder has a table.
    #[error("there is no Syzygy table (*.rtbw) in {}", list(.0))]
    Empty(Vec<PathBuf>),
}

fn list(folders: &[PathBuf]) -> String {
    let folders: Vec<String> = folders.iter().map(|path| path.display().to_string()).collect();
    folders.join(", ")
}

/// Tables up to this size are held in memory: all with four pieces, and about half
/// of those with five.
const SMALL: u64 = 1 << 20;

/// The file system without damaged tables.
#[derive(Default)]
pub(crate) struct Files {
    plain: OsFilesystem,
    damaged: Mutex<HashSet<String>>,
}

impl Files {
    /// Stops a damaged table from being opened again: trying would read the file at each
    /// probe. Returns whether it was not marked before.
    pub(crate) fn mark_damaged(&self, table: &str) -> bool {
        lock(&self.damaged).insert(table.to_owned())
    }

    fn is_damaged(&self, path: &Path) -> bool {
        let name = path.file_name().map(|name| name.to_string_lossy());
        name.is_some_and(|name| lock(&self.damaged).contains(&*name))
    }
}

/// Locks; a panic of another thread leaves a set of names usable.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

impl Filesystem for Files {
    fn regular_file_size(&self, path: &Path) -> io::Result<u64> {
        self.plain.regular_file_size(path)
    }

    fn read_dir(&self, path: &Path) -> io::Result<Vec<PathBuf>> {
        self.plain.read_dir(path)
    }

    fn open(&self, path: &Path) -> io::Result<Box<dyn RandomAccessFile>> {
        if self.is_damaged(path) {
            return Err(io::Error::other("damaged"));
        }
        if self.regular_file_size(path)? <= SMALL {
            return Ok(Box::new(InMemory(fs::read(path)?)));
        }
        self.plain.open(path)
    }
}

/// A table in memory.
struct InMemory(Vec<u8>);

impl RandomAccessFile for InMemory {
    fn read_at(&self, buffer: &mut [u8], offset: u64, _: ReadHint) -> io::Result<usize> {
        let rest = usize::try_from(offset).ok().and_then(|offset| self.0.get(offset..));
        let rest = rest.unwrap_or_default();
        let length = rest.len().min(buffer.len());
        buffer[..length].copy_from_slice(&rest[..length]);
        Ok(length)
    }
}

/// The table files of a folder in the order of their names, and whether each is a WDL table.
pub(crate) fn paths_in(folder: &Path) -> io::Result<Vec<(PathBuf, bool)>> {
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("rtbw") => paths.push((path, true)),
            Some("rtbz") => paths.push((path, false)),
            _ => {}
        }
    }
    paths.sort();
    Ok(paths)
}
