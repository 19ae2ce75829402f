// SPDX-License-Identifier: GPL-3.0-or-later
//! From centipawns to the expected result of a game, and back.
//!
//! Iterations are averaged, and centipawns don't average: a queen more in a won game
//! would outweigh many small differences. So every score is first turned into an
//! expected result, by the logistic curve that fits the games the network was trained on.

use crate::tunables as t;

/// The expected result of a score, 0 to 1, for the side whose score it is.
#[inline]
pub fn win_probability(score: i32) -> f64 {
    1.0 / (1.0 + (-f64::from(score) / f64::from(t::mcts_sigmoid_width())).exp())
}

/// The score with that expected result.
pub fn score_of(probability: f64) -> i32 {
    let p = probability.clamp(1e-6, 1.0 - 1e-6);
    (f64::from(t::mcts_sigmoid_width()) * (p / (1.0 - p)).ln()).round() as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_and_back() {
        for cp in (-1500..=1500).step_by(7) {
            assert_eq!(score_of(win_probability(cp)), cp);
            assert!((win_probability(cp) + win_probability(-cp) - 1.0).abs() < 1e-12);
        }
        assert_eq!(win_probability(0), 0.5);
        assert!(score_of(1.0) > 2000 && score_of(0.0) < -2000);
    }
}
