// SPDX-License-Identifier: GPL-3.0-or-later
//! Opening books in the format of Polyglot, which nearly every program reads.
//!
//! ```
//! use chess::Position;
//! use xanthos_formats::polyglot::{Book, Entry};
//!
//! let start = Position::startpos();
//! let entry = |san: &str, weight| Entry {
//!     key: start.polyglot_key(),
//!     mv: start.parse_san(san).expect("a move").into(),
//!     weight,
//!     learn: 0,
//! };
//! let mut file = Vec::new();
//! xanthos_formats::polyglot::write(&mut [entry("d4", 30), entry("e4", 70)], &mut file)?;
//! let book = Book::from_bytes(file)?;
//! let moves = book.moves(&start)?;
//! assert_eq!((start.san(moves[0].mv).as_str(), moves[0].weight), ("e4", 70));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A file is a list of entries of sixteen bytes, ascending by key. It says nothing about itself,
//! so a file is taken for a book when its length and its order are those of one. The format has
//! no room for the castling of Chess960: such books, games and positions are refused.

mod convert;
mod entry;
mod make;
mod merge;

pub use convert::from_trie;
pub use entry::{CodedMove, ENTRY, Entry};
pub use make::{BookFilter, make};
pub use merge::merge;

use crate::mapped::Bytes;
use chess::{Move, Position};
use journal::replace;
use std::io::{self, Write};
use std::path::Path;

/// An open book; entries are read from the file when they are needed.
#[derive(Debug)]
pub struct Book {
    bytes: Bytes,
}

/// An error with a file, or a position that the format can't express.
#[derive(Debug, thiserror::Error)]
pub enum PolyglotError {
    /// The file can't be read.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// The file is empty.
    #[error("the file is empty")]
    Empty,
    /// The length is not a multiple of sixteen.
    #[error("{0} bytes are not a whole number of entries of {ENTRY} bytes: no Polyglot book")]
    Length(usize),
    /// An entry has no possible move.
    #[error("entry {0} has no move in it: no Polyglot book, or a damaged one")]
    Move(usize),
    /// The entries are not sorted.
    #[error("entry {0} is out of order: no Polyglot book, or a damaged one")]
    Order(usize),
    /// It is a book for Chess960.
    #[error(
        "a book for Chess960 (it knows start position {0}, but not the usual one): the format \
         can't hold its castling"
    )]
    Chess960(u16),
    /// A position whose castling the format can't express.
    #[error("Polyglot books do not know the castling of Chess960")]
    Castling,
}

/// A book move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BookMove {
    /// The move.
    pub mv: Move,
    /// Relative frequency among the moves of the position.
    pub weight: u16,
    /// The learn field.
    pub learn: u32,
}

impl Book {
    /// Opens a book.
    ///
    /// # Errors
    /// When the file can't be read, is no book, or is one for Chess960.
    pub fn open(path: &Path) -> Result<Book, PolyglotError> {
        Book::new(Bytes::of(path)?)
    }

    /// A book in memory.
    ///
    /// # Errors
    /// When the bytes are no book, or one for Chess960.
    pub fn from_bytes(bytes: Vec<u8>) -> Result<Book, PolyglotError> {
        Book::new(Bytes::Owned(bytes))
    }

    pub(crate) fn new(bytes: Bytes) -> Result<Book, PolyglotError> {
        if bytes.is_empty() {
            return Err(PolyglotError::Empty);
        }
        if !bytes.len().is_multiple_of(ENTRY) {
            return Err(PolyglotError::Length(bytes.len()));
        }
        let book = Book { bytes };
        let mut last = 0;
        for (index, entry) in book.entries().enumerate() {
            if entry.key < last {
                return Err(PolyglotError::Order(index + 1));
            }
            if !entry.mv.is_one() {
                return Err(PolyglotError::Move(index + 1));
            }
            last = entry.key;
        }
        if !book.knows(&Position::startpos()) {
            let other = (0..960).find(|&number| book.knows(&Position::chess960(number)));
            if let Some(number) = other {
                return Err(PolyglotError::Chess960(number));
            }
        }
        Ok(book)
    }

    /// How many entries there are; never none.
    #[allow(clippy::len_without_is_empty)]
    pub fn len(&self) -> usize {
        self.bytes.len() / ENTRY
    }

    /// Every entry in the order of the file.
    pub fn entries(&self) -> impl Iterator<Item = Entry> {
        self.bytes.as_chunks::<ENTRY>().0.iter().map(|&bytes| Entry::from_bytes(bytes))
    }

    /// The entries of a key, in the order of the file.
    pub fn entries_of(&self, key: u64) -> impl Iterator<Item = Entry> {
        let entries = self.bytes.as_chunks::<ENTRY>().0;
        let first = entries.partition_point(|&bytes| Entry::from_bytes(bytes).key < key);
        let entries = entries[first..].iter().map(|&bytes| Entry::from_bytes(bytes));
        entries.take_while(move |entry| entry.key == key)
    }

    /// Whether there is anything about a position.
    pub fn knows(&self, position: &Position) -> bool {
        self.entries_of(position.polyglot_key()).next().is_some()
    }

    /// The moves of a position, the heaviest first. What is not legal here
    /// (another position with the same key, or a damaged file) is left out.
    ///
    /// # Errors
    /// When the position has castling rights of Chess960.
    pub fn moves(&self, position: &Position) -> Result<Vec<BookMove>, PolyglotError> {
        if !position.is_standard_castling() {
            return Err(PolyglotError::Castling);
        }
        let mut moves: Vec<BookMove> = Vec::new();
        for entry in self.entries_of(position.polyglot_key()) {
            if let Some(mv) = entry.mv.find(position)
                && moves.iter().all(|known| known.mv != mv)
            {
                moves.push(BookMove { mv, weight: entry.weight, learn: entry.learn });
            }
        }
        moves.sort_by_key(|known| std::cmp::Reverse(known.weight));
        Ok(moves)
    }
}

/// Writes entries as a book: ascending by key, within a position the heaviest first, and otherwise
/// in the order in which they are given.
///
/// # Errors
/// When `out` does not take the bytes.
pub fn write(entries: &mut [Entry], out: &mut impl Write) -> io::Result<()> {
    entries.sort_by_key(|entry| (entry.key, std::cmp::Reverse(entry.weight)));
    for entry in entries {
        out.write_all(&entry.to_bytes())?;
    }
    Ok(())
}

/// Writes entries as a book file, in place of an older one.
///
/// # Errors
/// When the file can't be written; an older one is then still there.
pub fn save(entries: &mut [Entry], path: &Path) -> io::Result<()> {
    replace(path, |out| write(entries, out))
}

/// Weights that fit into sixteen bits: where one does not, all moves of the position are scaled
/// down together. What weighed anything still does.
fn fitting(weights: &mut [u64]) {
    let heaviest = weights.iter().copied().max().unwrap_or(0);
    let most = u64::from(u16::MAX);
    if heaviest > most {
        for weight in weights.iter_mut().filter(|weight| **weight > 0) {
            let scaled = u128::from(*weight) * u128::from(most) / u128::from(heaviest);
            *weight = (scaled as u64).max(1);
        }
    }
}
