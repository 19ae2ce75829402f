// SPDX-License-Identifier: GPL-3.0-or-later
//! Books of both formats, recognised by their first bytes.
//!
//! ```no_run
//! use chess::Position;
//! use xanthos_formats::book::{Book, Choice};
//!
//! let book = Book::open("elite.trie".as_ref())?;
//! let start = Position::startpos();
//! let moves = book.moves(&start);
//! if let Some(best) = (Choice { variety: 0, ..Choice::default() }).choose(&moves, || 0.0) {
//!     println!("{}", start.san(moves[best].mv));
//! }
//! # Ok::<(), xanthos_formats::book::BookError>(())
//! ```

mod choice;
mod library;
mod page;

pub use choice::Choice;
pub use library::library;
pub use page::{BookPage, BookResults, BookRow};

use crate::mapped::Bytes;
use crate::polyglot::{self, PolyglotError};
use crate::trie::{self, OpeningName, Trie, TrieError};
use chess::{Move, Position};
use std::io;
use std::path::{Path, PathBuf};

/// An open book.
#[derive(Debug)]
pub struct Book {
    path: PathBuf,
    kind: Kind,
}

/// Which format a book has.
#[derive(Debug)]
pub enum Kind {
    /// Moves and weights.
    Polyglot(polyglot::Book),
    /// Moves with results, ratings, years and names.
    Trie(Trie),
}

/// An error with a book file.
#[derive(Debug, thiserror::Error)]
#[error("{}: {reason}", path.display())]
pub struct BookError {
    /// The file.
    pub path: PathBuf,
    /// The error.
    #[source]
    pub reason: BookReason,
}

/// Why a file is no book.
#[derive(Debug, thiserror::Error)]
pub enum BookReason {
    /// It can't be read.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// It begins like a trie, but is damaged or of another version.
    #[error("{0}")]
    Trie(#[from] TrieError),
    /// It is no Polyglot book, and does not begin like a trie.
    #[error("{0}")]
    Polyglot(#[from] PolyglotError),
}

/// A book move.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Candidate {
    /// The move.
    pub mv: Move,
    /// Relative frequency: Polyglot's weight, or the number of games.
    pub weight: u64,
    /// Polyglot's learn field.
    pub learn: u32,
    /// Games with the move; 0 if unknown.
    pub games: u32,
    /// Score of the side that played it, if known.
    pub score: Option<f64>,
}

impl Book {
    /// Opens a book.
    ///
    /// # Errors
    /// When the file can't be read or is no book of either kind.
    pub fn open(path: &Path) -> Result<Book, BookError> {
        let kind = Bytes::of(path).map_err(BookReason::Io).and_then(|bytes| {
            Ok(match bytes.starts_with(&trie::MAGIC) {
                true => Kind::Trie(Trie::new(bytes)?),
                false => Kind::Polyglot(polyglot::Book::new(bytes)?),
            })
        });
        match kind {
            Ok(kind) => Ok(Book { path: path.to_owned(), kind }),
            Err(reason) => Err(BookError { path: path.to_owned(), reason }),
        }
    }

    /// The file as it was named.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The file's own name.
    pub fn file_name(&self) -> String {
        let name = self.path.file_name().unwrap_or(self.path.as_os_str());
        name.to_string_lossy().into_owned()
    }

    /// The format.
    pub fn kind(&self) -> &Kind {
        &self.kind
    }

    /// The moves of a position, the heaviest first; none for Chess960 positions.
    pub fn moves(&self, position: &Position) -> Vec<Candidate> {
        match &self.kind {
            Kind::Polyglot(book) => {
                let moves = book.moves(position).unwrap_or_default();
                let candidates = moves.into_iter().map(|known| Candidate {
                    mv: known.mv,
                    weight: u64::from(known.weight),
                    learn: known.learn,
                    games: 0,
                    score: None,
                });
                candidates.collect()
            }
            Kind::Trie(trie) => {
                let moves = trie.find(position).map(|node| node.moves(position));
                let candidates = moves.into_iter().flatten().map(|known| Candidate {
                    mv: known.mv,
                    weight: u64::from(known.games()),
                    learn: 0,
                    games: known.games(),
                    score: known.score(),
                });
                candidates.collect()
            }
        }
    }

    /// The opening's name, if the book has one.
    pub fn name(&self, position: &Position) -> Option<OpeningName> {
        match &self.kind {
            Kind::Polyglot(_) => None,
            Kind::Trie(trie) => trie.find(position)?.name(),
        }
    }
}
