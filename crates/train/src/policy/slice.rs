// SPDX-License-Identifier: GPL-3.0-or-later
//! A slice of the policy network: some neurons with everything that leads to them
//! and from them. Why slices: see [`crate::nnue::Slice`].

use eval::policy::shape::{INPUT_LIMIT, INPUTS, ROW_LIMIT, ROWS};
use rand::RngExt;
use rand_xoshiro::SplitMix64;

use super::examples::Examples;
use crate::nnue::{Row, Stride, add};

/// Rows of weights: inputs, the bias, moves.
const ALL: usize = INPUTS + 1 + ROWS;

/// Some neurons.
#[derive(Clone, Debug, PartialEq)]
pub struct Slice<const W: usize> {
    /// What is learnt: inputs, bias, rows of moves.
    pub(super) weights: Vec<[f32; W]>,
    slopes: Vec<[f32; W]>,
    pub(super) first: Vec<[f32; W]>,
    pub(super) second: Vec<[f32; W]>,
}

impl<const W: usize> Slice<W> {
    /// Small random weights; all moves alike.
    pub fn new(random: &mut SplitMix64) -> Self {
        let nothing = vec![[0.0; W]; ALL];
        let mut weights = nothing.clone();
        for row in &mut weights[..INPUTS] {
            row.iter_mut().for_each(|weight| *weight = 0.05 * random.random_range(-1.0..1.0));
        }
        weights[INPUTS].fill(0.3);
        for row in &mut weights[INPUTS + 1..] {
            row.iter_mut().for_each(|weight| *weight = 0.02 * random.random_range(-1.0..1.0));
        }
        Slice { weights, slopes: nothing.clone(), first: nothing.clone(), second: nothing }
    }

    /// What an input adds.
    pub fn input(&self, input: usize) -> &[f32; W] {
        &self.weights[input]
    }

    /// The neurons of an empty board.
    pub fn bias(&self) -> &[f32; W] {
        &self.weights[INPUTS]
    }

    /// The weights of a move.
    pub fn row(&self, row: usize) -> &[f32; W] {
        &self.weights[INPUTS + 1 + row]
    }

    /// The slopes of the last [`Slice::backward`]: inputs, bias, rows of moves.
    pub fn slopes(&self) -> &[[f32; W]] {
        &self.slopes
    }

    /// The weights in the same order, to be changed.
    pub fn weights_mut(&mut self) -> &mut [[f32; W]] {
        &mut self.weights
    }

    /// Activations (0 to 1, not yet squared) of a batch, and this slice's part of
    /// the numbers of all its moves, one behind the other.
    pub fn forward(
        &self,
        examples: &Examples,
        batch: &[u32],
        activations: &mut Vec<[f32; W]>,
        sums: &mut Vec<f32>,
    ) {
        activations.clear();
        sums.clear();
        for &index in batch {
            let example = examples.get(index as usize);
            let mut total = *self.bias();
            for &feature in example.features {
                add(&mut total, &self.weights[usize::from(feature)]);
            }
            total.iter_mut().for_each(|neuron| *neuron = neuron.clamp(0.0, 1.0));
            let squared = total.map(|neuron| neuron * neuron);
            for &row in example.rows {
                sums.push(dot(&squared, self.row(usize::from(row))));
            }
            activations.push(total);
        }
    }

    /// Slopes of everything here, from the slopes of the moves' numbers.
    pub fn backward(
        &mut self,
        examples: &Examples,
        batch: &[u32],
        activations: &[[f32; W]],
        outward: &[f32],
    ) {
        let mut outward = outward.iter();
        for (&index, neurons) in batch.iter().zip(activations) {
            let example = examples.get(index as usize);
            let squared = neurons.map(|neuron| neuron * neuron);
            let mut inward = [0.0; W];
            for (&row, &slope) in example.rows.iter().zip(outward.by_ref()) {
                let at = INPUTS + 1 + usize::from(row);
                let (weights, spoken) = (&self.weights[at], &mut self.slopes[at]);
                for i in 0..W {
                    spoken[i] += slope * squared[i];
                    inward[i] += slope * weights[i];
                }
            }
            for i in 0..W {
                // Outside of its range a neuron doesn't learn.
                let x = neurons[i];
                inward[i] = if x < 1.0 { 2.0 * x * inward[i] } else { 0.0 };
            }
            add(&mut self.slopes[INPUTS], &inward);
            for &feature in example.features {
                add(&mut self.slopes[usize::from(feature)], &inward);
            }
        }
    }

    /// Goes down the slopes and forgets them.
    pub fn step(&mut self, stride: Stride) {
        let Slice { weights, slopes, first, second } = self;
        let rows = weights.iter_mut().zip(first).zip(second).zip(slopes);
        for (number, (((weights, first), second), slope)) in rows.enumerate() {
            let limit = match number {
                INPUTS => f32::MAX,
                ..INPUTS => INPUT_LIMIT,
                _ => ROW_LIMIT,
            };
            Row { weights, first, second }.step(slope, stride, limit);
            *slope = [0.0; W];
        }
    }
}

/// Eight sums run side by side, since one would be added up in order.
#[inline]
fn dot<const W: usize>(a: &[f32; W], b: &[f32; W]) -> f32 {
    let mut sums = [0.0f32; 8];
    let (a, _) = a.as_chunks::<8>();
    let (b, _) = b.as_chunks::<8>();
    for (a, b) in a.iter().zip(b) {
        for i in 0..8 {
            sums[i] += a[i] * b[i];
        }
    }
    let [a, b, c, d, e, f, g, h] = sums;
    ((a + b) + (c + d)) + ((e + f) + (g + h))
}
