// SPDX-License-Identifier: GPL-3.0-or-later
//! How table files are read.
//!
//! Memory maps would be the quickest way, but a file that shrinks or a disk that
//! fails under a map kills the whole program, and no error comes back. So a small
//! table is read into memory when it is first needed, which is as quick as a map,
//! and a large one is asked for its blocks one by one: three short reads a probe,
//! which the system answers from its cache.

use std::collections::HashSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use shakmaty_syzygy::filesystem::{Filesystem, OsFilesystem, RandomAccessFile, ReadHint};

/// Tables up to this size are held in memory: all with four men, and about half
/// of those with five.
const SMALL: u64 = 1 << 20;

/// The file system, without the tables that have turned out to be damaged.
#[derive(Default)]
pub struct Files {
    plain: OsFilesystem,
    condemned: Mutex<HashSet<String>>,
}

impl Files {
    /// A table is never opened again: trying would cost a read of the file for
    /// each probe. Says whether that is news.
    pub fn condemn(&self, table: &str) -> bool {
        lock(&self.condemned).insert(table.to_owned())
    }

    fn is_condemned(&self, path: &Path) -> bool {
        let name = path.file_name().map(|name| name.to_string_lossy());
        name.is_some_and(|name| lock(&self.condemned).contains(&*name))
    }
}

/// A panic elsewhere is no reason not to look at a set of names.
pub fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
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
        if self.is_condemned(path) {
            return Err(io::Error::other("damaged"));
        }
        if self.regular_file_size(path)? <= SMALL {
            return Ok(Box::new(Held(fs::read(path)?)));
        }
        self.plain.open(path)
    }
}

/// A table in memory.
struct Held(Vec<u8>);

impl RandomAccessFile for Held {
    fn read_at(&self, buffer: &mut [u8], offset: u64, _: ReadHint) -> io::Result<usize> {
        let rest = usize::try_from(offset).ok().and_then(|offset| self.0.get(offset..));
        let rest = rest.unwrap_or_default();
        let length = rest.len().min(buffer.len());
        buffer[..length].copy_from_slice(&rest[..length]);
        Ok(length)
    }
}
