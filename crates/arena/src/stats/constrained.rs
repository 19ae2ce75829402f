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
/// The constraint μ − ½ = tσ is not linear in p, and the likelihood may have several local
/// optima on it when nearly all results are alike. But every one of them is found by a number:
/// where the likelihood is stationary, the constraint has the same tangent as a linear one,
/// Σ p φ = 0 with φ(a) = a − ½ − tσ/2·(1 + ((a − μ)/σ)²). With σ = (μ − ½)/t that is a family
/// with one parameter μ, and the likeliest distribution under Σ p φ = 0 is a stationary point
/// of the whole problem exactly if its mean is μ: its variance is σ² then by itself. So all
/// means that are possible are gone through, every sign change of the difference is followed to
/// its root, and the likeliest of these wins.
pub fn with_t_value(scores: &[f64], observed: &[f64], t: f64) -> Vec<f64> {
    if t == 0.0 {
        return with_mean(scores, observed, 0.5);
    }
    let tangent = |excess: f64| tangent(scores, observed, t, excess);
    let mut best: Option<(f64, Vec<f64>)> = None;
    let mut keep = |p: Vec<f64>| {
        let likelihood = observed.iter().zip(&p).map(|(o, p)| o * p.ln()).sum();
        if best.as_ref().is_none_or(|(top, _)| likelihood > *top) {
            best = Some((likelihood, p));
        }
    };
    let mut closest = f64::INFINITY;
    let mut nearly = None;
    let mut last: Option<(f64, f64)> = None;
    for excess in possible_excesses(t) {
        let Some((difference, p)) = tangent(excess) else {
            last = None;
            continue;
        };
        if let Some((before, was)) = last
            && (was < 0.0) != (difference < 0.0)
            && let Some(p) = root(&tangent, before, was, excess)
        {
            keep(p);
        }
        last = Some((excess, difference));
        let off = (difference / excess).abs();
        if off == 0.0 {
            keep(p);
        } else if off < closest {
            (closest, nearly) = (off, Some(p));
        }
    }
    // The ends of the range are on different sides of a root, so there is one. Where it is closer
    // to an end than the steps go, the tangent that misses its point least is as good.
    best.map(|(_, p)| p).or(nearly).unwrap_or_else(|| with_mean(scores, observed, 0.5))
}

/// Steps from either end of the range of means.
const STEPS: i32 = 96;

/// Excesses of the mean over ½ that the constraint allows, from one end to the other: no
/// distribution on [0, 1] with mean μ has a variance above μ(1 − μ). Optima crowd at both ends
/// when results are one-sided, so the steps are small there.
fn possible_excesses(t: f64) -> impl Iterator<Item = f64> {
    let most = most_excess(t);
    let share = |step: i32| 10f64.powf(-12.0 * f64::from(STEPS - step) / f64::from(STEPS));
    let low = (0..STEPS).map(move |step| 0.5 * share(step));
    let high = (0..=STEPS).rev().map(move |step| 1.0 - 0.5 * share(step));
    low.chain(high).map(move |part| part * most)
}

/// The largest excess, with its sign: there σ² = ¼ − excess², that is (excess/t)² .
fn most_excess(t: f64) -> f64 {
    0.5 * t / (1.0 + t * t).sqrt()
}

/// The likeliest distribution on the tangent at mean ½ + `excess`, with how far its mean is from
/// there; `None` where no distribution has that mean and the variance that goes with it.
fn tangent(scores: &[f64], observed: &[f64], t: f64, excess: f64) -> Option<(f64, Vec<f64>)> {
    let sigma = excess / t;
    let phi: Vec<f64> = scores
        .iter()
        .map(|a| {
            let z = (a - 0.5 - excess) / sigma;
            a - 0.5 - 0.5 * excess * (1.0 + z * z)
        })
        .collect();
    if !(phi.iter().any(|&f| f > 0.0) && phi.iter().any(|&f| f < 0.0)) {
        return None;
    }
    let p = tilt(observed, &phi);
    let mean: f64 = scores.iter().zip(&p).map(|(a, p)| (a - 0.5) * p).sum();
    Some((mean - excess, p))
}

/// The distribution at the root between two excesses with differences of opposite sign.
fn root(
    tangent: &impl Fn(f64) -> Option<(f64, Vec<f64>)>,
    mut low: f64,
    at_low: f64,
    mut high: f64,
) -> Option<Vec<f64>> {
    for _ in 0..200 {
        let middle = 0.5 * (low + high);
        let (difference, p) = tangent(middle)?;
        if difference == 0.0 || middle == low || middle == high {
            return Some(p);
        }
        if (difference < 0.0) == (at_low < 0.0) {
            low = middle;
        } else {
            high = middle;
        }
    }
    tangent(low).map(|(_, p)| p)
}

/// Maximises Σ p̂ ln p subject to Σ p φ = 0: the answer is p̂ / (1 + θφ) with
/// the one θ that meets the constraint and keeps every term positive.
///
/// θ lies between 0 and the end of its range at which the outcome furthest on the other side of
/// the constraint has the term 0. With results that are nearly all alike θ almost touches that
/// end: it is kept as its distance δ from there, so that this term, δ|φ|, has all its digits.
fn tilt(observed: &[f64], phi: &[f64]) -> Vec<f64> {
    let observed_value: f64 = observed.iter().zip(phi).map(|(p, f)| p * f).sum();
    if observed_value == 0.0 {
        return observed.to_vec();
    }
    // With every sign turned round where needed, the observed value is positive and θ too.
    let phi: Vec<f64> = phi.iter().map(|f| f * observed_value.signum()).collect();
    let lowest = phi.iter().copied().fold(f64::INFINITY, f64::min);
    let end = -1.0 / lowest;
    let rest: Vec<f64> =
        phi.iter().map(|&f| if f == lowest { 0.0 } else { 1.0 + end * f }).collect();
    let delta = decreasing_root(end, |delta| {
        let mut value = 0.0;
        let mut slope = 0.0;
        for ((p, f), rest) in observed.iter().zip(&phi).zip(&rest) {
            let ratio = f / (rest - delta * f);
            value -= p * ratio;
            slope -= p * ratio * ratio;
        }
        (value, slope)
    });
    observed.iter().zip(&phi).zip(&rest).map(|((p, f), rest)| p / (rest - delta * f)).collect()
}

/// Root of a function that falls from +∞ at 0 to a negative value at `end`: Newton's steps where
/// they stay inside the shrinking bracket, bisection where not.
fn decreasing_root(end: f64, function: impl Fn(f64) -> (f64, f64)) -> f64 {
    let (mut low, mut high) = (0.0, end);
    let mut x = end;
    for _ in 0..2000 {
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
        if (next - x).abs() <= f64::EPSILON * next || next == low || next == high {
            return next;
        }
        x = next;
    }
    x
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::distribution::moments;

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

    /// 20,000 wins and nothing else, against bounds that nearly say "equal": the likeliest
    /// distribution has all but no draws, and is within 1e-7 of the end of what is possible.
    #[test]
    fn one_result_alone_against_a_tiny_hypothesis() {
        let scores = [0.0, 0.5, 1.0];
        let observed = [5e-8, 5e-8, 1.0 - 1e-7];
        let at = |t: f64| log_likelihood(&observed, &with_t_value(&scores, &observed, t));
        for t in [1e-5, 0.0003, 0.00072, 0.003] {
            let p = with_t_value(&scores, &observed, t);
            let (mean, variance) = moments(&scores, &p);
            assert!((mean - 0.5 - t * variance.sqrt()).abs() < 1e-12, "{t}: {mean} {variance}");
            // The likelihood has no jumps: a wrong one of several optima would make one.
            let (before, here, after) = (at(0.999 * t), at(t), at(1.001 * t));
            assert!(before < here && here < after, "{t}: {before} {here} {after}");
            assert!(after - before < 0.01 * t, "{t}: {before} {here} {after}");
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
