// SPDX-License-Identifier: GPL-3.0-or-later
//! Expected remaining half-moves by those already played (§3).

use search::{Adjust, ClockState, TimeModel};

/// Figure 3, as its text reads it: lines between these
/// points. The text gives no numbers for the rapid fall after half-move 180;
/// the last point is chosen (10 half-moves are also the least of §4).
const FIGURE: [[(f64, f64); 2]; 4] = [
    [(0.0, 70.0), (80.0, 27.0)],
    [(80.0, 28.0), (120.0, 22.0)],
    [(120.0, 24.0), (180.0, 24.0)],
    [(180.0, 24.0), (300.0, 10.0)],
];

/// Half-moves that a game still lasts on average after `ply`.
pub fn remaining(ply: u32) -> f64 {
    let x = f64::from(ply);
    let segment = FIGURE.iter().find(|[_, end]| x <= end.0);
    match segment {
        Some([(x0, y0), (x1, y1)]) => y0 + (y1 - y0) * (x - x0) / (x1 - x0),
        None => FIGURE[3][1].1,
    }
}

/// By half-moves played.
pub const PLY: TimeModel = TimeModel { name: "ply", plan, game_length: 0.0, adjust: Adjust::Off };

fn plan(state: &ClockState, _: f64) -> f64 {
    state.share(remaining(state.ply) / 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_reads_as_the_text_says() {
        for (ply, expected) in [
            (0, 70.0),
            (40, 48.5),
            (80, 27.0),
            (100, 25.0),
            (120, 22.0),
            (150, 24.0),
            (180, 24.0),
            (240, 17.0),
            (1000, 10.0),
        ] {
            assert!((remaining(ply) - expected).abs() < 1e-9, "{ply}: {}", remaining(ply));
        }
    }
}
