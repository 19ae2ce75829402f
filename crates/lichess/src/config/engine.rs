// SPDX-License-Identifier: GPL-3.0-or-later
//! How the engine plays: who, how strongly, with which book, tables and rules of conduct.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

/// The engine's part of the configuration.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct EngineSettings {
    /// Whether it thinks on the opponent's time, where cores are free for it.
    pub ponder: bool,
    /// Who plays: an engine of docs/personas.md.
    pub persona: String,
    /// How strongly, as a rating from 500 to 3000; the full strength if absent.
    pub elo: Option<i64>,
    /// A list to take the persona of the day from, one after the other; empty for none.
    pub persona_of_the_day: Vec<String>,
    /// Whether an opponent may choose with `!persona` and `!level` in the chat.
    pub choice: Choice,
    /// An opening book.
    pub polyglot: Polyglot,
    /// When to give up, and when to be content with a draw.
    pub draw_or_resign: DrawOrResign,
    /// Questions to servers of lichess.
    pub online_moves: OnlineMoves,
    /// Local tablebases.
    pub lichess_bot_tbs: Tables,
    /// Any options of docs/options.md.
    pub uci_options: BTreeMap<String, toml::Value>,
    /// Limits of every search besides the clock.
    pub go_commands: GoCommands,
}

impl Default for EngineSettings {
    fn default() -> EngineSettings {
        EngineSettings {
            ponder: true,
            persona: "xanthos".to_owned(),
            elo: None,
            persona_of_the_day: Vec::new(),
            choice: Choice::default(),
            polyglot: Polyglot::default(),
            draw_or_resign: DrawOrResign::default(),
            online_moves: OnlineMoves::default(),
            lichess_bot_tbs: Tables::default(),
            uci_options: BTreeMap::new(),
            go_commands: GoCommands::default(),
        }
    }
}

/// In which games an opponent may choose persona and level.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Choice {
    /// In none.
    Never,
    /// In those that do not count.
    #[default]
    Casual,
    /// In all.
    Always,
}

/// An opening book: Polyglot or a trie of this project, or the one that is built in.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Polyglot {
    /// Whether it is used.
    pub enabled: bool,
    /// Its file; the built-in openings if absent.
    pub book: Option<String>,
    /// The last move number at which it is used.
    pub max_depth: u32,
    /// How a move is chosen.
    pub selection: Selection,
}

impl Default for Polyglot {
    fn default() -> Polyglot {
        Polyglot { enabled: true, book: None, max_depth: 20, selection: Selection::default() }
    }
}

/// How a book move is chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Selection {
    /// By chance, as often as the book plays it.
    #[default]
    WeightedRandom,
    /// The best by score.
    BestMove,
}

/// When to give up, and when to be content with a draw. Scores are in centipawns.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct DrawOrResign {
    /// Whether it gives up at all.
    pub resign_enabled: bool,
    /// At this score or below,
    pub resign_score: i32,
    /// for so many moves in a row.
    pub resign_moves: usize,
    /// Also at once when a tablebase says that the game is lost.
    pub resign_for_egtb_minus_two: bool,
    /// Whether it offers and accepts draws.
    pub offer_draw_enabled: bool,
    /// At this score or closer to 0,
    pub offer_draw_score: i32,
    /// for so many moves in a row,
    pub offer_draw_moves: usize,
    /// with so many pieces on the board or fewer.
    pub offer_draw_pieces: u32,
    /// Also at once when a tablebase says that the game is drawn.
    pub offer_draw_for_egtb_zero: bool,
    /// An offer that was not accepted is repeated after so many moves.
    pub offer_draw_every: usize,
}

impl Default for DrawOrResign {
    fn default() -> DrawOrResign {
        DrawOrResign {
            resign_enabled: false,
            resign_score: -1000,
            resign_moves: 3,
            resign_for_egtb_minus_two: true,
            offer_draw_enabled: true,
            offer_draw_score: 0,
            offer_draw_moves: 10,
            offer_draw_pieces: 10,
            offer_draw_for_egtb_zero: true,
            offer_draw_every: 15,
        }
    }
}

/// Questions to public servers; all off unless the operator wants them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct OnlineMoves {
    /// The tablebase server.
    pub online_egtb: OnlineTables,
    /// The opening explorer.
    pub lichess_opening_explorer: OpeningExplorer,
}

/// The tablebase server of lichess.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct OnlineTables {
    /// Whether it is asked.
    pub enabled: bool,
    /// With so many seconds on the clock or more.
    pub min_time: u64,
    /// With so many pieces on the board or fewer.
    pub max_pieces: u32,
    /// Where it is.
    pub url: String,
}

impl Default for OnlineTables {
    fn default() -> OnlineTables {
        OnlineTables {
            enabled: false,
            min_time: 20,
            max_pieces: 7,
            url: "https://tablebase.lichess.org".to_owned(),
        }
    }
}

/// The opening explorer of lichess.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct OpeningExplorer {
    /// Whether it is asked.
    pub enabled: bool,
    /// With so many seconds on the clock or more.
    pub min_time: u64,
    /// `masters` or `lichess`.
    pub source: String,
    /// Moves of fewer games do not count.
    pub min_games: u64,
    /// The last move number at which it is asked.
    pub max_depth: u32,
    /// A file with a token of lichess alone in it; one that allows nothing is enough. The explorer
    /// answers nobody without one, and the bot's own is not shown to it.
    pub token_file: Option<PathBuf>,
    /// Where it is.
    pub url: String,
}

impl Default for OpeningExplorer {
    fn default() -> OpeningExplorer {
        OpeningExplorer {
            enabled: false,
            min_time: 20,
            source: "masters".to_owned(),
            min_games: 10,
            max_depth: 10,
            token_file: None,
            url: "https://explorer.lichess.org".to_owned(),
        }
    }
}

/// Local tablebases, under the name that they have in lichess-bot.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Tables {
    /// Syzygy tables.
    pub syzygy: Syzygy,
}

/// Syzygy tables.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Syzygy {
    /// Whether they are used.
    pub enabled: bool,
    /// Their folders.
    pub paths: Vec<String>,
    /// With so many pieces on the board or fewer.
    pub max_pieces: u32,
}

impl Default for Syzygy {
    fn default() -> Syzygy {
        Syzygy { enabled: false, paths: Vec::new(), max_pieces: 7 }
    }
}

/// Limits of every search besides the clock.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct GoCommands {
    /// Nodes.
    pub nodes: Option<u64>,
    /// Plies.
    pub depth: Option<u32>,
    /// Milliseconds.
    pub movetime: Option<u64>,
}
