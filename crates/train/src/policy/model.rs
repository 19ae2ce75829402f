// SPDX-License-Identifier: GPL-3.0-or-later
//! The policy network in training: its slices, the kinds of moves, and the softmax
//! that joins them.

use eval::policy::shape::{HIDDEN, INPUTS, KINDS, QA, QB, ROWS};
use eval::policy::{PolicyNet, Row as Quantised};
use rand::SeedableRng;
use rand_xoshiro::SplitMix64;

use super::examples::{Examples, GameData};
use super::slice::Slice;
use crate::trainer::{
    AdamW, CheckpointFault, Export, Learner, MoveTally, Parameters, Rates, Settings, parallel,
};

/// Counts a position by the logits of its moves, and which one was played. Returns the
/// logarithm of the sum of their exponentials.
pub fn count(tally: &mut MoveTally, logits: &[f32], played: usize) -> f32 {
    let most = logits.iter().copied().fold(f32::MIN, f32::max);
    let sum: f32 = logits.iter().map(|logit| (logit - most).exp()).sum();
    let log_sum = most + sum.ln();
    let better = logits.iter().filter(|&&logit| logit > logits[played]).count();
    tally.count(f64::from(log_sum - logits[played]), better);
    log_sum
}

/// A network of slices of `W` neurons.
#[derive(Clone, Debug, PartialEq)]
pub struct Model<const W: usize> {
    /// The hidden layer.
    pub slices: Vec<Slice<W>>,
    /// Logits of kinds of moves, their gradients, and the two moments.
    kinds: [Vec<f32>; 4],
    /// Steps made.
    pub steps: u64,
}

/// Buffers between forward and backward pass.
#[derive(Debug)]
pub struct Scratch<const W: usize> {
    activations: Vec<Vec<[f32; W]>>,
    sums: Vec<Vec<f32>>,
    logits: Vec<f32>,
}

impl<const W: usize> Default for Scratch<W> {
    fn default() -> Self {
        Scratch { activations: Vec::new(), sums: Vec::new(), logits: Vec::new() }
    }
}

impl<const W: usize> Model<W> {
    /// Random weights; [`HIDDEN`] neurons.
    pub fn new(seed: u64) -> Self {
        let mut random = SplitMix64::seed_from_u64(seed);
        let slices = (0..HIDDEN / W).map(|_| Slice::new(&mut random)).collect();
        Model { slices, kinds: std::array::from_fn(|_| vec![0.0; KINDS]), steps: 0 }
    }

    /// Takes the weights of a quantised net.
    fn set_weights(&mut self, net: &PolicyNet) {
        for (number, slice) in self.slices.iter_mut().enumerate() {
            let part = |row: &Quantised, unit: i32| {
                std::array::from_fn(|i| f32::from(row.0[number * W + i]) / unit as f32)
            };
            let inputs = net.input.iter().chain([&net.bias]).map(|row| part(row, QA));
            let rows = net.rows.iter().map(|row| part(row, QB));
            for (weights, quantised) in slice.weights_mut().iter_mut().zip(inputs.chain(rows)) {
                *weights = quantised;
            }
        }
        self.kinds[0].copy_from_slice(&net.kinds);
    }

    /// Logits of all moves of a batch into `scratch.logits`.
    fn forward(&self, data: &Examples, batch: &[u32], scratch: &mut Scratch<W>, threads: usize) {
        scratch.activations.resize(self.slices.len(), Vec::new());
        scratch.sums.resize(self.slices.len(), Vec::new());
        let Scratch { activations, sums, logits } = scratch;
        let jobs = self.slices.iter().zip(activations).zip(sums.iter_mut());
        parallel::for_each(jobs, threads, |((slice, activations), sums)| {
            slice.forward(data, batch, activations, sums);
        });
        logits.clear();
        for &index in batch {
            let kinds = data.get(index as usize).kinds;
            logits.extend(kinds.iter().map(|&kind| self.kinds[0][usize::from(kind)]));
        }
        for sums in sums {
            logits.iter_mut().zip(sums).for_each(|(total, part)| *total += *part);
        }
    }

    /// How well the moves of a batch are predicted.
    pub fn predict(
        &self,
        data: &Examples,
        batch: &[u32],
        scratch: &mut Scratch<W>,
        threads: usize,
    ) -> MoveTally {
        self.forward(data, batch, scratch, threads);
        let mut tally = MoveTally::default();
        let mut rest = scratch.logits.as_slice();
        for &index in batch {
            let example = data.get(index as usize);
            let (logits, after) = rest.split_at(example.rows.len());
            count(&mut tally, logits, example.played);
            rest = after;
        }
        tally
    }

    /// Gradients of the mean loss of a batch, without a step. Returns those of the kinds of
    /// moves; the others are left in the slices.
    pub fn gradients(
        &mut self,
        data: &Examples,
        batch: &[u32],
        scratch: &mut Scratch<W>,
        threads: usize,
    ) -> (MoveTally, &[f32]) {
        self.forward(data, batch, scratch, threads);
        let mut tally = MoveTally::default();
        let share = 1.0 / batch.len().max(1) as f32;
        let mut rest = scratch.logits.as_mut_slice();
        self.kinds[1].fill(0.0);
        for &index in batch {
            let example = data.get(index as usize);
            let (logits, after) = rest.split_at_mut(example.rows.len());
            let log_sum = count(&mut tally, logits, example.played);
            for (number, (logit, &kind)) in logits.iter_mut().zip(example.kinds).enumerate() {
                let target = f32::from(u8::from(number == example.played));
                *logit = share * ((*logit - log_sum).exp() - target);
                self.kinds[1][usize::from(kind)] += *logit;
            }
            rest = after;
        }
        let Scratch { activations, logits, .. } = scratch;
        let jobs = self.slices.iter_mut().zip(activations);
        parallel::for_each(jobs, threads, |(slice, activations)| {
            slice.backward(data, batch, activations, logits);
        });
        (tally, &self.kinds[1])
    }

    /// One step on a batch. Returns how well its moves were predicted before it.
    pub fn step(
        &mut self,
        data: &Examples,
        batch: &[u32],
        rates: Rates,
        scratch: &mut Scratch<W>,
        threads: usize,
    ) -> MoveTally {
        self.steps += 1;
        let optimiser = AdamW::new(self.steps, rates);
        let tally = self.gradients(data, batch, scratch, threads).0;
        parallel::for_each(self.slices.iter_mut(), threads, |slice| slice.step(optimiser));
        let [weights, gradients, first, second] = &mut self.kinds;
        optimiser.update_all([weights, first, second], gradients, f32::MAX);
        tally
    }

    /// Logits of kinds of moves, to be changed.
    pub fn kinds_mut(&mut self) -> &mut [f32] {
        &mut self.kinds[0]
    }

    /// The quantised network.
    pub fn quantised(&self) -> PolicyNet {
        let mut net = PolicyNet::zero();
        let join = |row: &mut Quantised, unit: i32, pick: &dyn Fn(&Slice<W>) -> [f32; W]| {
            let all = self.slices.iter().flat_map(pick);
            for (number, weight) in row.0.iter_mut().zip(all) {
                *number = (weight * unit as f32).round() as i16;
            }
        };
        for (input, row) in net.input.iter_mut().enumerate() {
            join(row, QA, &|slice| *slice.input(input));
        }
        join(&mut net.bias, QA, &|slice| *slice.bias());
        for (number, row) in net.rows.iter_mut().enumerate() {
            join(row, QB, &|slice| *slice.row(number));
        }
        net.kinds.copy_from_slice(&self.kinds[0]);
        net
    }
}

impl<const W: usize> Parameters for Model<W> {
    fn steps(&self) -> u64 {
        self.steps
    }

    fn set_steps(&mut self, steps: u64) {
        self.steps = steps;
    }

    fn write(&self, put: &mut dyn FnMut(f32)) {
        for Slice { weights, first, second, .. } in &self.slices {
            let all = [weights, first, second].into_iter().flatten().flatten();
            all.for_each(|&number| put(number));
        }
        let [weights, _, first, second] = &self.kinds;
        [weights, first, second].into_iter().flatten().for_each(|&number| put(number));
    }

    fn read(&mut self, next: &mut dyn FnMut() -> f32) {
        for Slice { weights, first, second, .. } in &mut self.slices {
            let all = [weights, first, second].into_iter().flatten().flatten();
            all.for_each(|number| *number = next());
        }
        let [weights, _, first, second] = &mut self.kinds;
        [weights, first, second].into_iter().flatten().for_each(|number| *number = next());
    }

    fn shape_settings(&self) -> Settings {
        vec![("hidden".to_owned(), HIDDEN.to_string())]
    }
}

impl<const W: usize> Learner for Model<W> {
    type Data = GameData;
    type Scratch = Scratch<W>;

    fn shape(&self) -> String {
        format!("{INPUTS} -> {HIDDEN} -> {ROWS}")
    }

    fn reset_optimiser(&mut self) {
        self.steps = 0;
        for Slice { first, second, .. } in &mut self.slices {
            first.fill([0.0; W]);
            second.fill([0.0; W]);
        }
        let [_, _, moments @ ..] = &mut self.kinds;
        moments.iter_mut().for_each(|moments| moments.fill(0.0));
    }

    /// A policy starts with the weights of a net, not of a checkpoint.
    fn start_from(&mut self, bytes: &[u8]) -> Result<(), CheckpointFault> {
        self.set_weights(&PolicyNet::from_bytes(bytes)?);
        self.reset_optimiser();
        Ok(())
    }

    fn train(
        &mut self,
        data: &GameData,
        rates: Rates,
        scratch: &mut Scratch<W>,
        threads: usize,
    ) -> f64 {
        self.step(&data.training, data.batch(), rates, scratch, threads).loss
    }

    fn validate(&self, data: &GameData, scratch: &mut Scratch<W>, threads: usize) -> f64 {
        let all: Vec<u32> = (0..data.validation.len() as u32).collect();
        let tally = self.predict(&data.validation, &all, scratch, threads);
        tally.loss / tally.positions as f64
    }

    fn export(
        &self,
        data: &GameData,
        _scratch: &mut Scratch<W>,
        _threads: usize,
    ) -> Option<Export> {
        let net = self.quantised();
        let moves = Some(super::quantised_accuracy(&net, &data.validation));
        Some(Export { bytes: net.to_bytes(), quantisation: None, moves })
    }
}
