// SPDX-License-Identifier: GPL-3.0-or-later
//! The layers behind the first, for one output bucket.

use eval::nnue::multi::{L1, L2, L2_INPUTS};
use rand::RngExt;
use rand_xoshiro::SplitMix64;

use super::slice::Sums;
use crate::trainer::Loss;

/// Weights, or their gradients or moments.
#[derive(Clone, Debug, PartialEq)]
#[repr(C, align(64))]
pub struct Layers {
    /// Weights of the second layer, input by input.
    pub l2: [[f32; L2]; L2_INPUTS],
    /// Its biases.
    pub l2_bias: [f32; L2],
    /// Weights of the output.
    pub output: [f32; L2],
    /// Biases of the first layer.
    pub l1_bias: [f32; L1],
    /// Bias of the output.
    pub output_bias: f32,
}

impl Layers {
    /// All 0.
    pub const ZERO: Layers = Layers {
        l2: [[0.0; L2]; L2_INPUTS],
        l2_bias: [0.0; L2],
        output: [0.0; L2],
        l1_bias: [0.0; L1],
        output_bias: 0.0,
    };

    /// Small random weights.
    pub fn new(random: &mut SplitMix64) -> Self {
        let mut layers = Layers::ZERO;
        let weights = layers.l2.iter_mut().flatten().chain(&mut layers.output);
        weights.for_each(|weight| *weight = 0.3 * random.random_range(-1.0..1.0));
        layers.l2_bias.fill(0.2);
        layers
    }

    /// The numbers in a fixed order.
    pub fn numbers(&self) -> impl Iterator<Item = &f32> {
        let numbers = self.l1_bias.iter().chain(self.l2.iter().flatten()).chain(&self.l2_bias);
        numbers.chain(&self.output).chain([&self.output_bias])
    }

    /// The same, to be changed.
    pub fn numbers_mut(&mut self) -> impl Iterator<Item = &mut f32> {
        let Layers { l1_bias, l2, l2_bias, output, output_bias } = self;
        let numbers = l1_bias.iter_mut().chain(l2.iter_mut().flatten()).chain(l2_bias);
        numbers.chain(output).chain([output_bias])
    }

    /// Adds other numbers.
    pub fn add(&mut self, other: &Layers) {
        self.numbers_mut().zip(other.numbers()).for_each(|(sum, number)| *sum += number);
    }

    /// The forward pass: biased sums, inputs and neurons of the second layer, output.
    fn pass(&self, sums: &Sums) -> (Sums, [f32; L2_INPUTS], [f32; L2], f32) {
        let mut biased = *sums;
        let mut inputs = [0.0; L2_INPUTS];
        for i in 0..L1 {
            biased[i] += self.l1_bias[i];
            inputs[i] = biased[i].clamp(0.0, 1.0);
            inputs[L1 + i] = (biased[i] * biased[i]).min(1.0);
        }
        let mut neurons = self.l2_bias;
        for (input, weights) in inputs.iter().zip(&self.l2) {
            for (neuron, weight) in neurons.iter_mut().zip(weights) {
                *neuron += input * weight;
            }
        }
        let mut parts = [0.0; L2];
        for i in 0..L2 {
            neurons[i] = neurons[i].clamp(0.0, 1.0);
            parts[i] = neurons[i] * neurons[i] * self.output[i];
        }
        (biased, inputs, neurons, self.output_bias + parts.iter().sum::<f32>())
    }

    /// The output for the sums of the first layer.
    pub fn forward(&self, sums: &Sums) -> f32 {
        self.pass(sums).3
    }

    /// The loss; adds the gradients of the weights, times `share`, and turns the sums into their
    /// gradients.
    pub fn backward(
        &self,
        sums: &mut Sums,
        target: f32,
        loss: Loss,
        share: f32,
        gradients: &mut Layers,
    ) -> f32 {
        let (biased, inputs, neurons, output) = self.pass(sums);
        let (lost, gradient) = loss.of(output, target);
        let gradient = gradient * share;
        gradients.output_bias += gradient;
        let mut by_neuron = [0.0; L2];
        for i in 0..L2 {
            let x = neurons[i];
            gradients.output[i] += gradient * x * x;
            let inside = if x < 1.0 { 2.0 * x } else { 0.0 };
            by_neuron[i] = gradient * self.output[i] * inside;
            gradients.l2_bias[i] += by_neuron[i];
        }
        let mut by_input = [0.0; L2_INPUTS];
        for i in 0..L2_INPUTS {
            let mut parts = [0.0; L2];
            for j in 0..L2 {
                gradients.l2[i][j] += by_neuron[j] * inputs[i];
                parts[j] = by_neuron[j] * self.l2[i][j];
            }
            by_input[i] = tree_sum(parts);
        }
        for i in 0..L1 {
            let x = biased[i];
            let clipped = if x > 0.0 && x < 1.0 { by_input[i] } else { 0.0 };
            let squared = if x * x < 1.0 { 2.0 * x * by_input[L1 + i] } else { 0.0 };
            sums[i] = clipped + squared;
            gradients.l1_bias[i] += sums[i];
        }
        lost
    }
}

/// Sums halves of halves: additions side by side instead of one after the other.
#[inline]
fn tree_sum(mut parts: [f32; L2]) -> f32 {
    for width in [16, 8, 4, 2, 1] {
        for i in 0..width {
            parts[i] += parts[i + width];
        }
    }
    parts[0]
}
