// SPDX-License-Identifier: GPL-3.0-or-later
//! The network in training.

use eval::cnn::{Between, Net, POLICY_CHANNELS, Planes, SQUARES, Shape};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::SplitMix64;

use super::choice::Choice;
use crate::data::Sample;
use crate::trainer::{
    AdamW, Export, Learner, Loss, MoveAccuracy, MoveTally, Objective, Parameters, Rates,
    SampleData, Settings,
};

/// Validation samples that go through the network together.
const TOGETHER: usize = 256;

/// Weight of the loss of moves beside that of results: a log-likelihood is large beside the
/// square of a difference of results.
pub const MOVES: f32 = 0.01;

/// The network and the moments of its weights.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// The network.
    pub net: Net,
    first: Vec<f32>,
    second: Vec<f32>,
    steps: u64,
}

/// The samples of one step.
#[derive(Clone, Debug, Default)]
pub struct Batch {
    /// What the network sees.
    pub planes: Vec<Planes>,
    /// Targets: expected results.
    pub targets: Vec<f32>,
    /// Moves to choose from, and the one played; empty where it is not known.
    pub choices: Vec<Choice>,
}

/// Buffers of one step.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    batch: Batch,
    /// The layers of the forward pass.
    pub between: Between,
    /// Gradients of the outputs, then of each layer.
    pub(super) output_gradients: Vec<f32>,
    pub(super) layer: Vec<f32>,
    pub(super) below: Vec<f32>,
    /// Outputs of the policy head, and their gradients.
    pub(super) words: Vec<f32>,
    pub(super) word_gradients: Vec<f32>,
    /// Gradients of the weights.
    pub gradients: Vec<f32>,
}

impl Batch {
    /// Replaces its contents by these samples.
    pub fn fill(&mut self, samples: &[Sample], objective: Objective) {
        self.planes.clear();
        self.planes.extend(samples.iter().map(|sample| Planes::of_pieces(sample.pieces())));
        self.targets.clear();
        self.targets.extend(samples.iter().map(|sample| objective.target(sample)));
        self.choices.clear();
    }

    /// Adds the moves of these samples.
    pub fn add_choices(&mut self, samples: &[Sample]) {
        self.choices.extend(samples.iter().zip(&self.planes).map(|(s, p)| Choice::of(s, p)));
    }
}

/// The output is the argument of the sigmoid as it stands.
fn loss(objective: Objective) -> Loss {
    objective.loss(objective.width)
}

impl Model {
    /// Random weights that keep the variance from layer to layer (He et al. 2015).
    pub fn new(shape: Shape, seed: u64) -> Model {
        let mut random = SplitMix64::seed_from_u64(seed);
        let mut net = Net::zero(shape, 1.0);
        for (layer, inputs) in shape.all() {
            // A number from -1 to 1 has a variance of a third.
            let spread = (6.0 / inputs as f32).sqrt();
            for weight in &mut net.numbers[layer.weights] {
                *weight = spread * random.random_range(-1.0..1.0);
            }
        }
        // Few inputs of the first layer are active, so its weights may be larger; outputs
        // begin near 0.
        net.numbers[shape.convolution(0).weights].iter_mut().for_each(|weight| *weight *= 2.0);
        net.numbers[shape.output().weights].iter_mut().for_each(|weight| *weight *= 0.3);
        if shape.policy {
            net.numbers[shape.head().weights].iter_mut().for_each(|weight| *weight *= 0.3);
        }
        // Residual layers begin by adding little, so that the variance does not grow with depth.
        for layer in (0..shape.layers).filter(|&layer| shape.adds(layer)) {
            let quiet = 1.0 / shape.layers as f32;
            net.numbers[shape.convolution(layer).weights].iter_mut().for_each(|w| *w *= quiet);
        }
        let blank = vec![0.0; shape.size()];
        Model { net, first: blank.clone(), second: blank, steps: 0 }
    }

    /// Sum of losses; the gradients of their mean are left in `scratch.gradients`.
    pub fn gradients(&self, batch: &Batch, loss: Loss, scratch: &mut Scratch) -> f64 {
        let outputs = self.net.forward(&batch.planes, &mut scratch.between);
        let share = 1.0 / outputs.len().max(1) as f32;
        scratch.output_gradients.clear();
        let mut sum = 0.0;
        for (&output, &target) in outputs.iter().zip(&batch.targets) {
            let (lost, gradient) = loss.of(output, target);
            sum += f64::from(lost);
            scratch.output_gradients.push(gradient * share);
        }
        scratch.word_gradients.clear();
        if self.net.shape.policy {
            self.net.policy_features(&scratch.between, &mut scratch.words);
            scratch.word_gradients.resize(scratch.words.len(), 0.0);
            let board = SQUARES * 2 * POLICY_CHANNELS;
            let boards = scratch.words.chunks_exact(board);
            let boards = boards.zip(scratch.word_gradients.chunks_exact_mut(board));
            for (choice, (words, gradients)) in batch.choices.iter().zip(boards) {
                choice.gradients(words, share * MOVES, gradients);
            }
        }
        super::backward::backward(&self.net, &batch.planes, scratch);
        sum
    }

    /// Updates the weights by the gradients in `scratch`.
    fn step(&mut self, rates: Rates, scratch: &Scratch) {
        self.steps += 1;
        let optimiser = AdamW::new(self.steps, rates);
        let numbers = [&mut *self.net.numbers, &mut *self.first, &mut *self.second];
        optimiser.update_all(numbers, &scratch.gradients, f32::MAX);
    }
}

impl Parameters for Model {
    fn steps(&self) -> u64 {
        self.steps
    }

    fn set_steps(&mut self, steps: u64) {
        self.steps = steps;
    }

    fn write(&self, put: &mut dyn FnMut(f32)) {
        let all = [&self.net.numbers, &self.first, &self.second];
        all.into_iter().flatten().for_each(|&number| put(number));
    }

    fn read(&mut self, next: &mut dyn FnMut() -> f32) {
        let all = [&mut self.net.numbers, &mut self.first, &mut self.second];
        all.into_iter().flatten().for_each(|number| *number = next());
    }

    fn shape_settings(&self) -> Settings {
        let Shape { layers, filters, residual, policy } = self.net.shape;
        let pairs = [
            ("layers", layers.to_string()),
            ("filters", filters.to_string()),
            ("residual", residual.to_string()),
        ];
        // Checkpoints from before there was a head have no such line.
        let head = policy.then(|| ("policy", policy.to_string()));
        let pairs = pairs.into_iter().chain(head);
        pairs.map(|(name, value)| (name.to_owned(), value)).collect()
    }
}

impl Learner for Model {
    type Data = SampleData;
    type Scratch = Scratch;

    fn shape(&self) -> String {
        self.net.shape.to_string()
    }

    fn reset_optimiser(&mut self) {
        self.steps = 0;
        self.first.fill(0.0);
        self.second.fill(0.0);
    }

    fn train(
        &mut self,
        data: &SampleData,
        rates: Rates,
        scratch: &mut Scratch,
        _threads: usize,
    ) -> f64 {
        let mut batch = std::mem::take(&mut scratch.batch);
        batch.fill(&data.batch, data.objective);
        if self.net.shape.policy {
            batch.add_choices(&data.batch);
        }
        let sum = self.gradients(&batch, loss(data.objective), scratch);
        scratch.batch = batch;
        self.step(rates, scratch);
        sum
    }

    fn validate(&self, data: &SampleData, scratch: &mut Scratch, _threads: usize) -> f64 {
        let loss = loss(data.objective);
        let mut sum = 0.0;
        for samples in data.validation.chunks(TOGETHER) {
            scratch.batch.fill(samples, data.objective);
            let outputs = self.net.forward(&scratch.batch.planes, &mut scratch.between);
            let each = outputs.iter().zip(&scratch.batch.targets);
            sum += each.map(|(&output, &target)| f64::from(loss.of(output, target).0)).sum::<f64>();
        }
        sum / data.validation.len() as f64
    }

    fn export(&self, data: &SampleData, scratch: &mut Scratch, _threads: usize) -> Option<Export> {
        // The engine plays with the same numbers; nothing is rounded.
        let net = Net { width: data.objective.width, ..self.net.clone() };
        let moves = self.net.shape.policy.then(|| self.accuracy(&data.validation, scratch));
        Some(Export { bytes: net.to_bytes(), quantisation: None, moves })
    }
}

impl Model {
    /// How well the policy head predicts the moves of samples.
    fn accuracy(&self, samples: &[Sample], scratch: &mut Scratch) -> MoveAccuracy {
        let mut tally = MoveTally::default();
        for samples in samples.chunks(TOGETHER) {
            let planes: Vec<Planes> =
                samples.iter().map(|s| Planes::of_pieces(s.pieces())).collect();
            self.net.forward(&planes, &mut scratch.between);
            self.net.policy_features(&scratch.between, &mut scratch.words);
            let boards = scratch.words.chunks_exact(SQUARES * 2 * POLICY_CHANNELS);
            for ((sample, planes), words) in samples.iter().zip(&planes).zip(boards) {
                Choice::of(sample, planes).count(words, &mut tally);
            }
        }
        tally.accuracy()
    }
}
