// SPDX-License-Identifier: GPL-3.0-or-later
//! Games that could not be read.

use chess::{Color, FenError, MoveError};
use std::fmt;
use std::io;

/// A game that could not be read, and why.
#[derive(Debug, thiserror::Error)]
pub struct PgnError {
    /// Which game of the text, counted from 1.
    pub game: usize,
    /// The line where reading stopped, counted from 1.
    pub line: u64,
    /// The tags that had been read.
    pub tags: Vec<(String, String)>,
    /// What was wrong.
    #[source]
    pub reason: PgnReason,
}

/// What can be wrong with a game.
#[derive(Debug, thiserror::Error)]
pub enum PgnReason {
    /// A token in the place of a move is no legal move.
    #[error("move {number}{}{text}{}: {source}", dots(*turn), if *.variation { " of a variation" } else { "" })]
    Move {
        /// Plies up to it in the game or its variation, counted from 1.
        ply: u32,
        /// The number of the move in the game's own counting.
        number: u32,
        /// Who was to move.
        turn: Color,
        /// The token as it stands.
        text: Box<str>,
        /// Whether it stands in a variation.
        variation: bool,
        /// Why it cannot be played.
        source: MoveError,
    },
    /// The `FEN` tag is no chess position.
    #[error("FEN tag: {0}")]
    Fen(#[source] FenError),
    /// Rules other than those of chess and Chess960.
    #[error("the variant {0:?} is not played here")]
    Variant(String),
    /// A comment is opened and not closed.
    #[error("a comment opened with {{ is never closed")]
    UnendedComment,
    /// Variations within variations without end.
    #[error("variations are nested too deeply")]
    TooDeep,
    /// More text than a game can have.
    #[error("the game does not end within {} MiB", super::split::LONGEST_GAME >> 20)]
    TooLong,
    /// The text itself could not be read any further.
    #[error("reading failed: {0}")]
    Io(#[source] io::Error),
}

/// What stands between the number and the move: `5.e4`, `5…e5`.
fn dots(turn: Color) -> &'static str {
    if turn == Color::White { "." } else { "…" }
}

impl PgnReason {
    /// The same, but in a variation.
    pub(super) fn aside(self) -> PgnReason {
        match self {
            PgnReason::Move { ply, number, turn, text, source, .. } => {
                PgnReason::Move { ply, number, turn, text, variation: true, source }
            }
            reason => reason,
        }
    }
}

impl fmt::Display for PgnError {
    /// `game 7 (Anna - Ben, Riga Open, 1923.??.??), line 80: …`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tag = |name| {
            let pair = self.tags.iter().find(|(key, _)| key == name);
            pair.map(|(_, value)| value.as_str()).filter(|value| !value.starts_with('?'))
        };
        write!(f, "game {}", self.game)?;
        let players = match (tag("White"), tag("Black")) {
            (None, None) => None,
            (white, black) => Some(format!("{} - {}", white.unwrap_or("?"), black.unwrap_or("?"))),
        };
        let event = tag("Event").map(str::to_owned);
        let date = tag("Date").map(str::to_owned);
        let known: Vec<String> = [players, event, date].into_iter().flatten().collect();
        if !known.is_empty() {
            write!(f, " ({})", known.join(", "))?;
        }
        write!(f, ", line {}: {}", self.line, self.reason)
    }
}
