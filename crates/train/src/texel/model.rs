// SPDX-License-Identifier: GPL-3.0-or-later
//! The evaluation as a function of its weights, and its derivative.
//!
//! The same arithmetic as the evaluation itself, in floating point: credits
//! add up; attack units count by their square; complexity moves the endgame
//! half but not past zero; the scale keeps a part of it; the phase mixes.

use eval::Pair;
use eval::classical::{COUNT, FULL_PHASE, FULL_SCALE, LINEAR_DIVISOR, SQUARE_DIVISOR, Weights};

use super::samples::{Counts, Row, Sample, Samples};

/// Middlegame and endgame value of every weight, or their derivatives.
pub type Vector = Vec<[f64; 2]>;

const SQUARE: f64 = SQUARE_DIVISOR as f64;
const LINEAR: f64 = LINEAR_DIVISOR as f64;
const SCALE: f64 = FULL_SCALE as f64;
const PHASE: f64 = FULL_PHASE as f64;

/// Whole weights as a vector.
pub fn vector(weights: &Weights) -> Vector {
    weights.flat().iter().map(|pair| [f64::from(pair.mg), f64::from(pair.eg)]).collect()
}

/// A vector as whole weights.
pub fn rounded(vector: &[[f64; 2]]) -> Weights {
    let mut flat = [Pair::ZERO; COUNT];
    for (pair, [mg, eg]) in flat.iter_mut().zip(vector) {
        *pair = Pair::new(mg.round() as i32, eg.round() as i32);
    }
    Weights::new(flat)
}

/// The expected result of a score.
pub fn sigmoid(score: f64, k: f64) -> f64 {
    1.0 / (1.0 + (-score / k).exp())
}

#[inline]
fn dot(weights: &[[f64; 2]], row: Row<'_>) -> [f64; 2] {
    row.iter().fold([0.0; 2], |[mg, eg], (i, n)| {
        let w = weights[i];
        [mg + w[0] * n, eg + w[1] * n]
    })
}

/// What the way to the score looked like, for the way back.
struct Steps {
    units: [[f64; 2]; 2],
    mg: f64,
    eg: f64,
    complexity: f64,
    moved: f64,
    scale_index: usize,
    scale: f64,
    raw_phase: f64,
    phase: f64,
    score: f64,
}

#[inline]
fn forward(weights: &[[f64; 2]], sample: &Sample, counts: &Counts<'_>) -> Steps {
    let [mut mg, mut eg] = dot(weights, counts.linear);
    let units = counts.danger.map(|row| dot(weights, row));
    for (units, sign) in units.iter().zip([1.0, -1.0]) {
        mg += sign * units[0].max(0.0).powi(2) / SQUARE;
        eg += sign * units[1].max(0.0) / LINEAR;
    }
    let complexity = dot(weights, counts.complexity)[1];
    let moved = eg + sign(eg) * complexity.max(-eg.abs());
    let scale_index = usize::from(sample.scale[usize::from(moved < 0.0)]);
    let scale = weights[scale_index][1] / SCALE;
    let raw_phase = dot(weights, counts.phase)[0];
    let phase = raw_phase.clamp(0.0, PHASE) / PHASE;
    let score = mg * phase + moved * scale * (1.0 - phase);
    Steps { units, mg, eg, complexity, moved, scale_index, scale, raw_phase, phase, score }
}

fn sign(x: f64) -> f64 {
    if x == 0.0 { 0.0 } else { x.signum() }
}

/// The score of a sample, White's view.
pub fn score(weights: &[[f64; 2]], samples: &Samples, number: usize) -> f64 {
    let (sample, counts) = samples.get(number);
    forward(weights, sample, &counts).score
}

/// Adds the derivative of one sample's squared error to `gradient`; gives the
/// error.
pub fn learn(
    weights: &[[f64; 2]],
    samples: &Samples,
    number: usize,
    k: f64,
    gradient: &mut [[f64; 2]],
) -> f64 {
    let (sample, counts) = samples.get(number);
    let steps = forward(weights, sample, &counts);
    let predicted = sigmoid(steps.score, k);
    let error = predicted - f64::from(sample.target);
    let derivative = 2.0 * error * predicted * (1.0 - predicted) / k;

    let mut spread = |row: Row<'_>, mg: f64, eg: f64| {
        for (i, n) in row.iter() {
            gradient[i][0] += mg * n;
            gradient[i][1] += eg * n;
        }
    };
    let by_mg = derivative * steps.phase;
    let by_scaled = derivative * (1.0 - steps.phase);
    let by_moved = by_scaled * steps.scale;
    let free = steps.complexity > -steps.eg.abs();
    let by_eg = if free { by_moved } else { 0.0 };

    spread(counts.linear, by_mg, by_eg);
    for ((row, units), side) in counts.danger.into_iter().zip(steps.units).zip([1.0, -1.0]) {
        let by_square = side * by_mg * 2.0 * units[0].max(0.0) / SQUARE;
        let by_line = if units[1] > 0.0 { side * by_eg / LINEAR } else { 0.0 };
        spread(row, by_square, by_line);
    }
    if free {
        spread(counts.complexity, 0.0, by_moved * sign(steps.eg));
    }
    if (0.0..PHASE).contains(&steps.raw_phase) {
        spread(counts.phase, derivative * (steps.mg - steps.moved * steps.scale) / PHASE, 0.0);
    }
    gradient[steps.scale_index][1] += by_scaled * steps.moved / SCALE;
    error * error
}

/// Mean squared error of the samples `numbers`.
pub fn loss(weights: &[[f64; 2]], samples: &Samples, k: f64, threads: usize) -> f64 {
    let all: Vec<u32> = (0..samples.len() as u32).collect();
    let sums = in_parallel(&all, threads, |numbers| {
        let error = |&n: &u32| {
            let target = f64::from(samples.get(n as usize).0.target);
            (sigmoid(score(weights, samples, n as usize), k) - target).powi(2)
        };
        numbers.iter().map(error).sum::<f64>()
    });
    sums.iter().sum::<f64>() / samples.len().max(1) as f64
}

/// Error and gradient of a batch, both as sums.
pub fn batch(
    weights: &[[f64; 2]],
    samples: &Samples,
    numbers: &[u32],
    k: f64,
    threads: usize,
) -> (f64, Vector) {
    let parts = in_parallel(numbers, threads, |numbers| {
        let mut gradient = vec![[0.0; 2]; weights.len()];
        let error: f64 =
            numbers.iter().map(|&n| learn(weights, samples, n as usize, k, &mut gradient)).sum();
        (error, gradient)
    });
    let mut total = (0.0, vec![[0.0; 2]; weights.len()]);
    for (error, gradient) in parts {
        total.0 += error;
        for (sum, part) in total.1.iter_mut().zip(gradient) {
            sum[0] += part[0];
            sum[1] += part[1];
        }
    }
    total
}

/// Work is cut into pieces of this size whatever the number of threads, and the
/// pieces are summed in order: floating point sums then never differ by a bit.
const PIECE: usize = 1024;

fn in_parallel<T: Send>(
    numbers: &[u32],
    threads: usize,
    work: impl Fn(&[u32]) -> T + Sync,
) -> Vec<T> {
    let pieces = numbers.len().div_ceil(PIECE).max(1);
    let each = |numbers: &[u32]| -> Vec<T> { numbers.chunks(PIECE).map(&work).collect() };
    let share = PIECE * pieces.div_ceil(threads.max(1));
    if numbers.len() <= share {
        return each(numbers);
    }
    std::thread::scope(|scope| {
        let each = &each;
        let handles: Vec<_> =
            numbers.chunks(share).map(|part| scope.spawn(move || each(part))).collect();
        let join = |handle: std::thread::ScopedJoinHandle<'_, Vec<T>>| match handle.join() {
            Ok(part) => part,
            Err(panic) => std::panic::resume_unwind(panic),
        };
        handles.into_iter().flat_map(join).collect()
    })
}
