// SPDX-License-Identifier: GPL-3.0-or-later
//! The validated description of a tournament.
//!
//! Everything that plays games reads only this: no argument text survives past
//! this door. A value made by the parsers in this module has been checked (at
//! least two engines, unique names, every engine has a limit, ...).
//!
//! ```
//! use arena::options::{EngineConfig, TournamentConfig};
//!
//! let config = TournamentConfig::between(vec![
//!     EngineConfig::new("new", "./engine-new"),
//!     EngineConfig::new("old", "./engine-old"),
//! ]);
//! assert_eq!(config.total_games(), 4);
//! // The second game of a pair repeats the opening with colours swapped.
//! assert_eq!(config.slot(0, 0).opening, config.slot(0, 1).opening);
//! assert!(config.slot(0, 1).swapped);
//! ```

use std::path::PathBuf;
use std::time::Duration;

pub use play::{ClockRule, CommentFields, TimeControl};
use serde::{Deserialize, Serialize};

/// The whole tournament.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TournamentConfig {
    /// The players, in the order given; their index is their identity.
    pub engines: Vec<EngineConfig>,
    /// Who meets whom.
    pub pairing: Pairing,
    /// How often every encounter is repeated.
    pub rounds: u32,
    /// Games of one encounter in one round.
    pub games_per_encounter: u32,
    /// How many successive games of two engines share an opening (2: a pair).
    pub opening_repeats: u32,
    /// Whether colours alternate between successive games of two engines.
    pub swap_colours: bool,
    /// Whether the second engine of an encounter begins with White.
    pub reverse: bool,
    /// Where games begin; without it, the initial position of the variant.
    pub openings: Option<Openings>,
    /// The rules of castling and set-up.
    pub variant: Variant,
    /// Games played at the same time.
    pub concurrency: usize,
    /// Pause after each game of a worker (for engines that need to cool down).
    pub wait: Duration,
    /// Seed of everything random.
    pub seed: u64,
    /// Stop when this test has decided (two engines only).
    pub sprt: Option<SprtConfig>,
    /// Adjudicate a loss.
    pub resign: Option<ResignRule>,
    /// Adjudicate a draw.
    pub draw: Option<DrawRule>,
    /// Adjudicate a draw after this many full moves.
    pub max_moves: Option<u32>,
    /// Adjudicate by tablebases.
    pub tablebases: Option<TablebaseRule>,
    /// Start a crashed engine again and go on; without it, the tournament
    /// stops after the first crash or stall, in an orderly manner.
    pub recover: bool,
    /// Stop at the first warning.
    pub strict: bool,
    /// Whether lines to a mate must be whole.
    pub check_mate_lines: bool,
    /// Which part of the games is played here.
    pub shard: Option<Shard>,
    /// What becomes of games that a machine decided which stood still.
    pub stalls: Stalls,
    /// How long an engine may take over its handshake.
    pub startup_timeout: Duration,
    /// How long an engine may take over `isready`/`ping` and `ucinewgame`.
    pub ping_timeout: Duration,
    /// Pin each worker's engines to processors of their own.
    pub affinity: Affinity,
    /// PGN file of the games.
    pub pgn: Option<PgnOutput>,
    /// File with the games in progress.
    pub live_pgn: Option<PathBuf>,
    /// EPD file of the final positions.
    pub epd: Option<EpdOutput>,
    /// File of finished games from which the same command continues.
    pub journal: Option<PathBuf>,
    /// Whether an existing journal is forgotten instead of continued.
    pub discard_journal: bool,
    /// Engine conversation and trouble.
    pub log: Option<LogOutput>,
    /// Event name of the PGN.
    pub event: String,
    /// Site of the PGN.
    pub site: String,
    /// What is printed and written about the results.
    pub report: ReportConfig,
}

/// One player.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct EngineConfig {
    /// Unique name.
    pub name: String,
    /// Program to run.
    pub command: String,
    /// Its arguments.
    pub args: Vec<String>,
    /// Its working directory.
    pub directory: Option<PathBuf>,
    /// The language it speaks.
    pub protocol: Protocol,
    /// UCI options (or xboard features) to set, in order. An empty value
    /// presses a button.
    pub options: Vec<(String, String)>,
    /// Lines sent verbatim after the handshake.
    pub init_lines: Vec<String>,
    /// What it may use to think.
    pub limits: EngineLimits,
    /// Whether it thinks on the opponent's time.
    pub ponder: bool,
    /// When its process is started afresh.
    pub restart: Restart,
    /// Whether its scores are from White's view (some xboard engines).
    pub white_pov: bool,
    /// Where its standard error goes.
    pub stderr: Option<PathBuf>,
    /// Believe its mate scores: a game is over when it announces a mate for itself.
    pub trust: bool,
    /// Factor on everything that is waited for outside its clock.
    pub timeout_scale: f64,
}

/// UCI or xboard.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Protocol {
    /// Universal chess interface.
    Uci,
    /// Chess engine communication protocol, version 1 or 2.
    Xboard,
}

/// When an engine's process is started afresh.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Restart {
    /// Only if the engine asks for it (xboard `reuse=0`) or has failed.
    Auto,
    /// Before every game.
    On,
    /// Never, except after a failure with recovery on.
    Off,
}

/// What an engine may use for a move or a game. Several limits may hold at
/// once: the first reached ends the search.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct EngineLimits {
    /// The clock.
    pub clock: ClockRule,
    /// Nodes per move.
    pub nodes: Option<u64>,
    /// Plies per move.
    pub depth: Option<u32>,
    /// How far past its time an engine may be before it forfeits.
    pub margin: Duration,
}

/// Who meets whom.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Pairing {
    /// Everybody meets everybody.
    RoundRobin,
    /// Everybody meets everybody, in the order in which they were added: each engine plays all
    /// those before it.
    Pyramid,
    /// Each of the first `seeds` engines meets each of the others.
    Gauntlet {
        /// Number of engines in the gauntlet.
        seeds: usize,
    },
}

/// Where games begin.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Openings {
    /// The book.
    pub file: PathBuf,
    /// Its format.
    pub format: BookFormat,
    /// The order in which it is read.
    pub order: BookOrder,
    /// At most this many plies of each PGN line.
    pub plies: Option<u32>,
    /// First opening to use, counted from 1 (in the order above).
    pub start: u64,
    /// When the next opening is taken.
    pub policy: OpeningPolicy,
}

/// Format of a book.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BookFormat {
    /// A position per line.
    Epd,
    /// Games.
    Pgn,
}

/// Order of a book.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BookOrder {
    /// Shuffled by the seed.
    Random,
    /// As in the file.
    Sequential,
}

/// When the next opening is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OpeningPolicy {
    /// After `opening_repeats` games of two engines; every encounter of the
    /// same round takes openings of its own.
    Default,
    /// Once per encounter: all its games of a round share an opening.
    Encounter,
    /// Once per round: all encounters of a round share an opening.
    Round,
}

/// The chess that is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Variant {
    /// Ordinary chess.
    Standard,
    /// Chess960.
    Fischerandom,
}

/// A sequential probability ratio test.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct SprtConfig {
    /// Elo of the null hypothesis.
    pub elo0: f64,
    /// Elo of the alternative.
    pub elo1: f64,
    /// Accepted probability of a false positive.
    pub alpha: f64,
    /// Accepted probability of a false negative.
    pub beta: f64,
    /// What an Elo is.
    pub model: SprtModel,
}

/// The scale of the SPRT's Elo bounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SprtModel {
    /// Elo divided by the spread of results: the same test length at any draw
    /// rate.
    Normalized,
    /// The usual Elo.
    Logistic,
    /// BayesElo, on games instead of pairs.
    Bayesian,
}

/// Adjudicate a loss: an engine's own score is at or below `-score` for
/// `moves` of its moves in a row (and, if two-sided, the opponent agrees).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResignRule {
    /// Successive moves.
    pub moves: u32,
    /// Centipawns.
    pub score: i32,
    /// Whether both engines must see it so.
    pub two_sided: bool,
}

/// Adjudicate a draw: once `from_move` full moves are over, both engines' scores lie within
/// `score` of zero for `moves` moves each in a row without a capture or a pawn move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct DrawRule {
    /// Full moves that must be over.
    pub from_move: u32,
    /// Successive moves of each side.
    pub moves: u32,
    /// Centipawns.
    pub score: i32,
    /// Which full moves are counted.
    pub counted: MoveNumbers,
}

/// Which number a move has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MoveNumbers {
    /// The one in the FEN, as in fastchess: an opening position says where it stands.
    Position,
    /// Counted from the first move of the opening, as in cutechess-cli.
    Played,
}

/// Where fastchess and cutechess-cli mean different things by the same words, whose meaning
/// holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Compat {
    /// fastchess's.
    #[default]
    Fastchess,
    /// cutechess-cli's.
    Cutechess,
}

/// Adjudicate by endgame tablebases.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TablebaseRule {
    /// Directories.
    pub paths: Vec<PathBuf>,
    /// At most this many pieces, kings included.
    pub pieces: Option<u32>,
    /// Treat cursed wins and blessed losses as wins and losses.
    pub ignore_fifty_moves: bool,
    /// Which results end a game.
    pub adjudicate: TablebaseResults,
}

/// Which tablebase results end a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TablebaseResults {
    /// Wins and losses alone.
    WinLoss,
    /// Draws alone.
    Draw,
    /// Both.
    Both,
}

/// Pinning of engines to processors.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Affinity {
    /// The operating system decides.
    Off,
    /// One processor per worker, in order.
    On,
    /// One processor per worker, out of these.
    Cpus(Vec<usize>),
}

/// The PGN file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PgnOutput {
    /// Where it goes; appended to.
    pub file: PathBuf,
    /// How moves are written.
    pub notation: Notation,
    /// Start an empty file instead of appending.
    pub truncate: bool,
    /// Only the seven tags and moves without comments.
    pub minimal: bool,
    /// Leave out unfinished games.
    pub finished_only: bool,
    /// What comments hold beyond score, depth and time.
    pub comments: CommentFields,
    /// Patterns: the last line of an engine that fits goes into its move's comment.
    pub match_lines: Vec<String>,
    /// Tell the checksum of the file at the end.
    pub crc32: bool,
}

/// How moves are written in PGN.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Notation {
    /// `Nf3`, as the standard asks.
    San,
    /// `Ng1-f3`.
    Lan,
    /// `g1f3`.
    Uci,
}

/// The EPD file of final positions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EpdOutput {
    /// Where it goes.
    pub file: PathBuf,
    /// Start an empty file instead of appending.
    pub truncate: bool,
}

/// The log.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LogOutput {
    /// Where it goes; `None` for standard error.
    pub file: Option<PathBuf>,
    /// What is worth a line.
    pub level: LogLevel,
    /// Append to an existing file.
    pub append: bool,
    /// Log the whole conversation with the engines.
    pub engine: bool,
}

/// What is worth a log line; each level includes those before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LogLevel {
    /// What stops the tournament.
    Fatal,
    /// Failures of engines.
    Error,
    /// Violations of engines.
    Warn,
    /// Starts and ends of games.
    Info,
    /// Everything.
    Trace,
}

/// What is printed and written about the results.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ReportConfig {
    /// Whose lines are printed.
    pub format: OutputFormat,
    /// Show pair statistics.
    pub penta: bool,
    /// Show how much longer engines took than they said.
    pub latency: bool,
    /// Full report every so many complete pairs, or games where there are no pair statistics;
    /// 0: at the end only.
    pub rating_interval: u32,
    /// Score line every so many games; 0: never.
    pub score_interval: u32,
    /// How games ended, every so many games; 0: never.
    pub outcome_interval: u32,
    /// Result file for programs.
    pub json: Option<PathBuf>,
    /// Result page for people.
    pub html: Option<PathBuf>,
    /// Name of the engine whose rating is fixed.
    pub anchor: Option<String>,
    /// The rating it is fixed at.
    pub anchor_rating: f64,
    /// Whether a table may be drawn on a terminal.
    pub live: Live,
}

/// Whether a live table is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Live {
    /// If standard output is a terminal.
    Auto,
    /// Never: lines only.
    Never,
}

/// Whose lines are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OutputFormat {
    /// Like fastchess.
    Fastchess,
    /// Like cutechess-cli.
    Cutechess,
}

/// Where a game stands among the games of two engines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct GameSlot {
    /// Which opening of this encounter, counted from 0. Games of the same
    /// encounter with equal numbers form a pair.
    pub opening: u32,
    /// Whether the second engine of the encounter has White.
    pub swapped: bool,
}

/// A part of the games, for several processes or machines that share a tournament.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shard {
    /// Which part, from 1.
    pub index: u32,
    /// Of how many.
    pub count: u32,
}

/// What becomes of a game that was lost on time while the machine stood still,
/// if the move would have been in time without that.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Stalls {
    /// It counts.
    #[default]
    Count,
    /// It is played again.
    Replay,
}

impl TournamentConfig {
    /// A tournament of these engines with every other setting at its default.
    pub fn between(engines: Vec<EngineConfig>) -> TournamentConfig {
        TournamentConfig {
            engines,
            pairing: Pairing::RoundRobin,
            rounds: 2,
            games_per_encounter: 2,
            opening_repeats: 2,
            swap_colours: true,
            reverse: false,
            openings: None,
            variant: Variant::Standard,
            concurrency: 1,
            wait: Duration::ZERO,
            seed: 0,
            sprt: None,
            resign: None,
            draw: None,
            max_moves: None,
            tablebases: None,
            recover: false,
            strict: false,
            check_mate_lines: false,
            shard: None,
            stalls: Stalls::Count,
            startup_timeout: Duration::from_secs(10),
            ping_timeout: Duration::from_secs(60),
            affinity: Affinity::Off,
            pgn: None,
            live_pgn: None,
            epd: None,
            journal: None,
            discard_journal: false,
            log: None,
            event: "Xanthos match".to_owned(),
            site: "?".to_owned(),
            report: ReportConfig::default(),
        }
    }

    /// The encounters of one round, in playing order: indices of engines, the
    /// first of which is the one that begins with White.
    pub fn encounters(&self) -> Vec<(usize, usize)> {
        let count = self.engines.len();
        let first = match self.pairing {
            Pairing::Pyramid => {
                return (1..count).flat_map(|b| (0..b).map(move |a| (a, b))).collect();
            }
            Pairing::RoundRobin => count,
            Pairing::Gauntlet { seeds } => seeds.min(count),
        };
        let mut pairs = Vec::new();
        for a in 0..first {
            let rest = match self.pairing {
                Pairing::RoundRobin | Pairing::Pyramid => a + 1,
                Pairing::Gauntlet { .. } => first,
            };
            pairs.extend((rest..count).map(|b| (a, b)));
        }
        pairs
    }

    /// Games of the whole tournament.
    pub fn total_games(&self) -> u64 {
        self.encounters().len() as u64
            * u64::from(self.rounds)
            * u64::from(self.games_per_encounter)
    }

    /// Opening and colours of game `game` (from 0) of round `round` (from 0)
    /// of an encounter.
    pub fn slot(&self, round: u32, game: u32) -> GameSlot {
        let number = round * self.games_per_encounter + game;
        let policy = self.openings.as_ref().map_or(OpeningPolicy::Default, |o| o.policy);
        GameSlot {
            opening: match policy {
                OpeningPolicy::Default => number / self.opening_repeats.max(1),
                OpeningPolicy::Encounter | OpeningPolicy::Round => round,
            },
            swapped: self.reverse != (self.swap_colours && number % 2 == 1),
        }
    }

    /// Whether games come in pairs of one opening with both colours, so that
    /// the pair can be the unit of statistics.
    pub fn is_paired(&self) -> bool {
        let per_opening = match self.openings.as_ref().map(|o| o.policy) {
            None | Some(OpeningPolicy::Default) => self.opening_repeats,
            Some(_) => self.games_per_encounter,
        };
        self.swap_colours && per_opening == 2
    }
}

impl EngineConfig {
    /// A UCI engine with a clock of 1+0.01 seconds and nothing else said.
    pub fn new(name: &str, command: &str) -> EngineConfig {
        EngineConfig {
            name: name.to_owned(),
            command: command.to_owned(),
            args: Vec::new(),
            directory: None,
            protocol: Protocol::Uci,
            options: Vec::new(),
            init_lines: Vec::new(),
            limits: EngineLimits {
                clock: ClockRule::Game(TimeControl {
                    moves: None,
                    base: Duration::from_secs(1),
                    increment: Duration::from_millis(10),
                }),
                nodes: None,
                depth: None,
                margin: Duration::ZERO,
            },
            ponder: false,
            restart: Restart::Auto,
            white_pov: false,
            stderr: None,
            trust: false,
            timeout_scale: 1.0,
        }
    }
}

impl Default for ReportConfig {
    fn default() -> ReportConfig {
        ReportConfig {
            format: OutputFormat::Fastchess,
            penta: true,
            latency: false,
            rating_interval: 10,
            score_interval: 1,
            outcome_interval: 0,
            json: None,
            html: None,
            anchor: None,
            anchor_rating: 0.0,
            live: Live::Auto,
        }
    }
}
