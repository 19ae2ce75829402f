// SPDX-License-Identifier: GPL-3.0-or-later
//! One order to a search, and its answer.

use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::{Duration, Instant};

use chess::{Game, Move};

use crate::{
    Control, Exchange, Latency, Limits, Opponent, Tablebase, TablebaseSettings, TimeModel,
    TimeTables,
};

/// Options that a search needs, as plain values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// How many lines to report. 0 is treated as 1.
    pub multipv: usize,
    /// Whether to report win, draw and loss chances.
    pub show_wdl: bool,
    /// Whether the game is Chess960; moves are the same, only their text differs.
    pub chess960: bool,
    /// What the side to move at the root would give to avoid a draw, in
    /// centipawns: a draw is worth minus this to it.
    pub contempt: i32,
    /// What a move may cost, in centipawns, that the opponent does not expect: another than the
    /// best is played if there is one. `None`: the best move.
    pub unexpected: Option<i32>,
    /// How the clock is shared out.
    pub time_model: TimeModel,
    /// What of the opponent counts for the clock; nothing by default.
    pub opponent: Opponent,
    /// How long games last, for the model that asks.
    pub time_tables: TimeTables,
    /// So many nodes are a millisecond, whatever a watch says; `None`: time is time. Games by such
    /// a clock come out the same on any machine.
    pub nodes_per_ms: Option<NonZeroU32>,
    /// When tablebases are asked, if the job brings any.
    pub tables: TablebaseSettings,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            multipv: 1,
            show_wdl: false,
            chess960: false,
            contempt: 0,
            unexpected: None,
            time_model: TimeModel::default(),
            opponent: Opponent::default(),
            time_tables: TimeTables::default(),
            nodes_per_ms: None,
            tables: TablebaseSettings::default(),
        }
    }
}

/// What to search, how long, and since when.
#[derive(Clone, Debug)]
pub struct Job {
    /// The position with its history, which repetitions depend on.
    pub game: Game,
    /// When to end.
    pub limits: Limits,
    /// What the clock loses beside the search.
    pub latency: Latency,
    /// How to search and what to report.
    pub settings: Settings,
    /// When the order arrived; all times count from here.
    pub started: Instant,
    /// What is known about positions with few pieces.
    pub tables: Option<Arc<dyn Tablebase>>,
    /// Where the search meets those of other machines.
    pub exchange: Option<Arc<Exchange>>,
}

impl Job {
    /// A job that starts now, with default settings.
    pub fn new(game: Game, limits: Limits) -> Self {
        let (settings, started) = (Settings::default(), Instant::now());
        let latency = Latency::default();
        Job { game, limits, latency, settings, started, tables: None, exchange: None }
    }

    /// Time on our own clock after so many nodes.
    pub fn on_clock(&self, control: &Control, nodes: u64) -> Duration {
        match self.settings.nodes_per_ms {
            None => control.time_on_clock(self.started),
            Some(_) if control.is_pondering() => Duration::ZERO,
            Some(rate) => nodes_as_time(nodes, rate),
        }
    }

    /// Time since the order, the opponent's included.
    pub fn elapsed(&self, nodes: u64) -> Duration {
        match self.settings.nodes_per_ms {
            None => self.started.elapsed(),
            Some(rate) => nodes_as_time(nodes, rate),
        }
    }
}

/// What so many nodes are on a clock that counts nodes.
pub fn nodes_as_time(nodes: u64, per_ms: NonZeroU32) -> Duration {
    let micros = u128::from(nodes) * 1000 / u128::from(per_ms.get());
    Duration::from_micros(u64::try_from(micros).unwrap_or(u64::MAX))
}

/// The answer of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// The move to play; `None` if there is none (or none that was allowed).
    pub best: Option<Move>,
    /// The expected reply, legal after `best`.
    pub ponder: Option<Move>,
    /// Nodes of all threads.
    pub nodes: u64,
    /// Those of them that belong to quiescence (Axon §1).
    pub qnodes: u64,
}
