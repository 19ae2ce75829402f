// SPDX-License-Identifier: GPL-3.0-or-later
//! Plain-text tables: rating list, crosstable, failures.

use crate::options::TournamentConfig;
use crate::stats::ratings::rate;
use crate::stats::{Failure, RatingList, Tally};

use super::number::fixed;

/// The joint rating list of a tournament, with its anchor.
pub fn ratings(config: &TournamentConfig, tally: &Tally) -> RatingList {
    let report = &config.report;
    let anchor = report.anchor.as_ref().and_then(|name| {
        let index = config.engines.iter().position(|e| &e.name == name)?;
        Some((index, report.anchor_rating))
    });
    rate(tally, anchor)
}

/// A list in the manner of Ordo.
pub fn rating_list(config: &TournamentConfig, tally: &Tally) -> String {
    let list = ratings(config, tally);
    let width = name_width(config, 12);
    let mut out = format!(
        "{:>4} {:<width$} : {:>8} {:>6} {:>8} {:>7} {:>6} {:>7} {:>6} {:>6} {:>6} {:>6}\n",
        "#",
        "PLAYER",
        "RATING",
        "ERROR",
        "POINTS",
        "PLAYED",
        "(%)",
        "CFS(%)",
        "W",
        "D",
        "L",
        "D(%)",
    );
    let mut group = 0;
    for (rank, entry) in list.entries.iter().enumerate() {
        if entry.group != group {
            group = entry.group;
            out += "     (not connected by games with those above)\n";
        }
        let wdl = tally.total(entry.engine).wdl;
        let error = match entry.error {
            Some(error) if error > 0.0 => fixed(error, 1),
            _ => "----".to_owned(),
        };
        out += &format!(
            "{:>4} {:<width$} : {:>8} {error:>6} {:>8.1} {:>7} {:>6} {:>7} {:>6} {:>6} {:>6} {:>6}{}\n",
            rank + 1,
            config.engines[entry.engine].name,
            fixed(entry.rating, 1),
            entry.points,
            entry.games,
            fixed(100.0 * wdl.score(), 1),
            entry.superior_to_next.map_or("---".to_owned(), |p| fixed(100.0 * p, 0)),
            wdl.wins,
            wdl.draws,
            wdl.losses,
            fixed(100.0 * entry.draw_ratio, 1),
            if entry.bounded { "" } else { "  (one-sided: a bound)" },
        );
    }
    out
}

/// Points against each opponent, in the order of the rating list.
pub fn crosstable(config: &TournamentConfig, tally: &Tally) -> String {
    let order: Vec<usize> = ratings(config, tally).entries.iter().map(|e| e.engine).collect();
    let width = name_width(config, 8);
    let mut out = format!("{:>4} {:<width$}", "#", "Name");
    (1..=order.len()).for_each(|column| out += &format!(" {column:>12}"));
    out.push('\n');
    for (row, &a) in order.iter().enumerate() {
        out += &format!("{:>4} {:<width$}", row + 1, config.engines[a].name);
        for &b in &order {
            let wdl = tally.between(a, b).wdl;
            let cell = match (a == b, wdl.games()) {
                (true, _) => "*".to_owned(),
                (false, 0) => "-".to_owned(),
                (false, games) => format!("{:.1}/{games}", wdl.points()),
            };
            out += &format!(" {cell:>12}");
        }
        out.push('\n');
    }
    out
}

/// How games ended, most frequent first.
pub fn outcomes(tally: &Tally) -> String {
    let all = tally.all_endings();
    let list = all.iter().map(|(ending, count)| format!("{} {count}", ending.title()));
    format!("Outcomes: {}\n", list.collect::<Vec<_>>().join(", "))
}

/// Failures by engine and reason; nothing if there were none.
pub fn failures(config: &TournamentConfig, tally: &Tally) -> Option<String> {
    let failing: Vec<usize> =
        (0..config.engines.len()).filter(|&i| tally.failures(i).total() > 0).collect();
    if failing.is_empty() {
        return None;
    }
    let width = name_width(config, 8);
    let mut out = format!("{:<width$}", "Failures");
    Failure::ALL.iter().for_each(|failure| out += &format!(" {:>12}", failure.title()));
    out.push('\n');
    for engine in failing {
        out += &format!("{:<width$}", config.engines[engine].name);
        for failure in Failure::ALL {
            out += &format!(" {:>12}", tally.failures(engine).get(failure));
        }
        out.push('\n');
    }
    Some(out)
}

fn name_width(config: &TournamentConfig, least: usize) -> usize {
    config.engines.iter().map(|e| e.name.chars().count()).max().unwrap_or(0).max(least)
}
