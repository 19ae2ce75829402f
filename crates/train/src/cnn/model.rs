// SPDX-License-Identifier: GPL-3.0-or-later
//! The network while it learns.

use eval::cnn::{Between, Net, Planes, SQUARES, Shape, WORDS};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::SplitMix64;

use super::choice::Choice;
use crate::data::Sample;
use crate::nnue::{Agreement, Aim, Guesses, Learner, Lesson, Loss, Numbers, Row, Settings, Stride};

/// Positions that are examined at once.
const TOGETHER: usize = 256;

/// What a move counts beside a result. The logarithm of odds is a large number beside
/// the square of a difference of results.
pub const MOVES: f32 = 0.01;

/// Numbers that are stepped at once.
const LANES: usize = 8;

/// The network and its memory of slopes.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// The network.
    pub net: Net,
    first: Vec<f32>,
    second: Vec<f32>,
    steps: u64,
}

/// Positions to learn from in one step.
#[derive(Clone, Debug, Default)]
pub struct Batch {
    /// What the network sees.
    pub planes: Vec<Planes>,
    /// What it should say: expected results.
    pub targets: Vec<f32>,
    /// What there is to choose from, and what was chosen; empty where nobody knows.
    pub choices: Vec<Choice>,
}

/// Room for one step.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    batch: Batch,
    /// The way forward.
    pub between: Between,
    /// How the loss changes with each output, then with each number of a layer.
    pub(super) outward: Vec<f32>,
    pub(super) layer: Vec<f32>,
    pub(super) below: Vec<f32>,
    /// What the policy head says, and how the loss changes with it.
    pub(super) words: Vec<f32>,
    pub(super) word_slopes: Vec<f32>,
    /// How it changes with each number of the network.
    pub slopes: Vec<f32>,
}

impl Batch {
    /// Takes these samples in place of what was there.
    pub fn fill(&mut self, samples: &[Sample], aim: Aim) {
        self.planes.clear();
        self.planes.extend(samples.iter().map(|sample| Planes::of_men(sample.men())));
        self.targets.clear();
        self.targets.extend(samples.iter().map(|sample| aim.target(sample)));
        self.choices.clear();
    }

    /// And the choices of those who moved there.
    pub fn choose(&mut self, samples: &[Sample]) {
        self.choices.extend(samples.iter().zip(&self.planes).map(|(s, p)| Choice::of(s, p)));
    }
}

/// The output is the argument of a sigmoid as it stands.
fn loss_of(lesson: Lesson) -> Loss {
    Loss { steepness: 1.0, power: lesson.power }
}

impl Model {
    /// A network that knows nothing: weights by chance, as wide as keeps a layer
    /// as lively as the one before (He et al. 2015).
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
        // Few of the first layer's inputs are on, so it may speak up; the last
        // one begins with a whisper.
        net.numbers[shape.convolution(0).weights].iter_mut().for_each(|weight| *weight *= 2.0);
        net.numbers[shape.output().weights].iter_mut().for_each(|weight| *weight *= 0.3);
        if shape.policy {
            net.numbers[shape.head().weights].iter_mut().for_each(|weight| *weight *= 0.3);
        }
        // Layers that add begin by adding little, so that a tower of them is no
        // louder than one.
        for layer in (0..shape.layers).filter(|&layer| shape.adds(layer)) {
            let quiet = 1.0 / shape.layers as f32;
            net.numbers[shape.convolution(layer).weights].iter_mut().for_each(|w| *w *= quiet);
        }
        let blank = vec![0.0; shape.size()];
        Model { net, first: blank.clone(), second: blank, steps: 0 }
    }

    /// Sum of losses, and the slopes of their mean in `scratch.slopes`.
    pub fn slopes(&self, batch: &Batch, loss: Loss, scratch: &mut Scratch) -> f64 {
        let outputs = self.net.forward(&batch.planes, &mut scratch.between);
        let share = 1.0 / outputs.len().max(1) as f32;
        scratch.outward.clear();
        let mut sum = 0.0;
        for (&output, &target) in outputs.iter().zip(&batch.targets) {
            let (lost, slope) = loss.of(output, target);
            sum += f64::from(lost);
            scratch.outward.push(slope * share);
        }
        scratch.word_slopes.clear();
        if self.net.shape.policy {
            self.net.words(&scratch.between, &mut scratch.words);
            scratch.word_slopes.resize(scratch.words.len(), 0.0);
            let board = SQUARES * 2 * WORDS;
            let boards = scratch.words.chunks_exact(board);
            let boards = boards.zip(scratch.word_slopes.chunks_exact_mut(board));
            for (choice, (words, slopes)) in batch.choices.iter().zip(boards) {
                choice.slopes(words, share * MOVES, slopes);
            }
        }
        super::backward::backward(&self.net, &batch.planes, scratch);
        sum
    }

    /// Goes down the slopes that `scratch` holds.
    fn step(&mut self, [rate, decay]: [f32; 2], scratch: &Scratch) {
        self.steps += 1;
        let stride = Stride::new(self.steps, rate, decay);
        let (weights, last_weights) = self.net.numbers.as_chunks_mut::<LANES>();
        let (first, last_first) = self.first.as_chunks_mut::<LANES>();
        let (second, last_second) = self.second.as_chunks_mut::<LANES>();
        let (slopes, last_slopes) = scratch.slopes.as_chunks::<LANES>();
        let numbers = weights.iter_mut().zip(first).zip(second).zip(slopes);
        for (((weights, first), second), slope) in numbers {
            Row { weights, first, second }.step(slope, stride, f32::MAX);
        }
        let numbers = last_weights.iter_mut().zip(last_first).zip(last_second).zip(last_slopes);
        for (((weight, first), second), slope) in numbers {
            let [weights, first, second] = [weight, first, second].map(std::array::from_mut);
            Row { weights, first, second }.step(&[*slope], stride, f32::MAX);
        }
    }
}

impl Numbers for Model {
    fn steps(&self) -> u64 {
        self.steps
    }

    fn set_steps(&mut self, steps: u64) {
        self.steps = steps;
    }

    fn numbers(&self, tell: &mut dyn FnMut(f32)) {
        let all = [&self.net.numbers, &self.first, &self.second];
        all.into_iter().flatten().for_each(|&number| tell(number));
    }

    fn set_numbers(&mut self, next: &mut dyn FnMut() -> f32) {
        let all = [&mut self.net.numbers, &mut self.first, &mut self.second];
        all.into_iter().flatten().for_each(|number| *number = next());
    }

    fn outline(&self) -> Settings {
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
    type Scratch = Scratch;

    fn forget_the_way(&mut self) {
        self.steps = 0;
        self.first.fill(0.0);
        self.second.fill(0.0);
    }

    fn shape(&self) -> String {
        self.net.shape.to_string()
    }

    fn study(
        &mut self,
        samples: &[Sample],
        lesson: Lesson,
        stride: [f32; 2],
        scratch: &mut Scratch,
        _threads: usize,
    ) -> f64 {
        let mut batch = std::mem::take(&mut scratch.batch);
        batch.fill(samples, lesson.aim);
        if self.net.shape.policy {
            batch.choose(samples);
        }
        let lost = self.slopes(&batch, loss_of(lesson), scratch);
        scratch.batch = batch;
        self.step(stride, scratch);
        lost
    }

    fn examine(
        &self,
        samples: &[Sample],
        lesson: Lesson,
        scratch: &mut Scratch,
        _threads: usize,
    ) -> f64 {
        let loss = loss_of(lesson);
        scratch.batch.fill(samples, lesson.aim);
        let outputs = self.net.forward(&scratch.batch.planes, &mut scratch.between);
        let each = outputs.iter().zip(&scratch.batch.targets);
        each.map(|(&output, &target)| f64::from(loss.of(output, target).0)).sum()
    }

    fn guesses(&self, samples: &[Sample], scratch: &mut Scratch) -> Option<Guesses> {
        if !self.net.shape.policy {
            return None;
        }
        let mut guesses = Guesses::default();
        for samples in samples.chunks(TOGETHER) {
            let planes: Vec<Planes> = samples.iter().map(|s| Planes::of_men(s.men())).collect();
            self.net.forward(&planes, &mut scratch.between);
            self.net.words(&scratch.between, &mut scratch.words);
            let boards = scratch.words.chunks_exact(SQUARES * 2 * WORDS);
            for ((sample, planes), words) in samples.iter().zip(&planes).zip(boards) {
                Choice::of(sample, planes).judge(words, &mut guesses);
            }
        }
        Some(guesses.mean())
    }

    fn export(
        &self,
        _examples: &[Sample],
        lesson: Lesson,
        _threads: usize,
    ) -> Option<(Vec<u8>, Agreement)> {
        // The engine plays with the same numbers; nothing is rounded.
        let net = Net { width: lesson.aim.width, ..self.net.clone() };
        Some((net.to_bytes(), Agreement::default()))
    }
}
