// SPDX-License-Identifier: GPL-3.0-or-later
//! What a search tells while it runs: typed values, never text.

use std::time::Duration;

use chess::Move;

use crate::{Bound, Score, TimeReport};

/// One line of play with its score.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Info {
    /// The iteration that found it; 0 for a root without legal moves.
    pub depth: u32,
    /// The longest line of this iteration, in plies.
    pub seldepth: u32,
    /// 1 for the best line, 2 for the second best …
    pub multipv: usize,
    /// From the point of view of the side to move.
    pub score: Score,
    /// Whether the score is exact.
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

/// A finished depth: every line that was asked for, the best first. There is at least
/// one, and no more than one if the search was stopped before its first depth.
///
/// Lines of different depths can't be compared, so they are never told one by one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FinishedDepth {
    lines: Vec<Info>,
    effort: Option<u16>,
}

impl FinishedDepth {
    /// The best line and those behind it, numbered in this order.
    pub fn new(best: Info, others: impl IntoIterator<Item = Info>) -> FinishedDepth {
        let mut lines: Vec<Info> = std::iter::once(best).chain(others).collect();
        lines.iter_mut().enumerate().for_each(|(index, line)| line.multipv = index + 1);
        FinishedDepth { lines, effort: None }
    }

    /// The same with the share of the nodes that went into the best move, in per cent.
    #[must_use]
    pub fn with_effort(self, effort: Option<u16>) -> FinishedDepth {
        FinishedDepth { effort, ..self }
    }

    /// The share of the nodes that went into the best move, in per cent, where a search with
    /// a single line tells it.
    pub fn effort(&self) -> Option<u16> {
        self.effort
    }

    /// The best line.
    pub fn best(&self) -> &Info {
        &self.lines[0]
    }

    /// All lines, the best first.
    pub fn lines(&self) -> &[Info] {
        &self.lines
    }

    /// The same, for keeping.
    pub fn into_lines(self) -> Vec<Info> {
        self.lines
    }

    /// Without the lines after the first `most`; one is always kept.
    pub fn truncate(&mut self, most: usize) {
        self.lines.truncate(most.max(1));
    }
}

/// Everything a search may report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A depth is finished, or a better line than that of the last one was found
    /// before the search ended.
    Depth(FinishedDepth),
    /// The score left its window: a bound for the best line. Only in long searches
    /// (see [`LONG_SEARCH`](crate::LONG_SEARCH)) with a single line.
    Bound(Info),
    /// The root move being searched now. Only in long searches.
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
    /// Why the search took the time it took; the last event of a search that had
    /// a clock or a time.
    Time(TimeReport),
    /// The system gave fewer threads than were asked for.
    FewerThreads {
        /// Threads that search.
        running: usize,
    },
    /// What the ranks of a cluster did up to now.
    Ranks(RanksReport),
    /// Something happened to a rank of a cluster.
    Rank(RankNews),
}

/// What the ranks of a cluster did in a search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RanksReport {
    /// Each rank, the one that speaks with the GUI first.
    pub ranks: Vec<RankState>,
    /// Messages a second, sent and received by the first rank.
    pub messages: u64,
    /// Bytes a second, likewise.
    pub bytes: u64,
    /// Who found the move that is played, at the end of a search.
    pub found_by: Option<usize>,
}

/// What a rank does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RankState {
    /// Its number.
    pub rank: usize,
    /// The last depth it finished; 0 for none.
    pub depth: u32,
    /// Its nodes in this search.
    pub nodes: u64,
    /// Whether it is counted on.
    pub alive: bool,
}

/// Something happened to a rank.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RankNews {
    /// It was silent for too long: the others go on without it.
    Lost(usize),
    /// It speaks again and is given work again.
    Back(usize),
    /// It refused an order, in its words.
    Refused(usize, String),
    /// It sent nonsense, so many times by now.
    Garbage(usize, u64),
}
