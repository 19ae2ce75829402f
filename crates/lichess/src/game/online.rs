// SPDX-License-Identifier: GPL-3.0-or-later
//! Moves from public servers of lichess: its tablebases and its opening explorer. Both are off
//! unless the operator wants them, and neither is waited for long.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use chess::{Game, Move};
use journal::StopFlag;
use serde::Deserialize;

use super::verdict::Table;
use crate::api::{ApiError, Gate, Http, Method};
use crate::config::OnlineMoves;
use crate::log::Log;
use crate::timing::Timing;
use crate::token::{Token, TokenError};

/// A server that did not answer is left alone for so long; doubled with each further failure,
const FIRST_REST: f64 = 30.0;
/// up to this.
const LONGEST_REST: f64 = 3600.0;
/// The longest that an answer is waited for.
const MOST: Duration = Duration::from_secs(2);

/// The servers that may be asked.
pub struct Online {
    rules: OnlineMoves,
    tables: Option<Asked>,
    explorer: Option<Asked>,
}

/// A server, and whether it has answered lately: one that does not would cost every move two
/// seconds.
struct Asked {
    name: &'static str,
    http: Http,
    timing: Timing,
    log: Log,
    rest: Mutex<Rest>,
}

#[derive(Default)]
struct Rest {
    until: Option<Instant>,
    failures: i32,
}

/// A move from elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OnlineMove {
    /// It.
    pub mv: Move,
    /// What the tables say, if they were asked.
    pub table: Option<Table>,
}

#[derive(Deserialize)]
struct TableAnswer {
    category: String,
    moves: Vec<TableMove>,
}

#[derive(Deserialize)]
struct TableMove {
    uci: String,
}

#[derive(Deserialize)]
struct ExplorerAnswer {
    moves: Vec<ExplorerMove>,
}

#[derive(Deserialize)]
struct ExplorerMove {
    uci: String,
    white: u64,
    draws: u64,
    black: u64,
}

impl Online {
    /// The servers of the configuration. They never see our token; the explorer wants one since
    /// 2026, and gets the one of its own.
    ///
    /// # Errors
    /// If that can't be read.
    pub fn new(
        rules: &OnlineMoves,
        timing: Timing,
        stop: &StopFlag,
        log: &Log,
    ) -> Result<Online, TokenError> {
        let asked = |name, url: &str, token| {
            let gate = Arc::new(Gate::default());
            let http = Http::new(url, token, timing, gate, stop.clone(), log.clone());
            Asked { name, http, timing, log: log.clone(), rest: Mutex::default() }
        };
        let (tables, explorer) = (&rules.online_egtb, &rules.lichess_opening_explorer);
        let file = explorer.token_file.as_deref().filter(|_| explorer.enabled);
        let token = file.map(|file| Token::find(Some(file))).transpose()?;
        if explorer.enabled && token.is_none() {
            log.warning("the opening explorer answers nobody without a token: token_file");
        }
        Ok(Online {
            rules: rules.clone(),
            tables: tables.enabled.then(|| asked("tablebase server", &tables.url, None)),
            explorer: explorer.enabled.then(|| asked("opening explorer", &explorer.url, token)),
        })
    }

    /// A move for this position, with so much time on the clock.
    pub fn find(&self, game: &Game, left: Option<Duration>) -> Option<OnlineMove> {
        self.tables_move(game, left).or_else(|| self.explorer_move(game, left))
    }

    fn tables_move(&self, game: &Game, left: Option<Duration>) -> Option<OnlineMove> {
        let rules = &self.rules.online_egtb;
        let server = self.tables.as_ref()?;
        let position = game.position();
        let few = position.occupied().count() <= rules.max_pieces;
        if !few || !position.castling().is_empty() || !patient(left, rules.min_time) {
            return None;
        }
        let path = format!("/standard?fen={}", position.fen().replace(' ', "_"));
        let answer: TableAnswer = server.ask(&path)?;
        let mv = position.parse_uci(&answer.moves.first()?.uci).ok()?;
        let table = match answer.category.as_str() {
            // The last two are not sure of the fifty-move rule; the move is the best all the same.
            "win" | "syzygy-win" | "maybe-win" => Some(Table::Won),
            "loss" => Some(Table::Lost),
            "draw" | "cursed-win" | "blessed-loss" => Some(Table::Drawn),
            _ => return None,
        };
        Some(OnlineMove { mv, table })
    }

    fn explorer_move(&self, game: &Game, left: Option<Duration>) -> Option<OnlineMove> {
        let rules = &self.rules.lichess_opening_explorer;
        let server = self.explorer.as_ref()?;
        let position = game.position();
        let early = position.fullmove_number() <= rules.max_depth;
        if !early || game.repetitions() > 0 || !patient(left, rules.min_time) {
            return None;
        }
        let source: String = rules.source.chars().filter(char::is_ascii_alphanumeric).collect();
        let path = format!("/{source}?topGames=0&fen={}", position.fen().replace(' ', "%20"));
        let answer: ExplorerAnswer = server.ask(&path)?;
        let white = position.turn() == chess::Color::White;
        let rate = |row: &ExplorerMove| {
            let games = row.white + row.draws + row.black;
            let won = if white { row.white } else { row.black };
            (games >= rules.min_games.max(1)).then(|| (2 * won + row.draws) as f64 / games as f64)
        };
        let rated = answer.moves.iter().filter_map(|row| Some((rate(row)?, row)));
        let (_, best) = rated.max_by(|a, b| a.0.total_cmp(&b.0))?;
        Some(OnlineMove { mv: position.parse_uci(&best.uci).ok()?, table: None })
    }
}

impl Asked {
    fn ask<T: serde::de::DeserializeOwned>(&self, path: &str) -> Option<T> {
        // A server that asked for silence is not waited for, and neither is one that is down.
        let resting = self.lock().until.is_some_and(|until| Instant::now() < until);
        if self.http.silence().is_some() || resting {
            return None;
        }
        let answer = self.http.ask_within(Method::Get, path, MOST);
        let answer = answer.and_then(|text| {
            serde_json::from_str(&text).map_err(|error| ApiError::Unreadable(error.to_string()))
        });
        match answer {
            Ok(answer) => {
                *self.lock() = Rest::default();
                Some(answer)
            }
            // It knows nothing about this position, which is an answer.
            Err(ApiError::Refused { status: 404, .. } | ApiError::Stopped) => None,
            Err(error) => {
                self.failed(&error);
                None
            }
        }
    }

    fn failed(&self, error: &ApiError) {
        let mut rest = self.lock();
        let seconds = (FIRST_REST * 2f64.powi(rest.failures.min(20))).min(LONGEST_REST);
        rest.failures += 1;
        rest.until = Some(Instant::now() + self.timing.seconds(seconds));
        let hint = match error {
            ApiError::NotAllowed { .. } => "; it wants a token: token_file",
            _ => "",
        };
        let name = self.name;
        self.log.warning(format_args!("{name}: {error}; not asked for {seconds:.0} s{hint}"));
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Rest> {
        self.rest.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn patient(left: Option<Duration>, least: u64) -> bool {
    left.is_none_or(|left| left >= Duration::from_secs(least))
}
