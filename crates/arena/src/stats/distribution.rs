// SPDX-License-Identifier: GPL-3.0-or-later
//! Results as a probability distribution over a few equally spaced scores.
//!
//! A game has three outcomes (0, ½, 1 point), a pair of games five (0, ¼, ½, ¾,
//! 1 point per game). Pairs are what Elo and the sequential test should look at:
//! the two games of an opening are not independent, and on unbalanced openings
//! the spread of pairs is much smaller than the spread of games would suggest.

use super::results::{Pentanomial, Wdl};

/// What stands for a count of zero. Without it an outcome never seen would be
/// impossible under every hypothesis and the likelihood ratio undefined.
pub const EMPTY_COUNT: f64 = 1e-3;

/// Whether one observation is a game or a pair of games.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Unit {
    /// Single games.
    Games,
    /// Pairs of games with colours swapped.
    Pairs,
}

/// Counts of outcomes with scores evenly spread from 0 to 1.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcomes {
    counts: Vec<f64>,
    unit: Unit,
}

impl Unit {
    /// Games in one observation.
    pub fn games(self) -> f64 {
        match self {
            Unit::Games => 1.0,
            Unit::Pairs => 2.0,
        }
    }
}

impl Outcomes {
    /// Losses, draws, wins.
    pub fn games(wdl: &Wdl) -> Outcomes {
        let counts = [wdl.losses, wdl.draws, wdl.wins].map(|n| n as f64).to_vec();
        Outcomes { counts, unit: Unit::Games }
    }

    /// Pairs by their points.
    pub fn pairs(pairs: &Pentanomial) -> Outcomes {
        Outcomes { counts: pairs.counts.map(|n| n as f64).to_vec(), unit: Unit::Pairs }
    }

    /// The same with empty bins filled by [`EMPTY_COUNT`].
    pub fn regularized(&self) -> Outcomes {
        let counts = self.counts.iter().map(|&n| if n == 0.0 { EMPTY_COUNT } else { n }).collect();
        Outcomes { counts, unit: self.unit }
    }

    /// What one observation is.
    pub fn unit(&self) -> Unit {
        self.unit
    }

    /// Observations.
    pub fn total(&self) -> f64 {
        self.counts.iter().sum()
    }

    /// Score of each outcome.
    pub fn scores(&self) -> Vec<f64> {
        let last = (self.counts.len() - 1) as f64;
        (0..self.counts.len()).map(|i| i as f64 / last).collect()
    }

    /// Observed frequency of each outcome.
    pub fn frequencies(&self) -> Vec<f64> {
        let total = self.total();
        self.counts.iter().map(|n| n / total).collect()
    }

    /// Mean and variance of one observation's score.
    pub fn moments(&self) -> (f64, f64) {
        moments(&self.scores(), &self.frequencies())
    }
}

/// Mean and variance of `scores` under `probabilities`.
pub fn moments(scores: &[f64], probabilities: &[f64]) -> (f64, f64) {
    let mean: f64 = scores.iter().zip(probabilities).map(|(a, p)| a * p).sum();
    let variance = scores.iter().zip(probabilities).map(|(a, p)| p * (a - mean) * (a - mean)).sum();
    (mean, variance)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_of_a_fair_coin() {
        let (mean, variance) = Outcomes::games(&Wdl::new(50, 0, 50)).moments();
        assert_eq!((mean, variance), (0.5, 0.25));
    }

    #[test]
    fn only_empty_bins_are_filled() {
        let filled = Outcomes::pairs(&Pentanomial::new([0, 3, 0, 2, 1])).regularized();
        assert_eq!(filled.counts, [1e-3, 3.0, 1e-3, 2.0, 1.0]);
    }
}
