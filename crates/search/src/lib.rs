// SPDX-License-Identifier: GPL-3.0-or-later
//! Searches: how a move is found, and when to stop looking.
//!
//! A search is known to the other crates only through the [`Search`]
//! trait: a [`Job`] goes in, [`Event`]s come out while it runs, an [`Outcome`]
//! ends it, and a [`Control`] stops it from another thread. Values only; text
//! is made elsewhere.
#![deny(unsafe_code)]

mod alphabeta;
mod clock;
mod control;
mod event;
mod exchange;
mod job;
mod limits;
mod mcts;
pub mod polling;
pub mod pv;
mod score;
mod tablebase;
mod tt;
pub mod tunables;
pub mod value;
mod win_chance;
mod winrate;

pub use alphabeta::{AlphaBeta, nothing_to_search};
pub use clock::{
    Adjust, Allotment, ClockState, Gap, Iteration, Lag, MovePair, Opponent, Signals, StopReason,
    TimeModel, TimeReport, TimeTables, TimeTablesError, TimeTrap, Timer, Watch,
};
pub use control::Control;
pub use event::{Event, FinishedDepth, Info, RankNews, RankState, RanksReport};
pub use exchange::{Exchange, SharedEntry};
pub use job::{Job, Outcome, Settings, nodes_as_time};
pub use limits::{Clock, Latency, Limits};
pub use mcts::{Mcts, MctsVariant};
pub use polling::LONG_SEARCH;
pub use score::{Bound, Score};
pub use tablebase::{Dtz, RankedMove, Ranking, Tablebase, TablebaseSettings, Wdl};
pub use win_chance::WinChance;
pub use winrate::chances;

/// The table of the wanted size could not be had; the old one is still there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no memory for a hash table of {wanted} MiB; still using {kept} MiB")]
pub struct HashError {
    /// The size asked for, in MiB.
    pub wanted: usize,
    /// The size still in use, in MiB.
    pub kept: usize,
}

/// Anything that can choose a move.
pub trait Search: Send {
    /// Resizes the transposition table and forgets what was in it. A failed
    /// allocation keeps the old table, size and contents.
    fn set_hash(&mut self, mib: usize) -> Result<(), HashError>;

    /// How many threads the next search uses; 0 is treated as 1.
    fn set_threads(&mut self, n: usize);

    /// Forgets everything learnt: the next search is as repeatable as the first.
    fn new_game(&mut self);

    /// An option was set, whatever it means: for a search that passes it on to others. Most have
    /// no use for it.
    fn option_set(&mut self, _name: &str, _value: Option<&str>) {}

    /// Searches until a limit is reached or `control` says stop.
    ///
    /// Reports at least one [`FinishedDepth`] before it returns; for a finished
    /// game that is one of depth 0 without a line. It returns as soon as its
    /// limits are reached, even when the job is infinite or still pondering:
    /// holding the answer back is the caller's part.
    fn think(&mut self, job: &Job, control: &Control, report: &mut dyn FnMut(Event)) -> Outcome;
}
