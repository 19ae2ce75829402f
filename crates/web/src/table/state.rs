// SPDX-License-Identifier: GPL-3.0-or-later
//! A game as pages see it, and as they give it back.

use super::note::{Note, Thinks};
use crate::protocol::{
    BoardState, Clock, EngineChoice, MoveLimit, Outcome, PlaySetup, PlayerChoice, StartPosition,
    Variation, WatchClock,
};
use search::Score;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What games of both kinds have in common.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GameState {
    /// Grows with every change.
    pub version: u64,
    /// The moves played.
    pub moves: Vec<Note>,
    /// The position.
    #[serde(flatten)]
    pub board: BoardState,
    /// The clocks, if there are any.
    pub clock: Option<ClockFace>,
    /// Who is to do something.
    pub status: Status,
    /// How it ended.
    pub outcome: Option<Outcome>,
    /// When it began, in UTC.
    pub started: String,
}

/// A game against the engine, as pages see it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PlayState {
    /// The key of the game.
    pub game: String,
    /// How it was set up.
    pub setup: DecidedPlay,
    /// The engine with its options.
    pub engine_name: String,
    /// Position, moves, clocks.
    #[serde(flatten)]
    pub state: GameState,
    /// The person's legal moves by square; empty when it is not their turn.
    pub dests: BTreeMap<String, Vec<String>>,
    /// The last draw offer.
    pub offer: Option<Offer>,
}

/// A game between two engines, as pages see it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct WatchState {
    /// The key of the game.
    pub watch: String,
    /// How it was set up.
    pub setup: DecidedWatch,
    /// White's name.
    pub white: Name,
    /// Black's name.
    pub black: Name,
    /// Position, moves, clocks.
    #[serde(flatten)]
    pub state: GameState,
}

/// How a game against the engine was set up, with everything decided.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "PlayedSetup"))]
pub struct DecidedPlay {
    /// The person's side.
    #[cfg_attr(test, ts(type = "Color"))]
    pub you: String,
    /// The opponent.
    pub engine: EngineChoice,
    /// Where it began.
    pub start: StartPosition,
    /// The clocks, if there are any.
    pub clock: Option<Clock>,
    /// What each move of the engine may cost.
    pub limit: Option<MoveLimit>,
    /// The person's name.
    pub name: Option<String>,
}

/// How a game between engines was set up, with everything decided.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "WatchedSetup"))]
pub struct DecidedWatch {
    /// White.
    pub white: PlayerChoice,
    /// Black.
    pub black: PlayerChoice,
    /// Where it began.
    pub start: StartPosition,
    /// The clocks, if there are any.
    pub clock: Option<WatchClock>,
    /// What each move may cost.
    pub limit: Option<MoveLimit>,
}

/// How a game was set up.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub enum Setup {
    Play(DecidedPlay),
    Watch(DecidedWatch),
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

/// A player's name.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "PlayerName"))]
pub struct Name {
    /// The name.
    pub name: String,
}

/// Where the clocks stand.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Clocks"))]
pub struct ClockFace {
    /// White's, if it has one.
    pub white_ms: Option<u64>,
    /// Black's, if it has one.
    pub black_ms: Option<u64>,
    /// Whose runs.
    #[serde(default, skip_deserializing)]
    #[cfg_attr(test, ts(type = "Color | null"))]
    pub running: Option<&'static str>,
}

/// Who is to do something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "GameStatus"))]
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
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "DrawOffer"))]
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
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields = nullable))]
pub struct StoredState {
    /// How it was set up.
    pub setup: PlaySetup,
    /// The moves.
    #[serde(default)]
    #[cfg_attr(test, ts(as = "Option<_>", optional))]
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

/// What the engine is thinking in a game against it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PlayInfo {
    /// The game.
    pub game: String,
    /// Plies played.
    pub ply: usize,
    /// The search.
    #[serde(flatten)]
    pub thinks: Thinks,
}

/// What an engine is thinking in a game between engines.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct WatchInfo {
    /// The game.
    pub watch: String,
    /// Which engine.
    #[cfg_attr(test, ts(type = "Color"))]
    pub side: String,
    /// Plies played.
    pub ply: usize,
    /// The search.
    #[serde(flatten)]
    pub thinks: Thinks,
}

/// What the engine would play in the person's place.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Hint {
    /// The game.
    pub game: String,
    /// When it was asked.
    pub ply: usize,
    /// In UCI notation.
    pub uci: String,
    /// In standard algebraic notation.
    pub san: String,
    /// What it is worth.
    pub score: Option<Score>,
    /// How deep it was looked.
    pub depth: u32,
    /// What would follow.
    pub line: Variation,
}
