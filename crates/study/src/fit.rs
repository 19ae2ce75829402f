// SPDX-License-Identifier: GPL-3.0-or-later
//! Fitting: lines with bends, chances, ranks.

use arena::stats::linear::{apply, inverse};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::SplitMix64;

/// The solution of a small linear system, if there is one.
fn solve<const N: usize>(a: &[[f64; N]; N], b: &[f64; N]) -> Option<[f64; N]> {
    let matrix = a.iter().map(|row| row.to_vec()).collect();
    apply(&inverse(&matrix)?, b).try_into().ok()
}

/// A value to be fitted: where, what, and how much it counts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sample {
    pub x: f64,
    pub y: f64,
    pub weight: f64,
}

/// Three lines that meet at two bends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Bent {
    /// Where it bends.
    pub bends: [f64; 2],
    /// The value at 0.
    pub start: f64,
    /// The gradient of each line.
    pub gradients: [f64; 3],
    /// The weighted mean squared error.
    pub error: f64,
}

impl Bent {
    /// The best fit whose bends are among `places`, at least `apart` from each other.
    pub fn fit(samples: &[Sample], places: &[f64], apart: f64) -> Option<Bent> {
        let mut best: Option<Bent> = None;
        for (i, &first) in places.iter().enumerate() {
            for &second in places[i + 1..].iter().filter(|&&second| second - first >= apart) {
                if let Some(found) = Bent::at(samples, [first, second])
                    && best.is_none_or(|best| found.error < best.error)
                {
                    best = Some(found);
                }
            }
        }
        best
    }

    /// The best fit with these bends: least squares on 1, x and the two hinges.
    fn at(samples: &[Sample], bends: [f64; 2]) -> Option<Bent> {
        let basis = |x: f64| [1.0, x, (x - bends[0]).max(0.0), (x - bends[1]).max(0.0)];
        let (mut a, mut b) = ([[0.0; 4]; 4], [0.0; 4]);
        for sample in samples {
            let row = basis(sample.x);
            for i in 0..4 {
                for j in 0..4 {
                    a[i][j] += sample.weight * row[i] * row[j];
                }
                b[i] += sample.weight * row[i] * sample.y;
            }
        }
        let [start, gradient, second, third] = solve(&a, &b)?;
        let gradients = [gradient, gradient + second, gradient + second + third];
        let mut bent = Bent { bends, start, gradients, error: 0.0 };
        let total: f64 = samples.iter().map(|sample| sample.weight).sum();
        let squares = samples.iter().map(|s| s.weight * (bent.value(s.x) - s.y).powi(2));
        bent.error = squares.sum::<f64>() / total.max(f64::MIN_POSITIVE);
        Some(bent)
    }

    /// The lines with the samples' deviations from them, drawn anew: neighbours deviate alike, so
    /// whole stretches of them change their sign together.
    pub fn drawn_anew(&self, samples: &[Sample], random: &mut impl RngExt) -> Vec<Sample> {
        const STRETCH: usize = 4;
        let mut again = Vec::with_capacity(samples.len());
        for stretch in samples.chunks(STRETCH) {
            let sign = if random.random() { 1.0 } else { -1.0 };
            again.extend(stretch.iter().map(|sample| {
                let line = self.value(sample.x);
                Sample { y: line + sign * (sample.y - line), ..*sample }
            }));
        }
        again
    }

    /// The value at `x`.
    pub fn value(&self, x: f64) -> f64 {
        let [first, second] = self.bends;
        self.start
            + self.gradients[0] * x
            + (self.gradients[1] - self.gradients[0]) * (x - first).max(0.0)
            + (self.gradients[2] - self.gradients[1]) * (x - second).max(0.0)
    }

    /// The lines as formulas: gradient and value at 0 of each.
    pub fn lines(&self) -> [(f64, f64); 3] {
        let at = |x: f64, gradient: f64| (gradient, self.value(x) - gradient * x);
        [at(0.0, self.gradients[0]), at(self.bends[1], self.gradients[1]), {
            let (gradient, x) = (self.gradients[2], self.bends[1]);
            (gradient, self.value(x) - gradient * x)
        }]
    }
}

/// A chance by features: 1/(1+e^−z), z linear. The first coefficient is the constant.
pub(crate) fn logistic<const N: usize>(samples: &[([f64; N], bool)]) -> Option<[f64; N]> {
    let mut w = [0.0; N];
    for _ in 0..50 {
        // Newton's step, held back a little so that separable data have an end.
        let (mut a, mut b) = ([[0.0; N]; N], [0.0; N]);
        for i in 0..N {
            a[i][i] = 1e-3;
            b[i] = -1e-3 * w[i];
        }
        for (x, happened) in samples {
            let p = chance(&w, x);
            for i in 0..N {
                b[i] += x[i] * (f64::from(u8::from(*happened)) - p);
                for j in 0..N {
                    a[i][j] += x[i] * x[j] * p * (1.0 - p);
                }
            }
        }
        let step = solve(&a, &b)?;
        for i in 0..N {
            w[i] += step[i].clamp(-5.0, 5.0);
        }
        if step.iter().all(|s| s.abs() < 1e-9) {
            break;
        }
    }
    w.iter().all(|value| value.is_finite()).then_some(w)
}

/// The chance that such coefficients give.
pub(crate) fn chance<const N: usize>(w: &[f64; N], x: &[f64; N]) -> f64 {
    let z: f64 = w.iter().zip(x).map(|(w, x)| w * x).sum();
    1.0 / (1.0 + (-z).exp())
}

/// The mean of independent values with half of its 95 % interval.
pub(crate) fn mean_with_error(values: &[f64]) -> (f64, f64) {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let square = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (count - 1.0);
    (mean, 1.96 * (square / count).sqrt())
}

/// The chance that the mean of one list is as much above that of the other if it does not matter
/// which value is in which: by dealing them out anew.
pub(crate) fn chance_of_being_above(one: &[f64], other: &[f64]) -> f64 {
    const DEALS: u32 = 20_000;
    if one.is_empty() || other.is_empty() {
        return f64::NAN;
    }
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    let seen = mean(one) - mean(other);
    let mut all: Vec<f64> = one.iter().chain(other).copied().collect();
    let mut random = SplitMix64::seed_from_u64(1);
    let mut as_much = 1;
    for _ in 0..DEALS {
        for place in 0..one.len() {
            let from = random.random_range(place..all.len());
            all.swap(place, from);
        }
        let (dealt, rest) = all.split_at(one.len());
        as_much += u32::from(mean(dealt) - mean(rest) >= seen);
    }
    f64::from(as_much) / f64::from(DEALS + 1)
}

/// Rank correlation (Spearman); equal values share their ranks.
pub(crate) fn rank_correlation(pairs: &[(f64, f64)]) -> f64 {
    let ranks = |value: fn(&(f64, f64)) -> f64| -> Vec<f64> {
        let of = |x: f64| {
            let below = pairs.iter().filter(|pair| value(pair) < x).count() as f64;
            let equal = pairs.iter().filter(|pair| value(pair) == x).count() as f64;
            below + (equal + 1.0) / 2.0
        };
        pairs.iter().map(|pair| of(value(pair))).collect()
    };
    let (a, b) = (ranks(|pair| pair.0), ranks(|pair| pair.1));
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len().max(1) as f64;
    let (ma, mb) = (mean(&a), mean(&b));
    let product = |u: &[f64], mu: f64, v: &[f64], mv: f64| -> f64 {
        u.iter().zip(v).map(|(u, v)| (u - mu) * (v - mv)).sum()
    };
    product(&a, ma, &b, mb) / (product(&a, ma, &a, ma) * product(&b, mb, &b, mb)).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Data made from three known lines: the bends and gradients are found again, with noise too.
    #[test]
    fn bends_that_were_put_in_are_found() {
        let truth = |x: f64| {
            if x < 20.0 {
                x + 10.0
            } else if x < 56.0 {
                30.0 + 0.4 * (x - 20.0)
            } else {
                44.4 + 1.5 * (x - 56.0)
            }
        };
        let mut random = SplitMix64::seed_from_u64(7);
        let places: Vec<f64> = (4..75).map(f64::from).collect();
        for noise in [0.0, 0.5] {
            let samples: Vec<Sample> = (0..=78)
                .map(|x| {
                    let x = f64::from(x);
                    let y = truth(x) + noise * (random.random_range(-1.0..1.0));
                    Sample { x, y, weight: random.random_range(0.5..2.0) }
                })
                .collect();
            let found = Bent::fit(&samples, &places, 6.0).unwrap();
            let off = if noise == 0.0 { 1e-6 } else { 2.0 };
            assert!((found.bends[0] - 20.0).abs() <= off, "{found:?}");
            assert!((found.bends[1] - 56.0).abs() <= off, "{found:?}");
            for (gradient, wanted) in found.gradients.into_iter().zip([1.0, 0.4, 1.5]) {
                assert!((gradient - wanted).abs() < 0.01 + 0.1 * noise, "{found:?}");
            }
            let [(s0, y0), (s1, y1), (s2, y2)] = found.lines();
            for x in [3.0, 30.0, 70.0] {
                let line = if x < 20.0 {
                    s0 * x + y0
                } else if x < 56.0 {
                    s1 * x + y1
                } else {
                    s2 * x + y2
                };
                assert!((line - found.value(x)).abs() < 1e-9, "{x}");
            }
        }
    }

    #[test]
    fn chances_that_were_put_in_are_found() {
        let truth = [-1.0, 2.0, -0.5];
        let mut random = SplitMix64::seed_from_u64(3);
        let samples: Vec<([f64; 3], bool)> = (0..20_000)
            .map(|_| {
                let x = [1.0, random.random_range(-1.0..1.0), random.random_range(-2.0..2.0)];
                (x, random.random_range(0.0..1.0) < chance(&truth, &x))
            })
            .collect();
        let found = logistic(&samples).unwrap();
        for (found, wanted) in found.into_iter().zip(truth) {
            assert!((found - wanted).abs() < 0.1, "{found} {wanted}");
        }
        // Everything happened: no answer runs away.
        let all: Vec<([f64; 2], bool)> = (0..9).map(|i| ([1.0, f64::from(i)], true)).collect();
        assert!(logistic(&all).unwrap().iter().all(|w| w.is_finite()));
    }

    #[test]
    fn means_have_the_errors_and_chances_of_textbooks() {
        // 1, 2, 3, 4: variance 5/3, so 1.96·√(5/12).
        let (mean, error) = mean_with_error(&[1.0, 2.0, 3.0, 4.0]);
        assert!((mean - 2.5).abs() < 1e-12 && (error - 1.265).abs() < 1e-3, "{mean} {error}");
        // Of the 20 ways to deal three of six, one is as good.
        let chance = chance_of_being_above(&[4.0, 5.0, 6.0], &[1.0, 2.0, 3.0]);
        assert!((chance - 0.05).abs() < 0.01, "{chance}");
        assert!(chance_of_being_above(&[1.0, 2.0], &[3.0, 4.0]) > 0.99);
    }

    #[test]
    fn ranks_know_order_and_nothing_else() {
        let rising: Vec<(f64, f64)> = (1..9).map(|i| (f64::from(i), f64::from(i * i))).collect();
        assert!((rank_correlation(&rising) - 1.0).abs() < 1e-12);
        let falling: Vec<(f64, f64)> = rising.iter().map(|&(x, y)| (x, -y)).collect();
        assert!((rank_correlation(&falling) + 1.0).abs() < 1e-12);
        // By hand: ranks 1, 2.5, 2.5, 4 against 2, 1, 4, 3.
        let ties = [(0.0, 5.0), (1.0, 4.0), (1.0, 9.0), (2.0, 7.0)];
        assert!(
            (rank_correlation(&ties) - 1.5 / 22.5_f64.sqrt()).abs() < 1e-12,
            "{}",
            rank_correlation(&ties)
        );
    }
}
