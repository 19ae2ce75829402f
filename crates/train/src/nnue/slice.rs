// SPDX-License-Identifier: GPL-3.0-or-later
//! A slice of the network: some neurons of the hidden layer with everything that
//! leads to them and from them.
//!
//! The hidden layer is cut into slices of `W` neurons, and a batch goes through
//! one slice after the other. Slices know nothing of each other: each adds its
//! part to the outputs, learns from the outputs' slopes, and makes its own step.
//! Threads share out slices, not positions, so no gradients have to be added up,
//! and the outcome is the same for any number of threads. And the weights of a
//! slice fit into the second-level cache, where those of the whole net do not:
//! most of the time of a training step goes into fetching rows of weights.

use super::adam::{Row, Stride};
use super::batch::{Batch, Shape};
use rand::RngExt;
use rand_xoshiro::SplitMix64;

use eval::nnue::shape::{INPUTS, OUTPUT_LIMIT, WEIGHT_LIMIT};

/// Activations of both views for one position, as far as they are in a slice.
pub type Views<const W: usize> = [[f32; W]; 2];

/// Some neurons.
#[derive(Clone, Debug, PartialEq)]
pub struct Slice<const W: usize> {
    shape: Shape,
    /// What the inputs add, with the part that king buckets share.
    merged: Vec<[f32; W]>,
    /// Slopes of `merged`, bias and output weights.
    slopes: Vec<[f32; W]>,
    /// Everything that is learnt, row by row: inputs, shared inputs (if there
    /// are king buckets), bias, output weights (own and other for each output).
    pub(super) weights: Vec<[f32; W]>,
    /// Memory of slopes for each.
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
            slopes: vec![[0.0; W]; features + 1 + 2 * shape.outputs()],
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

    /// Forgets the slopes of the past.
    pub(super) fn forget_the_way(&mut self) {
        self.first.fill([0.0; W]);
        self.second.fill([0.0; W]);
    }

    /// Rows that all king buckets share.
    fn shared(shape: Shape) -> usize {
        if shape.king_buckets { INPUTS } else { 0 }
    }

    fn bias_row(&self) -> usize {
        self.shape.features() + Self::shared(self.shape)
    }

    /// Brings `merged` up to date with the weights, after these were read.
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

    /// What an input adds to the neurons.
    pub fn input(&self, feature: usize) -> &[f32; W] {
        &self.merged[feature]
    }

    /// The neurons of an empty board.
    pub fn bias(&self) -> &[f32; W] {
        &self.weights[self.bias_row()]
    }

    /// The weights of an output, for one view.
    pub fn output(&self, output: usize, view: usize) -> &[f32; W] {
        &self.weights[self.bias_row() + 1 + 2 * output + view]
    }

    /// The slopes of the last [`Slice::backward`], in the order of `merged`,
    /// bias, output weights.
    pub fn slopes(&self) -> &[[f32; W]] {
        &self.slopes
    }

    /// Activations (0 to 1, not yet squared) and this slice's part of the
    /// outputs.
    pub fn forward(&self, batch: &Batch, activations: &mut [Views<W>], sums: &mut [f32]) {
        let bias = self.bias();
        let outputs = &self.weights[self.bias_row() + 1..];
        for ((entry, views), sum) in batch.entries().iter().zip(activations).zip(sums) {
            let speakers = 2 * usize::from(entry.output);
            *sum = 0.0;
            for (view, neurons) in views.iter_mut().enumerate() {
                let mut total = *bias;
                let mut pairs = entry.features(view).chunks_exact(2);
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
                *sum += squared_dot(neurons, &outputs[speakers + view]);
            }
        }
    }

    /// Slopes of everything here, from the slopes of the outputs.
    pub fn backward(&mut self, batch: &Batch, activations: &[Views<W>], outward: &[f32]) {
        let features = self.shape.features();
        let outputs = self.bias_row() + 1;
        let (inputs, rest) = self.slopes.split_at_mut(features);
        let Some((bias, speakers)) = rest.split_first_mut() else { return };
        for ((entry, views), &outward) in batch.entries().iter().zip(activations).zip(outward) {
            let speaker = 2 * usize::from(entry.output);
            for (view, neurons) in views.iter().enumerate() {
                let weights = &self.weights[outputs + speaker + view];
                let spoken = &mut speakers[speaker + view];
                let mut inward = [0.0; W];
                for i in 0..W {
                    let x = neurons[i];
                    spoken[i] += outward * x * x;
                    // Outside of its range a neuron doesn't learn.
                    let slope = 2.0 * outward * x * weights[i];
                    inward[i] = if x < 1.0 { slope } else { 0.0 };
                }
                add(bias, &inward);
                for &feature in entry.features(view) {
                    add(&mut inputs[usize::from(feature)], &inward);
                }
            }
        }
    }

    /// Goes down the slopes and forgets them.
    pub fn step(&mut self, stride: Stride) {
        let features = self.shape.features();
        let shared = Self::shared(self.shape);
        let Slice { weights, first, second, slopes, merged, .. } = self;
        let mut step = |row: usize, slope: &[f32; W], limit: f32| {
            let (weights, first) = (&mut weights[row], &mut first[row]);
            Row { weights, first, second: &mut second[row] }.step(slope, stride, limit);
            *weights
        };
        // What buckets share and what they have of their own add up.
        let limit = if shared > 0 { WEIGHT_LIMIT / 2.0 } else { WEIGHT_LIMIT };
        for input in 0..INPUTS {
            let mut common = [0.0; W];
            if shared > 0 {
                let mut all = [0.0; W];
                for feature in (input..features).step_by(INPUTS) {
                    add(&mut all, &slopes[feature]);
                }
                common = step(features + input, &all, limit);
            }
            for feature in (input..features).step_by(INPUTS) {
                let slope = std::mem::replace(&mut slopes[feature], [0.0; W]);
                merged[feature] = step(feature, &slope, limit);
                add(&mut merged[feature], &common);
            }
        }
        for (rest, slope) in slopes[features..].iter_mut().enumerate() {
            let limit = if rest == 0 { WEIGHT_LIMIT } else { OUTPUT_LIMIT };
            step(features + shared + rest, slope, limit);
            *slope = [0.0; W];
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
