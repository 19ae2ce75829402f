// SPDX-License-Identifier: GPL-3.0-or-later
//! Every message of the server, and which of them answers which request.

use crate::analyse::{AnalysisDone, AnalysisInfo, AnalysisStarted};
use crate::hello::{Hello, PositionInfo};
use crate::panels::TablebaseProbe;
use crate::pgn::{PgnFound, PgnGames};
use crate::report::{ReportDone, ReportFailed, ReportFile, ReportProgress, ReportStarted};
use crate::table::{Hint, PlayInfo, PlayState, WatchInfo, WatchState};
use crate::understand::{Explanation, Ledger, SearchComparison};
use formats::book;
use serde::Serialize;

/// Everything that the server says, except for refusals.
#[derive(Serialize)]
#[serde(tag = "type")]
#[cfg_attr(test, derive(ts_rs::TS))]
#[allow(
    missing_docs,
    reason = "the types say what is in them, docs/web-protocol.md when they come"
)]
pub enum Message {
    #[serde(rename = "hello")]
    Hello(Box<Hello>),
    #[serde(rename = "pong")]
    Pong {},
    #[serde(rename = "position")]
    Position(Box<PositionInfo>),

    #[serde(rename = "play.state")]
    PlayState(Box<PlayState>),
    #[serde(rename = "play.info")]
    PlayInfo(PlayInfo),
    #[serde(rename = "play.hint")]
    PlayHint(Hint),
    #[serde(rename = "play.pgn")]
    PlayPgn { game: String, pgn: String, file: String },
    #[serde(rename = "play.left")]
    PlayLeft { game: String },

    #[serde(rename = "watch.state")]
    WatchState(Box<WatchState>),
    #[serde(rename = "watch.info")]
    WatchInfo(WatchInfo),
    #[serde(rename = "watch.pgn")]
    WatchPgn { watch: String, pgn: String, file: String },

    #[serde(rename = "analyse.started")]
    AnalyseStarted(AnalysisStarted),
    #[serde(rename = "analyse.info")]
    AnalyseInfo(AnalysisInfo),
    #[serde(rename = "analyse.done")]
    AnalyseDone(AnalysisDone),
    #[serde(rename = "analyse.stopped")]
    AnalyseStopped {},

    #[serde(rename = "understand.ledger")]
    Ledger(Box<Ledger>),
    #[serde(rename = "understand.explanation")]
    Explanation(Box<Explanation>),
    #[serde(rename = "understand.searches")]
    Searches(Box<SearchComparison>),

    #[serde(rename = "book.moves")]
    BookMoves(book::BookPage),
    #[serde(rename = "tb.probe")]
    TablebaseProbe(TablebaseProbe),

    #[serde(rename = "report.started")]
    ReportStarted(ReportStarted),
    #[serde(rename = "report.progress")]
    ReportProgress(ReportProgress),
    #[serde(rename = "report.done")]
    ReportDone(ReportDone),
    #[serde(rename = "report.failed")]
    ReportFailed(ReportFailed),
    #[serde(rename = "report.stopped")]
    ReportStopped {},
    #[serde(rename = "report.file")]
    ReportFile(ReportFile),

    #[serde(rename = "pgn.games")]
    PgnGames(PgnGames),
    #[serde(rename = "pgn.found")]
    PgnFound(PgnFound),
    #[serde(rename = "pgn.text")]
    PgnText { pgn: String, file: String },
}

/// Requests, and the messages that answer them unless they are refused.
pub const ANSWERS: &[(&str, &str)] = &[
    ("hello", "hello"),
    ("ping", "pong"),
    ("position", "position"),
    ("play.new", "play.state"),
    ("play.resume", "play.state"),
    ("play.move", "play.state"),
    ("play.takeback", "play.state"),
    ("play.resign", "play.state"),
    ("play.draw", "play.state"),
    ("play.go", "play.state"),
    ("play.hint", "play.hint"),
    ("play.pgn", "play.pgn"),
    ("play.leave", "play.left"),
    ("analyse.start", "analyse.started"),
    ("analyse.stop", "analyse.stopped"),
    ("understand.ledger", "understand.ledger"),
    ("understand.explain", "understand.explanation"),
    ("understand.searches", "understand.searches"),
    ("book.moves", "book.moves"),
    ("tb.probe", "tb.probe"),
    ("watch.start", "watch.state"),
    ("watch.pause", "watch.state"),
    ("watch.continue", "watch.state"),
    ("watch.stop", "watch.state"),
    ("watch.pgn", "watch.pgn"),
    ("report.start", "report.started"),
    ("report.stop", "report.stopped"),
    ("report.export", "report.file"),
    ("pgn.read", "pgn.games"),
    ("pgn.find", "pgn.found"),
    ("pgn.write", "pgn.text"),
];
