// SPDX-License-Identifier: GPL-3.0-or-later
//! Results for people: one file, no script, nothing fetched from elsewhere.

use std::fmt::Write;

use charts::html::{Cell, Column, Page, Table, definitions};

use super::curve::curves;
use super::event::DoneReason;
use super::number::fixed;
use super::{fastchess, plot, tables};
use crate::options::TournamentConfig;
use crate::stats::{Failure, RatingList, Sprt, SprtDecision, Tally};

/// The page.
pub fn compose(config: &TournamentConfig, tally: &Tally, done: Option<DoneReason>) -> String {
    let list = tables::ratings(config, tally);
    let names: Vec<&str> = config.engines.iter().map(|e| e.name.as_str()).collect();
    let subtitle = subtitle(config, tally, done);
    let page =
        Page { title: &config.event, subtitle: &subtitle, style: "", boards: false, script: None };
    let mut out = page.head();
    if names.len() == 2 && tally.games() > 0 {
        out += &duel(config, tally);
    }
    section(&mut out, "Rating list", &rating_list(config, &list));
    section(&mut out, "Crosstable", &crosstable(&names, tally, &list));
    if let Some(chart) = plot::chart(&curves(config, tally), &names) {
        let heading = match names.len() {
            2 => "Elo difference over games, with its 95 % interval",
            _ => "Ratings over games",
        };
        section(&mut out, heading, &chart.to_inline_svg());
    }
    section(&mut out, "Failures", &failures(&names, tally));
    section(&mut out, "Endings", &endings(tally));
    section(&mut out, "Engines", &engines(config));
    out + &page.foot()
}

fn section(out: &mut String, heading: &str, body: &str) {
    let _ = write!(out, "<h2>{heading}</h2>\n<div class=\"scroll\">{body}</div>\n");
}

fn subtitle(config: &TournamentConfig, tally: &Tally, done: Option<DoneReason>) -> String {
    let state = match done {
        None => "in progress",
        Some(DoneReason::Complete) => "complete",
        Some(DoneReason::Sprt) => "decided",
        Some(DoneReason::Interrupted) => "interrupted",
        Some(DoneReason::Failure) => "stopped after an engine failed",
    };
    format!("{} of {} games, {state}", tally.games(), config.total_games())
}

fn duel(config: &TournamentConfig, tally: &Tally) -> String {
    let record = tally.between(0, 1);
    let (wdl, estimate) = (record.wdl, fastchess::told(config, &record));
    let mut rows = vec![
        (
            "Score",
            format!(
                "+{} -{} ={} ({} %)",
                wdl.wins,
                wdl.losses,
                wdl.draws,
                fixed(100.0 * wdl.score(), 2)
            ),
        ),
        ("Elo", format!("{} ± {}", fixed(estimate.elo, 2), fixed(estimate.elo_error, 2))),
        (
            "Normalised Elo",
            format!("{} ± {}", fixed(estimate.nelo, 2), fixed(estimate.nelo_error, 2)),
        ),
        ("Likelihood of superiority", format!("{} %", fixed(100.0 * estimate.los, 2))),
    ];
    if record.pairs.pairs() > 0 {
        rows.push(("Pairs by points, 0 to 2", format!("{:?}", record.pairs.counts)));
    }
    if let Some(sprt) = config.sprt {
        let status = Sprt::new(sprt).status(&record);
        let decision = match status.decision {
            SprtDecision::Continue => "undecided",
            SprtDecision::H0 => "H0 accepted",
            SprtDecision::H1 => "H1 accepted",
        };
        rows.push((
            "SPRT",
            format!(
                "LLR {} in ({:.2}, {:.2}) for [{}, {}]: {decision}",
                fixed(status.llr, 2),
                status.lower,
                status.upper,
                sprt.elo0,
                sprt.elo1
            ),
        ));
    }
    definitions(rows)
}

fn rating_list(config: &TournamentConfig, list: &RatingList) -> String {
    let mut columns = vec![Column::number("#"), Column::text("Engine")];
    let numbers =
        ["Rating", "95 %", "Above next", "Games", "Points", "Score", "Draws", "Opponents"];
    columns.extend(numbers.map(Column::number));
    let mut table = Table::new(columns);
    for (rank, entry) in list.entries.iter().enumerate() {
        let error =
            entry.error.filter(|e| *e > 0.0).map_or("–".to_owned(), |e| format!("± {e:.1}"));
        let group =
            if list.groups > 1 { format!(" (group {})", entry.group + 1) } else { String::new() };
        let bound = if entry.bounded { "" } else { " (one-sided results: a bound)" };
        let cells = [
            (rank + 1).to_string(),
            format!("{}{group}{bound}", config.engines[entry.engine].name),
            shown(entry.rating, 1),
            error,
            entry.superior_to_next.map_or("–".to_owned(), |p| format!("{:.1} %", 100.0 * p)),
            entry.games.to_string(),
            format!("{:.1}", entry.points),
            percent(entry.points / entry.games as f64),
            percent(entry.draw_ratio),
            shown(entry.opponents, 0),
        ];
        table.row(cells.map(Cell::new));
    }
    table.to_string()
}

/// A number, or a dash where there is none.
fn shown(value: f64, decimals: usize) -> String {
    if value.is_nan() { "–".to_owned() } else { fixed(value, decimals) }
}

fn percent(share: f64) -> String {
    if share.is_nan() { "–".to_owned() } else { format!("{:.1} %", 100.0 * share) }
}

fn crosstable(names: &[&str], tally: &Tally, list: &RatingList) -> String {
    let order: Vec<usize> = list.entries.iter().map(|e| e.engine).collect();
    let mut columns = vec![Column::number("#"), Column::text("Engine")];
    columns.extend((1..=order.len()).map(|n| Column::number(n.to_string())));
    let mut table = Table::new(columns);
    for (row, &a) in order.iter().enumerate() {
        let mut cells = vec![Cell::new((row + 1).to_string()), Cell::new(names[a])];
        cells.extend(order.iter().map(|&b| crosstable_cell(tally, a, b)));
        table.row(cells);
    }
    table.to_string()
}

fn crosstable_cell(tally: &Tally, a: usize, b: usize) -> Cell {
    let wdl = tally.between(a, b).wdl;
    if a == b {
        return Cell::new("").class("self");
    }
    if wdl.games() == 0 {
        return Cell::new("–");
    }
    let class = match wdl.wins.cmp(&wdl.losses) {
        std::cmp::Ordering::Greater => "good",
        std::cmp::Ordering::Less => "bad",
        std::cmp::Ordering::Equal => "",
    };
    Cell::new(format!("{:.1}/{}", wdl.points(), wdl.games()))
        .class(class)
        .title(format!("+{} -{} ={}", wdl.wins, wdl.losses, wdl.draws))
}

fn failures(names: &[&str], tally: &Tally) -> String {
    if (0..names.len()).all(|i| tally.failures(i).total() == 0) {
        return "<p>None.</p>".to_owned();
    }
    let mut columns = vec![Column::text("Engine")];
    columns.extend(Failure::ALL.iter().map(|f| Column::number(f.title())));
    let mut table = Table::new(columns);
    for (engine, name) in names.iter().enumerate() {
        let count = |failure| {
            let count = tally.failures(engine).get(failure);
            Cell::new(count.to_string()).class(if count > 0 { "bad" } else { "" })
        };
        table.row(std::iter::once(Cell::new(*name)).chain(Failure::ALL.map(count)));
    }
    table.to_string()
}

fn endings(tally: &Tally) -> String {
    let mut table = Table::new([Column::text("Ending"), Column::number("Games")]);
    for (ending, count) in tally.all_endings().iter() {
        table.row([Cell::new(ending.title()), Cell::new(count.to_string())]);
    }
    table.to_string()
}

fn engines(config: &TournamentConfig) -> String {
    let mut table = Table::new(["Engine", "Program", "Limit", "Options"].map(Column::text));
    for engine in &config.engines {
        let options: Vec<String> =
            engine.options.iter().map(|(name, value)| format!("{name}={value}")).collect();
        table.row([
            Cell::new(&engine.name),
            Cell::new(&engine.command),
            Cell::new(fastchess::limit(engine)),
            Cell::new(options.join(", ")),
        ]);
    }
    table.to_string()
}
