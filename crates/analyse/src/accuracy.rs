// SPDX-License-Identifier: GPL-3.0-or-later
//! Accuracy, a number from 0 to 100.
//!
//! The formulas are those of lichess.org, which players know:
//!
//! ```text
//! win%      = 100 / (1 + exp(−0.00368208 · cp)), cp within ±1000, mates at the ends
//! move      = 103.1668 · exp(−0.04354 · (win% before − win% after)) − 3.1669 + 1, within 0…100
//! game      = (weighted mean + harmonic mean of the moves) / 2
//! ```
//!
//! The weight of a move is the standard deviation of win% in a window of the game around
//! it (a tenth of the game, 2 to 8 positions), within 0.5…12: moves count where something
//! happens. A move that the search would have played counts as 100 whatever the next
//! search says.

use chess::Color;

use search::{Score, WinChance};

/// Added to every move, since the analysis itself is not perfect.
const BENEFIT_OF_DOUBT: f64 = 1.0;

/// White's winning chances in per cent. `chance` decides where the score is a mate.
pub fn percent(score: Score, chance: u16) -> f64 {
    const MOST: i32 = 1000;
    let cp = match score {
        Score::Cp(n) => n.clamp(-MOST, MOST),
        _ if chance > 500 => MOST,
        _ => -MOST,
    };
    100.0 / (1.0 + (-WinChance::STEEPNESS * f64::from(cp)).exp())
}

/// The accuracy of a move, from the mover's winning chances in per cent before and after it.
///
/// ```
/// use xanthos_analyse::accuracy::of_move;
/// assert_eq!(of_move(50.0, 60.0), 100.0);
/// assert!(of_move(80.0, 20.0) < 10.0);
/// ```
pub fn of_move(before: f64, after: f64) -> f64 {
    if after >= before {
        return 100.0;
    }
    let raw = 103.1668 * (-0.04354 * (before - after)).exp() - 3.1669;
    (raw + BENEFIT_OF_DOUBT).clamp(0.0, 100.0)
}

/// The accuracies of White and Black: `percents` are White's winning chances before the first
/// move and after each, `moves` the accuracies of the moves, `first` made the first.
pub fn of_game(percents: &[f64], moves: &[f64], first: Color) -> [Option<f64>; 2] {
    let window = (moves.len() / 10).clamp(2, 8);
    // Each window ends with the position after the move; the first few share one.
    let weight = |ply: usize| {
        let from = (ply + 2).saturating_sub(window);
        let to = (from + window).min(percents.len());
        percents.get(from..to).map_or(0.5, deviation).clamp(0.5, 12.0)
    };
    [Color::White, Color::Black].map(|color| {
        let skipped = usize::from(color != first);
        let own = moves.iter().enumerate().skip(skipped).step_by(2);
        let own: Vec<(f64, f64)> = own.map(|(ply, &accuracy)| (accuracy, weight(ply))).collect();
        mean(&own)
    })
}

/// Half the weighted mean and half the harmonic one.
fn mean(moves: &[(f64, f64)]) -> Option<f64> {
    if moves.is_empty() {
        return None;
    }
    let weights: f64 = moves.iter().map(|(_, weight)| weight).sum();
    let weighted = moves.iter().map(|(accuracy, weight)| accuracy * weight).sum::<f64>() / weights;
    // One move of no accuracy at all must not make the whole game worthless.
    let inverse: f64 = moves.iter().map(|(accuracy, _)| 1.0 / accuracy.max(1.0)).sum();
    Some((weighted + moves.len() as f64 / inverse) / 2.0)
}

fn deviation(values: &[f64]) -> f64 {
    let n = values.len().max(1) as f64;
    let mean = values.iter().sum::<f64>() / n;
    (values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / n).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_larger_loss_is_never_more_exact() {
        for before in 0..=100 {
            for after in 1..=100 {
                let (before, after) = (f64::from(before), f64::from(after));
                let (better, worse) = (of_move(before, after), of_move(before, after - 1.0));
                assert!(worse <= better, "{before} {after}");
                assert!((0.0..=100.0).contains(&worse));
            }
        }
    }

    #[test]
    fn the_curve_goes_through_known_points() {
        // Worked out by hand from the published formula.
        assert!((of_move(60.0, 50.0) - 64.58).abs() < 0.01, "{}", of_move(60.0, 50.0));
        assert!((of_move(75.0, 50.0) - 32.57).abs() < 0.01, "{}", of_move(75.0, 50.0));
        assert!((percent(Score::Cp(100), 591) - 59.10).abs() < 0.01);
        assert_eq!(percent(Score::Mate(-2), 0), percent(Score::Cp(-5000), 0));
    }

    #[test]
    fn a_worse_move_never_improves_a_game() {
        let percents = [50.0, 55.0, 50.0, 70.0, 40.0, 45.0];
        let exact = [100.0; 5];
        let mut last = of_game(&percents, &exact, Color::White)[0];
        assert_eq!(last, Some(100.0));
        for accuracy in (0..100).rev() {
            let moves = [100.0, 100.0, f64::from(accuracy), 100.0, 100.0];
            let [white, black] = of_game(&percents, &moves, Color::White);
            assert!(white < last, "{accuracy}");
            assert_eq!(black, Some(100.0));
            last = white;
        }
    }

    #[test]
    fn black_may_move_first_and_alone() {
        assert_eq!(of_game(&[50.0, 50.0], &[80.0], Color::Black), [None, Some(80.0)]);
        assert_eq!(of_game(&[50.0], &[], Color::White), [None, None]);
    }
}
