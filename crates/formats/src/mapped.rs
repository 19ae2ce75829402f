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
    /// A file.
    Mapped(Mmap),
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
        // changes the file changes what is read, which all readers must bear anyway; whoever
        // cuts it short while it is in use ends the program, so books are written beside the
        // old file and put in its place (`replace`), never over it.
        unsafe { Mmap::map(&file) }.map(Bytes::Mapped)
    }
}

impl Deref for Bytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Bytes::Mapped(map) => map,
            Bytes::Owned(bytes) => bytes,
        }
    }
}
