// SPDX-License-Identifier: GPL-3.0-or-later
//! What is known about a move that was played.

use crate::protocol::{Notation, Variation};
use chess::{Color, Game};
use engine::time_report;
use play::{MoveRecord, Pondered, Thinking};
use search::{Info, Score, StopReason, TimeReport};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// A move of a game and what was thought of it.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PlayedMove {
    /// In UCI notation.
    pub uci: String,
    /// In standard algebraic notation.
    #[serde(default)]
    pub san: String,
    /// Who played it, where one is a person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub by: Option<Mover>,
    /// What it cost.
    #[serde(default)]
    pub used_ms: u64,
    /// Where the clock stood after it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left_ms: Option<u64>,
    /// What the engine thought.
    #[serde(default, flatten)]
    pub search: SearchSummary,
}

/// Who moves in a game of a person against the engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
#[allow(missing_docs)]
pub enum Mover {
    You,
    Engine,
}

/// What an engine found in the search for its move.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SearchSummary {
    /// What it is worth.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<Score>,
    /// How deep it looked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// How much it looked at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// What it expects next, as SAN.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub line: Vec<String>,
    /// Whether it came from a book.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub book: bool,
    /// Why it took the time it took.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<TimeUse>,
    /// Whether it thought about it on the person's time: with the right move, or with another.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub pondered: Option<bool>,
}

/// The reasons of the time manager.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[allow(missing_docs)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TimeUse {
    pub model: Option<String>,
    pub recommended_ms: u64,
    pub limit_ms: u64,
    pub target_ms: u64,
    pub used_ms: u64,
    pub why: StopReason,
    pub text: String,
}

/// What an engine thinks at the moment.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SearchInfo {
    /// Deepest completed.
    pub depth: u32,
    /// White's view.
    pub score: Score,
    /// So far.
    pub nodes: u64,
    /// Per second.
    pub nps: u64,
    /// So far.
    pub ms: u64,
    /// The main line.
    #[serde(flatten)]
    pub line: Variation,
}

/// Whole milliseconds.
pub fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

impl SearchInfo {
    /// From a report of our search.
    pub fn of(notation: Notation, game: &Game, info: &Info) -> SearchInfo {
        let micros = u64::try_from(info.time.as_micros()).unwrap_or(u64::MAX).max(1000);
        SearchInfo {
            depth: info.depth,
            score: info.score.pov(game.position().turn()),
            nodes: info.nodes,
            nps: info.nodes.saturating_mul(1_000_000) / micros,
            ms: micros / 1000,
            line: Variation::of(notation, game, &info.pv),
        }
    }

    /// From the last words of another engine.
    pub fn of_process(notation: Notation, game: &Game, thinking: &Thinking) -> Option<SearchInfo> {
        Some(SearchInfo {
            depth: thinking.depth.unwrap_or(0),
            score: thinking.score?.pov(game.position().turn()),
            nodes: thinking.nodes.unwrap_or(0),
            nps: thinking.nps.unwrap_or(0),
            ms: thinking.time.map_or(0, millis),
            line: Variation::of(notation, game, &thinking.line(game.position())),
        })
    }

    /// What is kept of it once the move is played.
    pub fn summary(&self, played: &str) -> SearchSummary {
        let expects = self.line.uci.first().is_some_and(|first| first == played);
        SearchSummary {
            score: Some(self.score),
            depth: Some(self.depth),
            nodes: Some(self.nodes),
            line: if expects { self.line.san.iter().skip(1).cloned().collect() } else { vec![] },
            ..SearchSummary::default()
        }
    }
}

impl From<&TimeReport> for TimeUse {
    fn from(report: &TimeReport) -> TimeUse {
        TimeUse {
            model: report.model.map(|model| model.name.to_owned()),
            recommended_ms: millis(report.allotment.recommended),
            limit_ms: millis(report.allotment.limit),
            target_ms: millis(report.target),
            used_ms: millis(report.used),
            why: report.why,
            text: time_report::text(report),
        }
    }
}

impl PlayedMove {
    /// What the game record says of the move, which `mover` played.
    pub fn record(&self, mover: Color) -> MoveRecord {
        let SearchSummary { score, depth, nodes, line, book, time, pondered } = &self.search;
        let thinking = Thinking {
            score: score.map(|score| score.pov(mover)),
            depth: *depth,
            nodes: *nodes,
            pv: std::iter::once(&self.san).chain(line).cloned().collect(),
            // That a limit per move was reached goes without saying.
            why: time
                .as_ref()
                .filter(|time| time.why != StopReason::Asked)
                .map(|time| time_report::reason(time.why).to_owned()),
            ..Thinking::default()
        };
        MoveRecord {
            elapsed: Duration::from_millis(self.used_ms),
            left: self.left_ms.map(Duration::from_millis),
            thinking,
            book: *book,
            pondered: match pondered {
                None => Pondered::No,
                Some(true) => Pondered::Hit,
                Some(false) => Pondered::Miss,
            },
            ..MoveRecord::default()
        }
    }
}
