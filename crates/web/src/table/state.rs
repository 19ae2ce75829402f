// SPDX-License-Identifier: GPL-3.0-or-later
//! A game as pages see it, and as they give it back.

use super::played_move::{Mover, PlayedMove, SearchInfo};
use crate::protocol::{
    BoardState, EngineChoice, MoveLimit, Outcome, PlayClock, PlaySetup, PlayerChoice,
    StartPosition, Variation, WatchClock,
};
use analyse::Side;
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
    pub moves: Vec<PlayedMove>,
    /// The position.
    #[serde(flatten)]
    pub board: BoardState,
    /// The clocks, if there are any.
    pub clock: Option<Clocks>,
    /// Who is to do something.
    pub status: GameStatus,
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
    pub setup: PlayedSetup,
    /// The engine with its options.
    pub engine_name: String,
    /// Position, moves, clocks.
    #[serde(flatten)]
    pub state: GameState,
    /// The person's legal moves by square; empty when it is not their turn.
    pub dests: BTreeMap<String, Vec<String>>,
    /// The last draw offer.
    pub offer: Option<DrawOffer>,
}

/// A game between two engines, as pages see it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct WatchState {
    /// The key of the game.
    pub watch: String,
    /// How it was set up.
    pub setup: WatchedSetup,
    /// White's name.
    pub white: PlayerName,
    /// Black's name.
    pub black: PlayerName,
    /// Position, moves, clocks.
    #[serde(flatten)]
    pub state: GameState,
}

/// How a game against the engine was set up, with everything decided.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PlayedSetup {
    /// The person's side.
    pub you: Side,
    /// The opponent.
    pub engine: EngineChoice,
    /// Where it began.
    pub start: StartPosition,
    /// The clocks, if there are any.
    pub clock: Option<PlayClock>,
    /// What each move of the engine may cost.
    pub limit: Option<MoveLimit>,
    /// The person's name.
    pub name: Option<String>,
}

/// How a game between engines was set up, with everything decided.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct WatchedSetup {
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
    /// The pause between two moves, for those who watch.
    pub pause_ms: Option<u64>,
}

/// How a game was set up.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub enum Setup {
    Play(PlayedSetup),
    Watch(WatchedSetup),
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
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PlayerName {
    /// The name.
    pub name: String,
}

/// Where the clocks stand.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Clocks {
    /// White's, if it has one.
    pub white_ms: Option<u64>,
    /// Black's, if it has one.
    pub black_ms: Option<u64>,
    /// Whose runs.
    #[serde(default, skip_deserializing)]
    pub running: Option<Side>,
}

/// Who is to do something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
#[allow(missing_docs)]
pub enum GameStatus {
    YourMove,
    Thinking,
    Starting,
    Playing,
    Paused,
    Over,
}

/// A draw offer and its answer.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct DrawOffer {
    /// Who made it.
    pub by: Mover,
    /// When.
    pub ply: usize,
    /// What was answered.
    pub answer: DrawAnswer,
}

/// The answer to a draw offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
#[allow(missing_docs)]
pub enum DrawAnswer {
    Accepted,
    Declined,
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
    pub moves: Vec<PlayedMove>,
    /// The clocks.
    #[serde(default)]
    pub clock: Option<Clocks>,
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
    pub thinks: SearchInfo,
}

/// What an engine is thinking in a game between engines.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct WatchInfo {
    /// The game.
    pub watch: String,
    /// Which engine.
    pub side: Side,
    /// Plies played.
    pub ply: usize,
    /// The search.
    #[serde(flatten)]
    pub thinks: SearchInfo,
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
