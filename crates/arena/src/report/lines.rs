// SPDX-License-Identifier: GPL-3.0-or-later
//! Plain lines, for pipes and log files.

use std::io::Write;

use super::event::{DoneReason, MatchEvent, Sink};
use super::{cutechess, fastchess, tables};
use crate::options::{OutputFormat, TournamentConfig};
use crate::stats::{Failure, GameResult, Played, Tally};

/// Writes events as lines.
pub struct Lines<W> {
    config: TournamentConfig,
    out: W,
    total: u64,
    /// Games when the full results were printed last.
    told: Option<u64>,
    broken: bool,
}

impl<W: Write> Lines<W> {
    /// Lines about this tournament.
    pub fn new(config: &TournamentConfig, out: W) -> Lines<W> {
        Lines {
            config: config.clone(),
            out,
            total: config.total_games(),
            told: None,
            broken: false,
        }
    }

    fn write(&mut self, text: &str) {
        // A reader that has gone away must not stop the games.
        if !self.broken {
            let result = self.out.write_all(text.as_bytes()).and_then(|()| self.out.flush());
            self.broken = result.is_err();
        }
    }
}

/// One event as text; empty if there is nothing to say about it. `told` says after how many games
/// the full results were printed last.
pub fn text(
    config: &TournamentConfig,
    total: u64,
    event: &MatchEvent,
    tally: &Tally,
    told: &mut Option<u64>,
) -> String {
    let name = |engine: usize| config.engines.get(engine).map_or("?", |e| e.name.as_str());
    match event {
        MatchEvent::Begin { resumed: 0, .. } | MatchEvent::Tick => String::new(),
        MatchEvent::Begin { resumed, total } => {
            format!("Resumed after {resumed} of {total} games\n")
        }
        MatchEvent::Started(game) => format!(
            "Started game {} of {total} ({} vs {})\n",
            game.number,
            name(game.white),
            name(game.black)
        ),
        MatchEvent::Finished(game) => {
            let played = &game.played;
            let mut out = format!(
                "Finished game {} ({} vs {}): {} {{{}}}\n",
                game.number,
                name(played.white),
                name(played.black),
                played.result,
                played.sentence()
            );
            if played.result != GameResult::Unknown {
                out += &interval(config, tally, played, told);
            }
            out
        }
        MatchEvent::Warning { engine, text } => match engine {
            Some(engine) => format!("Warning; {}: {text}\n", name(*engine)),
            None => format!("Warning; {text}\n"),
        },
        MatchEvent::Failed { engine, failure, text } => failed(name(*engine), *failure, text),
        MatchEvent::Note(text) => format!("{text}\n"),
        MatchEvent::Done(reason) => finale(config, tally, *reason, *told),
    }
}

/// A failure, told so that whoever counts "on time", "disconnect" and "stall" in the lines, as the
/// worker of fishtest does, finds them once: in the line that tells how the game ended.
fn failed(name: &str, failure: Failure, text: &str) -> String {
    let detail = text.split_once(": ").map_or(text, |(_, detail)| detail);
    match failure {
        Failure::IllegalMove => format!("Warning; Illegal move by {name}: {detail}\n"),
        _ => format!("Warning; {name} failed ({}): {detail}\n", failure.title()),
    }
}

/// Whether the full results are due after this game: after so many complete pairs, or after so
/// many games where pairs are not shown. Between the two games of a pair the numbers of games and
/// of pairs would not fit together.
fn is_rating_due(config: &TournamentConfig, tally: &Tally, last: &Played) -> bool {
    let every = u64::from(config.report.rating_interval);
    if every == 0 {
        return false;
    }
    let by_pairs = config.report.format == OutputFormat::Fastchess && config.report.penta;
    match by_pairs && config.is_paired() {
        true => tally.completes_pair(last) && tally.pairs().is_multiple_of(every),
        false => tally.games().is_multiple_of(every),
    }
}

/// What is due after this many games.
fn interval(
    config: &TournamentConfig,
    tally: &Tally,
    last: &Played,
    told: &mut Option<u64>,
) -> String {
    let due = |every: u32| every > 0 && tally.games().is_multiple_of(u64::from(every));
    let rating = is_rating_due(config, tally, last);
    let mut out = String::new();
    if rating {
        *told = Some(tally.games());
    }
    if due(config.report.outcome_interval) {
        out += &tables::outcomes(tally);
    }
    match config.report.format {
        OutputFormat::Fastchess => {
            if rating {
                out += &fastchess::results(config, tally);
            }
        }
        OutputFormat::Cutechess => {
            if due(config.report.score_interval) {
                out += &cutechess::score(config, tally).unwrap_or_default();
            }
            if rating {
                out += &cutechess::results(config, tally);
            }
        }
    }
    out
}

/// The end: full results, unless they were printed after the last game, and for many engines the
/// joint list.
pub fn finale(
    config: &TournamentConfig,
    tally: &Tally,
    reason: DoneReason,
    told: Option<u64>,
) -> String {
    let mut out = String::new();
    if tally.games() > 0 {
        let last_told = told == Some(tally.games());
        out += &match config.report.format {
            _ if last_told => String::new(),
            OutputFormat::Fastchess => fastchess::results(config, tally),
            OutputFormat::Cutechess => {
                cutechess::score(config, tally).unwrap_or_default()
                    + &cutechess::results(config, tally)
            }
        };
        if config.engines.len() > 2 {
            out += &format!(
                "\n{}\n{}\n",
                tables::rating_list(config, tally),
                tables::crosstable(config, tally)
            );
        }
    }
    out += &tables::failures(config, tally).unwrap_or_default();
    match (reason, config.report.format) {
        (DoneReason::Interrupted, _) => out += "Tournament interrupted\n",
        (DoneReason::Failure, _) => out += "Tournament stopped: an engine failed (use -recover)\n",
        (DoneReason::Complete | DoneReason::Sprt, format) => {
            if format == OutputFormat::Fastchess {
                out += &fastchess::sprt_end(config, tally).unwrap_or_default();
            }
            out += "Finished match\n";
        }
    }
    out
}

impl<W: Write> Sink for Lines<W> {
    fn event(&mut self, event: &MatchEvent, tally: &Tally) {
        if let MatchEvent::Begin { total, .. } = event {
            self.total = *total;
        }
        let text = text(&self.config, self.total, event, tally, &mut self.told);
        if !text.is_empty() {
            self.write(&text);
        }
    }
}
