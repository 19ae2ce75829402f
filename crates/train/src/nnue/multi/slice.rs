// SPDX-License-Identifier: GPL-3.0-or-later
//! A slice of the network: some pairs of neurons with the weights that lead to them and from them
//! to the first layer.
//!
//! Lanes of the first half of a row are multiplied with lanes of its second half. The products of
//! both perspectives stand side by side in one row: first the side to move, then the other.

use eval::nnue::features::OUTPUT_BUCKETS;
use eval::nnue::multi::{L1, L1_LIMIT, WEIGHT_LIMIT};
use rand::RngExt;
use rand_xoshiro::SplitMix64;

use crate::nnue::batch::Entry;
use crate::nnue::transformer::{CHUNK, FeatureIndex, TransformerSlice};
use crate::nnue::vector::{FixedRow, LANES, Row, Vector, Work, dispatch};
use crate::trainer::AdamW;

const _: () = assert!(L1 == LANES);

/// Samples that share the loads of weights.
const GROUP: usize = 4;

/// The sums of the first layer, or their gradients.
pub type Sums = [f32; L1];

/// Clipped neurons of both perspectives.
pub type Activations<const K: usize> = [FixedRow<K>; 2];

/// `16 K` neurons, `8 K` products of each perspective.
#[derive(Clone, Debug, PartialEq)]
pub struct Slice<const K: usize> {
    /// The neurons with their inputs.
    pub transformer: TransformerSlice<K>,
    /// Weights of the first layer: for each output bucket and neuron a row of products.
    pub l1: Vec<Row<K>>,
    /// Their moments.
    pub l1_first: Vec<Row<K>>,
    /// Their second moments.
    pub l1_second: Vec<Row<K>>,
    l1_gradients: Vec<Row<K>>,
    /// The same weights: for each output bucket and product those of all neurons.
    l1_by_product: Vec<Row<1>>,
}

/// Buffers of the backward pass of one chunk.
#[derive(Debug)]
pub struct Buffers<const K: usize> {
    products: Vec<Row<K>>,
    gradients: Vec<Row<K>>,
}

impl<const K: usize> Default for Buffers<K> {
    fn default() -> Self {
        Buffers { products: vec![Row::ZERO; CHUNK], gradients: vec![Row::ZERO; 2 * CHUNK] }
    }
}

impl<const K: usize> Slice<K> {
    /// Small random weights; `spread` is the largest of the first layer.
    pub fn new(features: usize, spread: f32, random: &mut SplitMix64) -> Self {
        let transformer = TransformerSlice::new(features, WEIGHT_LIMIT, 0.3, random);
        let rows = OUTPUT_BUCKETS * L1;
        let mut l1 = vec![Row::ZERO; rows];
        // Output buckets begin alike.
        let (one, others) = l1.split_at_mut(L1);
        for row in one.iter_mut() {
            let weights = row.0.as_flattened_mut().iter_mut();
            weights.for_each(|weight| *weight = spread * random.random_range(-1.0..1.0));
        }
        others.chunks_exact_mut(L1).for_each(|other| other.copy_from_slice(one));
        let mut slice = Slice {
            transformer,
            l1,
            l1_first: vec![Row::ZERO; rows],
            l1_second: vec![Row::ZERO; rows],
            l1_gradients: vec![Row::ZERO; rows],
            l1_by_product: vec![Row::ZERO; OUTPUT_BUCKETS * LANES * K],
        };
        slice.refresh();
        slice
    }

    /// Recomputes what follows from the weights.
    pub fn refresh(&mut self) {
        self.transformer.merge();
        self.transpose();
    }

    fn transpose(&mut self) {
        let products = LANES * K;
        for bucket in 0..OUTPUT_BUCKETS {
            for neuron in 0..L1 {
                let weights = self.l1[bucket * L1 + neuron].0.as_flattened();
                for (product, &weight) in weights.iter().enumerate() {
                    self.l1_by_product[bucket * products + product].0[0][neuron] = weight;
                }
            }
        }
    }

    /// Forgets the moments.
    pub fn reset_optimiser(&mut self) {
        self.transformer.reset_optimiser();
        self.l1_first.fill(Row::ZERO);
        self.l1_second.fill(Row::ZERO);
    }

    /// Gradients of the first layer: for each output bucket and neuron a row of products.
    pub fn l1_gradients(&self) -> &[Row<K>] {
        &self.l1_gradients
    }

    /// Activations, and this slice's part of the sums of the first layer. Samples are sorted by
    /// output bucket.
    pub fn forward(
        &self,
        entries: &[Entry],
        activations: &mut [Activations<K>],
        sums: &mut [Sums],
    ) {
        dispatch(Forward { slice: self, entries, activations, sums });
    }

    /// Adds the gradients of one chunk, from the gradients of the sums.
    pub fn backward(
        &mut self,
        entries: &[Entry],
        index: &FeatureIndex,
        activations: &[Activations<K>],
        sum_gradients: &[Sums],
        buffers: &mut Buffers<K>,
    ) {
        dispatch(Backward { slice: self, entries, index, activations, sum_gradients, buffers });
    }

    /// Updates the weights and clears the gradients.
    pub fn step(&mut self, optimiser: AdamW) {
        self.transformer.step(optimiser);
        let rows = self.l1.iter_mut().zip(&mut self.l1_first).zip(&mut self.l1_second);
        for (((weights, first), second), gradient) in rows.zip(&mut self.l1_gradients) {
            let row = [weights, first, second].map(|row| row.0.as_flattened_mut());
            optimiser.update_all(row, gradient.0.as_flattened(), L1_LIMIT);
            *gradient = Row::ZERO;
        }
        self.transpose();
    }
}

struct Forward<'a, const K: usize> {
    slice: &'a Slice<K>,
    entries: &'a [Entry],
    activations: &'a mut [Activations<K>],
    sums: &'a mut [Sums],
}

impl<const K: usize> Work for Forward<'_, K> {
    #[inline(always)]
    fn run<V: Vector>(self) {
        let Forward { slice, entries, activations, sums } = self;
        let mut start = 0;
        while start < entries.len() {
            let output = usize::from(entries[start].output);
            let count = same_output(&entries[start..entries.len().min(start + GROUP)]);
            let mut products = [Row::<K>::ZERO; GROUP];
            for (i, products) in products[..count].iter_mut().enumerate() {
                let entry = &entries[start + i];
                for (side, activations) in activations[start + i].iter_mut().enumerate() {
                    let neurons = slice.transformer.forward::<V>(entry.features(side));
                    for (neuron, activation) in neurons.into_iter().zip(&mut activations.0) {
                        V::store_fixed(neuron, activation);
                    }
                    let neurons = neurons.map(V::from_fixed);
                    for half in 0..K / 2 {
                        let product = neurons[half].mul(neurons[half + K / 2]);
                        product.store(&mut products.0[side * (K / 2) + half]);
                    }
                }
            }
            let weights = &slice.l1_by_product[output * LANES * K..(output + 1) * LANES * K];
            let mut totals = [V::splat(0.0); GROUP];
            for (i, weights) in weights.iter().enumerate() {
                let weights = V::load(&weights.0[0]);
                for (total, products) in totals.iter_mut().zip(&products) {
                    let product = V::splat(products.0[i / LANES][i % LANES]);
                    *total = product.mul_add(weights, *total);
                }
            }
            for (sum, total) in sums[start..start + count].iter_mut().zip(totals) {
                total.store(sum);
            }
            start += count;
        }
    }
}

struct Backward<'a, const K: usize> {
    slice: &'a mut Slice<K>,
    entries: &'a [Entry],
    index: &'a FeatureIndex,
    activations: &'a [Activations<K>],
    sum_gradients: &'a [Sums],
    buffers: &'a mut Buffers<K>,
}

impl<const K: usize> Work for Backward<'_, K> {
    #[inline(always)]
    fn run<V: Vector>(self) {
        let Backward { slice, entries, index, activations, sum_gradients, buffers } = self;
        let Buffers { products, gradients } = buffers;
        let mut start = 0;
        while start < entries.len() {
            let output = usize::from(entries[start].output);
            let run = same_output(&entries[start..]);
            let end = start + run;
            let weights = &slice.l1[output * L1..(output + 1) * L1];
            for first in (start..end).step_by(GROUP) {
                let count = (end - first).min(GROUP);
                // Gradients of the products.
                let mut by_product = [Row::<K>::ZERO; GROUP];
                for i in 0..K {
                    let mut totals = [V::splat(0.0); GROUP];
                    for (neuron, weights) in weights.iter().enumerate() {
                        let weights = V::load(&weights.0[i]);
                        for (n, total) in totals.iter_mut().enumerate() {
                            // Beyond the last sample a gradient is computed and not used.
                            let sample = (first + n).min(end - 1);
                            let gradient = V::splat(sum_gradients[sample][neuron]);
                            *total = gradient.mul_add(weights, *total);
                        }
                    }
                    for (row, total) in by_product.iter_mut().zip(totals) {
                        total.store(&mut row.0[i]);
                    }
                }
                // Gradients of the neurons; the products once more, for the next loop.
                for (n, by_product) in by_product[..count].iter().enumerate() {
                    let sample = first + n;
                    for (side, activations) in activations[sample].iter().enumerate() {
                        let target = &mut gradients[2 * sample + side].0;
                        for half in 0..K / 2 {
                            let at = |i: usize| V::from_fixed(V::load_fixed(&activations.0[i]));
                            let (a, b) = (at(half), at(half + K / 2));
                            let gradient = V::load(&by_product.0[side * (K / 2) + half]);
                            gradient.mul(b).where_inside(a).store(&mut target[half]);
                            gradient.mul(a).where_inside(b).store(&mut target[half + K / 2]);
                            a.mul(b).store(&mut products[sample].0[side * (K / 2) + half]);
                        }
                    }
                }
            }
            // Gradients of the weights of the first layer.
            let l1_gradients = &mut slice.l1_gradients[output * L1..(output + 1) * L1];
            for i in 0..K {
                let mut totals: [V; L1] =
                    std::array::from_fn(|neuron| V::load(&l1_gradients[neuron].0[i]));
                let samples = products[start..end].iter().zip(&sum_gradients[start..end]);
                for (products, gradients) in samples {
                    let products = V::load(&products.0[i]);
                    for (total, &gradient) in totals.iter_mut().zip(gradients) {
                        *total = V::splat(gradient).mul_add(products, *total);
                    }
                }
                for (total, row) in totals.into_iter().zip(l1_gradients.iter_mut()) {
                    total.store(&mut row.0[i]);
                }
            }
            start = end;
        }
        slice.transformer.backward::<V>(index, &gradients[..2 * entries.len()]);
    }
}

/// How many of the first samples have the same output bucket.
#[inline(always)]
fn same_output(entries: &[Entry]) -> usize {
    let output = entries[0].output;
    entries.iter().position(|entry| entry.output != output).unwrap_or(entries.len())
}
