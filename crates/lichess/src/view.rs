// SPDX-License-Identifier: GPL-3.0-or-later
//! The operator's view as lines of text; whoever has a terminal draws them.

use std::time::{Duration, Instant};

use crate::log::Level;
use crate::status::{GameView, Shown};

/// The screen, so many columns wide and lines high.
pub fn screen(
    shown: &Shown,
    log: &[(Level, String)],
    now: Instant,
    width: usize,
    height: usize,
) -> Vec<String> {
    let mut lines = Vec::new();
    let state = match (shown.ending, shown.connected) {
        (true, _) => "ending: no new games",
        (false, true) => "connected",
        (false, false) => "connecting",
    };
    let [won, drawn, lost, none] = shown.results;
    let mut title = format!("{} as {} · {state}", shown.me, shown.who);
    if let Some(left) = shown.silence {
        title += &format!(" · silent for {} s after a 429", left.as_secs());
    }
    if let Some(left) = shown.no_bots {
        title += &format!(" · no bots for {} min", left.as_secs().div_ceil(60));
    }
    lines.push(title);
    lines.push(format!(
        "games {}/{} · correspondence {} · won {won} drawn {drawn} lost {lost} without result {none}",
        shown.games.len(),
        shown.limit,
        shown.correspondence
    ));
    let lag = shown.lag.map_or("not measured".to_owned(), |lag| format!("{} ms", lag.as_millis()));
    let [accepted, declined] = shown.challenges;
    lines.push(format!(
        "challenges accepted {accepted} declined {declined} · lag {lag} · reconnects {}",
        shown.reconnects
    ));
    if !shown.queue.is_empty() {
        lines.push(format!("waiting: {}", shown.queue.join(", ")));
    }
    lines.push(String::new());
    for (id, game) in &shown.games {
        lines.push(game_line(id, game, now));
    }
    if !shown.games.is_empty() {
        lines.push(String::new());
    }
    // Ratings have a third of the screen at most: games and errors matter more.
    for (kind, course) in shown.ratings.iter().take((height / 3).max(1)) {
        if let (Some(last), Some(first)) = (course.back(), course.front()) {
            let change = last - first;
            lines.push(format!("{kind:<14} {last:>5} {change:+5} {}", curve(course)));
        }
    }
    lines.push(String::new());
    let left = height.saturating_sub(lines.len());
    let recent = log.len().saturating_sub(left);
    let said = |(level, text): &(Level, String)| format!("{level:<7} {text}");
    let mut told: Vec<String> = log[recent..].iter().map(said).collect();
    // An error stays in sight when more has been said since.
    let error = log[..recent].iter().rev().find(|(level, _)| *level == Level::Error);
    if let (Some(error), Some(first)) = (error, told.first_mut()) {
        *first = said(error);
    }
    lines.extend(told);
    lines.truncate(height);
    for line in &mut lines {
        if line.chars().count() > width {
            *line = line.chars().take(width).collect();
        }
    }
    lines
}

/// A game, with what matters most first: a narrow terminal shows less of it.
fn game_line(id: &str, game: &GameView, now: Instant) -> String {
    let clocks = game.clocks.map_or(String::new(), |[ours, theirs]| {
        let passed = now.saturating_duration_since(game.told);
        let (ours, theirs) = if game.our_turn {
            (ours.saturating_sub(passed), theirs)
        } else {
            (ours, theirs.saturating_sub(passed))
        };
        format!("{} : {}", clock(ours), clock(theirs))
    });
    let colour = if game.white { "white" } else { "black" };
    let turn = if game.our_turn { '*' } else { ' ' };
    let score = game.score.as_deref().unwrap_or("");
    let lag = game.lag.map_or(String::new(), |lag| format!("{} ms", lag.as_millis()));
    let (opponent, last, kind) = (&game.opponent, &game.last, &game.kind);
    format!(
        "{turn} {colour} {opponent:<22} {clocks:>15} {score:>7} {last:<11} {lag:>7}  {kind:<22} {id}"
    )
}

/// A course in one line of text.
fn curve(course: &std::collections::VecDeque<i64>) -> String {
    const STEPS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    let (low, high) =
        (course.iter().min().copied().unwrap_or(0), course.iter().max().copied().unwrap_or(0));
    let span = (high - low).max(1);
    course.iter().map(|rating| STEPS[((rating - low) * 7 / span) as usize]).collect()
}

fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    if seconds < 20 {
        return format!("{:.1}", time.as_secs_f64());
    }
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_fits_and_is_there() {
        let now = Instant::now();
        let mut shown = Shown { me: "Xanthos".into(), limit: 4, ..Shown::default() };
        for rating in [2000, 2010, 2005, 2030] {
            shown.rate("blitz", rating);
        }
        shown.queue = vec!["Ada".into()];
        shown.games.insert(
            "abcd1234".into(),
            GameView {
                opponent: "Bob (1900)".into(),
                kind: "blitz rated 180+2".into(),
                white: true,
                last: "12. Nf3".into(),
                clocks: Some([Duration::from_secs(100), Duration::from_millis(9500)]),
                told: now - Duration::from_secs(10),
                our_turn: true,
                score: Some("+0.31".into()),
                lag: Some(Duration::from_millis(83)),
            },
        );
        let log = vec![(Level::Error, "12:00:00 something".to_owned()); 50];
        let lines = screen(&shown, &log, now, 100, 20);
        assert!(lines.len() <= 20 && lines.iter().all(|line| line.chars().count() <= 100));
        let all = lines.join("\n");
        for part in ["waiting: Ada", "2030", "+30", "Bob (1900)", "1:30 : 9.5", "error"] {
            assert!(all.contains(part), "{part} is not in\n{all}");
        }
        assert!(screen(&shown, &log, now, 0, 0).is_empty());
        // The usual terminal: clocks, score, move and lag of the game are in sight, and so is an
        // error of a while ago.
        for kind in
            ["bullet", "chess960", "classical", "correspondence", "puzzle", "rapid", "x", "y"]
        {
            shown.rate(kind, 1500);
        }
        let mut log = vec![(Level::Info, "12:00:01 a game".to_owned()); 80];
        log[3] = (Level::Error, "11:00:00 a disk".to_owned());
        let lines = screen(&shown, &log, now, 80, 24);
        let game = lines.iter().find(|line| line.contains("Bob")).expect("the game");
        assert!(["1:30 : 9.5", "+0.31", "12. Nf3", "83 ms"].iter().all(|part| game.contains(part)));
        assert!(lines.iter().any(|line| line.contains("a disk")), "{lines:?}");
    }
}
