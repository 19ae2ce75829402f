// SPDX-License-Identifier: GPL-3.0-or-later
//! The whole policy network while it learns: its slices, the kinds of moves, and
//! the softmax that joins them.

use eval::policy::shape::{HIDDEN, KINDS, QA, QB};
use eval::policy::{PolicyNet, Row as Quantised};
use rand::SeedableRng;
use rand_xoshiro::SplitMix64;

use super::examples::Examples;
use super::slice::Slice;
use crate::nnue::{Numbers, Row, Settings, Stride, share_out};

/// How well moves are predicted.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Marks {
    /// Positions.
    pub positions: u64,
    /// Sum of losses: minus the logarithm of the chance given to the move played.
    pub lost: f64,
    /// How often the move played was the first choice,
    pub first: u64,
    /// and how often among the first five.
    pub five: u64,
}

impl Marks {
    /// Mean loss.
    pub fn loss(&self) -> f64 {
        self.lost / self.positions as f64
    }

    /// Share of first choices, and of moves among the first five.
    pub fn accuracy(&self) -> [f64; 2] {
        [self.first, self.five].map(|count| count as f64 / self.positions as f64)
    }

    /// Takes in one position: its moves' numbers, and which one was played.
    /// Gives the logarithm of the sum of their powers.
    pub fn take(&mut self, logits: &[f32], played: usize) -> f32 {
        let most = logits.iter().copied().fold(f32::MIN, f32::max);
        let sum: f32 = logits.iter().map(|logit| (logit - most).exp()).sum();
        let whole = most + sum.ln();
        let better = logits.iter().filter(|&&logit| logit > logits[played]).count();
        self.positions += 1;
        self.lost += f64::from(whole - logits[played]);
        self.first += u64::from(better == 0);
        self.five += u64::from(better < 5);
        whole
    }
}

/// A network of slices of `W` neurons.
#[derive(Clone, Debug, PartialEq)]
pub struct Model<const W: usize> {
    /// The hidden layer.
    pub slices: Vec<Slice<W>>,
    /// What kinds of moves are worth, their slopes, and the memory of these.
    kinds: [Vec<f32>; 4],
    /// Steps made.
    pub steps: u64,
}

/// Room for what lies between forward and backward.
#[derive(Debug)]
pub struct Bench<const W: usize> {
    activations: Vec<Vec<[f32; W]>>,
    sums: Vec<Vec<f32>>,
    outward: Vec<f32>,
}

impl<const W: usize> Default for Bench<W> {
    fn default() -> Self {
        Bench { activations: Vec::new(), sums: Vec::new(), outward: Vec::new() }
    }
}

impl<const W: usize> Model<W> {
    /// A network that knows nothing, of [`HIDDEN`] neurons.
    pub fn new(seed: u64) -> Self {
        let mut random = SplitMix64::seed_from_u64(seed);
        let slices = (0..HIDDEN / W).map(|_| Slice::new(&mut random)).collect();
        Model { slices, kinds: std::array::from_fn(|_| vec![0.0; KINDS]), steps: 0 }
    }

    /// A network that goes on from what a quantised one knows.
    pub fn from_net(net: &PolicyNet, seed: u64) -> Self {
        let mut model = Model::new(seed);
        for (number, slice) in model.slices.iter_mut().enumerate() {
            let part = |row: &Quantised, unit: i32| {
                std::array::from_fn(|i| f32::from(row.0[number * W + i]) / unit as f32)
            };
            let inputs = net.input.iter().chain([&net.bias]).map(|row| part(row, QA));
            let rows = net.rows.iter().map(|row| part(row, QB));
            for (weights, known) in slice.weights_mut().iter_mut().zip(inputs.chain(rows)) {
                *weights = known;
            }
        }
        model.kinds[0].copy_from_slice(&net.kinds);
        model
    }

    /// Numbers of all moves of a batch into `bench.outward`.
    fn forward(&self, data: &Examples, batch: &[u32], bench: &mut Bench<W>, threads: usize) {
        bench.activations.resize(self.slices.len(), Vec::new());
        bench.sums.resize(self.slices.len(), Vec::new());
        let Bench { activations, sums, outward } = bench;
        let jobs = self.slices.iter().zip(activations).zip(sums.iter_mut());
        share_out(jobs, threads, |((slice, activations), sums)| {
            slice.forward(data, batch, activations, sums);
        });
        outward.clear();
        for &index in batch {
            let kinds = data.get(index as usize).kinds;
            outward.extend(kinds.iter().map(|&kind| self.kinds[0][usize::from(kind)]));
        }
        for sums in sums {
            outward.iter_mut().zip(sums).for_each(|(total, part)| *total += *part);
        }
    }

    /// How well the moves of a batch are predicted.
    pub fn examine(
        &self,
        data: &Examples,
        batch: &[u32],
        bench: &mut Bench<W>,
        threads: usize,
    ) -> Marks {
        self.forward(data, batch, bench, threads);
        let mut marks = Marks::default();
        let mut rest = bench.outward.as_slice();
        for &index in batch {
            let example = data.get(index as usize);
            let (logits, after) = rest.split_at(example.rows.len());
            marks.take(logits, example.played);
            rest = after;
        }
        marks
    }

    /// Slopes of everything for the mean loss of a batch, without a step. The
    /// slopes of the kinds of moves are given back.
    pub fn slopes(
        &mut self,
        data: &Examples,
        batch: &[u32],
        bench: &mut Bench<W>,
        threads: usize,
    ) -> (Marks, &[f32]) {
        self.forward(data, batch, bench, threads);
        let mut marks = Marks::default();
        let share = 1.0 / batch.len().max(1) as f32;
        let mut rest = bench.outward.as_mut_slice();
        self.kinds[1].fill(0.0);
        for &index in batch {
            let example = data.get(index as usize);
            let (logits, after) = rest.split_at_mut(example.rows.len());
            let whole = marks.take(logits, example.played);
            for (number, (logit, &kind)) in logits.iter_mut().zip(example.kinds).enumerate() {
                let wanted = f32::from(u8::from(number == example.played));
                *logit = share * ((*logit - whole).exp() - wanted);
                self.kinds[1][usize::from(kind)] += *logit;
            }
            rest = after;
        }
        let Bench { activations, outward, .. } = bench;
        let jobs = self.slices.iter_mut().zip(activations);
        share_out(jobs, threads, |(slice, activations)| {
            slice.backward(data, batch, activations, outward);
        });
        (marks, &self.kinds[1])
    }

    /// Learns from a batch: one step.
    pub fn learn(
        &mut self,
        data: &Examples,
        batch: &[u32],
        [rate, decay]: [f32; 2],
        bench: &mut Bench<W>,
        threads: usize,
    ) -> Marks {
        self.steps += 1;
        let stride = Stride::new(self.steps, rate, decay);
        let marks = self.slopes(data, batch, bench, threads).0;
        share_out(self.slices.iter_mut(), threads, |slice| slice.step(stride));
        let [weights, slopes, first, second] = &mut self.kinds;
        for kind in 0..KINDS {
            let (mut w, mut m, mut v) = ([weights[kind]], [first[kind]], [second[kind]]);
            let row = Row { weights: &mut w, first: &mut m, second: &mut v };
            row.step(&[slopes[kind]], stride, f32::MAX);
            [weights[kind], first[kind], second[kind]] = [w[0], m[0], v[0]];
        }
        marks
    }

    /// What kinds of moves are worth, to be changed.
    pub fn kinds_mut(&mut self) -> &mut [f32] {
        &mut self.kinds[0]
    }

    /// The network in whole numbers.
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

impl<const W: usize> Numbers for Model<W> {
    fn steps(&self) -> u64 {
        self.steps
    }

    fn set_steps(&mut self, steps: u64) {
        self.steps = steps;
    }

    fn numbers(&self, tell: &mut dyn FnMut(f32)) {
        for Slice { weights, first, second, .. } in &self.slices {
            let all = [weights, first, second].into_iter().flatten().flatten();
            all.for_each(|&number| tell(number));
        }
        let [weights, _, first, second] = &self.kinds;
        [weights, first, second].into_iter().flatten().for_each(|&number| tell(number));
    }

    fn set_numbers(&mut self, next: &mut dyn FnMut() -> f32) {
        for Slice { weights, first, second, .. } in &mut self.slices {
            let all = [weights, first, second].into_iter().flatten().flatten();
            all.for_each(|number| *number = next());
        }
        let [weights, _, first, second] = &mut self.kinds;
        [weights, first, second].into_iter().flatten().for_each(|number| *number = next());
    }

    fn outline(&self) -> Settings {
        vec![("hidden".to_owned(), HIDDEN.to_string())]
    }
}
