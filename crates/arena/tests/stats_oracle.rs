// SPDX-License-Identifier: GPL-3.0-or-later
//! Log-likelihood ratios against an independent solver.
//!
//! The numbers were computed in Python with scipy by another route: the
//! likelihood profiled over the mean, with both moments as linear constraints
//! of a convex problem solved in its dual, and a grid against local optima.

use arena::options::{SprtConfig, SprtModel};
use arena::stats::{Outcomes, Pentanomial, Sprt, Wdl};

fn llr(model: SprtModel, (elo0, elo1): (f64, f64), outcomes: &Outcomes) -> f64 {
    Sprt::new(SprtConfig { elo0, elo1, alpha: 0.05, beta: 0.05, model }).llr(outcomes)
}

fn check(outcomes: &Outcomes, elos: (f64, f64), normalized: f64, logistic: f64) {
    for (model, expected) in [(SprtModel::Normalized, normalized), (SprtModel::Logistic, logistic)]
    {
        let found = llr(model, elos, outcomes);
        assert!((found - expected).abs() < 2e-6, "{outcomes:?} {model:?}: {found} {expected}");
    }
}

#[test]
fn pairs() {
    for (counts, elos, normalized, logistic) in [
        ([365, 16618, 36229, 16974, 390], (0.0, 2.0), 2.250368, -0.005920),
        ([2, 5, 10, 7, 1], (0.0, 10.0), -0.020635, -0.043517),
        ([3, 40, 80, 52, 9], (-5.0, 20.0), 2.253783, 3.091071),
        ([1, 2, 3, 2, 20], (100.0, 500.0), 1.891461, 0.475691),
    ] {
        check(&Outcomes::pairs(&Pentanomial::new(counts)), elos, normalized, logistic);
    }
}

/// Empty bins, where the normalised problem has several local optima.
#[test]
fn pairs_with_outcomes_never_seen() {
    for (counts, elos, normalized, logistic) in [
        ([0, 1, 5, 3, 0], (0.0, 5.0), 0.058558, 0.120424),
        ([0, 0, 0, 0, 104], (0.0, 5.0), 2.094955, 1.485940),
        ([0, 0, 40, 0, 0], (0.0, 5.0), -0.013658, -0.572882),
        ([0, 0, 3, 0, 0], (-3.0, 1.0), 0.000207, 0.016282),
        ([5, 0, 0, 0, 1], (0.0, 30.0), -0.531780, -0.367900),
    ] {
        check(&Outcomes::pairs(&Pentanomial::new(counts)), elos, normalized, logistic);
    }
}

/// One-sided results, where the optima lie at the very end of what is possible.
#[test]
fn one_sided_pairs() {
    for (counts, (elo0, elo1), normalized) in [
        ([50, 0, 0, 0, 0], (0.0, 5.0), -1.027_902),
        ([0, 0, 0, 10, 490], (0.0, 5.0), 10.020_975),
        ([500, 0, 0, 0, 0], (2.0, 7.0), -10.360_527),
    ] {
        let outcomes = Outcomes::pairs(&Pentanomial::new(counts));
        let found = llr(SprtModel::Normalized, (elo0, elo1), &outcomes);
        assert!((found - normalized).abs() < 2e-6, "{counts:?}: {found}");
    }
}

#[test]
fn games() {
    let some = Outcomes::games(&Wdl::new(25, 30, 10));
    check(&some, (0.0, 50.0), 2.281600, 2.818384);
    let dead = Outcomes::games(&Wdl::new(0, 16700, 0));
    check(&dead, (0.0, 5.0), -3.450540, -242.048907);
}

/// Swapping the engines and the signs of the hypotheses changes nothing.
#[test]
fn the_test_is_symmetric() {
    for counts in [[2, 5, 10, 7, 1], [0, 3, 9, 8, 4], [7, 0, 0, 0, 2]] {
        let pairs = Pentanomial::new(counts);
        for model in [SprtModel::Normalized, SprtModel::Logistic] {
            let one = llr(model, (-3.0, 8.0), &Outcomes::pairs(&pairs));
            let other = llr(model, (-8.0, 3.0), &Outcomes::pairs(&pairs.flipped()));
            assert!((one + other).abs() < 1e-9, "{counts:?}: {one} {other}");
        }
    }
}
