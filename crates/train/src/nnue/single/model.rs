// SPDX-License-Identifier: GPL-3.0-or-later
//! The network in training: its slices and the outputs that join them.

use eval::nnue::SCALE;
use eval::nnue::features::{KingBuckets, OUTPUT_BUCKETS};
use eval::nnue::single::{HIDDEN, KING_BUCKETS};
use rand::SeedableRng;
use rand_xoshiro::SplitMix64;

use super::quantise::evaluate;
use super::slice::{Activations, Slice};
use crate::data::Sample;
use crate::nnue::batch::{Batch, Entry, Inputs};
use crate::nnue::compare;
use crate::nnue::transformer::{CHUNK, FeatureIndex, TransformerSlice};
use crate::nnue::vector::{FixedRow, LANES};
use crate::trainer::parallel;
use crate::trainer::{
    AdamW, Export, Learner, Loss, Objective, Parameters, Rates, SampleData, Settings,
};

/// Validation samples on which the quantised net is compared.
const COMPARED: usize = 1 << 13;

/// Validation samples that go through the network together.
const TOGETHER: usize = 1 << 14;

/// The shape of the network. The engine's own is the default; others are for
/// measuring and for tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Neurons of the hidden layer, for each perspective; a multiple of 16.
    pub hidden: usize,
    /// Whether the king's square chooses the weights.
    pub king_buckets: bool,
    /// Whether the number of pieces chooses the output.
    pub output_buckets: bool,
}

impl Default for Shape {
    fn default() -> Self {
        Shape { hidden: HIDDEN, king_buckets: true, output_buckets: true }
    }
}

impl Shape {
    /// What it sees of a sample.
    pub fn inputs(self) -> Inputs {
        let king_buckets = if self.king_buckets { &KING_BUCKETS } else { &KingBuckets::ONE };
        Inputs { king_buckets, output_buckets: self.output_buckets }
    }

    /// Inputs of one perspective.
    pub fn features(self) -> usize {
        self.inputs().king_buckets.features()
    }

    /// Outputs.
    pub fn outputs(self) -> usize {
        if self.output_buckets { OUTPUT_BUCKETS } else { 1 }
    }
}

/// A network of slices of `16 K` neurons.
#[derive(Clone, Debug, PartialEq)]
pub struct Model<const K: usize> {
    /// Its shape.
    pub shape: Shape,
    /// The hidden layer.
    pub slices: Vec<Slice<K>>,
    /// Output biases and their two moments.
    pub(super) bias: [Vec<f32>; 3],
    /// Steps made.
    pub steps: u64,
}

/// Buffers between forward and backward pass.
#[derive(Debug)]
pub struct Scratch<const K: usize> {
    batch: Batch,
    index: Vec<FeatureIndex>,
    activations: Vec<Vec<Activations<K>>>,
    sums: Vec<Vec<f32>>,
    output_gradients: Vec<f32>,
}

impl<const K: usize> Scratch<K> {
    /// Empty buffers.
    pub fn new() -> Self {
        Scratch {
            batch: Batch::default(),
            index: Vec::new(),
            activations: Vec::new(),
            sums: Vec::new(),
            output_gradients: Vec::new(),
        }
    }

    fn resize(&mut self, slices: usize, samples: usize) {
        self.activations.resize(slices, Vec::new());
        self.sums.resize(slices, Vec::new());
        for activations in &mut self.activations {
            activations.resize(samples, [FixedRow::ZERO; 2]);
        }
        self.sums.iter_mut().for_each(|sums| sums.resize(samples, 0.0));
    }
}

impl<const K: usize> Default for Scratch<K> {
    fn default() -> Self {
        Scratch::new()
    }
}

/// The loss for the scale of this network's output.
pub fn loss(objective: Objective) -> Loss {
    objective.loss(SCALE as f32)
}

impl<const K: usize> Model<K> {
    /// Random weights. The hidden layer is a multiple of `16 K`.
    pub fn new(shape: Shape, seed: u64) -> Self {
        let mut random = SplitMix64::seed_from_u64(seed);
        let slices =
            (0..shape.hidden / (LANES * K)).map(|_| Slice::new(shape, &mut random)).collect();
        Model { shape, slices, bias: std::array::from_fn(|_| vec![0.0; shape.outputs()]), steps: 0 }
    }

    /// The output bias.
    pub fn output_bias(&self, output: usize) -> f32 {
        self.bias[0][output]
    }

    /// The output of each sample, not yet an expected result.
    pub fn outputs(&self, batch: &Batch, scratch: &mut Scratch<K>, threads: usize) -> Vec<f32> {
        scratch.resize(self.slices.len(), batch.len());
        let Scratch { activations, sums, .. } = scratch;
        let jobs = self.slices.iter().zip(activations).zip(sums.iter_mut());
        parallel::for_each(jobs, threads, |((slice, activations), sums)| {
            slice.forward(batch.entries(), activations, sums);
        });
        let each = batch.entries().iter().enumerate().map(|(i, entry)| {
            let bias = self.bias[0][usize::from(entry.output)];
            sums.iter().fold(bias, |total, slice| total + slice[i])
        });
        each.collect()
    }

    /// The sum of losses of a batch.
    pub fn loss(&self, batch: &Batch, loss: Loss, scratch: &mut Scratch<K>, threads: usize) -> f64 {
        let outputs = self.outputs(batch, scratch, threads);
        let each = outputs.iter().zip(batch.entries());
        each.map(|(&output, entry)| f64::from(loss.of(output, entry.target).0)).sum()
    }

    /// One step on a batch. Returns the sum of losses before it.
    pub fn step(
        &mut self,
        batch: &Batch,
        loss: Loss,
        rates: Rates,
        scratch: &mut Scratch<K>,
        threads: usize,
    ) -> f64 {
        self.steps += 1;
        let optimiser = AdamW::new(self.steps, rates);
        let (sum, bias) = self.gradients(batch, loss, scratch, threads);
        parallel::for_each(self.slices.iter_mut(), threads, |slice| slice.step(optimiser));
        // A bias is an i32 in the engine's net: it needs no limit.
        optimiser.update_all(self.bias.each_mut().map(Vec::as_mut_slice), &bias, f32::MAX);
        sum
    }

    /// The gradients of the mean loss: those of the weights are left in the slices. Returns the
    /// sum of losses and the gradients of the output biases.
    pub fn gradients(
        &mut self,
        batch: &Batch,
        loss: Loss,
        scratch: &mut Scratch<K>,
        threads: usize,
    ) -> (f64, Vec<f32>) {
        let result = self.output_gradients(batch, loss, scratch, threads);
        let Scratch { index, activations, output_gradients, .. } = scratch;
        let features = self.shape.features();
        let chunks = batch.entries().chunks(CHUNK);
        index.resize_with(chunks.len(), FeatureIndex::default);
        parallel::for_each(index.iter_mut().zip(chunks), threads, |(index, entries)| {
            index.fill(entries, features);
        });
        let jobs = self.slices.iter_mut().zip(activations);
        parallel::for_each(jobs, threads, |(slice, activations)| {
            for (number, entries) in batch.entries().chunks(CHUNK).enumerate() {
                let chunk = number * CHUNK..number * CHUNK + entries.len();
                let (activations, gradients) =
                    (&activations[chunk.clone()], &output_gradients[chunk]);
                slice.backward(entries, &index[number], activations, gradients);
            }
        });
        result
    }

    /// Forward pass, and the gradients of the outputs.
    fn output_gradients(
        &self,
        batch: &Batch,
        loss: Loss,
        scratch: &mut Scratch<K>,
        threads: usize,
    ) -> (f64, Vec<f32>) {
        let outputs = self.outputs(batch, scratch, threads);
        let share = 1.0 / batch.len().max(1) as f32;
        let mut bias = vec![0.0; self.shape.outputs()];
        let mut sum = 0.0;
        scratch.output_gradients.clear();
        for (&output, entry) in outputs.iter().zip(batch.entries()) {
            let (loss, gradient) = loss.of(output, entry.target);
            sum += f64::from(loss);
            scratch.output_gradients.push(gradient * share);
            bias[usize::from(entry.output)] += gradient * share;
        }
        (sum, bias)
    }
}

impl<const K: usize> Parameters for Model<K> {
    fn steps(&self) -> u64 {
        self.steps
    }

    fn set_steps(&mut self, steps: u64) {
        self.steps = steps;
    }

    fn write(&self, put: &mut dyn FnMut(f32)) {
        for Slice { transformer, output, output_first, output_second, .. } in &self.slices {
            let weights = transformer.weights.iter().chain(output);
            let first = transformer.first.iter().chain(output_first);
            let second = transformer.second.iter().chain(output_second);
            let numbers = weights.chain(first).chain(second).flat_map(|row| row.0.as_flattened());
            numbers.for_each(|&number| put(number));
        }
        self.bias.iter().flatten().for_each(|&number| put(number));
    }

    fn read(&mut self, next: &mut dyn FnMut() -> f32) {
        for Slice { transformer, output, output_first, output_second, .. } in &mut self.slices {
            let TransformerSlice { weights, first, second, .. } = transformer;
            let weights = weights.iter_mut().chain(output);
            let first = first.iter_mut().chain(output_first);
            let second = second.iter_mut().chain(output_second);
            for row in weights.chain(first).chain(second) {
                row.0.as_flattened_mut().iter_mut().for_each(|number| *number = next());
            }
            transformer.merge();
        }
        self.bias.iter_mut().flatten().for_each(|number| *number = next());
    }

    fn shape_settings(&self) -> Settings {
        let shape = self.shape;
        let pairs = [
            ("hidden", shape.hidden.to_string()),
            ("king-buckets", shape.king_buckets.to_string()),
            ("output-buckets", shape.output_buckets.to_string()),
        ];
        pairs.map(|(name, value)| (name.to_owned(), value)).into()
    }
}

impl<const K: usize> Learner for Model<K> {
    type Data = SampleData;
    type Scratch = Scratch<K>;

    fn shape(&self) -> String {
        let shape = self.shape;
        format!("({} -> {}) x 2 -> {}", shape.features(), shape.hidden, shape.outputs())
    }

    fn reset_optimiser(&mut self) {
        self.steps = 0;
        let [_, moments @ ..] = &mut self.bias;
        moments.iter_mut().for_each(|moments| moments.fill(0.0));
        self.slices.iter_mut().for_each(Slice::reset_optimiser);
    }

    fn train(
        &mut self,
        data: &SampleData,
        rates: Rates,
        scratch: &mut Scratch<K>,
        threads: usize,
    ) -> f64 {
        let mut batch = std::mem::take(&mut scratch.batch);
        batch.fill(&data.batch, self.shape.inputs(), data.objective, threads);
        let sum = self.step(&batch, loss(data.objective), rates, scratch, threads);
        scratch.batch = batch;
        sum
    }

    fn validate(&self, data: &SampleData, scratch: &mut Scratch<K>, threads: usize) -> f64 {
        let mut batch = std::mem::take(&mut scratch.batch);
        let mut sum = 0.0;
        for samples in data.validation.chunks(TOGETHER) {
            batch.fill(samples, self.shape.inputs(), data.objective, threads);
            sum += self.loss(&batch, loss(data.objective), scratch, threads);
        }
        scratch.batch = batch;
        sum / data.validation.len() as f64
    }

    fn export(
        &self,
        data: &SampleData,
        scratch: &mut Scratch<K>,
        threads: usize,
    ) -> Option<Export> {
        let net = self.quantised()?;
        let samples: &[Sample] = &data.validation[..data.validation.len().min(COMPARED)];
        let mut batch = Batch::default();
        batch.fill(samples, self.shape.inputs(), data.objective, threads);
        let outputs = self.outputs(&batch, scratch, threads);
        let evaluate = |entry: &Entry| evaluate(&net, entry) as f32;
        let quantisation = compare(&outputs, evaluate, &batch, loss(data.objective));
        Some(Export { bytes: net.to_bytes(), quantisation, moves: None })
    }
}
