// SPDX-License-Identifier: GPL-3.0-or-later
//! Reports on games: made on a thread of their own, told of as they go.

use crate::host::Host;
use crate::outbox::{Outbox, Slot};
use crate::protocol::{EffortChoice, Message, Refusal, RefusalCode, ReportFormat};
use crate::understand;
use analyse::{FORMAT, Progress, Report, Settings, analyse_game};
use formats::pgn::{self, Keep, Record};
use journal::StopFlag;
use serde::Serialize;
use serde_json::Value;
use std::sync::{Arc, Mutex, PoisonError};

/// Games that one report may be about.
const MOST_GAMES: usize = 20;

/// A report was begun.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ReportStarted {
    report: u64,
    games: usize,
    /// What is wrong with games that could not be read, or not to their end.
    broken: Vec<String>,
    /// Games beyond the limit.
    left_out: usize,
}

/// How far a report is, in positions.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ReportProgress {
    report: u64,
    done: usize,
    of: usize,
    /// The game that is being analysed, from 0.
    game: usize,
}

/// A finished report.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ReportDone {
    report: u64,
    /// One for each game.
    data: Vec<Report>,
}

/// A report that could not be made.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ReportFailed {
    report: u64,
    #[serde(flatten)]
    refusal: Refusal,
}

/// A report to be saved.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ReportFile {
    name: &'static str,
    mime: &'static str,
    text: String,
}

/// A report that is being made, or is there.
pub struct Reporting {
    /// The number of the request, by which the page knows it.
    pub id: u64,
    stop: StopFlag,
    done: Arc<Mutex<Vec<Report>>>,
}

impl Drop for Reporting {
    fn drop(&mut self) {
        self.stop.raise();
    }
}

impl Reporting {
    /// Begins a report on the games of a text.
    ///
    /// # Errors
    /// If there is no game in it, or too many reports are being made.
    pub fn begin(
        host: &Arc<Host>,
        outbox: &Arc<Outbox>,
        id: u64,
        text: &str,
        effort: Option<EffortChoice>,
    ) -> Result<Reporting, Refusal> {
        let mut records = Vec::new();
        let mut broken = Vec::new();
        let mut left_out = 0;
        let mut texts = pgn::read_games(text.as_bytes());
        while let Some(text) = texts.next_text() {
            if records.len() >= MOST_GAMES {
                left_out += 1;
                continue;
            }
            // A game with an illegal move is analysed up to it, as the board shows it; a broken
            // game takes nothing from the others.
            match text.and_then(|text| text.readable(Keep::ALL)) {
                Ok((record, error)) => {
                    broken.extend(error.map(|error| error.to_string()));
                    if !record.moves.is_empty() {
                        records.push(record);
                    }
                }
                Err(error) => broken.push(error.to_string()),
            }
        }
        if records.is_empty() {
            let why = broken.into_iter().next();
            let why = why.unwrap_or_else(|| "no game found".to_owned());
            return Err(Refusal::new(RefusalCode::BadPgn, why).at("pgn"));
        }
        let usual = Settings::default();
        let settings = Settings {
            effort: effort.and_then(understand::effort_of).unwrap_or(usual.effort),
            words: Some(analyse::Level::Club),
            ..usual
        };
        let message = "the server is busy with other reports; try again later";
        let permit = Arc::clone(&host.reporters)
            .try_acquire_owned()
            .map_err(|_| Refusal::new(RefusalCode::Busy, message))?;
        let reporting = Reporting { id, stop: StopFlag::new(), done: Arc::default() };
        let started = ReportStarted { report: id, games: records.len(), broken, left_out };
        outbox.answer(id, &Message::ReportStarted(started));
        let (stop, done) = (reporting.stop.clone(), Arc::clone(&reporting.done));
        let outbox = Arc::clone(outbox);
        tokio::task::spawn_blocking(move || {
            let made = make(&records, &settings, &stop, &outbox, id);
            outbox.forget(&Slot::Report);
            match made {
                Ok(reports) => {
                    // Kept before it is told: a page may ask for the file at once.
                    *done.lock().unwrap_or_else(PoisonError::into_inner) = reports.clone();
                    outbox.tell(&Message::ReportDone(ReportDone { report: id, data: reports }));
                }
                // Whoever stopped it knows.
                Err(analyse::Error::Stopped) => {}
                Err(error) => {
                    let refusal = Refusal::new(RefusalCode::Internal, error.to_string());
                    outbox.tell(&Message::ReportFailed(ReportFailed { report: id, refusal }));
                }
            }
            drop(permit);
        });
        Ok(reporting)
    }

    /// The report as a file.
    ///
    /// # Errors
    /// If it is not there yet, or not in that format.
    pub fn export(&self, format: ReportFormat) -> Result<ReportFile, Refusal> {
        let reports = self.done.lock().unwrap_or_else(PoisonError::into_inner);
        if reports.is_empty() {
            return Err(
                Refusal::new(RefusalCode::NoReport, "this report is not ready yet").at("report")
            );
        }
        Ok(file(&reports, format))
    }
}

/// Reports that a page has kept, as a file.
///
/// # Errors
/// If they are none, or not in that format.
pub fn export_kept(data: Value, format: ReportFormat) -> Result<ReportFile, Refusal> {
    let refuse = |message: String| Refusal::new(RefusalCode::BadMessage, message).at("data");
    let reports: Vec<Report> =
        serde_json::from_value(data).map_err(|error| refuse(error.to_string()))?;
    if reports.is_empty() || !reports.iter().all(is_sound) {
        return Err(refuse("these are not reports that can be saved".to_owned()));
    }
    Ok(file(&reports, format))
}

/// Whether it could be one of ours: nothing is computed from chances beyond certainty.
fn is_sound(report: &Report) -> bool {
    let chances = report.moves.iter().flat_map(|m| [m.win_chance, m.loss]);
    report.format == FORMAT && chances.chain([report.win_chance]).all(|chance| chance <= 1000)
}

fn file(reports: &[Report], format: ReportFormat) -> ReportFile {
    let each = |text: fn(&Report) -> String| reports.iter().map(text).collect::<Vec<_>>();
    let (name, mime, text) = match format {
        ReportFormat::Html => ("report.html", "text/html", page(reports)),
        ReportFormat::Pgn => {
            ("report.pgn", "application/x-chess-pgn", each(Report::to_pgn).join("\n"))
        }
        ReportFormat::Json => {
            ("report.json", "application/json", serde_json::to_string(reports).unwrap_or_default())
        }
    };
    ReportFile { name, mime, text }
}

fn page(reports: &[Report]) -> String {
    let [first, rest @ ..] = reports else { return String::new() };
    if rest.is_empty() {
        return first.to_html();
    }
    let mut text = Vec::new();
    let written = (|| {
        let mut page = analyse::html::Page::begin(&mut text, "Games", &first.how)?;
        for report in reports {
            page.game(report)?;
        }
        page.end(&[])
    })();
    // Writing to memory can't fail.
    let _: std::io::Result<()> = written;
    String::from_utf8_lossy(&text).into_owned()
}

fn make(
    records: &[Record],
    settings: &Settings,
    stop: &StopFlag,
    outbox: &Outbox,
    id: u64,
) -> Result<Vec<Report>, analyse::Error> {
    let positions: usize = records.iter().map(|record| record.moves.len() + 1).sum();
    let mut before = 0;
    let mut reports = Vec::new();
    for (index, record) in records.iter().enumerate() {
        let mut tell = |progress: Progress| {
            if let Progress::Judged { done, .. } = progress {
                let progress =
                    ReportProgress { report: id, done: before + done, of: positions, game: index };
                outbox.news(Slot::Report, &Message::ReportProgress(progress));
            }
        };
        reports.push(analyse_game(record, settings, stop, &mut tell)?);
        before += record.moves.len() + 1;
    }
    Ok(reports)
}
