// SPDX-License-Identifier: GPL-3.0-or-later
//! Results in the lines of cutechess-cli.

use crate::options::TournamentConfig;
use crate::stats::{Sprt, SprtDecision, Tally, Wdl};

use super::fastchess::told;
use super::number::{fixed, significant};

/// The score line after a game between two engines.
pub fn score(config: &TournamentConfig, tally: &Tally) -> Option<String> {
    let [a, b] = config.engines.as_slice() else { return None };
    Some(format!("Score of {} vs {}: {}\n", a.name, b.name, score_text(&tally.between(0, 1).wdl)))
}

/// The full results so far.
pub fn results(config: &TournamentConfig, tally: &Tally) -> String {
    let mut out = match config.engines.as_slice() {
        [a, _] => head_to_head(config, &a.name, tally),
        _ => table(config, tally),
    };
    if let Some(sprt) = config.sprt {
        let status = Sprt::new(sprt).status(&tally.between(0, 1));
        out += &format!(
            "SPRT: llr {} ({}%), lbound {}, ubound {}{}\n",
            significant(status.llr, 3),
            fixed(100.0 * status.llr / status.upper, 1),
            significant(status.lower, 3),
            significant(status.upper, 3),
            match status.decision {
                SprtDecision::Continue => "",
                SprtDecision::H0 => " - H0 was accepted",
                SprtDecision::H1 => " - H1 was accepted",
            }
        );
    }
    out
}

/// Wins, losses, draws in this order, as the program has them.
fn score_text(wdl: &Wdl) -> String {
    format!("{} - {} - {}  [{:.3}] {}", wdl.wins, wdl.losses, wdl.draws, wdl.score(), wdl.games())
}

fn head_to_head(config: &TournamentConfig, name: &str, tally: &Tally) -> String {
    let record = tally.between(0, 1);
    // The second engine's games with White, seen by the first.
    let white = record.as_white;
    let black = record.flipped().as_white.flipped();
    let mut out = String::new();
    for (side, wdl) in [("White", white), ("Black", black)] {
        if wdl.games() > 0 {
            out += &format!("...      {name} playing {side}: {}\n", score_text(&wdl));
        }
    }
    if record.wdl.games() > 0 {
        out += &format!("...      White vs Black: {}\n", score_text(&white.plus(&black.flipped())));
    }
    let estimate = told(config, &record);
    out += &format!(
        "Elo difference: {} +/- {}, LOS: {} %, DrawRatio: {} %\n",
        fixed(estimate.elo, 1),
        fixed(estimate.elo_error, 1),
        fixed(100.0 * estimate.los, 1),
        fixed(100.0 * record.wdl.draw_ratio(), 1),
    );
    out
}

fn table(config: &TournamentConfig, tally: &Tally) -> String {
    let mut rows: Vec<(&str, _)> = config
        .engines
        .iter()
        .enumerate()
        .map(|(i, engine)| (engine.name.as_str(), tally.total(i)))
        .collect();
    rows.sort_by(|x, y| y.1.wdl.score().total_cmp(&x.1.wdl.score()));
    let width = rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0).max(25);
    let mut out = format!(
        "{:<4} {:<width$} {:>7} {:>7} {:>7} {:>7} {:>7}\n",
        "Rank", "Name", "Elo", "+/-", "Games", "Score", "Draws"
    );
    for (rank, (name, record)) in rows.iter().enumerate() {
        let estimate = told(config, record);
        out += &format!(
            "{:>4} {name:<width$} {:>7} {:>7} {:>7} {:>6}% {:>6}%\n",
            rank + 1,
            fixed(estimate.elo, 0),
            fixed(estimate.elo_error, 0),
            record.wdl.games(),
            fixed(100.0 * record.wdl.score(), 1),
            fixed(100.0 * record.wdl.draw_ratio(), 1),
        );
    }
    out
}
