// SPDX-License-Identifier: GPL-3.0-or-later
//! Labelled positions as blocks of text, as Stockfish's training tools write them.
//!
//! ```
//! use xanthos_formats::plain;
//!
//! let text = "\
//! fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
//! move e2e4
//! score 31
//! ply 0
//! result 1
//! e
//! ";
//! let blocks: Vec<_> = plain::read(text.as_bytes()).collect::<Result<_, _>>()?;
//! assert_eq!(blocks[0].position.san(blocks[0].played), "e4");
//! assert_eq!((blocks[0].score, blocks[0].result), (31, 1));
//! # Ok::<(), plain::PlainError>(())
//! ```
//!
//! Score and result are for the side to move; the score is in the internal unit of
//! the engine that wrote it.

use std::io::{self, BufRead};

use chess::{FenError, Move, MoveError, Position};

/// A position with its labels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// The position.
    pub position: Position,
    /// The move that was played from it.
    pub played: Move,
    /// Its score for the side to move, in the writer's unit.
    pub score: i16,
    /// Ply of the game.
    pub ply: u32,
    /// Result for the side to move: 1 won, 0 drawn, -1 lost.
    pub result: i8,
}

/// An error in a file, with its line.
#[derive(Debug, thiserror::Error)]
#[error("line {line}: {fault}")]
pub struct PlainError {
    /// The line, from 1.
    pub line: usize,
    /// The error.
    pub fault: PlainFault,
}

/// An error in a line.
#[derive(Debug, thiserror::Error)]
pub enum PlainFault {
    /// It could not be read.
    #[error(transparent)]
    Read(#[from] io::Error),
    /// Not a legal position.
    #[error(transparent)]
    Position(#[from] FenError),
    /// Not a legal move.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// Not a number, or out of range.
    #[error("{key}: '{text}' is no number in its range")]
    Number {
        /// The field.
        key: &'static str,
        /// The text.
        text: String,
    },
    /// An unknown key.
    #[error("'{0}' begins no line of a block")]
    Word(String),
    /// A block without this field.
    #[error("the block has no '{0}'")]
    Missing(&'static str),
    /// The file ends inside a block.
    #[error("the last block is cut off")]
    CutOff,
}

/// Reads block after block; ends after the first error.
pub fn read<R: BufRead>(input: R) -> Blocks<R> {
    Blocks { input, line: 0, ended: false }
}

/// The blocks of a file.
#[derive(Debug)]
pub struct Blocks<R> {
    input: R,
    line: usize,
    ended: bool,
}

#[derive(Default)]
struct Parts {
    position: Option<Position>,
    played: Option<String>,
    score: Option<i16>,
    ply: Option<u32>,
    result: Option<i8>,
}

impl<R: BufRead> Blocks<R> {
    fn block(&mut self) -> Result<Option<Block>, PlainFault> {
        let mut parts: Option<Parts> = None;
        let mut bytes = Vec::new();
        loop {
            bytes.clear();
            if self.input.read_until(b'\n', &mut bytes)? == 0 {
                return if parts.is_some() { Err(PlainFault::CutOff) } else { Ok(None) };
            }
            self.line += 1;
            let text = String::from_utf8_lossy(&bytes);
            let text = text.trim_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
            if text.is_empty() {
                continue;
            }
            let (key, value) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
            let value = value.trim();
            let parts = parts.get_or_insert_default();
            match key {
                "fen" => parts.position = Some(Position::from_fen(value)?),
                "move" => parts.played = Some(value.to_owned()),
                "score" => parts.score = Some(number("score", value)?),
                "ply" => parts.ply = Some(number("ply", value)?),
                "result" => parts.result = Some(number("result", value)?),
                "e" => return std::mem::take(parts).whole().map(Some),
                other => return Err(PlainFault::Word(other.chars().take(40).collect())),
            }
        }
    }
}

impl Parts {
    fn whole(self) -> Result<Block, PlainFault> {
        let position = self.position.ok_or(PlainFault::Missing("fen"))?;
        let played = position.parse_uci(&self.played.ok_or(PlainFault::Missing("move"))?)?;
        let score = self.score.ok_or(PlainFault::Missing("score"))?;
        let result = self.result.ok_or(PlainFault::Missing("result"))?;
        if !(-1..=1).contains(&result) {
            return Err(PlainFault::Number { key: "result", text: result.to_string() });
        }
        // Some writers leave it out; then nothing tells where a game begins.
        let ply = self.ply.unwrap_or_default();
        Ok(Block { position, played, score, ply, result })
    }
}

fn number<T: std::str::FromStr>(key: &'static str, text: &str) -> Result<T, PlainFault> {
    text.parse().map_err(|_| PlainFault::Number { key, text: text.chars().take(40).collect() })
}

impl<R: BufRead> Iterator for Blocks<R> {
    type Item = Result<Block, PlainError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let next = self.block().map_err(|fault| PlainError { line: self.line, fault }).transpose();
        self.ended = !matches!(next, Some(Ok(_)));
        next
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TWO: &str = "\
fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
move d2d4
score -5
ply 0
result -1
e
fen r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 20
move e8g8
score 1204
ply 39
result 0
e
";

    #[test]
    fn blocks_are_read_with_any_line_ends() {
        let blocks =
            |text: &str| -> Vec<Block> { read(text.as_bytes()).collect::<Result<_, _>>().unwrap() };
        let two = blocks(TWO);
        let told: Vec<_> =
            two.iter().map(|b| (b.position.san(b.played), b.score, b.ply, b.result)).collect();
        assert_eq!(told, [("d4".into(), -5, 0, -1), ("O-O".into(), 1204, 39, 0)]);
        assert_eq!(blocks(&TWO.replace('\n', "\r\n")), two);
        assert_eq!(blocks(&format!("\u{feff}\n{TWO}\n\n")), two);
        assert_eq!(blocks(""), []);
    }

    #[test]
    fn every_mistake_says_where() {
        for (old, new, line, part) in [
            ("d2d4", "d2d5", 6, "d2d5"),
            ("score -5", "score much", 3, "'much'"),
            ("score 1204", "score 40000", 9, "'40000'"),
            ("result 0", "result 2", 12, "'2'"),
            ("move e8g8\n", "", 11, "no 'move'"),
            ("ply 0", "depth 3", 4, "'depth'"),
            ("b KQkq", "x KQkq", 7, ""),
        ] {
            let read: Vec<_> = read(TWO.replace(old, new).as_bytes()).collect();
            let error = read.last().unwrap().as_ref().unwrap_err();
            assert_eq!(error.line, line, "{error}");
            assert!(error.to_string().contains(part), "{error}");
        }
        let cut = &TWO[..TWO.len() - 2];
        let read: Vec<_> = read(cut.as_bytes()).collect();
        assert!(matches!(read[1], Err(PlainError { fault: PlainFault::CutOff, .. })));
    }
}
