// SPDX-License-Identifier: GPL-3.0-or-later
//! A slice of the network: some neurons of the hidden layer with the weights that
//! lead to them and from them.
//!
//! Slices are independent: each adds its part to the outputs, takes the outputs' gradients, and
//! makes its own step. Threads share slices, not samples, so no gradients have to be summed, and
//! the outcome is the same for any number of threads.

use eval::nnue::single::{OUTPUT_LIMIT, WEIGHT_LIMIT};
use rand::RngExt;
use rand_xoshiro::SplitMix64;

use super::model::Shape;
use crate::nnue::batch::Entry;
use crate::nnue::transformer::{CHUNK, FeatureIndex, TransformerSlice};
use crate::nnue::vector::{FixedRow, Row, Vector, Work, dispatch};
use crate::trainer::AdamW;

/// Clipped neurons of both perspectives.
pub type Activations<const K: usize> = [FixedRow<K>; 2];

/// `16 K` neurons of the hidden layer.
#[derive(Clone, Debug, PartialEq)]
pub struct Slice<const K: usize> {
    /// The neurons with their inputs.
    pub transformer: TransformerSlice<K>,
    /// Output weights: for each output those of the side to move and of the other side.
    pub output: Vec<Row<K>>,
    /// Their moments.
    pub output_first: Vec<Row<K>>,
    /// Their second moments.
    pub output_second: Vec<Row<K>>,
    output_gradients: Vec<Row<K>>,
    /// Gradients of the neurons of one chunk.
    buffer: Vec<Row<K>>,
}

impl<const K: usize> Slice<K> {
    /// Small random weights.
    pub fn new(shape: Shape, random: &mut SplitMix64) -> Self {
        // Sums of some thirty inputs spread over the middle of the activation's range, and
        // outputs of a twentieth or so.
        let transformer = TransformerSlice::new(shape.features(), WEIGHT_LIMIT, 0.2, random);
        let rows = 2 * shape.outputs();
        let spread = (1.0 / (2.0 * shape.hidden as f32)).sqrt();
        let mut output = vec![Row::ZERO; rows];
        for weight in output.iter_mut().flat_map(|row| row.0.as_flattened_mut()) {
            *weight = spread * random.random_range(-1.0..1.0);
        }
        Slice {
            transformer,
            output,
            output_first: vec![Row::ZERO; rows],
            output_second: vec![Row::ZERO; rows],
            output_gradients: vec![Row::ZERO; rows],
            buffer: vec![Row::ZERO; 2 * CHUNK],
        }
    }

    /// Forgets the moments.
    pub fn reset_optimiser(&mut self) {
        self.transformer.reset_optimiser();
        self.output_first.fill(Row::ZERO);
        self.output_second.fill(Row::ZERO);
    }

    /// The gradients of the output weights, in their order.
    pub fn output_gradients(&self) -> &[Row<K>] {
        &self.output_gradients
    }

    /// Activations (0 to 1, not yet squared) and this slice's part of the outputs.
    pub fn forward(&self, entries: &[Entry], activations: &mut [Activations<K>], sums: &mut [f32]) {
        dispatch(Forward { slice: self, entries, activations, sums });
    }

    /// Adds the gradients of one chunk, from the gradients of the outputs.
    pub fn backward(
        &mut self,
        entries: &[Entry],
        index: &FeatureIndex,
        activations: &[Activations<K>],
        output_gradients: &[f32],
    ) {
        dispatch(Backward { slice: self, entries, index, activations, output_gradients });
    }

    /// Updates the weights and clears the gradients.
    pub fn step(&mut self, optimiser: AdamW) {
        self.transformer.step(optimiser);
        let rows = self.output.iter_mut().zip(&mut self.output_first).zip(&mut self.output_second);
        for (((weights, first), second), gradient) in rows.zip(&mut self.output_gradients) {
            let row = [weights, first, second].map(|row| row.0.as_flattened_mut());
            optimiser.update_all(row, gradient.0.as_flattened(), OUTPUT_LIMIT);
            *gradient = Row::ZERO;
        }
    }
}

struct Forward<'a, const K: usize> {
    slice: &'a Slice<K>,
    entries: &'a [Entry],
    activations: &'a mut [Activations<K>],
    sums: &'a mut [f32],
}

impl<const K: usize> Work for Forward<'_, K> {
    #[inline(always)]
    fn run<V: Vector>(self) {
        let Forward { slice, entries, activations, sums } = self;
        for ((entry, activations), sum) in entries.iter().zip(activations).zip(sums) {
            let rows = 2 * usize::from(entry.output);
            let mut total = V::splat(0.0);
            for (side, activations) in activations.iter_mut().enumerate() {
                let neurons = slice.transformer.forward::<V>(entry.features(side));
                let weights = &slice.output[rows + side].0;
                for i in 0..K {
                    V::store_fixed(neurons[i], &mut activations.0[i]);
                    let neuron = V::from_fixed(neurons[i]);
                    total = neuron.mul(neuron).mul_add(V::load(&weights[i]), total);
                }
            }
            *sum = total.sum();
        }
    }
}

struct Backward<'a, const K: usize> {
    slice: &'a mut Slice<K>,
    entries: &'a [Entry],
    index: &'a FeatureIndex,
    activations: &'a [Activations<K>],
    output_gradients: &'a [f32],
}

impl<const K: usize> Work for Backward<'_, K> {
    #[inline(always)]
    fn run<V: Vector>(self) {
        let Backward { slice, entries, index, activations, output_gradients } = self;
        let samples = entries.iter().zip(activations).zip(output_gradients).enumerate();
        for (sample, ((entry, activations), &gradient)) in samples {
            let rows = 2 * usize::from(entry.output);
            let gradient = V::splat(gradient);
            for (side, activations) in activations.iter().enumerate() {
                let weights = &slice.output[rows + side].0;
                let sums = &mut slice.output_gradients[rows + side].0;
                let target = &mut slice.buffer[2 * sample + side].0;
                for i in 0..K {
                    let neuron = V::from_fixed(V::load_fixed(&activations.0[i]));
                    let scaled = gradient.mul(neuron);
                    scaled.mul_add(neuron, V::load(&sums[i])).store(&mut sums[i]);
                    let inner = scaled.add(scaled).mul(V::load(&weights[i]));
                    inner.where_inside(neuron).store(&mut target[i]);
                }
            }
        }
        slice.transformer.backward::<V>(index, &slice.buffer[..2 * entries.len()]);
    }
}
