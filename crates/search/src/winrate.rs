// SPDX-License-Identifier: GPL-3.0-or-later
//! From centipawns to chances.
//!
//! The model is the usual logistic curve in two parameters: the score at which
//! the side to move wins every second game, and the steepness there. A pawn is
//! defined as the advantage that wins half of the games, hence 100; draws are
//! what neither side wins.
//!
//! ```text
//! P(win) = 1 / (1 + exp((HALF − score) / SPREAD))
//! P(loss) = the same with −score
//! ```

use crate::Score;

/// The score that wins every second game.
const HALF: f64 = 100.0;

/// How quickly chances change around it: with 75, level positions are drawn in
/// 58 of 100 games and +400 wins 98.
const SPREAD: f64 = 75.0;

/// Chances of win, draw and loss in per mille; they sum to 1000.
pub fn chances(score: Score) -> [u16; 3] {
    match score {
        Score::Mate(n) | Score::Tablebase(n) if n > 0 => [1000, 0, 0],
        Score::Mate(_) | Score::Tablebase(_) => [0, 0, 1000],
        Score::Cp(cp) => {
            let win = wins(cp);
            let loss = wins(-cp);
            [win, 1000 - win - loss, loss]
        }
    }
}

fn wins(cp: i32) -> u16 {
    let chance = 1.0 / (1.0 + ((HALF - f64::from(cp)) / SPREAD).exp());
    (1000.0 * chance).round() as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_sum_to_a_thousand_and_mirror() {
        for cp in -28_000..=28_000 {
            let [win, draw, loss] = chances(Score::Cp(cp));
            assert_eq!(win + draw + loss, 1000, "{cp}");
            assert_eq!(chances(Score::Cp(-cp)), [loss, draw, win], "{cp}");
        }
    }

    #[test]
    fn a_pawn_wins_every_second_game() {
        assert_eq!(chances(Score::Cp(100))[0], 500);
        assert!(chances(Score::Cp(400))[0] > 950);
        assert_eq!(chances(Score::Mate(3)), [1000, 0, 0]);
        assert_eq!(chances(Score::Mate(0)), [0, 0, 1000]);
    }

    #[test]
    fn a_better_score_never_wins_less() {
        for cp in -3_000..3_000 {
            assert!(chances(Score::Cp(cp + 1))[0] >= chances(Score::Cp(cp))[0]);
        }
    }
}
