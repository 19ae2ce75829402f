// SPDX-License-Identifier: GPL-3.0-or-later
//! The network in training: its slices and the layers behind them.

use eval::nnue::features::OUTPUT_BUCKETS;
use eval::nnue::multi::KING_BUCKETS;
use eval::nnue::{Network, SCALE};
use rand::SeedableRng;
use rand_xoshiro::SplitMix64;

use super::layers::Layers;
use super::slice::{Activations, Buffers, Slice, Sums};
use crate::nnue::batch::{Batch, Entry, Inputs};
use crate::nnue::compare;
use crate::nnue::transformer::{CHUNK, FeatureIndex};
use crate::nnue::vector::{FixedRow, LANES};
use crate::trainer::{
    AdamW, CheckpointFault, Export, Learner, Loss, Objective, Parameters, Rates, SampleData,
    Settings, parallel, read_checkpoint,
};

/// How the file of a net begins.
const NET_MAGIC: &[u8] = b"XANTHNET";

/// Validation samples that go through the network together.
const TOGETHER: usize = 1 << 14;

/// Validation samples on which the quantised net is compared.
const COMPARED: usize = 1 << 13;

/// The inputs of this network.
pub const INPUTS: Inputs = Inputs { king_buckets: &KING_BUCKETS, output_buckets: true };

/// A network of slices of `16 K` neurons.
#[derive(Clone, Debug, PartialEq)]
pub struct Model<const K: usize> {
    /// The transformer and the weights of the first layer.
    pub slices: Vec<Slice<K>>,
    /// The layers of each output bucket, with their two moments.
    pub layers: [Vec<Layers>; 3],
    /// Steps made.
    pub steps: u64,
}

/// Buffers of one batch.
#[derive(Debug)]
pub struct Scratch<const K: usize> {
    batch: Batch,
    index: Vec<FeatureIndex>,
    activations: Vec<Vec<Activations<K>>>,
    /// Each slice's part of the sums.
    parts: Vec<Vec<Sums>>,
    /// The sums, then their gradients.
    sums: Vec<Sums>,
    /// Gradients of the layers and sum of losses of each chunk.
    chunks: Vec<(Vec<Layers>, f64)>,
    buffers: Vec<Buffers<K>>,
}

impl<const K: usize> Default for Scratch<K> {
    fn default() -> Self {
        Scratch {
            batch: Batch::default(),
            index: Vec::new(),
            activations: Vec::new(),
            parts: Vec::new(),
            sums: Vec::new(),
            chunks: Vec::new(),
            buffers: Vec::new(),
        }
    }
}

/// The loss for the scale of this network's output.
fn loss(objective: Objective) -> Loss {
    objective.loss(SCALE as f32)
}

impl<const K: usize> Model<K> {
    /// Random weights; the number of neurons is a multiple of `16 K`.
    pub fn new(neurons: usize, seed: u64) -> Self {
        let mut random = SplitMix64::seed_from_u64(seed);
        // Products are about 0.15: the sums of the first layer then spread over its range.
        let spread = (18.0 / neurons as f32).sqrt().min(1.0);
        let features = KING_BUCKETS.features();
        let slices = neurons / (LANES * K);
        let slices = (0..slices).map(|_| Slice::new(features, spread, &mut random)).collect();
        let layers = vec![Layers::new(&mut random); OUTPUT_BUCKETS];
        let moments = vec![Layers::ZERO; OUTPUT_BUCKETS];
        Model { slices, layers: [layers, moments.clone(), moments], steps: 0 }
    }

    /// Neurons of the transformer for each perspective.
    pub fn neurons(&self) -> usize {
        self.slices.len() * LANES * K
    }

    /// The sums of the first layer of each sample, without biases, into `scratch.sums`.
    fn forward(&self, batch: &Batch, scratch: &mut Scratch<K>, threads: usize) {
        let Scratch { activations, parts, sums, .. } = scratch;
        activations.resize_with(self.slices.len(), Vec::new);
        parts.resize_with(self.slices.len(), Vec::new);
        let jobs = self.slices.iter().zip(activations).zip(parts.iter_mut());
        parallel::for_each(jobs, threads, |((slice, activations), parts)| {
            activations.resize(batch.len(), [FixedRow::ZERO; 2]);
            parts.resize(batch.len(), [0.0; _]);
            slice.forward(batch.entries(), activations, parts);
        });
        sums.resize(batch.len(), [0.0; _]);
        let parts = &*parts;
        let jobs = sums.chunks_mut(CHUNK).enumerate();
        parallel::for_each(jobs, threads, |(chunk, sums)| {
            for (i, sum) in sums.iter_mut().enumerate() {
                *sum = [0.0; _];
                for part in parts {
                    let part = &part[chunk * CHUNK + i];
                    sum.iter_mut().zip(part).for_each(|(sum, part)| *sum += part);
                }
            }
        });
    }

    /// The output of each sample, not yet an expected result.
    pub fn outputs(&self, batch: &Batch, scratch: &mut Scratch<K>, threads: usize) -> Vec<f32> {
        self.forward(batch, scratch, threads);
        let each = scratch.sums.iter().zip(batch.entries());
        each.map(|(sums, entry)| self.layers[0][usize::from(entry.output)].forward(sums)).collect()
    }

    /// The sum of losses of a batch, whose samples must be sorted by output bucket, and the
    /// gradients of their mean: those of the slices are left there.
    pub fn gradients(
        &mut self,
        batch: &Batch,
        loss: Loss,
        scratch: &mut Scratch<K>,
        threads: usize,
    ) -> (f64, Vec<Layers>) {
        self.forward(batch, scratch, threads);
        let Scratch { index, activations, sums, chunks, buffers, .. } = scratch;
        let entries = batch.entries();
        // Chunks have the same samples on any number of threads, so sums have the same order.
        let count = entries.len().div_ceil(CHUNK);
        index.resize_with(count, FeatureIndex::default);
        chunks.resize_with(count, || (Vec::new(), 0.0));
        let share = 1.0 / entries.len().max(1) as f32;
        let layers = &self.layers[0];
        let jobs = sums.chunks_mut(CHUNK).zip(entries.chunks(CHUNK)).zip(index.iter_mut());
        let jobs = jobs.zip(chunks.iter_mut());
        parallel::for_each(jobs, threads, |(((sums, entries), index), (gradients, lost))| {
            index.fill(entries, INPUTS.king_buckets.features());
            gradients.clear();
            gradients.resize(OUTPUT_BUCKETS, Layers::ZERO);
            *lost = 0.0;
            for (sums, entry) in sums.iter_mut().zip(entries) {
                let output = usize::from(entry.output);
                let gradients = &mut gradients[output];
                let loss = layers[output].backward(sums, entry.target, loss, share, gradients);
                *lost += f64::from(loss);
            }
        });
        let mut gradients = vec![Layers::ZERO; OUTPUT_BUCKETS];
        let mut lost = 0.0;
        for (chunk, loss) in &*chunks {
            gradients.iter_mut().zip(chunk).for_each(|(sum, part)| sum.add(part));
            lost += loss;
        }
        buffers.resize_with(self.slices.len(), Buffers::default);
        let (index, sums) = (&*index, &*sums);
        let jobs = self.slices.iter_mut().zip(activations).zip(buffers);
        parallel::for_each(jobs, threads, |((slice, activations), buffers)| {
            for (number, entries) in entries.chunks(CHUNK).enumerate() {
                let chunk = number * CHUNK..number * CHUNK + entries.len();
                let (activations, sums) = (&activations[chunk.clone()], &sums[chunk]);
                slice.backward(entries, &index[number], activations, sums, buffers);
            }
        });
        (lost, gradients)
    }

    /// One step on a batch whose samples are sorted by output bucket. Returns the sum of losses
    /// before it.
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
        let (lost, gradients) = self.gradients(batch, loss, scratch, threads);
        parallel::for_each(self.slices.iter_mut(), threads, |slice| slice.step(optimiser));
        let [weights, first, second] = &mut self.layers;
        for (bucket, gradients) in gradients.iter().enumerate() {
            let rows = weights[bucket].numbers_mut().zip(first[bucket].numbers_mut());
            let rows = rows.zip(second[bucket].numbers_mut()).zip(gradients.numbers());
            for (((weight, first), second), gradient) in rows {
                let row = [weight, first, second].map(std::slice::from_mut);
                optimiser.update_all(row, std::slice::from_ref(gradient), f32::MAX);
            }
        }
        lost
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
        for slice in &self.slices {
            let inner = &slice.transformer;
            let rows = [&inner.weights, &inner.first, &inner.second];
            let rows = rows.into_iter().chain([&slice.l1, &slice.l1_first, &slice.l1_second]);
            rows.flatten().for_each(|row| row.0.as_flattened().iter().for_each(|&n| put(n)));
        }
        self.layers.iter().flatten().flat_map(Layers::numbers).for_each(|&number| put(number));
    }

    fn read(&mut self, next: &mut dyn FnMut() -> f32) {
        for slice in &mut self.slices {
            let inner = &mut slice.transformer;
            let rows = [&mut inner.weights, &mut inner.first, &mut inner.second];
            let l1 = [&mut slice.l1, &mut slice.l1_first, &mut slice.l1_second];
            for row in rows.into_iter().chain(l1).flatten() {
                row.0.as_flattened_mut().iter_mut().for_each(|number| *number = next());
            }
            slice.refresh();
        }
        let layers = self.layers.iter_mut().flatten();
        layers.flat_map(Layers::numbers_mut).for_each(|number| *number = next());
    }

    fn shape_settings(&self) -> Settings {
        vec![
            ("layers".to_owned(), "16-32-1".to_owned()),
            ("neurons".to_owned(), self.neurons().to_string()),
            ("slice".to_owned(), (LANES * K).to_string()),
        ]
    }
}

impl<const K: usize> Learner for Model<K> {
    type Data = SampleData;
    type Scratch = Scratch<K>;

    fn shape(&self) -> String {
        let features = KING_BUCKETS.features();
        format!("({features} -> {}) x 2 -> (16 -> 32 -> 1) x {OUTPUT_BUCKETS}", self.neurons())
    }

    /// The checkpoint of another run, or a finished net: a net is what is left of a run whose
    /// checkpoint is gone.
    fn start_from(&mut self, bytes: &[u8]) -> Result<(), CheckpointFault> {
        if bytes.starts_with(NET_MAGIC) {
            self.take_net(&Network::from_bytes(bytes)?)?;
        } else {
            read_checkpoint(bytes, &self.shape_settings(), self)?;
        }
        self.reset_optimiser();
        Ok(())
    }

    fn reset_optimiser(&mut self) {
        self.steps = 0;
        let [_, moments @ ..] = &mut self.layers;
        moments.iter_mut().for_each(|moments| moments.fill(Layers::ZERO));
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
        batch.fill(&data.batch, INPUTS, data.objective, threads);
        let sum = self.step(&batch, loss(data.objective), rates, scratch, threads);
        scratch.batch = batch;
        sum
    }

    fn validate(&self, data: &SampleData, scratch: &mut Scratch<K>, threads: usize) -> f64 {
        let mut batch = std::mem::take(&mut scratch.batch);
        let loss = loss(data.objective);
        let mut sum = 0.0;
        for samples in data.validation.chunks(TOGETHER) {
            batch.fill(samples, INPUTS, data.objective, threads);
            let outputs = self.outputs(&batch, scratch, threads);
            let each = outputs.iter().zip(batch.entries());
            sum += each
                .map(|(&output, entry)| f64::from(loss.of(output, entry.target).0))
                .sum::<f64>();
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
        let samples = &data.validation[..data.validation.len().min(COMPARED)];
        let mut batch = std::mem::take(&mut scratch.batch);
        batch.fill(samples, INPUTS, data.objective, threads);
        let net = super::quantise::sort_by_activity(&net, batch.entries());
        let outputs = self.outputs(&batch, scratch, threads);
        let evaluate = |entry: &Entry| super::quantise::evaluate_any(&net, entry);
        let quantisation = compare(&outputs, evaluate, &batch, loss(data.objective));
        scratch.batch = batch;
        Some(Export { bytes: net.to_bytes(), quantisation, moves: None })
    }
}
