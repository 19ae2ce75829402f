// SPDX-License-Identifier: GPL-3.0-or-later
//! Expected remaining half-moves by the material on the board (§4).

use search::{Adjust, ClockState, TimeModel};

/// A piece of difference shortens the game by so many half-moves (§4.1).
const SHORTER_BY_A_PIECE: f64 = 8.0;

/// What a piece is worth in the unit of material.
const PIECE: f64 = 3.0;

/// The least that formula (1) gives; a difference does not go
/// below. (Chosen.)
const LEAST: f64 = 10.0;

/// Half-moves that a game still lasts on average with `x` on the board, both
/// sides together: formula (1).
pub fn remaining(x: u32) -> f64 {
    let x = f64::from(x);
    if x < 20.0 {
        x + 10.0
    } else if x <= 60.0 {
        3.0 / 8.0 * x + 22.0
    } else {
        5.0 / 4.0 * x - 30.0
    }
}

/// By material.
pub const MATERIAL: TimeModel =
    TimeModel { name: "material", plan, game_length: 0.0, adjust: Adjust::Off };

fn plan(state: &ClockState, _: f64) -> f64 {
    let [own, other] = state.material;
    let pieces = f64::from(own.abs_diff(other)) / PIECE;
    let half_moves = remaining(own + other) - SHORTER_BY_A_PIECE * pieces;
    state.share(half_moves.max(LEAST) / 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_formula_1() {
        for (x, y) in [(0, 10.0), (19, 29.0), (20, 29.5), (60, 44.5), (64, 50.0), (78, 67.5)] {
            assert!((remaining(x) - y).abs() < 1e-9, "{x}: {}", remaining(x));
        }
    }
}
