// SPDX-License-Identifier: GPL-3.0-or-later
//! What a search tells while it runs: typed values, never text.

use std::time::Duration;

use chess::Move;

use crate::{Bound, Score, TimeReport};

/// One line of play with its verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Info {
    /// The iteration that found it; 0 for a root without legal moves.
    pub depth: u32,
    /// The longest line looked at in this iteration, in half-moves.
    pub seldepth: u32,
    /// 1 for the best line, 2 for the second best …
    pub multipv: usize,
    /// The verdict, from the view of the side to move.
    pub score: Score,
    /// Whether the verdict is exact.
    pub bound: Bound,
    /// Win, draw and loss in per mille (sum 1000), when the job asked for it.
    pub wdl: Option<[u16; 3]>,
    /// Nodes of all threads since the job began.
    pub nodes: u64,
    /// Time since the job began.
    pub time: Duration,
    /// How full the transposition table is, in per mille.
    pub hashfull: u16,
    /// Tablebase probes that hit.
    pub tbhits: u64,
    /// The line; every move is legal, and the line ends where the game does.
    pub pv: Vec<Move>,
}

/// Everything a search may report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A line, or a better bound for one.
    Info(Info),
    /// The root move being searched now. Sent only after three seconds, when
    /// somebody may have begun to wonder.
    CurrentMove {
        /// The iteration.
        depth: u32,
        /// The move.
        mv: Move,
        /// Its number in the order of search, from 1.
        number: usize,
    },
    /// A sign of life, sent about once a second.
    Heartbeat {
        /// Nodes of all threads since the job began.
        nodes: u64,
        /// Time since the job began.
        time: Duration,
        /// How full the transposition table is, in per mille.
        hashfull: u16,
        /// Tablebase probes that hit.
        tbhits: u64,
    },
    /// Why the search took the time it took; the last word of a search that had
    /// a clock or a time.
    Time(TimeReport),
    /// Something a person may want to know.
    Note(String),
}
