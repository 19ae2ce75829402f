// SPDX-License-Identifier: GPL-3.0-or-later
//! How the numbers developed over the games.

use crate::options::TournamentConfig;
use crate::stats::{HistoryEntry, Tally};

use super::tables;

/// At most so many points per line of a plot.
const POINTS: usize = 300;
/// Joint lists cost more.
const LISTS: usize = 60;

/// A line over games.
#[derive(Debug, Clone, PartialEq)]
pub struct Curve {
    /// Index of the engine.
    pub engine: usize,
    /// Games played, value, lower and upper end of the 95 % interval.
    pub points: Vec<CurvePoint>,
}

/// A point of it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CurvePoint {
    /// Games so far.
    pub games: u64,
    /// Elo.
    pub elo: f64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end of the interval.
    pub high: f64,
}

/// The curves of a tournament: the difference of two engines, or the ratings
/// of many.
pub fn curves(config: &TournamentConfig, tally: &Tally) -> Vec<Curve> {
    match config.engines.len() {
        2 => vec![difference(tally.history())],
        _ => ratings(config, tally.history()),
    }
}

/// Elo of the first engine against the second, by pairs once there are some.
fn difference(history: &[HistoryEntry]) -> Curve {
    let every = history.len().div_ceil(POINTS).max(1);
    let mut points = Vec::new();
    replay(2, history, every, |games, tally| {
        let e = tally.between(0, 1).estimate();
        if e.elo.is_finite() && e.elo_low.is_finite() && e.elo_high.is_finite() {
            points.push(CurvePoint { games, elo: e.elo, low: e.elo_low, high: e.elo_high });
        }
    });
    Curve { engine: 0, points }
}

/// The joint list at a number of moments.
fn ratings(config: &TournamentConfig, history: &[HistoryEntry]) -> Vec<Curve> {
    let count = config.engines.len();
    let mut curves: Vec<Curve> =
        (0..count).map(|engine| Curve { engine, points: Vec::new() }).collect();
    let every = history.len().div_ceil(LISTS).max(1);
    replay(count, history, every, |games, tally| {
        let list = tables::ratings(config, tally);
        // Before everybody is connected the numbers would jump.
        if list.groups > 1 {
            return;
        }
        for entry in list.entries.iter().filter(|entry| entry.bounded) {
            let (elo, error) = (entry.rating, entry.error.unwrap_or(0.0));
            let point = CurvePoint { games, elo, low: elo - error, high: elo + error };
            curves[entry.engine].points.push(point);
        }
    });
    curves
}

/// Plays the games again and looks at the tally after every so many.
fn replay(
    engines: usize,
    history: &[HistoryEntry],
    every: usize,
    mut look: impl FnMut(u64, &Tally),
) {
    let mut tally = Tally::new(engines);
    for (index, game) in history.iter().enumerate() {
        tally.record(&game.played());
        if (index + 1).is_multiple_of(every) || index + 1 == history.len() {
            look(index as u64 + 1, &tally);
        }
    }
}
