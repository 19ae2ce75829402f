// SPDX-License-Identifier: GPL-3.0-or-later
//! From centipawns to the expected result of a game, and back.
//!
//! Playouts are averaged, and centipawns don't average: a queen more in a won game
//! would outweigh many small truths. So every score is first turned into what it
//! is worth in points, by the logistic curve that fits the games the network was
//! trained on.

use crate::tunables as t;

/// What a score is worth, 0 to 1, to the side whose score it is.
#[inline]
pub fn worth(score: i32) -> f64 {
    1.0 / (1.0 + (-f64::from(score) / f64::from(t::mcts_width())).exp())
}

/// The score that is worth so much.
pub fn score(worth: f64) -> i32 {
    let worth = worth.clamp(1e-6, 1.0 - 1e-6);
    (f64::from(t::mcts_width()) * (worth / (1.0 - worth)).ln()).round() as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_and_back() {
        for cp in (-1500..=1500).step_by(7) {
            assert_eq!(score(worth(cp)), cp);
            assert!((worth(cp) + worth(-cp) - 1.0).abs() < 1e-12);
        }
        assert_eq!(worth(0), 0.5);
        assert!(score(1.0) > 2000 && score(0.0) < -2000);
    }
}
