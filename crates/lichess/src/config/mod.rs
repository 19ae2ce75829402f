// SPDX-License-Identifier: GPL-3.0-or-later
//! The configuration, declared once. Its keys are those that lichess-bot's users know, in TOML.
//!
//! ```
//! use xanthos_lichess::config::Config;
//!
//! let config = Config::read("[challenge]\nconcurrency = 4\n").unwrap();
//! assert_eq!(config.challenge.concurrency, 4);
//! let error = Config::read("[challenge]\nconcurency = 4\n").unwrap_err();
//! assert_eq!(
//!     error.to_string(),
//!     "line 2: there is no key `concurency`; did you mean `concurrency`?"
//! );
//! ```

mod challenge;
mod chat;
mod check;
pub(crate) use check::option_text;
mod engine;
mod import;
mod matchmaking;
mod nearest;
mod read;

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

pub use challenge::{Challenges, Mode, Preference, SortBy, Speed, VariantName};
pub use chat::{ChatCommands, Greeting};
pub use check::url_fault;
pub use engine::{
    Choice, DrawOrResign, EngineSettings, GoCommands, OnlineMoves, OnlineTables, OpeningExplorer,
    Polyglot, Selection, Syzygy, Tables,
};
pub use import::{ImportError, Imported, import};
pub use matchmaking::{
    ChallengeFilter, ChallengeMode, Matchmaking, MatchmakingOverride, RatingPreference,
};
pub use read::ConfigError;

/// Everything that an operator can set.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// The server.
    pub url: String,
    /// Seconds without a first move of the opponent after which a game is aborted.
    pub abort_time: u64,
    /// Milliseconds kept in reserve for the way, besides the lag that is measured.
    pub move_overhead: u64,
    /// How many moves an opponent may take back in a game.
    pub max_takebacks_accepted: u32,
    /// Whether the win is claimed when the opponent has left.
    pub claim_victory: bool,
    /// When the bot is told to end: play on to the end of all games, or leave them to be
    /// resumed by the next start.
    pub quit_after_all_games_finish: bool,
    /// Where finished games go, and what is needed to resume running ones.
    pub pgn_directory: PathBuf,
    /// One file for all games, for each opponent, or for each game.
    pub pgn_file_grouping: Grouping,
    /// How the engine plays.
    pub engine: EngineSettings,
    /// Games of days.
    pub correspondence: Correspondence,
    /// Which challenges are accepted.
    pub challenge: Challenges,
    /// Which ones are made.
    pub matchmaking: Matchmaking,
    /// What is said at the beginning and at the end.
    pub greeting: Greeting,
    /// Who may ask what in the chat.
    pub chat: ChatCommands,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            url: "https://lichess.org".to_owned(),
            abort_time: 30,
            move_overhead: 200,
            max_takebacks_accepted: 0,
            claim_victory: true,
            quit_after_all_games_finish: true,
            pgn_directory: PathBuf::from("game_records"),
            pgn_file_grouping: Grouping::default(),
            engine: EngineSettings::default(),
            correspondence: Correspondence::default(),
            challenge: Challenges::default(),
            matchmaking: Matchmaking::default(),
            greeting: Greeting::default(),
            chat: ChatCommands::default(),
        }
    }
}

/// Which games share a PGN file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Grouping {
    /// All of them.
    #[default]
    All,
    /// Those against the same opponent.
    Opponent,
    /// None.
    Game,
}

/// Games of days.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Correspondence {
    /// Seconds for a move.
    pub move_time: f64,
    /// Seconds between two looks at the games.
    pub checkin_period: f64,
    /// How many of them are accepted at a time.
    pub max_games: usize,
}

impl Default for Correspondence {
    fn default() -> Correspondence {
        Correspondence { move_time: 60.0, checkin_period: 300.0, max_games: 20 }
    }
}
