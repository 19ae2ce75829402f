// SPDX-License-Identifier: GPL-3.0-or-later
//! Games in Portable Game Notation.
//!
//! Reading is forgiving about form and strict about content: odd spacing, old castling zeros,
//! long algebraic moves, missing results and stray signs are understood, but a token that should
//! be a move and is none makes its game an error with a line number. Nothing is dropped in
//! silence, and a broken game never stops the run.
//!
//! ```
//! use xanthos_formats::pgn::{self, PlayedMove, Record};
//!
//! let mut game = Record::new(chess::Position::startpos());
//! game.set_tag("White", "Anna \"the Ant\"");
//! game.moves.push(PlayedMove::from(game.start.parse_san("e4")?));
//!
//! let mut text = Vec::new();
//! pgn::write(&game, &mut text)?;
//! let back = pgn::read_games(&text[..]).next().expect("one game")?;
//! assert_eq!(back.tag("White"), Some("Anna \"the Ant\""));
//! assert_eq!(back.moves, game.moves);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod error;
mod lexer;
mod parallel;
mod read;
mod remark;
mod split;
mod text;
mod tree;
mod words;
mod write;

use chess::{Color, Move, Position, Repair};
use serde::{Deserialize, Serialize};
use std::fmt;

pub use error::{PgnError, PgnReason};
pub use parallel::{Tally, read_in_parallel};
pub use read::{Games, read_games};
pub use remark::{Evaluation, Remark};
pub use split::GameText;
pub use tree::Keep;
pub use write::write;

/// One game: who, where, from which position, which moves, and how it ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    /// Tag pairs in the order of the file, values unescaped.
    pub tags: Vec<(String, String)>,
    /// The position before the first move.
    pub start: Position,
    /// What had to be dropped from the `FEN` tag to make `start` a chess position.
    pub repairs: Vec<Repair>,
    /// The comment before the first move.
    pub comment: Option<String>,
    /// The moves of the game itself.
    pub moves: Vec<PlayedMove>,
    /// How the game ended.
    pub result: GameResult,
}

/// A move of a game with what was said about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayedMove {
    /// The move.
    pub mv: Move,
    /// The comments behind the move, joined by a space.
    pub comment: Option<String>,
    /// Numeric annotation glyphs: 1 is `!`, 2 is `?`, and so on to 255.
    pub nags: Vec<u8>,
    /// What could have been played instead, if [kept](Keep).
    pub variations: Vec<Line>,
}

impl From<Move> for PlayedMove {
    fn from(mv: Move) -> Self {
        Self { mv, comment: None, nags: Vec::new(), variations: Vec::new() }
    }
}

/// A variation: moves instead of one that was played, and those behind it. An annotator's pass
/// is [`Move::NULL`].
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Line {
    /// The comment before the first move.
    pub comment: Option<String>,
    /// The moves.
    pub moves: Vec<PlayedMove>,
}

impl Line {
    /// Whether nothing is said here.
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty() && self.comment.is_none()
    }

    /// Adds to the comment on the last move, or to the one before the first.
    fn remark(&mut self, text: String) {
        if text.is_empty() {
            return;
        }
        let place = match self.moves.last_mut() {
            Some(played) => &mut played.comment,
            None => &mut self.comment,
        };
        match place {
            Some(earlier) => {
                earlier.push(' ');
                earlier.push_str(&text);
            }
            None => *place = Some(text),
        }
    }
}

impl Record {
    /// A game without moves and tags.
    pub fn new(start: Position) -> Self {
        Self {
            tags: Vec::new(),
            start,
            repairs: Vec::new(),
            comment: None,
            moves: Vec::new(),
            result: GameResult::Unknown,
        }
    }

    /// The value of a tag, if the game has it.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// Sets a tag, replacing an earlier value in its place.
    pub fn set_tag(&mut self, name: &str, value: impl Into<String>) {
        set_tag(&mut self.tags, name, value.into());
    }

    /// The position after the last move.
    pub fn last_position(&self) -> Position {
        let mut position = self.start;
        for played in &self.moves {
            position.play(played.mv);
        }
        position
    }
}

fn set_tag(tags: &mut Vec<(String, String)>, name: &str, value: String) {
    match tags.iter_mut().find(|(key, _)| key == name) {
        Some((_, old)) => *old = value,
        None => tags.push((name.to_owned(), value)),
    }
}

/// The end of a game as PGN knows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum GameResult {
    /// `1-0`
    #[serde(rename = "1-0")]
    WhiteWins,
    /// `0-1`
    #[serde(rename = "0-1")]
    BlackWins,
    /// `1/2-1/2`
    #[serde(rename = "1/2-1/2")]
    Draw,
    /// `*`: running, abandoned or not known.
    #[serde(rename = "*")]
    #[default]
    Unknown,
}

impl GameResult {
    /// Reads a termination marker, with a hyphen, a dash, or a colon as some countries print it.
    pub fn parse(text: &str) -> Option<Self> {
        match text.replace(['–', '—', ':'], "-").as_str() {
            "1-0" => Some(Self::WhiteWins),
            "0-1" => Some(Self::BlackWins),
            "1/2-1/2" | "1/2" | "½-½" => Some(Self::Draw),
            "*" => Some(Self::Unknown),
            _ => None,
        }
    }

    /// The result of a game won by `winner`, or drawn when there is none.
    pub fn won_by(winner: Option<Color>) -> Self {
        match winner {
            Some(Color::White) => Self::WhiteWins,
            Some(Color::Black) => Self::BlackWins,
            None => Self::Draw,
        }
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::WhiteWins => "1-0",
            Self::BlackWins => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Unknown => "*",
        })
    }
}
