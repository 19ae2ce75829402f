// SPDX-License-Identifier: GPL-3.0-or-later
//! The two-move game (Achilles §5.1): how much of the time belongs to the first move?
//!
//! White moves, Black moves, White moves; who errs loses. Thinking for t leaves
//! an error with probability p·e^(−kt). White has T for both moves, Black μT for
//! one. The paper reads the best share α for p = 0.7, k = 0.3, μ = 0.3, T = 35
//! off a plot as around 60 %; its formula says otherwise.

const P: f64 = 0.7;
const K: f64 = 0.3;
const MU: f64 = 0.3;

/// The expected result by the paper's tree: its q, r and s.
fn by_the_tree(alpha: f64, time: f64) -> f64 {
    let error = |t: f64| P * (-K * t).exp();
    let q = error(alpha * time);
    let r = (1.0 - q) * error(MU * time);
    let s = (1.0 - q) * (1.0 - r) * error(time - alpha * time);
    -q + r - s
}

/// The same multiplied out, as the paper prints it.
fn by_the_polynomial(alpha: f64, time: f64) -> f64 {
    let z = (-K * time).exp();
    let z = |exponent: f64| z.powf(exponent);
    P.powi(2) * z(1.0) - P * z(1.0 - alpha) - P * z(alpha) + P * z(MU)
        - 2.0 * P.powi(3) * z(1.0 + MU)
        + P.powi(2) * z(1.0 - alpha + MU)
        - P.powi(2) * z(alpha + MU)
        + P.powi(4) * z(1.0 + alpha + MU)
}

/// The game as it would be played: the last error needs that Black made none,
/// where the paper multiplies with 1 − r.
fn as_played(alpha: f64, time: f64) -> f64 {
    let error = |t: f64| P * (-K * t).exp();
    let (q, black) = (error(alpha * time), error(MU * time));
    -q + (1.0 - q) * black - (1.0 - q) * (1.0 - black) * error(time - alpha * time)
}

/// The best share, in per cent, on a grid of a hundredth of one.
fn best(result: fn(f64, f64) -> f64, time: f64) -> f64 {
    let share = |i: usize| i as f64 / 10_000.0;
    let best =
        (0..=10_000).max_by(|&a, &b| result(share(a), time).total_cmp(&result(share(b), time)));
    100.0 * share(best.unwrap())
}

#[test]
fn the_tree_and_the_polynomial_are_the_same() {
    for i in 0..=100 {
        for time in [0.0, 1.0, 5.0, 10.0, 35.0] {
            let alpha = f64::from(i) / 100.0;
            let gap = by_the_tree(alpha, time) - by_the_polynomial(alpha, time);
            assert!(gap.abs() < 1e-12, "{alpha} {time}");
        }
    }
}

#[test]
fn the_best_share_is_half_at_35_and_60_per_cent_at_10() {
    for (time, share) in [(5.0, 80.9), (10.0, 59.7), (20.0, 51.9), (35.0, 50.3)] {
        assert!((best(by_the_tree, time) - share).abs() < 0.06, "T={time}");
    }
    // Played out properly, the answer hardly changes where it is of use.
    assert!((best(as_played, 10.0) - 59.8).abs() < 0.06);
    assert!((best(as_played, 35.0) - 50.3).abs() < 0.06);
}
