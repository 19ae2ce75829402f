// SPDX-License-Identifier: GPL-3.0-or-later
//! The likeliest distribution under a hypothesis.
//!
//! Given observed frequencies p̂ of outcomes with scores a, find the
//! distribution p that maximises Σ p̂ ln p among those of a given expected
//! score, or of a given ratio of excess score to spread (the normalised
//! hypothesis). The generalised likelihood ratio compares two of them.
//!
//! The theory is that of empirical likelihood (Owen 1988); its use for engine
//! tests is due to M. Van den Bergh, "Comments on Normalized Elo" (2020).

use super::distribution::moments;

/// The likeliest distribution with expected score `mean`.
///
/// `mean` must lie strictly between the lowest and the highest score, and no
/// frequency may be zero.
pub fn with_mean(scores: &[f64], observed: &[f64], mean: f64) -> Vec<f64> {
    let deviations: Vec<f64> = scores.iter().map(|a| a - mean).collect();
    tilt(observed, &deviations)
}

/// The likeliest distribution whose mean exceeds ½ by `t` standard deviations.
///
/// The constraint μ − ½ = tσ is not linear in p and may have several local
/// optima when nearly all results are alike. Where every outcome has been seen
/// often the search from the observed moments finds the best one; otherwise it
/// also starts from points spread along the constraint and keeps the likeliest.
pub fn with_t_value(scores: &[f64], observed: &[f64], t: f64) -> Vec<f64> {
    if t == 0.0 {
        return with_mean(scores, observed, 0.5);
    }
    let (mean, variance) = moments(scores, observed);
    let mut best = climb(scores, observed, t, mean, variance);
    let rare = observed.iter().copied().fold(f64::INFINITY, f64::min) < RARE;
    if rare || best.is_none() {
        for excess in [0.001, 0.02, 0.1, 0.25, 0.4, 0.49] {
            let (mean, sigma) = (0.5 + excess * t.signum(), excess / t.abs());
            let found = climb(scores, observed, t, mean, sigma * sigma);
            best = likelier(observed, best, found);
        }
        let found = climb(scores, observed, t, 0.5, 0.125);
        best = likelier(observed, best, found);
    }
    // Every start failing has not been seen; the plain mean keeps the value
    // finite and of the right sign if it ever happens.
    best.unwrap_or_else(|| {
        let sigma = variance.sqrt();
        with_mean(scores, observed, (0.5 + t * sigma).clamp(0.01, 0.99))
    })
}

/// Below this frequency of an outcome, local optima are looked for.
const RARE: f64 = 1e-4;

/// From moments (μ, σ²) to a stationary point of the likelihood under the
/// normalised constraint. At such a point the constraint has the same tangent
/// as a linear one: Σ p φ = 0 with φ = a − ½ − tσ/2·(1 + ((a − μ)/σ)²). Solving
/// that and taking the moments anew converges; steps shrink if it overshoots.
fn climb(
    scores: &[f64],
    observed: &[f64],
    t: f64,
    mut mean: f64,
    mut variance: f64,
) -> Option<Vec<f64>> {
    let mut step = 1.0;
    let mut last_change = f64::INFINITY;
    for _ in 0..400 {
        let sigma = variance.sqrt();
        let phi: Vec<f64> = scores
            .iter()
            .map(|a| a - 0.5 - 0.5 * t * sigma * (1.0 + ((a - mean) / sigma).powi(2)))
            .collect();
        if !(phi.iter().any(|&f| f > 0.0) && phi.iter().any(|&f| f < 0.0)) {
            return None;
        }
        let found = tilt(observed, &phi);
        let (next_mean, next_variance) = moments(scores, &found);
        let change = (next_mean - mean).abs() + (next_variance.sqrt() - sigma).abs();
        if change < 1e-13 {
            let misses = (next_mean - 0.5 - t * next_variance.sqrt()).abs();
            return (misses < 1e-10).then_some(found);
        }
        if change > 0.9 * last_change {
            step = f64::max(step * 0.5, 1.0 / 64.0);
        }
        last_change = change;
        mean += step * (next_mean - mean);
        variance += step * (next_variance - variance);
    }
    None
}

fn likelier(observed: &[f64], a: Option<Vec<f64>>, b: Option<Vec<f64>>) -> Option<Vec<f64>> {
    let value = |p: &Vec<f64>| -> f64 { observed.iter().zip(p).map(|(o, p)| o * p.ln()).sum() };
    match (a, b) {
        (Some(a), Some(b)) => Some(if value(&b) > value(&a) { b } else { a }),
        (a, b) => a.or(b),
    }
}

/// Maximises Σ p̂ ln p subject to Σ p φ = 0: the answer is p̂ / (1 + θφ) with
/// the one θ that meets the constraint and keeps every term positive.
fn tilt(observed: &[f64], phi: &[f64]) -> Vec<f64> {
    let lowest = phi.iter().copied().fold(f64::INFINITY, f64::min);
    let highest = phi.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let theta = decreasing_root(-1.0 / highest, -1.0 / lowest, |theta| {
        let mut value = 0.0;
        let mut slope = 0.0;
        for (p, f) in observed.iter().zip(phi) {
            let ratio = f / (1.0 + theta * f);
            value += p * ratio;
            slope -= p * ratio * ratio;
        }
        (value, slope)
    });
    observed.iter().zip(phi).map(|(p, f)| p / (1.0 + theta * f)).collect()
}

/// Root of a function that falls from +∞ at `low` to −∞ at `high`: Newton's
/// steps where they stay inside the shrinking bracket, bisection where not.
fn decreasing_root(low: f64, high: f64, function: impl Fn(f64) -> (f64, f64)) -> f64 {
    let (mut low, mut high) = (low, high);
    let mut x = if low < 0.0 && high > 0.0 { 0.0 } else { 0.5 * (low + high) };
    for _ in 0..300 {
        let (value, slope) = function(x);
        if value > 0.0 {
            low = x;
        } else if value < 0.0 {
            high = x;
        } else {
            return x;
        }
        let newton = x - value / slope;
        let next = if newton > low && newton < high { newton } else { 0.5 * (low + high) };
        if (next - x).abs() <= f64::EPSILON * next.abs().max(1e-3) || next == low || next == high {
            return next;
        }
        x = next;
    }
    x
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIVE: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

    fn log_likelihood(observed: &[f64], p: &[f64]) -> f64 {
        observed.iter().zip(p).map(|(o, p)| o * p.ln()).sum()
    }

    #[test]
    fn the_observed_distribution_is_its_own_optimum() {
        let observed = [0.1, 0.2, 0.4, 0.2, 0.1];
        let found = with_mean(&FIVE, &observed, 0.5);
        for (a, b) in observed.iter().zip(&found) {
            assert!((a - b).abs() < 1e-12);
        }
    }

    #[test]
    fn constraints_are_met() {
        for observed in [
            [0.05, 0.25, 0.4, 0.2, 0.1],
            [1e-6, 1e-6, 1.0 - 4e-6, 1e-6, 1e-6],
            [0.9, 0.1 - 3e-5, 1e-5, 1e-5, 1e-5],
            [1e-5, 1e-5, 1e-5, 1e-5, 1.0 - 4e-5],
        ] {
            for mean in [0.01, 0.3, 0.5, 0.507, 0.99] {
                let p = with_mean(&FIVE, &observed, mean);
                assert!((moments(&FIVE, &p).0 - mean).abs() < 1e-9, "{observed:?} {mean}");
                assert!((p.iter().sum::<f64>() - 1.0).abs() < 1e-9);
            }
            for t in [-0.3, -0.01, 0.0, 0.005, 0.02, 0.5] {
                let p = with_t_value(&FIVE, &observed, t);
                let (mean, variance) = moments(&FIVE, &p);
                assert!(
                    (mean - 0.5 - t * variance.sqrt()).abs() < 1e-9,
                    "{observed:?} {t}: {mean} {variance}"
                );
                assert!((p.iter().sum::<f64>() - 1.0).abs() < 1e-9);
            }
        }
    }

    /// No feasible neighbour may be likelier. Neighbours are made by moving
    /// along directions that keep the sum and the mean.
    #[test]
    fn no_neighbour_is_likelier() {
        let observed = [0.05, 0.25, 0.38, 0.22, 0.1];
        let best = with_mean(&FIVE, &observed, 0.47);
        let top = log_likelihood(&observed, &best);
        for direction in [
            [1.0, -2.0, 1.0, 0.0, 0.0],
            [0.0, 1.0, -2.0, 1.0, 0.0],
            [1.0, -1.0, -1.0, 1.0, 0.0],
            [0.0, 0.0, 1.0, -2.0, 1.0],
        ] {
            for size in [1e-3, -1e-3] {
                let moved: Vec<f64> =
                    best.iter().zip(direction).map(|(p, d)| p + size * d).collect();
                assert!(log_likelihood(&observed, &moved) < top);
            }
        }
    }
}
