// SPDX-License-Identifier: GPL-3.0-or-later
//! Moves from public servers of lichess: its tablebases and its opening explorer. Both are off
//! unless the operator wants them, and neither is waited for long.

use std::sync::Arc;
use std::time::Duration;

use chess::{Game, Move};
use journal::StopFlag;
use serde::Deserialize;

use super::verdict::Table;
use crate::api::{Gate, Http, Method};
use crate::config::OnlineMoves;
use crate::log::Log;
use crate::timing::Timing;

/// The longest that an answer is waited for.
const MOST: Duration = Duration::from_secs(2);

/// The servers that may be asked.
pub struct Online {
    rules: OnlineMoves,
    tables: Option<Http>,
    explorer: Option<Http>,
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
    /// The servers of the configuration. They never see our token.
    pub fn new(rules: &OnlineMoves, timing: Timing, stop: &StopFlag, log: &Log) -> Online {
        let client = |wanted: bool, url: &str| {
            let gate = Arc::new(Gate::default());
            wanted.then(|| Http::new(url, None, timing, gate, stop.clone(), log.clone()))
        };
        Online {
            rules: rules.clone(),
            tables: client(rules.online_egtb.enabled, &rules.online_egtb.url),
            explorer: client(
                rules.lichess_opening_explorer.enabled,
                &rules.lichess_opening_explorer.url,
            ),
        }
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
        let answer: TableAnswer = ask(server, &path)?;
        let mv = position.parse_uci(&answer.moves.first()?.uci).ok()?;
        let table = match answer.category.as_str() {
            "win" => Some(Table::Won),
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
        let answer: ExplorerAnswer = ask(server, &path)?;
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

fn ask<T: serde::de::DeserializeOwned>(server: &Http, path: &str) -> Option<T> {
    // A server that asked for silence is not waited for.
    if server.silence().is_some() {
        return None;
    }
    serde_json::from_str(&server.ask_within(Method::Get, path, MOST).ok()?).ok()
}

fn patient(left: Option<Duration>, least: u64) -> bool {
    left.is_none_or(|left| left >= Duration::from_secs(least))
}
