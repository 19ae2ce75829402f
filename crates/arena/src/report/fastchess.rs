// SPDX-License-Identifier: GPL-3.0-or-later
//! Results in the lines of fastchess.

use crate::options::{ClockRule, EngineConfig, TournamentConfig};
use crate::stats::{Estimate, Outcomes, Record, Sprt, SprtDecision, Tally};

use super::number::fixed;

/// The line around a block of results.
const RULE: &str = "--------------------------------------------------";

/// The full results so far: one pair of engines in detail, or a table.
pub fn results(config: &TournamentConfig, tally: &Tally) -> String {
    let body = match config.engines.as_slice() {
        [a, b] => head_to_head(config, a, b, &tally.between(0, 1)),
        _ => table(config, tally),
    };
    format!("{RULE}\n{body}{}{RULE}\n", sprt_line(config, tally))
}

/// What the test came to, if it came to something.
pub fn sprt_end(config: &TournamentConfig, tally: &Tally) -> Option<String> {
    let sprt = config.sprt?;
    let decision = match Sprt::new(sprt).status(&tally.between(0, 1)).decision {
        SprtDecision::Continue => return None,
        SprtDecision::H0 => "H0",
        SprtDecision::H1 => "H1",
    };
    Some(format!(
        "SPRT ({}) completed - {decision} was accepted\n",
        elo_range(sprt.elo0, sprt.elo1)
    ))
}

/// The estimate that is told: by pairs, or by games if the user says so.
pub(super) fn told(config: &TournamentConfig, record: &Record) -> Estimate {
    match config.report.penta {
        true => record.estimate(),
        false => Estimate::of(&Outcomes::games(&record.wdl)),
    }
}

fn head_to_head(
    config: &TournamentConfig,
    a: &EngineConfig,
    b: &EngineConfig,
    record: &Record,
) -> String {
    let both = |a: String, b: String| if a == b { a } else { format!("{a} - {b}") };
    let limits = both(limit(a), limit(b));
    let threads = both(option(a, "Threads", "t"), option(b, "Threads", "t"));
    let hash = both(option(a, "Hash", "MB"), option(b, "Hash", "MB"));
    let book = config.openings.as_ref().and_then(|o| o.file.file_name());
    let book = book.map_or(String::new(), |name| format!(", {}", name.to_string_lossy()));
    let estimate = told(config, record);
    let pairs = &record.pairs;
    // Games and pairs must fit together for those who read both: a game whose pair is not
    // complete is not told yet.
    let wdl = match config.report.penta && config.is_paired() && pairs.pairs() > 0 {
        true => pairs.wdl(),
        false => record.wdl,
    };

    let mut out =
        format!("Results of {} vs {} ({limits}, {threads}, {hash}{book}):\n", a.name, b.name);
    out += &format!(
        "Elo: {} +/- {}, nElo: {} +/- {}\n",
        fixed(estimate.elo, 2),
        fixed(estimate.elo_error, 2),
        fixed(estimate.nelo, 2),
        fixed(estimate.nelo_error, 2),
    );
    let los = fixed(100.0 * estimate.los, 2);
    out += &match config.report.penta {
        true => format!(
            "LOS: {los} %, DrawRatio: {} %, PairsRatio: {}\n",
            fixed(100.0 * pairs.draw_ratio(), 2),
            fixed(pairs.pairs_ratio(), 2),
        ),
        false => format!("LOS: {los} %, DrawRatio: {} %\n", fixed(100.0 * wdl.draw_ratio(), 2)),
    };
    out += &format!(
        "Games: {}, Wins: {}, Losses: {}, Draws: {}, Points: {:.1} ({:.2} %)\n",
        wdl.games(),
        wdl.wins,
        wdl.losses,
        wdl.draws,
        wdl.points(),
        100.0 * wdl.score(),
    );
    if config.report.penta {
        out += &format!(
            "Ptnml(0-2): {:?}, WL/DD Ratio: {}\n",
            pairs.counts,
            fixed(pairs.win_loss_ratio(), 2),
        );
    }
    out
}

/// One line per engine against the field, best first.
fn table(config: &TournamentConfig, tally: &Tally) -> String {
    let mut rows: Vec<(&str, Record, Estimate)> = config
        .engines
        .iter()
        .enumerate()
        .map(|(i, engine)| {
            let record = tally.total(i);
            let estimate = told(config, &record);
            (engine.name.as_str(), record, estimate)
        })
        .collect();
    rows.sort_by(|x, y| y.2.score.total_cmp(&x.2.score));
    let width = rows.iter().map(|(name, ..)| name.chars().count()).max().unwrap_or(0).max(25);
    let mut out = format!(
        "{:<4} {:<width$} {:>10} {:>10} {:>10} {:>10} {:>10} {:>10} {:>10} {:>20}\n",
        "Rank", "Name", "Elo", "+/-", "nElo", "+/-", "Games", "Score", "Draw", "Ptnml(0-2)",
    );
    for (rank, (name, record, estimate)) in rows.iter().enumerate() {
        let draws = match config.report.penta {
            true => record.pairs.draw_ratio(),
            false => record.wdl.draw_ratio(),
        };
        out += &format!(
            "{:>4} {name:<width$} {:>10} {:>10} {:>10} {:>10} {:>10} {:>9}% {:>9}% {:>20}\n",
            rank + 1,
            fixed(estimate.elo, 2),
            fixed(estimate.elo_error, 2),
            fixed(estimate.nelo, 2),
            fixed(estimate.nelo_error, 2),
            record.wdl.games(),
            fixed(100.0 * record.wdl.score(), 1),
            fixed(100.0 * draws, 1),
            format!("{:?}", record.pairs.counts),
        );
    }
    out
}

fn sprt_line(config: &TournamentConfig, tally: &Tally) -> String {
    let Some(sprt) = config.sprt else { return String::new() };
    let status = Sprt::new(sprt).status(&tally.between(0, 1));
    format!(
        "LLR: {} ({}%) ({:.2}, {:.2}) {}\n",
        fixed(status.llr, 2),
        fixed(100.0 * status.fraction(), 1),
        status.lower,
        status.upper,
        elo_range(sprt.elo0, sprt.elo1),
    )
}

fn elo_range(elo0: f64, elo1: f64) -> String {
    format!("[{}, {}]", fixed(elo0, 2), fixed(elo1, 2))
}

/// What an engine may use, shortly.
pub(super) fn limit(engine: &EngineConfig) -> String {
    let limits = &engine.limits;
    match (limits.clock, limits.depth, limits.nodes) {
        (ClockRule::Game(tc), ..) => tc.to_string(),
        (ClockRule::PerMove(time), ..) => format!("{}/move", time.as_secs_f64()),
        (ClockRule::Unlimited, Some(depth), _) => format!("{depth} plies"),
        (ClockRule::Unlimited, None, Some(nodes)) => format!("{nodes} nodes"),
        (ClockRule::Unlimited, None, None) => "inf".to_owned(),
    }
}

fn option(engine: &EngineConfig, name: &str, unit: &str) -> String {
    let found = engine.options.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
    found.map_or_else(|| "NULL".to_owned(), |(_, value)| format!("{value}{unit}"))
}
