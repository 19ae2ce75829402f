// SPDX-License-Identifier: GPL-3.0-or-later
//! Training data in the binpack format of Stockfish's tools: about two and a half
//! bytes a position.
//!
//! ```no_run
//! use xanthos_formats::binpack;
//!
//! let file = std::io::BufReader::new(std::fs::File::open("data.binpack")?);
//! for chain in binpack::read(file) {
//!     for entry in chain? {
//!         println!("{} {}", entry.position.fen(), entry.score);
//!     }
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A file is a sequence of blocks: `BINP`, the length of what follows (u32,
//! little-endian), and chains. A chain is a position of 32 bytes (see `stem.rs`), the
//! number of further ones (u16, big-endian), and for each of those a move, given as
//! the number of the piece and the number of its target, and the difference of the
//! score (see `moves.rs`). Scores and results are for the side to move; scores are in
//! the internal unit of the engine that wrote them.

mod moves;
mod stem;

use std::io::{self, BufRead, Read};

use chess::{FenError, Move, Position};

use moves::Bits;

/// A position with its labels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The position.
    pub position: Position,
    /// The move that was played from it; none behind the last one of a game.
    pub played: Option<Move>,
    /// Its score for the side to move, in the writer's unit.
    pub score: i16,
    /// Ply of the game.
    pub ply: u16,
    /// Result for the side to move: 1 won, 0 drawn, -1 lost.
    pub result: i8,
}

/// An error in a file, with its offset.
#[derive(Debug, thiserror::Error)]
#[error("binpack at byte {at}: {fault}")]
pub struct BinpackError {
    /// Where the chain or the block begins.
    pub at: u64,
    /// The error.
    pub fault: BinpackFault,
}

/// The kinds of errors.
#[derive(Debug, thiserror::Error)]
pub enum BinpackFault {
    /// It could not be read.
    #[error(transparent)]
    Read(#[from] io::Error),
    /// A block that begins with something else.
    #[error("no block of a binpack begins here")]
    NoBlock,
    /// A block of an impossible size.
    #[error("a block of {0} bytes")]
    Size(u32),
    /// The file ends inside a block, or the block inside a chain.
    #[error("cut off")]
    CutOff,
    /// More pieces than a board holds.
    #[error("{0} pieces on the board")]
    Pieces(u32),
    /// A position that is not legal.
    #[error(transparent)]
    Position(#[from] FenError),
    /// An unknown result.
    #[error("a result of {0}, which is none")]
    Result(i16),
    /// A move that is not legal in its position.
    #[error("move {number} of the chain is not legal in {fen}")]
    Move {
        /// Its number in the chain, from 0.
        number: u16,
        /// The position before it.
        fen: String,
    },
}

const MAGIC: &[u8; 4] = b"BINP";
/// Blocks have about a mebibyte; none has a hundred.
const LARGEST_BLOCK: u32 = 100 << 20;
const STEM: usize = 32;

/// Reads chain after chain; ends after the first error.
pub fn read<R: BufRead>(input: R) -> Chains<R> {
    Chains { input, block: Vec::new(), at: 0, read: 0, ended: false }
}

/// The chains of a file: positions of one game, one after the other.
#[derive(Debug)]
pub struct Chains<R> {
    input: R,
    block: Vec<u8>,
    /// What of the block has been read.
    at: usize,
    /// Where the block ends in the file.
    read: u64,
    ended: bool,
}

impl<R: BufRead> Chains<R> {
    /// Where the next chain begins: bytes read so far.
    pub fn offset(&self) -> u64 {
        self.read - (self.block.len() - self.at) as u64
    }

    fn chain(&mut self) -> Result<Option<Vec<Entry>>, BinpackFault> {
        while self.at == self.block.len() {
            if !self.next_block()? {
                return Ok(None);
            }
        }
        let rest = &self.block[self.at..];
        let (head, text) = rest.split_at_checked(STEM + 2).ok_or(BinpackFault::CutOff)?;
        let (stem, count) = head.split_first_chunk::<STEM>().ok_or(BinpackFault::CutOff)?;
        let count = u16::from_be_bytes([count[0], count[1]]);
        let mut entry = stem::unpack(stem)?;
        let mut entries = Vec::with_capacity(usize::from(count) + 1);
        let mut bits = Bits::new(text);
        for number in 0..count {
            let played = entry.played;
            entries.push(entry.clone());
            let Some(played) = played else {
                return Err(BinpackFault::Move { number, fen: entry.position.fen() });
            };
            entry.position.play(played);
            let fault = |fen| BinpackFault::Move { number: number + 1, fen };
            let next = bits.chosen(&entry.position)?;
            entry.played = Some(next.ok_or_else(|| fault(entry.position.fen()))?);
            // The score before, seen from the other side, is the best guess.
            let guess = entry.score.wrapping_neg();
            entry.score = guess.wrapping_add(bits.difference()?);
            entry.ply = entry.ply.wrapping_add(1);
            entry.result = -entry.result;
        }
        entries.push(entry);
        self.at += STEM + 2 + bits.bytes_used();
        Ok(Some(entries))
    }

    /// Reads the next block; false at the end of the file.
    fn next_block(&mut self) -> Result<bool, BinpackFault> {
        self.block.clear();
        self.at = 0;
        let mut head = Vec::with_capacity(8);
        self.input.by_ref().take(8).read_to_end(&mut head)?;
        let (magic, size) = match head.split_at_checked(4) {
            None if head.is_empty() => return Ok(false),
            None => return Err(BinpackFault::CutOff),
            Some(parts) => parts,
        };
        if magic != MAGIC {
            return Err(BinpackFault::NoBlock);
        }
        let size = size.try_into().map_err(|_| BinpackFault::CutOff)?;
        let size = u32::from_le_bytes(size);
        if size > LARGEST_BLOCK {
            return Err(BinpackFault::Size(size));
        }
        self.read += 8;
        // What the file does not have is not allocated either.
        let read = self.input.by_ref().take(size.into()).read_to_end(&mut self.block)?;
        self.read += read as u64;
        if read < size as usize { Err(BinpackFault::CutOff) } else { Ok(true) }
    }
}

impl<R: BufRead> Iterator for Chains<R> {
    type Item = Result<Vec<Entry>, BinpackError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let next =
            self.chain().map_err(|fault| BinpackError { at: self.offset(), fault }).transpose();
        self.ended = !matches!(next, Some(Ok(_)));
        next
    }
}
