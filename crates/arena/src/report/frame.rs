// SPDX-License-Identifier: GPL-3.0-or-later
//! The picture of a running match: a few lines of text, no terminal.

use std::time::Duration;

use super::event::{GameFinished, GameStarted};
use super::number::{clock, fixed};
use super::{fastchess, tables};
use crate::options::TournamentConfig;
use crate::stats::{Sprt, SprtDecision, SprtStatus, Tally};

/// What the picture shows beyond the tally.
#[derive(Debug, Clone, Default)]
pub struct Progress {
    /// Games of the whole tournament.
    pub total: u64,
    /// Games taken over from an earlier run.
    pub resumed: u64,
    /// Time since this run began.
    pub elapsed: Duration,
    /// Games being played.
    pub running: Vec<GameStarted>,
    /// The game that ended last.
    pub last: Option<GameFinished>,
}

/// At most so many engines are listed.
const MOST_ENGINES: usize = 12;

/// The picture, no line wider than `width` characters.
pub fn frame(
    config: &TournamentConfig,
    tally: &Tally,
    progress: &Progress,
    width: usize,
) -> Vec<String> {
    let mut lines = vec![title(config), games_line(tally, progress, width)];
    match config.engines.len() {
        2 => lines.extend(duel(config, tally)),
        _ => lines.extend(standings(config, tally)),
    }
    if let Some(sprt) = config.sprt {
        let status = Sprt::new(sprt).status(&tally.between(0, 1));
        lines.push(llr_line(&status, (sprt.elo0, sprt.elo1), width));
    }
    lines.push(running_line(config, progress));
    lines.extend(last_line(config, progress));
    lines.extend(failure_line(config, tally));
    lines.into_iter().map(|line| fit(line, width)).collect()
}

fn fit(line: String, width: usize) -> String {
    match line.chars().count() > width {
        true => line.chars().take(width.saturating_sub(1)).chain(['…']).collect(),
        false => line,
    }
}

fn title(config: &TournamentConfig) -> String {
    let mut parts = vec![config.event.clone()];
    let mut limits: Vec<String> = config.engines.iter().map(fastchess::limit).collect();
    limits.dedup();
    parts.push(limits.join(" - "));
    if let Some(openings) = &config.openings {
        parts.extend(openings.file.file_name().map(|name| name.to_string_lossy().into_owned()));
    }
    parts.push(format!("{} at once", config.concurrency));
    parts.join(" · ")
}

fn games_line(tally: &Tally, progress: &Progress, width: usize) -> String {
    let games = tally.games();
    let share = if progress.total == 0 { 0.0 } else { games as f64 / progress.total as f64 };
    let played_now = games.saturating_sub(progress.resumed);
    let seconds = progress.elapsed.as_secs_f64();
    let left = match played_now {
        0 => "--:--".to_owned(),
        n => clock(progress.total.saturating_sub(games) as f64 * seconds / n as f64),
    };
    format!(
        "Games {} {games}/{} ({:.1} %)  {} elapsed, {left} left",
        bar(share, (width / 4).clamp(8, 30)),
        progress.total,
        100.0 * share,
        clock(seconds),
    )
}

/// A bar filled to `share`, in eighths of a character.
fn bar(share: f64, width: usize) -> String {
    let eighths = (share.clamp(0.0, 1.0) * width as f64 * 8.0).round() as usize;
    let mut out = "█".repeat(eighths / 8);
    if !eighths.is_multiple_of(8) {
        out.push(['▏', '▎', '▍', '▌', '▋', '▊', '▉'][eighths % 8 - 1]);
    }
    let filled = eighths.div_ceil(8);
    out + &"░".repeat(width - filled)
}

fn duel(config: &TournamentConfig, tally: &Tally) -> Vec<String> {
    let record = tally.between(0, 1);
    let estimate = fastchess::told(config, &record);
    let wdl = record.wdl;
    let mut lines = vec![format!(
        "{} vs {}  +{} -{} ={}  {:.1}/{} ({:.2} %)",
        config.engines[0].name,
        config.engines[1].name,
        wdl.wins,
        wdl.losses,
        wdl.draws,
        wdl.points(),
        wdl.games(),
        100.0 * wdl.score(),
    )];
    if wdl.games() > 0 {
        lines.push(format!(
            "Elo {} ± {}  nElo {} ± {}  LOS {} %  draws {} %",
            fixed(estimate.elo, 1),
            fixed(estimate.elo_error, 1),
            fixed(estimate.nelo, 1),
            fixed(estimate.nelo_error, 1),
            fixed(100.0 * estimate.los, 1),
            fixed(100.0 * wdl.draw_ratio(), 1),
        ));
    }
    if record.pairs.pairs() > 0 {
        lines.push(format!("Pairs (0-2) {:?}", record.pairs.counts));
    }
    lines
}

fn standings(config: &TournamentConfig, tally: &Tally) -> Vec<String> {
    let list = tables::ratings(config, tally);
    let widest = config.engines.iter().map(|e| e.name.chars().count()).max().unwrap_or(0).max(6);
    let mut lines = vec![format!(
        "{:>3} {:<widest$} {:>7} {:>6} {:>7} {:>7}",
        "#", "Engine", "Elo", "±", "Games", "%"
    )];
    for (rank, entry) in list.entries.iter().take(MOST_ENGINES).enumerate() {
        let score = if entry.games == 0 { 0.0 } else { entry.points / entry.games as f64 };
        lines.push(format!(
            "{:>3} {:<widest$} {:>7} {:>6} {:>7} {:>7.1}",
            rank + 1,
            config.engines[entry.engine].name,
            fixed(entry.rating, 0),
            entry.error.map_or("-".to_owned(), |e| fixed(e, 0)),
            entry.games,
            100.0 * score,
        ));
    }
    if list.entries.len() > MOST_ENGINES {
        lines.push(format!("    and {} more", list.entries.len() - MOST_ENGINES));
    }
    lines
}

/// The ratio between its bounds, with zero marked.
fn llr_line(status: &SprtStatus, elo: (f64, f64), width: usize) -> String {
    let cells = (width / 3).clamp(11, 41);
    let span = status.upper - status.lower;
    let at = |x: f64| {
        let share = ((x - status.lower) / span).clamp(0.0, 1.0);
        (share * (cells - 1) as f64).round() as usize
    };
    let (zero, here) = (at(0.0), at(status.llr));
    let track: String = (0..cells)
        .map(|i| match i {
            _ if i == here => '●',
            _ if i == zero => '┼',
            _ if (zero.min(here)..=zero.max(here)).contains(&i) => '━',
            _ => '─',
        })
        .collect();
    let decision = match status.decision {
        SprtDecision::Continue => String::new(),
        SprtDecision::H0 => "  H0 accepted".to_owned(),
        SprtDecision::H1 => "  H1 accepted".to_owned(),
    };
    format!(
        "LLR {:.2} ├{track}┤ {:.2}  {} ({} %) [{}, {}]{decision}",
        status.lower,
        status.upper,
        fixed(status.llr, 2),
        fixed(100.0 * status.fraction(), 0),
        elo.0,
        elo.1,
    )
}

fn running_line(config: &TournamentConfig, progress: &Progress) -> String {
    let games: Vec<String> = progress
        .running
        .iter()
        .map(|g| {
            let name = |i: usize| config.engines.get(i).map_or("?", |e| e.name.as_str());
            format!("{} {} - {}", g.number, name(g.white), name(g.black))
        })
        .collect();
    match games.is_empty() {
        true => "Playing nothing".to_owned(),
        false => format!("Playing {}", games.join(", ")),
    }
}

fn last_line(config: &TournamentConfig, progress: &Progress) -> Option<String> {
    let game = progress.last.as_ref()?;
    let name = |i: usize| config.engines.get(i).map_or("?", |e| e.name.as_str());
    Some(format!(
        "Last {} {} - {} {} {}, {} moves",
        game.number,
        name(game.played.white),
        name(game.played.black),
        game.played.result,
        game.played.sentence(),
        game.plies.div_ceil(2),
    ))
}

fn failure_line(config: &TournamentConfig, tally: &Tally) -> Option<String> {
    let parts: Vec<String> = config
        .engines
        .iter()
        .enumerate()
        .flat_map(|(i, engine)| {
            tally
                .failures(i)
                .0
                .iter()
                .map(move |(f, n)| format!("{}: {n} {}", engine.name, f.title()))
        })
        .collect();
    (!parts.is_empty()).then(|| format!("Failures {}", parts.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_fill() {
        assert_eq!(bar(0.0, 4), "░░░░");
        assert_eq!(bar(1.0, 4), "████");
        assert_eq!(bar(0.5, 4), "██░░");
        assert_eq!(bar(0.156, 4), "▋░░░");
        assert_eq!(bar(7.0, 2), "██");
    }

    #[test]
    fn the_ratio_stays_between_its_bounds() {
        for llr in [-50.0, -2.9, -1.0, 0.0, 1.0, 2.9, 50.0] {
            let status =
                SprtStatus { llr, lower: -2.94, upper: 2.94, decision: SprtDecision::Continue };
            let line = llr_line(&status, (0.0, 3.0), 80);
            assert_eq!(line.matches('●').count(), 1, "{line}");
            assert!(line.contains("├") && line.contains("┤"));
        }
    }
}
