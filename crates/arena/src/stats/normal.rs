// SPDX-License-Identifier: GPL-3.0-or-later
//! The normal distribution, to the precision of a double.

/// Half-width of a central 95 % interval in standard deviations.
pub const Z95: f64 = 1.959_963_984_540_054;

/// Probability that a standard normal variable is at most `x`.
///
/// ```
/// use arena::stats::normal::{Z95, cdf};
/// assert!((cdf(Z95) - 0.975).abs() < 1e-14);
/// ```
pub fn cdf(x: f64) -> f64 {
    if x.is_nan() {
        return f64::NAN;
    }
    if x < 0.0 { upper_tail(-x) } else { 1.0 - upper_tail(x) }
}

/// Probability that a standard normal variable exceeds `x >= 0`.
///
/// Two classical expansions meet where both are exact to rounding: the power
/// series near the middle, Laplace's continued fraction in the tail.
fn upper_tail(x: f64) -> f64 {
    let density = (-0.5 * x * x).exp() / (2.0 * std::f64::consts::PI).sqrt();
    if x < 3.0 {
        let mut term = x;
        let mut sum = x;
        let mut odd = 1.0;
        while term > sum * 1e-17 {
            odd += 2.0;
            term *= x * x / odd;
            sum += term;
        }
        0.5 - density * sum
    } else {
        let fraction = (1..=120).rev().fold(x, |below, k| x + f64::from(k) / below);
        density / fraction
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agrees_with_tables() {
        // Computed with scipy.stats.norm.cdf.
        for (x, expected) in [
            (0.0, 0.5),
            (0.5, 0.691_462_461_274_013_1),
            (1.0, 0.841_344_746_068_542_9),
            (-1.0, 0.158_655_253_931_457_07),
            (2.999, 0.998_645_663_466_272_9),
            (-3.001, 0.001_345_472_825_084_965_3),
            (-5.0, 2.866_515_718_791_933e-7),
            (-10.0, 7.619_853_024_160_47e-24),
        ] {
            let found = cdf(x);
            assert!((found / expected - 1.0).abs() < 1e-11, "{x}: {found} {expected}");
        }
    }

    #[test]
    fn has_limits() {
        assert_eq!(cdf(f64::INFINITY), 1.0);
        assert_eq!(cdf(f64::NEG_INFINITY), 0.0);
        assert!(cdf(f64::NAN).is_nan());
    }
}
