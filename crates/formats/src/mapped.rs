// SPDX-License-Identifier: GPL-3.0-or-later
//! Memory-mapped files: the only module of this crate with `unsafe` in it.

#![allow(unsafe_code)]

use memmap2::Mmap;
use std::fs::File;
use std::io;
use std::ops::Deref;
use std::path::Path;

/// Bytes of a mapped file, or bytes in memory.
#[derive(Debug)]
pub(crate) enum Bytes {
    /// A file, and the handle that tells how long it is now.
    Mapped(Mmap, File),
    /// Memory.
    Owned(Vec<u8>),
}

impl Bytes {
    /// The bytes of a file.
    pub(crate) fn of(path: &Path) -> io::Result<Bytes> {
        let file = File::open(path)?;
        if !file.metadata()?.is_file() {
            // A pipe can't be mapped; it can be read.
            return std::fs::read(path).map(Bytes::Owned);
        }
        // SAFETY: the map is only read, as bytes, of which every content is valid. Whoever
        // changes the file changes what is read, which all readers must bear anyway. Reading
        // beyond the end of a file that was cut short would end the program: `deref` looks how
        // long it is, and books are written beside the old file and put in its place
        // (`replace`), never over it.
        let map = unsafe { Mmap::map(&file) }?;
        Ok(Bytes::Mapped(map, file))
    }
}

impl Deref for Bytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            // A file that was cut short since is one of no bytes.
            Bytes::Mapped(map, file) => match file.metadata() {
                Ok(now) if now.len() >= map.len() as u64 => map,
                _ => &[],
            },
            Bytes::Owned(bytes) => bytes,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_cut_short_while_it_is_open_has_no_bytes_left() {
        let path = std::env::temp_dir().join(format!("mapped-{}", std::process::id()));
        std::fs::write(&path, vec![7; 100_000]).unwrap();
        let bytes = Bytes::of(&path).unwrap();
        assert_eq!(bytes.iter().map(|&byte| u64::from(byte)).sum::<u64>(), 700_000);
        File::options().write(true).open(&path).unwrap().set_len(10).unwrap();
        assert!(bytes.is_empty());
        std::fs::remove_file(&path).unwrap();
    }
}
