// SPDX-License-Identifier: GPL-3.0-or-later
//! A slice of the network: some neurons of the hidden layer with the weights that
//! lead to them and from them.
//!
//! The hidden layer is cut into slices of `W` neurons, and a batch goes through
//! one slice after the other. Slices are independent: each adds its part to the
//! outputs, takes the outputs' gradients, and makes its own step. Threads share
//! slices, not samples, so no gradients have to be summed, and the outcome is the
//! same for any number of threads. And the weights of a slice fit into the
//! second-level cache, where those of the whole net do not: most of the time of a
//! training step goes into fetching rows of weights.

use super::model::Shape;
use crate::nnue::batch::Batch;
use crate::trainer::{AdamW, Row};
use rand::RngExt;
use rand_xoshiro::SplitMix64;

use eval::nnue::features::INPUTS;
use eval::nnue::single::{OUTPUT_LIMIT, WEIGHT_LIMIT};

/// Activations of both perspectives of one sample within a slice.
pub type Activations<const W: usize> = [[f32; W]; 2];

/// Some neurons of the hidden layer.
#[derive(Clone, Debug, PartialEq)]
pub struct Slice<const W: usize> {
    shape: Shape,
    /// Input weights: those of the bucket plus the factoriser that all buckets share.
    merged: Vec<[f32; W]>,
    /// Gradients of `merged`, bias and output weights.
    gradients: Vec<[f32; W]>,
    /// The trained weights, row by row: inputs, the factoriser (if there are king
    /// buckets), bias, output weights (own and other side for each output).
    pub(super) weights: Vec<[f32; W]>,
    /// Their moments.
    pub(super) first: Vec<[f32; W]>,
    pub(super) second: Vec<[f32; W]>,
}

impl<const W: usize> Slice<W> {
    /// Small random weights.
    pub fn new(shape: Shape, random: &mut SplitMix64) -> Self {
        let features = shape.features();
        let shared = Self::shared(shape);
        let rows = features + shared + 1 + 2 * shape.outputs();
        let mut slice = Slice {
            shape,
            merged: vec![[0.0; W]; features],
            gradients: vec![[0.0; W]; features + 1 + 2 * shape.outputs()],
            weights: vec![[0.0; W]; rows],
            first: vec![[0.0; W]; rows],
            second: vec![[0.0; W]; rows],
        };
        // Sums of some thirty inputs spread over the middle of the activation's
        // range, and outputs of a twentieth or so. Buckets begin alike.
        let inputs = if shared > 0 { features..features + shared } else { 0..features };
        let outputs = features + shared + 1;
        for row in &mut slice.weights[inputs] {
            row.iter_mut().for_each(|weight| *weight = 0.05 * random.random_range(-1.0..1.0));
        }
        slice.weights[features + shared].fill(0.2);
        let spread = (1.0 / (2.0 * shape.hidden as f32)).sqrt();
        for row in &mut slice.weights[outputs..] {
            row.iter_mut().for_each(|weight| *weight = spread * random.random_range(-1.0..1.0));
        }
        slice.merge();
        slice
    }

    /// Forgets the moments.
    pub(super) fn reset_optimiser(&mut self) {
        self.first.fill([0.0; W]);
        self.second.fill([0.0; W]);
    }

    /// Rows of the factoriser.
    fn shared(shape: Shape) -> usize {
        if shape.king_buckets { INPUTS } else { 0 }
    }

    fn bias_row(&self) -> usize {
        self.shape.features() + Self::shared(self.shape)
    }

    /// Recomputes `merged` from the weights.
    pub(super) fn merge(&mut self) {
        let features = self.shape.features();
        let shared = Self::shared(self.shape);
        for (i, row) in self.merged.iter_mut().enumerate() {
            *row = self.weights[i];
            if shared > 0 {
                add(row, &self.weights[features + i % INPUTS]);
            }
        }
    }

    /// The weights of an input.
    pub fn input(&self, feature: usize) -> &[f32; W] {
        &self.merged[feature]
    }

    /// The biases.
    pub fn bias(&self) -> &[f32; W] {
        &self.weights[self.bias_row()]
    }

    /// The weights of an output, for one perspective.
    pub fn output(&self, output: usize, side: usize) -> &[f32; W] {
        &self.weights[self.bias_row() + 1 + 2 * output + side]
    }

    /// The gradients of the last [`Slice::backward`], in the order of `merged`,
    /// bias, output weights.
    pub fn gradients(&self) -> &[[f32; W]] {
        &self.gradients
    }

    /// Activations (0 to 1, not yet squared) and this slice's part of the
    /// outputs.
    pub fn forward(&self, batch: &Batch, activations: &mut [Activations<W>], sums: &mut [f32]) {
        let bias = self.bias();
        let outputs = &self.weights[self.bias_row() + 1..];
        for ((entry, sides), sum) in batch.entries().iter().zip(activations).zip(sums) {
            let row = 2 * usize::from(entry.output);
            *sum = 0.0;
            for (side, neurons) in sides.iter_mut().enumerate() {
                let mut total = *bias;
                let mut pairs = entry.features(side).chunks_exact(2);
                for pair in &mut pairs {
                    add_two(
                        &mut total,
                        &self.merged[usize::from(pair[0])],
                        &self.merged[usize::from(pair[1])],
                    );
                }
                for &feature in pairs.remainder() {
                    add(&mut total, &self.merged[usize::from(feature)]);
                }
                for (neuron, total) in neurons.iter_mut().zip(&total) {
                    *neuron = total.clamp(0.0, 1.0);
                }
                *sum += squared_dot(neurons, &outputs[row + side]);
            }
        }
    }

    /// Gradients of everything here, from the gradients of the outputs.
    pub fn backward(
        &mut self,
        batch: &Batch,
        activations: &[Activations<W>],
        output_gradients: &[f32],
    ) {
        let features = self.shape.features();
        let outputs = self.bias_row() + 1;
        let (inputs, rest) = self.gradients.split_at_mut(features);
        let Some((bias, output_rows)) = rest.split_first_mut() else { return };
        let samples = batch.entries().iter().zip(activations).zip(output_gradients);
        for ((entry, sides), &output_gradient) in samples {
            let row = 2 * usize::from(entry.output);
            for (side, neurons) in sides.iter().enumerate() {
                let weights = &self.weights[outputs + row + side];
                let weight_gradients = &mut output_rows[row + side];
                let mut gradients = [0.0; W];
                for i in 0..W {
                    let x = neurons[i];
                    weight_gradients[i] += output_gradient * x * x;
                    // The derivative is 0 where the activation is clipped.
                    let gradient = 2.0 * output_gradient * x * weights[i];
                    gradients[i] = if x < 1.0 { gradient } else { 0.0 };
                }
                add(bias, &gradients);
                for &feature in entry.features(side) {
                    add(&mut inputs[usize::from(feature)], &gradients);
                }
            }
        }
    }

    /// Updates the weights and clears the gradients.
    pub fn step(&mut self, optimiser: AdamW) {
        let features = self.shape.features();
        let shared = Self::shared(self.shape);
        let Slice { weights, first, second, gradients, merged, .. } = self;
        let mut step = |number: usize, gradient: &[f32; W], limit: f32| {
            let first = &mut first[number];
            let row = Row { weights: &mut weights[number], first, second: &mut second[number] };
            optimiser.update(row, gradient, limit);
            weights[number]
        };
        // The weights of a bucket and of the factoriser add up.
        let limit = if shared > 0 { WEIGHT_LIMIT / 2.0 } else { WEIGHT_LIMIT };
        for input in 0..INPUTS {
            let mut common = [0.0; W];
            if shared > 0 {
                let mut all = [0.0; W];
                for feature in (input..features).step_by(INPUTS) {
                    add(&mut all, &gradients[feature]);
                }
                common = step(features + input, &all, limit);
            }
            for feature in (input..features).step_by(INPUTS) {
                let gradient = std::mem::replace(&mut gradients[feature], [0.0; W]);
                merged[feature] = step(feature, &gradient, limit);
                add(&mut merged[feature], &common);
            }
        }
        for (rest, gradient) in gradients[features..].iter_mut().enumerate() {
            let limit = if rest == 0 { WEIGHT_LIMIT } else { OUTPUT_LIMIT };
            step(features + shared + rest, gradient, limit);
            *gradient = [0.0; W];
        }
    }
}

#[inline]
pub(crate) fn add<const W: usize>(sum: &mut [f32; W], row: &[f32; W]) {
    for i in 0..W {
        sum[i] += row[i];
    }
}

#[inline]
fn add_two<const W: usize>(sum: &mut [f32; W], a: &[f32; W], b: &[f32; W]) {
    for i in 0..W {
        sum[i] += a[i] + b[i];
    }
}

/// Sum of squares times weights. Eight sums run side by side: a single one would
/// have to be added up in order, one number at a time.
#[inline]
fn squared_dot<const W: usize>(neurons: &[f32; W], weights: &[f32; W]) -> f32 {
    let mut sums = [0.0f32; 8];
    let (neurons, _) = neurons.as_chunks::<8>();
    let (weights, _) = weights.as_chunks::<8>();
    for (x, w) in neurons.iter().zip(weights) {
        for i in 0..8 {
            sums[i] += x[i] * x[i] * w[i];
        }
    }
    let [a, b, c, d, e, f, g, h] = sums;
    ((a + b) + (c + d)) + ((e + f) + (g + h))
}
