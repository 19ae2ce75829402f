// SPDX-License-Identifier: GPL-3.0-or-later
//! A game as pages see it, and as they give it back.

use super::note::Note;
use crate::protocol::{Line, MoveLimit, Outcome, PlaySetup, Shown, WatchSetup};
use search::Score;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A whole game.
#[derive(Clone, Debug, Serialize)]
pub struct State {
    /// Its key, under the name of its kind.
    #[serde(flatten)]
    pub key: Key,
    /// Grows with every change.
    pub version: u64,
    /// How it was set up, with everything decided that was left to chance.
    pub setup: Setup,
    /// Who plays.
    #[serde(flatten)]
    pub names: Names,
    /// The moves.
    pub moves: Vec<Note>,
    /// The board.
    #[serde(flatten)]
    pub board: Shown,
    /// Where the person's pieces may go.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dests: Option<BTreeMap<String, Vec<String>>>,
    /// The clocks.
    pub clock: Option<ClockFace>,
    /// Who is to do something.
    pub status: Status,
    /// The last draw offer.
    pub offer: Option<Offer>,
    /// How it ended.
    pub outcome: Option<Outcome>,
    /// When it began.
    pub started: String,
}

/// The key of a game.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum Key {
    Game(String),
    Watch(String),
}

/// How a game was set up.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
#[allow(missing_docs)]
pub enum Setup {
    Play(PlaySetup),
    Watch(WatchSetup),
}

impl Setup {
    /// What each move may cost.
    pub fn limit(&self) -> Option<&MoveLimit> {
        match self {
            Setup::Play(setup) => setup.limit.as_ref(),
            Setup::Watch(setup) => setup.limit.as_ref(),
        }
    }
}

/// Who plays.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
#[allow(missing_docs)]
pub enum Names {
    Play { engine_name: String },
    Watch { white: Name, black: Name },
}

/// A name.
#[derive(Clone, Debug, Serialize)]
pub struct Name {
    /// The name.
    pub name: String,
}

/// Where the clocks stand.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct ClockFace {
    /// White's, if it has one.
    pub white_ms: Option<u64>,
    /// Black's, if it has one.
    pub black_ms: Option<u64>,
    /// Whose runs.
    #[serde(default, skip_deserializing)]
    pub running: Option<&'static str>,
}

/// Who is to do something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Status {
    YourMove,
    Thinking,
    Starting,
    Playing,
    Paused,
    Over,
}

/// A draw offer and its answer.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Offer {
    /// Who made it.
    pub by: String,
    /// When.
    pub ply: usize,
    /// `accepted` or `declined`.
    pub answer: String,
}

/// What of a state a page gives back; the rest follows from it.
#[derive(Clone, Debug, Deserialize)]
pub struct StoredState {
    /// How it was set up.
    pub setup: PlaySetup,
    /// The moves.
    #[serde(default)]
    pub moves: Vec<Note>,
    /// The clocks.
    #[serde(default)]
    pub clock: Option<ClockFace>,
    /// How it ended.
    #[serde(default)]
    pub outcome: Option<Outcome>,
    /// When it began.
    #[serde(default)]
    pub started: Option<String>,
}

/// What the engine would play in the person's place.
#[derive(Clone, Debug, Serialize)]
pub struct Hint {
    /// The game.
    pub game: String,
    /// When it was asked.
    pub ply: usize,
    /// The move.
    pub uci: String,
    /// The same for people.
    pub san: String,
    /// What it is worth.
    pub score: Option<Score>,
    /// How deep it was looked.
    pub depth: u32,
    /// What would follow.
    pub line: Line,
}
