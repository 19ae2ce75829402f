// SPDX-License-Identifier: GPL-3.0-or-later
//! The generalised sequential probability ratio test.
//!
//! Two hypotheses about the Elo difference are compared by the likelihood of
//! the results under the likeliest distribution that each allows. The test may
//! look at the ratio after every pair of games and stop as soon as it leaves
//! the bounds, with known probabilities of being wrong (Wald 1945).
//!
//! ```
//! use arena::options::{SprtConfig, SprtModel};
//! use arena::stats::{Outcomes, Pentanomial, Sprt, SprtDecision};
//!
//! let sprt = Sprt::new(SprtConfig {
//!     elo0: 0.0,
//!     elo1: 2.0,
//!     alpha: 0.05,
//!     beta: 0.05,
//!     model: SprtModel::Normalized,
//! });
//! let pairs = Pentanomial::new([365, 16618, 36229, 16974, 390]);
//! let llr = sprt.llr(&Outcomes::pairs(&pairs));
//! assert_eq!(format!("{llr:.2}"), "2.25");
//! assert_eq!(sprt.decision(llr), SprtDecision::Continue);
//! ```

use serde::{Deserialize, Serialize};

use super::constrained::{with_mean, with_t_value};
use super::distribution::Outcomes;
use super::elo::{NELO_PER_SIGMA, score_of_elo};
use super::results::Record;
use crate::options::{SprtConfig, SprtModel};

/// A test with its bounds.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Sprt {
    /// The hypotheses.
    pub config: SprtConfig,
    /// At or below this log-likelihood ratio, H0 is accepted.
    pub lower: f64,
    /// At or above this log-likelihood ratio, H1 is accepted.
    pub upper: f64,
}

/// What the test says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum SprtDecision {
    /// Not enough evidence yet.
    Continue,
    /// The difference is `elo0` rather than `elo1`.
    H0,
    /// The difference is `elo1` rather than `elo0`.
    H1,
}

/// Where a test stands.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct SprtStatus {
    /// Log-likelihood ratio.
    pub llr: f64,
    /// Lower bound.
    pub lower: f64,
    /// Upper bound.
    pub upper: f64,
    /// The decision.
    #[serde(rename = "verdict")]
    pub decision: SprtDecision,
}

impl Sprt {
    /// A test of these hypotheses.
    pub fn new(config: SprtConfig) -> Sprt {
        let SprtConfig { alpha, beta, .. } = config;
        Sprt { config, lower: (beta / (1.0 - alpha)).ln(), upper: ((1.0 - beta) / alpha).ln() }
    }

    /// The log-likelihood ratio of the results; 0 while there are none.
    pub fn llr(&self, outcomes: &Outcomes) -> f64 {
        if outcomes.total() == 0.0 {
            return 0.0;
        }
        let outcomes = outcomes.regularized();
        let (scores, observed) = (outcomes.scores(), outcomes.frequencies());
        let likeliest = |elo: f64| match self.config.model {
            SprtModel::Normalized => {
                let t = outcomes.unit().games().sqrt() * elo / NELO_PER_SIGMA;
                with_t_value(&scores, &observed, t)
            }
            SprtModel::Logistic => with_mean(&scores, &observed, score_of_elo(elo)),
            SprtModel::Bayesian => {
                with_mean(&scores, &observed, score_of_bayes_elo(elo, draw_elo(&observed)))
            }
        };
        let (p0, p1) = (likeliest(self.config.elo0), likeliest(self.config.elo1));
        let mean_ratio: f64 =
            observed.iter().zip(p0.iter().zip(&p1)).map(|(o, (p0, p1))| o * (p1 / p0).ln()).sum();
        outcomes.total() * mean_ratio
    }

    /// The decision at this ratio.
    pub fn decision(&self, llr: f64) -> SprtDecision {
        if llr >= self.upper {
            SprtDecision::H1
        } else if llr <= self.lower {
            SprtDecision::H0
        } else {
            SprtDecision::Continue
        }
    }

    /// Where the test stands after these results: by pairs where there are
    /// any, by games otherwise and for BayesElo, which is a model of games.
    pub fn status(&self, record: &Record) -> SprtStatus {
        let outcomes = match self.config.model {
            SprtModel::Bayesian => Outcomes::games(&record.wdl),
            SprtModel::Normalized | SprtModel::Logistic => record.outcomes(),
        };
        let llr = self.llr(&outcomes);
        SprtStatus { llr, lower: self.lower, upper: self.upper, decision: self.decision(llr) }
    }
}

impl SprtStatus {
    /// How far the ratio has gone towards the bound on its side, signed.
    pub fn fraction(&self) -> f64 {
        if self.llr >= 0.0 { self.llr / self.upper } else { -self.llr / self.lower }
    }
}

/// The draw parameter of BayesElo that fits the frequencies of losses and
/// wins.
fn draw_elo(frequencies: &[f64]) -> f64 {
    let odds = |p: f64| (1.0 - p) / p;
    let (loss, win) = (frequencies[0], frequencies[frequencies.len() - 1]);
    200.0 * (odds(loss) * odds(win)).log10()
}

fn score_of_bayes_elo(elo: f64, draw_elo: f64) -> f64 {
    let (win, loss) = (score_of_elo(elo - draw_elo), score_of_elo(-elo - draw_elo));
    0.5 * (1.0 + win - loss)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::{Pentanomial, Wdl};

    fn llr(model: SprtModel, elo0: f64, elo1: f64, outcomes: &Outcomes) -> f64 {
        Sprt::new(SprtConfig { elo0, elo1, alpha: 0.05, beta: 0.05, model }).llr(outcomes)
    }

    fn games(wins: u64, losses: u64, draws: u64) -> Outcomes {
        Outcomes::games(&Wdl::new(wins, draws, losses))
    }

    fn pairs(counts: [u64; 5]) -> Outcomes {
        Outcomes::pairs(&Pentanomial::new(counts))
    }

    fn close(found: f64, expected: f64, tolerance: f64) {
        assert!((found - expected).abs() < tolerance, "{found} is not {expected}");
    }

    #[test]
    fn bounds_are_those_of_wald() {
        let sprt = Sprt::new(SprtConfig {
            elo0: 0.0,
            elo1: 5.0,
            alpha: 0.05,
            beta: 0.1,
            model: SprtModel::Logistic,
        });
        close(sprt.lower, -2.251_291_798_606_495, 1e-12);
        close(sprt.upper, 2.890_371_757_896_165, 1e-12);
    }

    /// Log-likelihood ratios that fastchess publishes for its own test.
    #[test]
    fn agrees_with_published_values() {
        use SprtModel::{Bayesian, Logistic, Normalized};
        for (model, e0, e1, outcomes, expected) in [
            (Normalized, 0.0, 2.0, games(36433, 36027, 68692), 0.92),
            (Normalized, -1.75, 0.25, games(10871, 10650, 20431), 2.30),
            (Logistic, 0.5, 2.5, games(21404, 21184, 40708), -1.57),
            (Logistic, 0.0, 2.0, games(57433, 57030, 106593), -2.59),
            (Bayesian, 0.0, 2.0, games(68965, 68526, 128429), -1.26),
            (Bayesian, 0.5, 2.5, games(21629, 21484, 41111), -1.13),
            (Normalized, 0.0, 2.0, pairs([365, 16618, 36229, 16974, 390]), 2.25),
            (Normalized, -1.75, 0.25, pairs([127, 4883, 10712, 5150, 104]), 3.01),
            (Logistic, 0.5, 2.5, pairs([223, 9863, 21279, 10037, 246]), -3.07),
            (Logistic, 0.0, 2.0, pairs([871, 26175, 55983, 26678, 821]), -4.98),
        ] {
            close(llr(model, e0, e1, &outcomes), expected, 0.006);
        }
    }
}
