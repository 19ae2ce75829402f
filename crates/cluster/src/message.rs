// SPDX-License-Identifier: GPL-3.0-or-later
//! Orders of rank 0 and reports of helpers. Whatever arrives is checked before it counts.

use chess::{Game, Move};
use formats::viriformat::{pack_position, unpack_position};
use search::Score;
use serde::{Deserialize, Serialize};

use crate::hello::Hello;

/// Nothing that was sent, or nothing that makes sense here.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Garbage(pub String);

/// A position with its history: the start, and the moves since.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WireGame {
    start: Vec<u8>,
    moves: Vec<u16>,
}

impl WireGame {
    /// For sending.
    pub fn of(game: &Game) -> WireGame {
        let moves = game.moves().iter().map(|mv| mv.bits()).collect();
        WireGame { start: pack_position(game.start()).to_vec(), moves }
    }

    /// What was sent, if every move is legal.
    ///
    /// # Errors
    /// If it is not.
    pub fn game(&self) -> Result<Game, Garbage> {
        let start: &[u8; 32] =
            self.start.as_slice().try_into().map_err(|_| Garbage("a start of 32 bytes".into()))?;
        let start = unpack_position(start).map_err(|error| Garbage(error.to_string()))?;
        let mut game = Game::new(start);
        for &bits in &self.moves {
            game.play(legal(&game, bits)?);
        }
        Ok(game)
    }
}

/// A move that is legal in the present position of a game.
fn legal(game: &Game, bits: u16) -> Result<Move, Garbage> {
    let mv = Move::from_bits(bits);
    if game.position().is_legal(mv) {
        return Ok(mv);
    }
    Err(Garbage(format!("move {bits:#06x} is illegal in {}", game.position().fen())))
}

/// A line that is legal move by move from the present position of a game.
pub fn legal_line(game: &Game, line: &[u16]) -> Result<Vec<Move>, Garbage> {
    let mut game = game.clone();
    let mut moves = Vec::with_capacity(line.len());
    for &bits in line {
        let mv = legal(&game, bits)?;
        game.play(mv);
        moves.push(mv);
    }
    Ok(moves)
}

/// What a helper shall search, until it hears otherwise.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Assignment {
    /// The number of the search; reports carry it.
    pub search: u64,
    /// Which knowledge fits together: it changes with every option and every game.
    pub epoch: u64,
    /// The position with its history.
    pub game: WireGame,
    /// Only these root moves; none named: all of them.
    pub only: Vec<u16>,
    /// With whom entries are exchanged.
    pub peers: Vec<usize>,
    /// The longest that it may last, in milliseconds: a helper that nobody stops is no heater.
    pub longest: Option<u64>,
}

impl Assignment {
    /// The moves it is limited to; `None` for all.
    ///
    /// # Errors
    /// If one is illegal.
    pub fn only(&self, game: &Game) -> Result<Option<Vec<Move>>, Garbage> {
        let moves =
            self.only.iter().map(|&bits| legal(game, bits)).collect::<Result<Vec<_>, _>>()?;
        Ok(Some(moves).filter(|moves| !moves.is_empty()))
    }
}

/// What rank 0 says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Order {
    /// Rank 0 is alive.
    Ping,
    /// Set an option.
    Option {
        /// Its name.
        name: String,
        /// Its value; none for a button.
        value: Option<String>,
        /// The checksum of the file that it names: every rank must have the same one.
        checksum: Option<u32>,
    },
    /// Forget what was learnt.
    NewGame,
    /// Search this, whatever was searched before.
    Go(Assignment),
    /// Rest.
    Stop,
    /// Run a part of a larger work, if this rank takes any.
    Work(Work),
    /// End. All ranks are there to say farewell, or not.
    Quit {
        /// Whether all are there.
        with_all: bool,
    },
}

/// A part of a larger work: arguments for this very program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Work {
    /// Which part.
    pub part: u32,
    /// How often it was dealt before.
    pub attempt: u32,
    /// The arguments.
    pub arguments: Vec<String>,
}

/// What a helper says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Report {
    /// Who it is.
    Hello(Hello),
    /// It is alive, with so many nodes in this search.
    Alive {
        /// The search; 0 for none.
        search: u64,
        /// Nodes since it began.
        nodes: u64,
    },
    /// It has finished a depth.
    Line {
        /// The search.
        search: u64,
        /// The depth.
        depth: u32,
        /// What the best line is worth.
        score: Score,
        /// The line.
        line: Vec<u16>,
        /// Nodes since the search began.
        nodes: u64,
    },
    /// It can't do what it was told.
    Refused(String),
    /// A part of a larger work is done, or has failed.
    Worked {
        /// Which part.
        part: u32,
        /// Which attempt.
        attempt: u32,
        /// What went wrong, if it failed.
        error: Option<String>,
    },
}

/// To bytes.
pub fn encode<M: Serialize>(message: &M) -> Vec<u8> {
    // Values of these types have no keys that are not strings: this can't fail.
    serde_json::to_vec(message).unwrap_or_default()
}

/// From bytes.
///
/// # Errors
/// If they are no such message.
pub fn decode<'b, M: Deserialize<'b>>(bytes: &'b [u8]) -> Result<M, Garbage> {
    serde_json::from_slice(bytes).map_err(|error| Garbage(error.to_string()))
}
