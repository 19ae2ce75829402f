// SPDX-License-Identifier: GPL-3.0-or-later
//! The opening trie: moves with results, ratings, years and names.
//!
//! ```
//! use chess::Position;
//! use std::path::Path;
//! use xanthos_formats::move_stats::{MoveStats, Keys, GameFilter};
//! use xanthos_formats::trie::{Names, Trie, build};
//!
//! let games = "[Date \"1851.06.21\"]\n\n1. e4 e5 2. f4 exf4 1-0\n\n1. f4 e5 2. e4 exf4 0-1\n";
//! let names = Names::read("eco\tname\tpgn\nC33\tKing's Gambit Accepted\t1. e4 e5 2. f4 exf4\n".as_bytes())?;
//! let mut stats = MoveStats::new(Keys::Rules, 64 << 20, Path::new("games.trie"));
//! stats.add(games.as_bytes(), &GameFilter::default(), 1, |_| {}, &|_| {})?;
//! let trie = Trie::from_bytes(build(&mut stats, 1, 1024, &names)?.to_bytes())?;
//!
//! // Both orders of moves lead here.
//! let mut position = Position::startpos();
//! for san in ["f4", "e5", "e4"] {
//!     position.play(position.parse_san(san)?);
//! }
//! let node = trie.find(&position).expect("a position of these games");
//! let taken = &node.moves(&position)[0];
//! assert_eq!((taken.games(), taken.white, taken.black), (2, 1, 1));
//! let name = taken.child(&trie).and_then(|node| node.name()).expect("a name");
//! assert_eq!(name.to_string(), "C33 King's Gambit Accepted");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A file is mapped into memory and never read as a whole but for its checksum. Moves lead from
//! node to node; positions are nodes, so lines that transpose meet, and a position that was
//! reached in some other way is found by its key.

mod build;
mod layout;
mod names;

pub use build::{Build, build};
pub use layout::{MAGIC, VERSION};
pub use names::{NameError, Names};

use crate::mapped::Bytes;
use chess::{Color, Move, Position};
use layout::{
    EDGE, HEADER, Header, HeaderError, NAME, NODE, NONE, RawEdge, RawName, RawNode, checksum,
};
use std::fmt;
use std::io;
use std::path::Path;

/// An open trie.
#[derive(Debug)]
pub struct Trie {
    bytes: Bytes,
    header: Header,
}

/// An error with a trie file.
#[derive(Debug, thiserror::Error)]
pub enum TrieError {
    /// The file can't be read.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// It begins with something else.
    #[error("no opening trie")]
    Magic,
    /// It is of another version.
    #[error("an opening trie of version {0}; this program knows version {VERSION}: build it anew")]
    Version(u32),
    /// Its first bytes contradict their checksum.
    #[error("a damaged opening trie: its header is not what was written")]
    Header,
    /// It is longer or shorter than it says.
    #[error("a damaged opening trie: it should have {wanted} bytes and has {found}")]
    Length {
        /// What the header says.
        wanted: u64,
        /// What there is.
        found: u64,
    },
    /// Its contents contradict their checksum.
    #[error("a damaged opening trie: its contents are not what was written")]
    Body,
    /// It numbers positions in another way.
    #[error("an opening trie with other keys: build it anew")]
    Keys,
}

/// A position in a trie.
#[derive(Debug, Clone, Copy)]
pub struct Node<'a> {
    trie: &'a Trie,
    raw: RawNode,
}

/// A move of a trie.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TrieMove {
    /// The move.
    pub mv: Move,
    /// Who plays it.
    pub mover: Color,
    /// Games that White won.
    pub white: u32,
    /// Drawn games.
    pub draws: u32,
    /// Games that Black won.
    pub black: u32,
    /// Games without a result.
    pub unknown: u32,
    /// The average rating of those who played it; 0 if unknown.
    pub mover_rating: u16,
    /// The average rating of those against whom it was played; 0 if unknown.
    pub opponent_rating: u16,
    /// The last year in which it was played; 0 if unknown.
    pub last_year: u16,
    child: u32,
}

/// The name of an opening.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct OpeningName {
    /// The code of the Encyclopaedia of Chess Openings, such as `C33`.
    pub eco: String,
    /// The name.
    pub name: String,
}

impl fmt::Display for OpeningName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.eco, self.name)
    }
}

impl Trie {
    /// Opens a trie and checks that it is whole.
    ///
    /// # Errors
    /// When the file can't be read, is no trie, or is damaged.
    pub fn open(path: &Path) -> Result<Trie, TrieError> {
        Trie::new(Bytes::of(path)?)
    }

    /// A trie in memory.
    ///
    /// # Errors
    /// When the bytes are no trie, or a damaged one.
    pub fn from_bytes(bytes: Vec<u8>) -> Result<Trie, TrieError> {
        Trie::new(Bytes::Owned(bytes))
    }

    pub(crate) fn new(bytes: Bytes) -> Result<Trie, TrieError> {
        let (header, wanted, sum) = Header::read(&bytes).map_err(|error| match error {
            HeaderError::Magic => TrieError::Magic,
            HeaderError::Version(version) => TrieError::Version(version),
            HeaderError::Damaged => TrieError::Header,
        })?;
        let found = bytes.len() as u64;
        if found != wanted {
            return Err(TrieError::Length { wanted, found });
        }
        if checksum(bytes.get(HEADER..).unwrap_or_default()) != sum {
            return Err(TrieError::Body);
        }
        if header.start != Position::startpos().key() {
            return Err(TrieError::Keys);
        }
        Ok(Trie { bytes, header })
    }

    /// How many games it was built from.
    pub fn games(&self) -> u64 {
        self.header.games
    }

    /// How many positions it knows.
    #[allow(clippy::len_without_is_empty)]
    pub fn len(&self) -> usize {
        self.header.nodes as usize
    }

    /// How many moves it knows.
    pub fn edges(&self) -> usize {
        self.header.edges as usize
    }

    /// How many names it knows.
    pub fn names(&self) -> usize {
        self.header.names as usize
    }

    /// Plies of each game that were counted.
    pub fn plies(&self) -> u32 {
        self.header.plies
    }

    /// How many games a move needed to be in it.
    pub fn min_games(&self) -> u32 {
        self.header.min_games
    }

    /// What it knows about a position, however that was reached. Positions with castling rights
    /// of Chess960 are not in it.
    pub fn find(&self, position: &Position) -> Option<Node<'_>> {
        if !position.is_standard_castling() {
            return None;
        }
        let nodes = self.section::<NODE>(HEADER, self.header.nodes);
        let index = nodes.binary_search_by_key(&position.key(), RawNode::key).ok()?;
        self.node(index as u32)
    }

    /// Every position by its number, ascending by key.
    pub fn node(&self, index: u32) -> Option<Node<'_>> {
        let nodes = self.section::<NODE>(HEADER, self.header.nodes);
        let raw = RawNode::read(nodes.get(index as usize)?);
        Some(Node { trie: self, raw })
    }

    fn section<const SIZE: usize>(&self, at: usize, count: u32) -> &[[u8; SIZE]] {
        let bytes = self.bytes.get(at..).unwrap_or_default().as_chunks::<SIZE>().0;
        bytes.get(..count as usize).unwrap_or_default()
    }

    fn edges_at(&self) -> usize {
        HEADER + self.header.nodes as usize * NODE
    }

    fn names_at(&self) -> usize {
        self.edges_at() + self.header.edges as usize * EDGE
    }

    fn name(&self, index: u32) -> Option<OpeningName> {
        let at = self.names_at();
        let names = self.section::<NAME>(at, self.header.names);
        let raw = RawName::read(names.get(index as usize)?);
        let text = self.bytes.get(at + self.header.names as usize * NAME + raw.at as usize..)?;
        let text = text.get(..usize::from(raw.length))?;
        let (eco, name) = text.split_at_checked(usize::from(raw.code))?;
        let text = |bytes| String::from_utf8_lossy(bytes).into_owned();
        Some(OpeningName { eco: text(eco), name: text(name) })
    }
}

impl<'a> Node<'a> {
    /// The position's key.
    pub fn key(&self) -> u64 {
        self.raw.key
    }

    /// The fewest half-moves that lead here.
    pub fn ply(&self) -> u16 {
        self.raw.ply
    }

    /// What the position is called, if it has a name of its own.
    pub fn name(&self) -> Option<OpeningName> {
        self.trie.name(self.raw.name)
    }

    /// The moves that were played here, the most frequent first.
    pub fn moves(&self, position: &Position) -> Vec<TrieMove> {
        let edges = self.trie.section::<EDGE>(self.trie.edges_at(), self.trie.header.edges);
        let first = self.raw.first_edge as usize;
        let own = edges.get(first..first + usize::from(self.raw.edges)).unwrap_or_default();
        let moves = own.iter().map(RawEdge::read).filter_map(|raw| {
            Some(TrieMove {
                mv: raw.mv.find(position)?,
                mover: position.turn(),
                white: raw.white,
                draws: raw.draws,
                black: raw.black,
                unknown: raw.unknown,
                mover_rating: raw.mover_rating,
                opponent_rating: raw.opponent_rating,
                last_year: raw.last_year,
                child: raw.child,
            })
        });
        moves.collect()
    }
}

impl TrieMove {
    /// Games that had the move.
    pub fn games(&self) -> u32 {
        let known = self.white.saturating_add(self.draws).saturating_add(self.black);
        known.saturating_add(self.unknown)
    }

    /// The share of points that the side which played it got, if any game has a result.
    pub fn score(&self) -> Option<f64> {
        let wins = match self.mover {
            Color::White => self.white,
            Color::Black => self.black,
        };
        let known = self.white.saturating_add(self.draws).saturating_add(self.black);
        (known > 0).then(|| (f64::from(wins) + 0.5 * f64::from(self.draws)) / f64::from(known))
    }

    /// The position behind the move, if the trie knows more about it.
    pub fn child<'a>(&self, trie: &'a Trie) -> Option<Node<'a>> {
        if self.child == NONE { None } else { trie.node(self.child) }
    }
}
