// SPDX-License-Identifier: GPL-3.0-or-later
//! Results of games and their sums: per pair of engines, and failures per
//! engine.
//!
//! ```
//! use arena::stats::{Ending, GameResult, Played, Tally};
//!
//! let mut tally = Tally::new(2);
//! // Engine 0 wins with White, then draws the same opening with Black.
//! tally.record(&Played::new(0, 1, 0, GameResult::WhiteWins, Ending::Checkmate));
//! tally.record(&Played::new(1, 0, 0, GameResult::Draw, Ending::Stalemate));
//! let record = tally.between(0, 1);
//! assert_eq!((record.wdl.wins, record.wdl.draws, record.wdl.losses), (1, 1, 0));
//! assert_eq!(record.pairs.counts, [0, 0, 0, 1, 0]);
//! ```

use std::collections::BTreeMap;
use std::collections::HashMap;

pub use formats::pgn::GameResult;
pub use play::{Ending, Failure};
use serde::{Deserialize, Serialize};

/// One finished game: all that statistics need.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Played {
    /// Index of the engine with White.
    pub white: usize,
    /// Index of the engine with Black.
    pub black: usize,
    /// Number of the opening among the games of these two engines
    /// ([`crate::options::GameSlot::opening`]). Two games with equal numbers
    /// are a pair; `None` for a game outside pairs.
    pub pair: Option<u32>,
    /// The result.
    pub result: GameResult,
    /// Its reason.
    pub ending: Ending,
}

/// Wins, draws and losses of one side.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wdl {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

/// Counts of pairs by the points of the first engine: 0, ½, 1, 1½, 2.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pentanomial {
    /// Counts, worst first.
    pub counts: [u64; 5],
    /// How many of the pairs in the middle are a win and a loss (not two
    /// draws).
    pub win_loss: u64,
}

/// The record of one engine against another.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// All games.
    pub wdl: Wdl,
    /// The games with White.
    pub as_white: Wdl,
    /// Complete pairs.
    pub pairs: Pentanomial,
}

/// Failures of one engine by reason.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FailureCounts(pub BTreeMap<Failure, u64>);

/// A game in the order of finishing, as plots need it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HistoryEntry {
    /// Index of the engine with White.
    pub white: u16,
    /// Index of the engine with Black.
    pub black: u16,
    /// White's half-points.
    pub white_half_points: u8,
    /// Number of the pair, as in [`Played::pair`].
    pub pair: Option<u32>,
}

/// Everything that has been played.
#[derive(Debug, Clone, Default)]
pub struct Tally {
    engines: usize,
    games: u64,
    records: BTreeMap<(usize, usize), Record>,
    waiting: HashMap<(usize, usize, u32), u8>,
    failures: Vec<FailureCounts>,
    endings: HashMap<Ending, u64>,
    history: Vec<HistoryEntry>,
}

/// Half-points of White: 0, 1 or 2.
fn white_half_points(result: GameResult) -> Option<u8> {
    match result {
        GameResult::WhiteWins => Some(2),
        GameResult::Draw => Some(1),
        GameResult::BlackWins => Some(0),
        GameResult::Unknown => None,
    }
}

impl Played {
    /// How it ended, in the words that other programs look for.
    ///
    /// ```
    /// use arena::stats::{Ending, Failure, GameResult, Played};
    /// let game = Played::new(0, 1, 0, GameResult::WhiteWins, Ending::Failure(Failure::Time));
    /// assert_eq!(game.sentence(), "Black loses on time");
    /// ```
    pub fn sentence(&self) -> String {
        self.ending.sentence(self.result)
    }

    /// A game of pair `pair`.
    pub fn new(
        white: usize,
        black: usize,
        pair: u32,
        result: GameResult,
        ending: Ending,
    ) -> Played {
        Played { white, black, pair: Some(pair), result, ending }
    }

    /// The engine that failed, if the game ended by a failure.
    pub fn failing_engine(&self) -> Option<(usize, Failure)> {
        let Ending::Failure(failure) = self.ending else {
            return None;
        };
        match self.result {
            GameResult::WhiteWins => Some((self.black, failure)),
            GameResult::BlackWins => Some((self.white, failure)),
            GameResult::Draw | GameResult::Unknown => None,
        }
    }
}

impl HistoryEntry {
    /// The game again, as far as statistics of results go.
    pub fn played(&self) -> Played {
        Played {
            white: usize::from(self.white),
            black: usize::from(self.black),
            pair: self.pair,
            result: match self.white_half_points {
                2 => GameResult::WhiteWins,
                1 => GameResult::Draw,
                _ => GameResult::BlackWins,
            },
            ending: Ending::Adjudication,
        }
    }
}

impl Wdl {
    /// From counts.
    pub fn new(wins: u64, draws: u64, losses: u64) -> Wdl {
        Wdl { wins, draws, losses }
    }

    /// All games.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Points: a draw is half.
    pub fn points(&self) -> f64 {
        self.wins as f64 + 0.5 * self.draws as f64
    }

    /// Points per game; one half where nothing was played.
    pub fn score(&self) -> f64 {
        if self.games() == 0 { 0.5 } else { self.points() / self.games() as f64 }
    }

    /// The same games seen by the other side.
    pub fn flipped(&self) -> Wdl {
        Wdl { wins: self.losses, draws: self.draws, losses: self.wins }
    }

    /// Adds one result: 2 half-points for a win, 1 for a draw, 0 for a loss.
    pub fn add(&mut self, half_points: u8) {
        match half_points {
            2 => self.wins += 1,
            1 => self.draws += 1,
            _ => self.losses += 1,
        }
    }

    /// Sums two records.
    pub fn plus(&self, other: &Wdl) -> Wdl {
        Wdl {
            wins: self.wins + other.wins,
            draws: self.draws + other.draws,
            losses: self.losses + other.losses,
        }
    }
}

impl Pentanomial {
    /// From counts alone; pairs in the middle are taken for two draws.
    pub fn new(counts: [u64; 5]) -> Pentanomial {
        Pentanomial { counts, win_loss: 0 }
    }

    /// All pairs.
    pub fn pairs(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// The same pairs seen by the other side.
    pub fn flipped(&self) -> Pentanomial {
        let mut counts = self.counts;
        counts.reverse();
        Pentanomial { counts, win_loss: self.win_loss }
    }

    /// Pairs in the middle made of two draws.
    pub fn draw_draw(&self) -> u64 {
        self.counts[2].saturating_sub(self.win_loss)
    }

    /// The games of these pairs.
    pub fn wdl(&self) -> Wdl {
        let [ll, ld, _, wd, ww] = self.counts;
        Wdl {
            wins: 2 * ww + wd + self.win_loss,
            draws: ld + wd + 2 * self.draw_draw(),
            losses: 2 * ll + ld + self.win_loss,
        }
    }

    /// Adds the half-points of two games.
    pub fn add(&mut self, first: u8, second: u8) {
        self.counts[usize::from((first + second).min(4))] += 1;
        if first.abs_diff(second) == 2 {
            self.win_loss += 1;
        }
    }

    /// Sums two records.
    pub fn plus(&self, other: &Pentanomial) -> Pentanomial {
        let mut sum = *self;
        for (to, from) in sum.counts.iter_mut().zip(other.counts) {
            *to += from;
        }
        sum.win_loss += other.win_loss;
        sum
    }
}

impl Record {
    /// The same games seen by the other side.
    pub fn flipped(&self) -> Record {
        // With White, the other side had what this side had not: its games
        // with Black, seen from the other chair.
        let as_black = Wdl {
            wins: self.wdl.wins - self.as_white.wins,
            draws: self.wdl.draws - self.as_white.draws,
            losses: self.wdl.losses - self.as_white.losses,
        };
        Record {
            wdl: self.wdl.flipped(),
            as_white: as_black.flipped(),
            pairs: self.pairs.flipped(),
        }
    }

    /// Sums two records.
    pub fn plus(&self, other: &Record) -> Record {
        Record {
            wdl: self.wdl.plus(&other.wdl),
            as_white: self.as_white.plus(&other.as_white),
            pairs: self.pairs.plus(&other.pairs),
        }
    }
}

impl FailureCounts {
    /// How often this happened.
    pub fn get(&self, failure: Failure) -> u64 {
        self.0.get(&failure).copied().unwrap_or(0)
    }

    /// All failures.
    pub fn total(&self) -> u64 {
        self.0.values().sum()
    }

    /// Counts one.
    pub fn add(&mut self, failure: Failure) {
        *self.0.entry(failure).or_default() += 1;
    }
}

impl Tally {
    /// Nothing played yet between this many engines.
    pub fn new(engines: usize) -> Tally {
        Tally { engines, failures: vec![FailureCounts::default(); engines], ..Tally::default() }
    }

    /// Counts a game; one without a result counts only for its failure. Games
    /// of a pair may arrive in any order.
    pub fn record(&mut self, game: &Played) {
        *self.endings.entry(game.ending).or_default() += 1;
        if let Some((engine, failure)) = game.failing_engine()
            && let Some(counts) = self.failures.get_mut(engine)
        {
            counts.add(failure);
        }
        let Some(white_half) = white_half_points(game.result) else {
            return;
        };
        self.games += 1;
        let first_is_white = game.white < game.black;
        let key = if first_is_white { (game.white, game.black) } else { (game.black, game.white) };
        let half = if first_is_white { white_half } else { 2 - white_half };
        let record = self.records.entry(key).or_default();
        record.wdl.add(half);
        if first_is_white {
            record.as_white.add(half);
        }
        if let Some(pair) = game.pair {
            match self.waiting.remove(&(key.0, key.1, pair)) {
                Some(earlier) => record.pairs.add(earlier, half),
                None => drop(self.waiting.insert((key.0, key.1, pair), half)),
            }
        }
        self.history.push(HistoryEntry {
            white: game.white as u16,
            black: game.black as u16,
            white_half_points: white_half,
            pair: game.pair,
        });
    }

    /// Counts a failure that ended no game (an engine that never started).
    pub fn record_failure(&mut self, engine: usize, failure: Failure) {
        if let Some(counts) = self.failures.get_mut(engine) {
            counts.add(failure);
        }
    }

    /// Whether this game, just recorded, was the second of its pair.
    pub fn completes_pair(&self, game: &Played) -> bool {
        let key = (game.white.min(game.black), game.white.max(game.black));
        game.pair.is_some_and(|pair| !self.waiting.contains_key(&(key.0, key.1, pair)))
    }

    /// Complete pairs of all engines.
    pub fn pairs(&self) -> u64 {
        self.records.values().map(|record| record.pairs.pairs()).sum()
    }

    /// Number of engines.
    pub fn engines(&self) -> usize {
        self.engines
    }

    /// Games with a result.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// The record of engine `a` against engine `b`.
    pub fn between(&self, a: usize, b: usize) -> Record {
        let key = (a.min(b), a.max(b));
        let record = self.records.get(&key).copied().unwrap_or_default();
        if a <= b { record } else { record.flipped() }
    }

    /// The record of an engine against everybody.
    pub fn total(&self, engine: usize) -> Record {
        (0..self.engines)
            .filter(|&other| other != engine)
            .map(|other| self.between(engine, other))
            .fold(Record::default(), |sum, record| sum.plus(&record))
    }

    /// Failures of an engine.
    pub fn failures(&self, engine: usize) -> &FailureCounts {
        &self.failures[engine]
    }

    /// How often games ended in this way.
    pub fn endings(&self, ending: Ending) -> u64 {
        self.endings.get(&ending).copied().unwrap_or(0)
    }

    /// Every game, in finishing order.
    pub fn history(&self) -> &[HistoryEntry] {
        &self.history
    }

    /// Every way in which games ended, most frequent first.
    pub fn all_endings(&self) -> Vec<(Ending, u64)> {
        let mut all: Vec<(Ending, u64)> = self.endings.iter().map(|(e, n)| (*e, *n)).collect();
        all.sort_by_key(|(ending, count)| (std::cmp::Reverse(*count), format!("{ending:?}")));
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_complete_in_any_order() {
        let mut tally = Tally::new(3);
        let mut play = |w, b, pair, result| {
            tally.record(&Played::new(w, b, pair, result, Ending::Checkmate));
        };
        play(0, 1, 0, GameResult::WhiteWins);
        play(1, 0, 1, GameResult::WhiteWins);
        play(0, 2, 0, GameResult::Draw);
        play(0, 1, 1, GameResult::WhiteWins);
        play(1, 0, 0, GameResult::BlackWins);
        let record = tally.between(0, 1);
        assert_eq!(record.pairs.counts, [0, 0, 1, 0, 1]);
        assert_eq!((record.pairs.win_loss, record.pairs.draw_draw()), (1, 0));
        assert_eq!(tally.between(0, 2).pairs.pairs(), 0, "half a pair is none");
        assert_eq!(tally.total(0).wdl, Wdl::new(3, 1, 1));
        assert_eq!(tally.between(1, 0).wdl, Wdl::new(1, 0, 3));
        assert_eq!(record.as_white, Wdl::new(2, 0, 0));
        assert_eq!(tally.between(1, 0).as_white, Wdl::new(1, 0, 1));
        assert_eq!(tally.between(1, 0).flipped(), record);
    }

    #[test]
    fn failures_are_the_losers() {
        let mut tally = Tally::new(2);
        let ending = Ending::Failure(Failure::Time);
        tally.record(&Played::new(0, 1, 0, GameResult::WhiteWins, ending));
        tally.record(&Played::new(1, 0, 0, GameResult::WhiteWins, ending));
        tally.record(&Played::new(0, 1, 1, GameResult::Unknown, Ending::Interrupted));
        tally.record_failure(1, Failure::Startup);
        assert_eq!(tally.games(), 2);
        assert_eq!(tally.failures(1).total(), 2);
        assert_eq!(tally.failures(0).get(Failure::Time), 1);
        assert_eq!(tally.endings(ending), 2);
    }

    #[test]
    fn a_history_replays_to_the_same_records() {
        let mut tally = Tally::new(3);
        for n in 0..60u32 {
            let (w, b) = [(0, 1), (1, 0), (2, 0), (0, 2), (1, 2), (2, 1)][n as usize % 6];
            let result = [GameResult::WhiteWins, GameResult::Draw, GameResult::BlackWins]
                [(n * 7 % 11 % 3) as usize];
            tally.record(&Played::new(w, b, n / 6, result, Ending::Checkmate));
        }
        let mut again = Tally::new(3);
        tally.history().iter().for_each(|game| again.record(&game.played()));
        for (a, b) in [(0, 1), (0, 2), (1, 2)] {
            assert_eq!(again.between(a, b), tally.between(a, b));
        }
    }
}
