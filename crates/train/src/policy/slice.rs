// SPDX-License-Identifier: GPL-3.0-or-later
//! A slice of the policy network: some neurons with the weights that lead to them
//! and from them. Why slices: see `nnue`.

use eval::policy::shape::{INPUT_LIMIT, INPUTS, ROW_LIMIT, ROWS};
use rand::RngExt;
use rand_xoshiro::SplitMix64;

use super::examples::Examples;
use crate::trainer::{AdamW, Row};

/// Rows of weights: inputs, the bias, moves.
const ALL: usize = INPUTS + 1 + ROWS;

/// Some neurons of the hidden layer.
#[derive(Clone, Debug, PartialEq)]
pub struct Slice<const W: usize> {
    /// Weights of inputs, bias, rows of moves.
    pub(super) weights: Vec<[f32; W]>,
    gradients: Vec<[f32; W]>,
    pub(super) first: Vec<[f32; W]>,
    pub(super) second: Vec<[f32; W]>,
}

impl<const W: usize> Slice<W> {
    /// Small random weights.
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
        Slice { weights, gradients: nothing.clone(), first: nothing.clone(), second: nothing }
    }

    /// The weights of an input.
    pub fn input(&self, input: usize) -> &[f32; W] {
        &self.weights[input]
    }

    /// The biases.
    pub fn bias(&self) -> &[f32; W] {
        &self.weights[INPUTS]
    }

    /// The weights of a move.
    pub fn row(&self, row: usize) -> &[f32; W] {
        &self.weights[INPUTS + 1 + row]
    }

    /// The gradients of the last [`Slice::backward`]: inputs, bias, rows of moves.
    pub fn gradients(&self) -> &[[f32; W]] {
        &self.gradients
    }

    /// The weights in the same order, to be changed.
    pub fn weights_mut(&mut self) -> &mut [[f32; W]] {
        &mut self.weights
    }

    /// Activations (0 to 1, not yet squared) of a batch, and this slice's part of
    /// the logits of all its moves, one behind the other.
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

    /// Gradients of everything here, from the gradients of the logits.
    pub fn backward(
        &mut self,
        examples: &Examples,
        batch: &[u32],
        activations: &[[f32; W]],
        logit_gradients: &[f32],
    ) {
        let mut logit_gradients = logit_gradients.iter();
        for (&index, neurons) in batch.iter().zip(activations) {
            let example = examples.get(index as usize);
            let squared = neurons.map(|neuron| neuron * neuron);
            let mut neuron_gradients = [0.0; W];
            for (&row, &gradient) in example.rows.iter().zip(logit_gradients.by_ref()) {
                let at = INPUTS + 1 + usize::from(row);
                let (weights, weight_gradients) = (&self.weights[at], &mut self.gradients[at]);
                for i in 0..W {
                    weight_gradients[i] += gradient * squared[i];
                    neuron_gradients[i] += gradient * weights[i];
                }
            }
            for i in 0..W {
                // The derivative is 0 where the activation is clipped.
                let x = neurons[i];
                neuron_gradients[i] = if x < 1.0 { 2.0 * x * neuron_gradients[i] } else { 0.0 };
            }
            add(&mut self.gradients[INPUTS], &neuron_gradients);
            for &feature in example.features {
                add(&mut self.gradients[usize::from(feature)], &neuron_gradients);
            }
        }
    }

    /// Updates the weights and clears the gradients.
    pub fn step(&mut self, optimiser: AdamW) {
        let Slice { weights, gradients, first, second } = self;
        let rows = weights.iter_mut().zip(first).zip(second).zip(gradients);
        for (number, (((weights, first), second), gradient)) in rows.enumerate() {
            let limit = match number {
                INPUTS => f32::MAX,
                ..INPUTS => INPUT_LIMIT,
                _ => ROW_LIMIT,
            };
            optimiser.update(Row { weights, first, second }, gradient, limit);
            *gradient = [0.0; W];
        }
    }
}

/// Eight sums side by side: a single one would have to be added up in order.
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

#[inline]
fn add<const W: usize>(sum: &mut [f32; W], row: &[f32; W]) {
    for i in 0..W {
        sum[i] += row[i];
    }
}
