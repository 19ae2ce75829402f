// SPDX-License-Identifier: GPL-3.0-or-later
//! The linear fit: what each change adds to the score of the side that has it.

/// What a change is worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Effect {
    /// Elo of the engine with the change over the one without.
    pub elo: f64,
    /// Half of the 95 % interval.
    pub error: f64,
}

/// Elo for each unit of score around an even score: the slope of the logistic curve there.
const ELO_PER_SCORE: f64 = 4.0 * 400.0 / std::f64::consts::LN_10;

/// Standard errors on each side of a 95 % interval.
const WIDTH: f64 = 1.959_964;

/// The worth of each change by least squares. `drawn` says for each trial which changes the
/// first engine had (the second had the others), `scores` its wins less losses for each pair.
pub fn effects(drawn: &[Vec<bool>], scores: &[f64]) -> Vec<Effect> {
    let columns = drawn.first().map_or(0, Vec::len) + 1;
    if scores.len() <= columns {
        return Vec::new();
    }
    // The first column is what the first engine scores for being first.
    let row = |trial: usize| -> Vec<f64> {
        let signs = drawn[trial].iter().map(|&with| if with { 1.0 } else { -1.0 });
        std::iter::once(1.0).chain(signs).collect()
    };
    let mut squares = vec![vec![0.0; columns]; columns];
    let mut products = vec![0.0; columns];
    // Two games a pair: wins less losses is four times what the score is above one half.
    let above_half = |trial: usize| scores[trial] / 4.0;
    for trial in 0..scores.len() {
        let row = row(trial);
        for i in 0..columns {
            products[i] += row[i] * above_half(trial);
            for j in 0..columns {
                squares[i][j] += row[i] * row[j];
            }
        }
    }
    let Some(inverse) = inverted(squares) else { return Vec::new() };
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(x, y)| x * y).sum::<f64>();
    let fitted: Vec<f64> = inverse.iter().map(|line| dot(line, &products)).collect();
    let left = |trial: usize| above_half(trial) - dot(&row(trial), &fitted);
    let spare = (scores.len() - columns) as f64;
    let variance = (0..scores.len()).map(|trial| left(trial).powi(2)).sum::<f64>() / spare;
    (1..columns)
        .map(|i| Effect {
            elo: ELO_PER_SCORE * fitted[i],
            error: ELO_PER_SCORE * WIDTH * (variance * inverse[i][i]).sqrt(),
        })
        .collect()
}

/// The inverse of a matrix by elimination; `None` if there is none.
fn inverted(mut matrix: Vec<Vec<f64>>) -> Option<Vec<Vec<f64>>> {
    let n = matrix.len();
    for (i, line) in matrix.iter_mut().enumerate() {
        line.extend((0..n).map(|j| f64::from(u8::from(i == j))));
    }
    for column in 0..n {
        let size = |line: &usize| matrix[*line][column].abs();
        let pivot = (column..n).max_by(|a, b| size(a).total_cmp(&size(b)))?;
        matrix.swap(column, pivot);
        let lead = matrix[column][column];
        if lead.abs() < 1e-9 {
            return None;
        }
        matrix[column].iter_mut().for_each(|x| *x /= lead);
        let pivot_line = matrix[column].clone();
        for (i, line) in matrix.iter_mut().enumerate().filter(|(i, _)| *i != column) {
            let factor = line[column];
            debug_assert_ne!(i, column);
            line.iter_mut().zip(&pivot_line).for_each(|(x, p)| *x -= factor * p);
        }
    }
    Some(matrix.into_iter().map(|line| line[n..].to_vec()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A full design of three changes, each trial once: effects are plain differences of means.
    #[test]
    fn a_balanced_design_gives_differences_of_means() {
        let drawn: Vec<Vec<bool>> =
            (0..16).map(|n| (0..3).map(|bit| n >> bit & 1 == 1).collect()).collect();
        let scores: Vec<f64> = (0..16).map(|n| f64::from(n * n % 7) / 3.0 - 1.0).collect();
        let found = effects(&drawn, &scores);
        for bit in 0..3 {
            let mean = |with: bool| {
                let of = drawn.iter().zip(&scores).filter(|(row, _)| row[bit] == with);
                of.map(|(_, score)| score / 4.0).sum::<f64>() / 8.0
            };
            let elo = ELO_PER_SCORE * (mean(true) - mean(false)) / 2.0;
            assert!((found[bit].elo - elo).abs() < 1e-9, "{bit}");
            assert!(found[bit].error > 0.0);
        }
    }

    #[test]
    fn too_few_trials_say_nothing() {
        assert!(effects(&[], &[]).is_empty());
        let drawn = vec![vec![true, false], vec![false, true], vec![true, true]];
        assert!(effects(&drawn, &[0.0, 1.0, 2.0]).is_empty());
        // Two changes that always come together cannot be told apart.
        let same: Vec<Vec<bool>> = (0..9).map(|n| vec![n % 2 == 0; 2]).collect();
        assert!(effects(&same, &[0.5; 9]).is_empty());
    }
}
