// SPDX-License-Identifier: GPL-3.0-or-later
//! Reports on games: made on a thread of their own, told of as they go.

use crate::host::Host;
use crate::outbox::{Outbox, Slot};
use crate::protocol::{Code, EffortChoice, Refusal};
use crate::understand;
use analyse::{FORMAT, Progress, Report, Settings, analyse_game};
use formats::pgn::{self, Keep, Record};
use journal::StopFlag;
use serde_json::{Value, json};
use std::sync::{Arc, Mutex, PoisonError};

/// Games that one report may be about.
const MOST_GAMES: usize = 20;

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
        for game in pgn::read_games(text.as_bytes()).keep(Keep::ALL) {
            match game {
                Ok(_) if records.len() >= MOST_GAMES => left_out += 1,
                Ok(record) => records.push(record),
                // A broken game takes nothing from the others.
                Err(error) => broken.push(error.to_string()),
            }
        }
        if records.is_empty() {
            let why = broken.into_iter().next();
            let why = why.unwrap_or_else(|| "there is no game in this text".to_owned());
            return Err(Refusal::new(Code::BadPgn, why).at("pgn"));
        }
        let usual = Settings::default();
        let settings = Settings {
            effort: effort.and_then(understand::effort_of).unwrap_or(usual.effort),
            words: Some(analyse::Level::Club),
            ..usual
        };
        let message = "as many reports are being made as this server can";
        let permit = Arc::clone(&host.heavy)
            .try_acquire_owned()
            .map_err(|_| Refusal::new(Code::Busy, message))?;
        let reporting = Reporting { id, stop: StopFlag::new(), done: Arc::default() };
        let started = json!({
            "report": id,
            "games": records.len(),
            "broken": broken,
            "left_out": left_out,
        });
        outbox.answer("report.started", id, &started);
        let (stop, done) = (reporting.stop.clone(), Arc::clone(&reporting.done));
        let outbox = Arc::clone(outbox);
        tokio::task::spawn_blocking(move || {
            let made = make(&records, &settings, &stop, &outbox, id);
            outbox.forget(&Slot::Report);
            match made {
                Ok(reports) => {
                    let told = json!({ "report": id, "data": reports });
                    // Kept before it is told: a page may ask for the file at once.
                    *done.lock().unwrap_or_else(PoisonError::into_inner) = reports;
                    outbox.tell("report.done", &told);
                }
                // Whoever stopped it knows.
                Err(analyse::Error::Stopped) => {}
                Err(error) => {
                    let failed = Refusal::new(Code::Internal, error.to_string());
                    let body =
                        json!({ "report": id, "code": failed.code, "message": failed.message });
                    outbox.tell("report.failed", &body);
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
    pub fn export(&self, format: &str) -> Result<Value, Refusal> {
        let reports = self.done.lock().unwrap_or_else(PoisonError::into_inner);
        if reports.is_empty() {
            return Err(Refusal::new(Code::NoReport, "this report is not ready").at("report"));
        }
        file(&reports, format)
    }
}

/// Reports that a page has kept, as a file.
///
/// # Errors
/// If they are none, or not in that format.
pub fn export_kept(data: Value, format: &str) -> Result<Value, Refusal> {
    let refuse = |message: String| Refusal::new(Code::BadMessage, message).at("data");
    let reports: Vec<Report> =
        serde_json::from_value(data).map_err(|error| refuse(error.to_string()))?;
    if reports.is_empty() || !reports.iter().all(is_sound) {
        return Err(refuse("these are no reports that could be saved".to_owned()));
    }
    file(&reports, format)
}

/// Whether it could be one of ours: nothing is computed from chances beyond certainty.
fn is_sound(report: &Report) -> bool {
    let chances = report.moves.iter().flat_map(|m| [m.win_chance, m.loss]);
    report.format == FORMAT && chances.chain([report.win_chance]).all(|chance| chance <= 1000)
}

fn file(reports: &[Report], format: &str) -> Result<Value, Refusal> {
    let each = |text: fn(&Report) -> String| reports.iter().map(text).collect::<Vec<_>>();
    let (name, mime, text) = match format {
        "html" => ("report.html", "text/html", page(reports)),
        "pgn" => ("report.pgn", "application/x-chess-pgn", each(Report::to_pgn).join("\n")),
        "json" => {
            ("report.json", "application/json", serde_json::to_string(reports).unwrap_or_default())
        }
        _ => {
            let message = "a report can be had as html, pgn or json";
            return Err(Refusal::new(Code::BadMessage, message).at("format"));
        }
    };
    Ok(json!({ "name": name, "mime": mime, "text": text }))
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
                let body =
                    json!({ "report": id, "done": before + done, "of": positions, "game": index });
                outbox.news(Slot::Report, "report.progress", &body);
            }
        };
        reports.push(analyse_game(record, settings, stop, &mut tell)?);
        before += record.moves.len() + 1;
    }
    Ok(reports)
}
