// SPDX-License-Identifier: GPL-3.0-or-later
//! Elo and normalised Elo with their errors, likelihood of superiority, ratios.
//!
//! ```
//! use arena::stats::{Estimate, Outcomes, Pentanomial};
//!
//! let pairs = Pentanomial::new([34, 54, 63, 64, 75]);
//! let estimate = Estimate::of(&Outcomes::pairs(&pairs));
//! assert_eq!(format!("{:.2} +/- {:.2}", estimate.elo, estimate.elo_error), "55.58 +/- 27.65");
//! ```

use serde::{Deserialize, Serialize};

use super::distribution::{Outcomes, Unit};
use super::normal::{Z95, cdf};
use super::results::{Pentanomial, Record, Wdl};

/// Normalised Elo per standard deviation of a single game: at small
/// differences and with no draws it equals the usual Elo.
pub const NELO_PER_SIGMA: f64 = 800.0 / std::f64::consts::LN_10;

/// Expected score at a difference of `elo`.
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The Elo difference at which `score` is expected; infinite at 0 and 1.
pub fn elo_of_score(score: f64) -> f64 {
    let score = score.clamp(0.0, 1.0);
    400.0 * (score / (1.0 - score)).log10()
}

/// What the results say about the difference of two engines. Values that the
/// results do not determine are infinite or not a number.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Estimate {
    /// What was counted.
    pub unit: Unit,
    /// Points per game.
    pub score: f64,
    /// Elo difference.
    pub elo: f64,
    /// Half the width of its 95 % interval.
    pub elo_error: f64,
    /// Lower end of the interval (the interval is not symmetric).
    pub elo_low: f64,
    /// Upper end of the interval.
    pub elo_high: f64,
    /// Normalised Elo difference.
    pub nelo: f64,
    /// Half the width of its 95 % interval.
    pub nelo_error: f64,
    /// Probability that the first engine is the stronger one.
    pub los: f64,
}

impl Estimate {
    /// From counted outcomes.
    ///
    /// The score's error is that of a mean of independent observations. Its
    /// interval is carried over to Elo end by end, so that it stays meaningful
    /// at lopsided scores. The normalised difference is the excess score in
    /// units of the spread of one game; a pair has half a game's variance if
    /// its games are independent, hence the √2.
    pub fn of(outcomes: &Outcomes) -> Estimate {
        let total = outcomes.total();
        let unit = outcomes.unit();
        if total == 0.0 {
            return Estimate::of_nothing(unit);
        }
        let (score, variance) = outcomes.moments();
        let deviation = (variance / total).sqrt();
        let (low, high) = (score - Z95 * deviation, score + Z95 * deviation);
        let (elo_low, elo_high) = (elo_of_score(low), elo_of_score(high));
        let los = match variance > 0.0 {
            true => cdf((score - 0.5) / deviation),
            false => 0.5 + 0.5 * (score - 0.5).signum() * f64::from(score != 0.5),
        };
        let elo = elo_of_score(score);
        Estimate {
            unit,
            score,
            elo,
            elo_error: 0.5 * (elo_high - elo_low),
            elo_low,
            elo_high,
            nelo: (score - 0.5) / (unit.games() * variance).sqrt() * NELO_PER_SIGMA,
            nelo_error: Z95 / (unit.games() * total).sqrt() * NELO_PER_SIGMA,
            los,
        }
    }

    fn of_nothing(unit: Unit) -> Estimate {
        Estimate {
            unit,
            score: 0.5,
            elo: f64::NAN,
            elo_error: f64::NAN,
            elo_low: f64::NEG_INFINITY,
            elo_high: f64::INFINITY,
            nelo: f64::NAN,
            nelo_error: f64::NAN,
            los: 0.5,
        }
    }
}

impl Record {
    /// The outcomes to draw conclusions from: pairs where there are any,
    /// single games otherwise.
    pub fn outcomes(&self) -> Outcomes {
        match self.pairs.pairs() {
            0 => Outcomes::games(&self.wdl),
            _ => Outcomes::pairs(&self.pairs),
        }
    }

    /// Conclusions from pairs where there are any, from games otherwise.
    pub fn estimate(&self) -> Estimate {
        Estimate::of(&self.outcomes())
    }
}

impl Wdl {
    /// Share of draws, from 0 to 1; not a number without games.
    pub fn draw_ratio(&self) -> f64 {
        self.draws as f64 / self.games() as f64
    }
}

impl Pentanomial {
    /// Share of pairs that both sides came out of equal.
    pub fn draw_ratio(&self) -> f64 {
        self.counts[2] as f64 / self.pairs() as f64
    }

    /// Pairs won per pair lost; infinite without a loss, not a number without
    /// either.
    pub fn pairs_ratio(&self) -> f64 {
        let [ll, ld, _, wd, ww] = self.counts;
        (ww + wd) as f64 / (ld + ll) as f64
    }

    /// Balanced pairs of a win and a loss per balanced pair of two draws.
    pub fn win_loss_ratio(&self) -> f64 {
        self.win_loss as f64 / self.draw_draw() as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(found: f64, expected: f64) {
        assert!((found - expected).abs() < 0.006, "{found} is not {expected}");
    }

    /// Values that fastchess publishes for its own trinomial estimates.
    #[test]
    fn games_agree_with_published_values() {
        let a = Estimate::of(&Outcomes::games(&Wdl::new(76, 123, 89)));
        close(a.nelo, -20.76);
        close(a.nelo_error, 40.13);
        close(100.0 * a.los, 15.53);
        let b = Estimate::of(&Outcomes::games(&Wdl::new(136, 111, 96)));
        close(b.nelo, 49.77);
        close(b.nelo_error, 36.77);
        close(b.elo, 40.70);
        close(b.elo_error, 30.43);
        close(100.0 * b.los, 99.60);
        let c = Estimate::of(&Outcomes::games(&Wdl::new(34, 0, 356)));
        close(c.nelo, -508.44);
        close(c.nelo_error, 34.48);
    }

    /// Values that fastchess publishes for its own pentanomial estimates.
    #[test]
    fn pairs_agree_with_published_values() {
        let a = Estimate::of(&Outcomes::pairs(&Pentanomial::new([34, 54, 63, 64, 75])));
        close(a.nelo, 57.94);
        close(a.nelo_error, 28.28);
        close(a.elo, 55.58);
        close(a.elo_error, 27.65);
        let b = Estimate::of(&Outcomes::pairs(&Pentanomial::new([332, 433, 498, 333, 334])));
        close(b.nelo, -9.17);
        close(b.nelo_error, 10.96);
        close(b.elo, -8.64);
        close(b.elo_error, 10.33);
        close(100.0 * b.los, 5.05);
        let c = Estimate::of(&Outcomes::pairs(&Pentanomial::new([7895, 8757, 5685, 568, 9999])));
        close(c.nelo, -19.01);
        close(c.nelo_error, 2.65);
        close(c.elo, -21.04);
        close(c.elo_error, 2.95);
    }

    #[test]
    fn elo_and_score_are_inverse() {
        for elo in [-800.0, -3.0, 0.0, 0.5, 120.0] {
            assert!((elo_of_score(score_of_elo(elo)) - elo).abs() < 1e-9);
        }
        assert_eq!(elo_of_score(1.0), f64::INFINITY);
        assert_eq!(elo_of_score(-0.1), f64::NEG_INFINITY);
    }

    #[test]
    fn one_sided_results_do_not_break_it() {
        let swept = Estimate::of(&Outcomes::pairs(&Pentanomial::new([0, 0, 0, 0, 9])));
        assert_eq!(swept.elo, f64::INFINITY);
        assert_eq!(swept.los, 1.0);
        let dead = Estimate::of(&Outcomes::games(&Wdl::new(0, 40, 0)));
        assert_eq!((dead.elo, dead.los), (0.0, 0.5));
        let lost = Estimate::of(&Outcomes::games(&Wdl::new(0, 0, 3)));
        assert_eq!((lost.elo, lost.los), (f64::NEG_INFINITY, 0.0));
        assert!(Estimate::of(&Outcomes::games(&Wdl::default())).elo.is_nan());
    }

    #[test]
    fn ratios() {
        let pairs = Pentanomial { counts: [1, 2, 4, 5, 1], win_loss: 1 };
        assert_eq!(pairs.pairs_ratio(), 2.0);
        assert_eq!(pairs.win_loss_ratio(), 1.0 / 3.0);
        assert_eq!(pairs.draw_ratio(), 4.0 / 13.0);
    }
}
