// SPDX-License-Identifier: GPL-3.0-or-later
//! Results for people: one file, no script, nothing fetched from elsewhere.

use std::fmt::{Display, Write};

use super::curve::curves;
use super::event::DoneReason;
use super::number::fixed;
use super::{fastchess, plot, tables, wording};
use crate::options::TournamentConfig;
use crate::stats::{Failure, RatingList, Sprt, Tally, Verdict};

/// Colours and shapes. Eight line colours with enough contrast on light and
/// on dark ground; a person's system chooses.
const STYLE: &str = "
:root { color-scheme: light dark; --ink: #1c2024; --dim: #667078; --ground: #fcfcfb;
  --line: #d9dde0; --win: #1f7a4d; --loss: #b3403a;
  --c0: #2563a8; --c1: #b8571a; --c2: #2d7d46; --c3: #8c3f91; --c4: #9a7400; --c5: #0f7c86;
  --c6: #a83254; --c7: #5b5f97; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e8ea; --dim: #9aa4ac; --ground: #15181b;
  --line: #353b41; --win: #62c48f; --loss: #e58079;
  --c0: #79aef0; --c1: #f0a268; --c2: #77cf93; --c3: #d694da; --c4: #dcb94a; --c5: #5fcad4;
  --c6: #f08aa8; --c7: #a9add9; } }
body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--ground);
  max-width: 62rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; margin: 0; } h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
.sub { color: var(--dim); margin: .2rem 0 1rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .3rem .7rem; text-align: right; border-bottom: 1px solid var(--line);
  white-space: nowrap; }
th { color: var(--dim); font-weight: 600; } .name { text-align: left; }
.self { background: var(--line); } .good { color: var(--win); } .bad { color: var(--loss); }
dl { display: grid; grid-template-columns: max-content auto; gap: .1rem 1.2rem; margin: 0; }
dt { color: var(--dim); } dd { margin: 0; font-variant-numeric: tabular-nums; }
.plot { width: 100%; height: auto; } .plot text { font-size: 12px; fill: var(--dim); }
.end { text-anchor: end; } .middle { text-anchor: middle; }
.grid { stroke: var(--line); } .zero { stroke: var(--dim); }
.line { fill: none; stroke-width: 2; stroke-linejoin: round; } .band { opacity: .18; }
.c0 { stroke: var(--c0); } .c1 { stroke: var(--c1); } .c2 { stroke: var(--c2); }
.c3 { stroke: var(--c3); } .c4 { stroke: var(--c4); } .c5 { stroke: var(--c5); }
.c6 { stroke: var(--c6); } .c7 { stroke: var(--c7); }
.band { stroke: none; fill: var(--c0); } .plot .label { stroke: none; }
.label.c0 { fill: var(--c0); } .label.c1 { fill: var(--c1); } .label.c2 { fill: var(--c2); }
.label.c3 { fill: var(--c3); } .label.c4 { fill: var(--c4); } .label.c5 { fill: var(--c5); }
.label.c6 { fill: var(--c6); } .label.c7 { fill: var(--c7); }
";

/// The page.
pub fn compose(config: &TournamentConfig, tally: &Tally, done: Option<DoneReason>) -> String {
    let list = tables::ratings(config, tally);
    let names: Vec<&str> = config.engines.iter().map(|e| e.name.as_str()).collect();
    let title = escape(&config.event);
    let mut out = format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width\">\
         <title>{title}</title><style>{STYLE}</style></head><body>\n\
         <h1>{title}</h1>\n<p class=\"sub\">{}</p>\n",
        escape(&subtitle(config, tally, done))
    );
    if names.len() == 2 && tally.games() > 0 {
        out += &duel(config, tally);
    }
    section(&mut out, "Rating list", &rating_list(config, &list));
    section(&mut out, "Crosstable", &crosstable(&names, tally, &list));
    if let Some(svg) = plot::svg(&curves(config, tally), &names) {
        let heading = match names.len() {
            2 => "Elo difference over games, with its 95 % interval",
            _ => "Ratings over games",
        };
        section(&mut out, heading, &svg);
    }
    section(&mut out, "Failures", &failures(&names, tally));
    section(&mut out, "Endings", &endings(tally));
    section(&mut out, "Engines", &engines(config));
    out + "</body></html>\n"
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
        let verdict = match status.verdict {
            Verdict::Continue => "undecided",
            Verdict::H0 => "H0 accepted",
            Verdict::H1 => "H1 accepted",
        };
        rows.push((
            "SPRT",
            format!(
                "LLR {} in ({:.2}, {:.2}) for [{}, {}]: {verdict}",
                fixed(status.llr, 2),
                status.lower,
                status.upper,
                sprt.elo0,
                sprt.elo1
            ),
        ));
    }
    let body: String = rows
        .iter()
        .map(|(term, value)| format!("<dt>{term}</dt><dd>{}</dd>", escape(value)))
        .collect();
    format!("<dl>{body}</dl>\n")
}

fn rating_list(config: &TournamentConfig, list: &RatingList) -> String {
    let mut rows = String::new();
    for (rank, entry) in list.entries.iter().enumerate() {
        let error =
            entry.error.filter(|e| *e > 0.0).map_or("–".to_owned(), |e| format!("± {e:.1}"));
        let group =
            if list.groups > 1 { format!(" (group {})", entry.group + 1) } else { String::new() };
        let bound = if entry.bounded { "" } else { " (one-sided results: a bound)" };
        let cells = [
            (rank + 1).to_string(),
            String::new(),
            shown(entry.rating, 1),
            error,
            entry.superior_to_next.map_or("–".to_owned(), |p| format!("{:.1} %", 100.0 * p)),
            entry.games.to_string(),
            format!("{:.1}", entry.points),
            percent(entry.points / entry.games as f64),
            percent(entry.draw_ratio),
            shown(entry.opponents, 0),
        ];
        let name = escape(&format!("{}{group}{bound}", config.engines[entry.engine].name));
        rows += "<tr>";
        for (column, cell) in cells.iter().enumerate() {
            rows += &match column {
                1 => format!("<td class=\"name\">{name}</td>"),
                _ => format!("<td>{cell}</td>"),
            };
        }
        rows += "</tr>\n";
    }
    table(
        &[
            "#",
            "Engine",
            "Rating",
            "95 %",
            "Above next",
            "Games",
            "Points",
            "Score",
            "Draws",
            "Opponents",
        ],
        &rows,
    )
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
    let numbers: Vec<String> = (1..=order.len()).map(|n| n.to_string()).collect();
    let mut headings = vec!["#", "Engine"];
    headings.extend(numbers.iter().map(String::as_str));
    let mut rows = String::new();
    for (row, &a) in order.iter().enumerate() {
        let _ =
            write!(rows, "<tr><td>{}</td><td class=\"name\">{}</td>", row + 1, escape(names[a]));
        for &b in &order {
            let wdl = tally.between(a, b).wdl;
            if a == b {
                rows += "<td class=\"self\"></td>";
            } else if wdl.games() == 0 {
                rows += "<td>–</td>";
            } else {
                let class = match wdl.wins.cmp(&wdl.losses) {
                    std::cmp::Ordering::Greater => "good",
                    std::cmp::Ordering::Less => "bad",
                    std::cmp::Ordering::Equal => "",
                };
                let _ = write!(
                    rows,
                    "<td class=\"{class}\" title=\"+{} -{} ={}\">{:.1}/{}</td>",
                    wdl.wins,
                    wdl.losses,
                    wdl.draws,
                    wdl.points(),
                    wdl.games()
                );
            }
        }
        rows += "</tr>\n";
    }
    table(&headings, &rows)
}

fn failures(names: &[&str], tally: &Tally) -> String {
    if (0..names.len()).all(|i| tally.failures(i).total() == 0) {
        return "<p>None.</p>".to_owned();
    }
    let mut headings = vec!["Engine"];
    headings.extend(Failure::ALL.iter().map(|f| f.title()));
    let mut rows = String::new();
    for (engine, name) in names.iter().enumerate() {
        let _ = write!(rows, "<tr><td class=\"name\">{}</td>", escape(name));
        for failure in Failure::ALL {
            let count = tally.failures(engine).get(failure);
            let class = if count > 0 { "bad" } else { "" };
            let _ = write!(rows, "<td class=\"{class}\">{count}</td>");
        }
        rows += "</tr>\n";
    }
    table(&headings, &rows)
}

fn endings(tally: &Tally) -> String {
    let rows: String = tally
        .all_endings()
        .iter()
        .map(|(ending, count)| {
            format!(
                "<tr><td class=\"name\">{}</td><td>{count}</td></tr>\n",
                wording::ending_title(*ending)
            )
        })
        .collect();
    table(&["Ending", "Games"], &rows)
}

fn engines(config: &TournamentConfig) -> String {
    let rows: String = config
        .engines
        .iter()
        .map(|engine| {
            let options: Vec<String> =
                engine.options.iter().map(|(name, value)| format!("{name}={value}")).collect();
            let cells =
                [&engine.name, &engine.command, &fastchess::limit(engine), &options.join(", ")];
            let cells: String = cells
                .iter()
                .map(|cell| format!("<td class=\"name\">{}</td>", escape(cell)))
                .collect();
            format!("<tr>{cells}</tr>\n")
        })
        .collect();
    table(&["Engine", "Program", "Limit", "Options"], &rows)
}

fn table(headings: &[impl Display], rows: &str) -> String {
    let named = ["Engine", "Program", "Limit", "Options", "Ending"];
    let headings: String = headings
        .iter()
        .map(|heading| {
            let text = heading.to_string();
            let class = if named.contains(&text.as_str()) { " class=\"name\"" } else { "" };
            format!("<th{class}>{}</th>", escape(&text))
        })
        .collect();
    format!("<table><thead><tr>{headings}</tr></thead><tbody>\n{rows}</tbody></table>\n")
}

/// Text that can stand in markup and in quoted attributes.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '"' => out += "&quot;",
            '\'' => out += "&#39;",
            _ => out.push(c),
        }
    }
    out
}
