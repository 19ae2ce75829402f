// SPDX-License-Identifier: GPL-3.0-or-later
//! The whole network while it learns: its slices and what joins them.

use eval::nnue::shape::SCALE;
use rand::SeedableRng;
use rand_xoshiro::SplitMix64;

use super::adam::{Row, Stride};
use super::batch::{Batch, Shape, sigmoid};
use super::slice::{Slice, Views};

/// How an error counts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Loss {
    /// Outputs are multiplied by this before they become an expected result.
    pub steepness: f32,
    /// The power of the difference: 2 for squared error.
    pub power: f32,
}

impl Loss {
    /// For a sigmoid of this width in centipawns.
    pub fn new(width: f32, power: f32) -> Self {
        Loss { steepness: SCALE as f32 / width, power }
    }

    /// The loss of an output, and how it changes with the output.
    #[inline]
    pub fn of(self, output: f32, target: f32) -> (f32, f32) {
        let expected = sigmoid(output * self.steepness);
        let miss = expected - target;
        let bend = self.steepness * expected * (1.0 - expected);
        if self.power == 2.0 {
            return (miss * miss, 2.0 * miss * bend);
        }
        let steep = miss.abs().powf(self.power - 1.0);
        (steep * miss.abs(), self.power * steep * miss.signum() * bend)
    }
}

/// A network of slices of `W` neurons.
#[derive(Clone, Debug, PartialEq)]
pub struct Model<const W: usize> {
    /// Its outline.
    pub shape: Shape,
    /// The hidden layer.
    pub slices: Vec<Slice<W>>,
    /// Output biases, and their memory of slopes.
    pub(super) bias: [Vec<f32>; 3],
    /// Steps made.
    pub steps: u64,
}

/// Room for what lies between forward and backward; not worth keeping.
#[derive(Debug)]
pub struct Bench<const W: usize> {
    activations: Vec<Vec<Views<W>>>,
    sums: Vec<Vec<f32>>,
    outward: Vec<f32>,
}

impl<const W: usize> Bench<W> {
    /// An empty one.
    pub fn new() -> Self {
        Bench { activations: Vec::new(), sums: Vec::new(), outward: Vec::new() }
    }

    fn make_room(&mut self, slices: usize, positions: usize) {
        self.activations.resize(slices, Vec::new());
        self.sums.resize(slices, Vec::new());
        for activations in &mut self.activations {
            activations.resize(positions, [[0.0; W]; 2]);
        }
        self.sums.iter_mut().for_each(|sums| sums.resize(positions, 0.0));
    }

    /// How the loss changes with each output, after [`Model::slopes`].
    pub fn outward(&self) -> &[f32] {
        &self.outward
    }
}

impl<const W: usize> Default for Bench<W> {
    fn default() -> Self {
        Bench::new()
    }
}

impl<const W: usize> Model<W> {
    /// A network that knows nothing. The outline's hidden layer is a multiple of `W`.
    pub fn new(shape: Shape, seed: u64) -> Self {
        let mut random = SplitMix64::seed_from_u64(seed);
        let slices = (0..shape.hidden / W).map(|_| Slice::new(shape, &mut random)).collect();
        Model { shape, slices, bias: std::array::from_fn(|_| vec![0.0; shape.outputs()]), steps: 0 }
    }

    /// Keeps the weights and forgets how they came about, for a run of another kind.
    pub fn forget_the_way(&mut self) {
        self.steps = 0;
        let [_, memory @ ..] = &mut self.bias;
        memory.iter_mut().for_each(|memory| memory.fill(0.0));
        self.slices.iter_mut().for_each(Slice::forget_the_way);
    }

    /// The output bias.
    pub fn output_bias(&self, output: usize) -> f32 {
        self.bias[0][output]
    }

    /// What the network says to each position: outputs, not yet an expected result.
    pub fn outputs(&self, batch: &Batch, bench: &mut Bench<W>, threads: usize) -> Vec<f32> {
        self.forward(batch, bench, threads);
        let sums = &bench.sums;
        let each = batch.entries().iter().enumerate().map(|(i, entry)| {
            let start = self.bias[0][usize::from(entry.output)];
            sums.iter().fold(start, |total, slice| total + slice[i])
        });
        each.collect()
    }

    fn forward(&self, batch: &Batch, bench: &mut Bench<W>, threads: usize) {
        bench.make_room(self.slices.len(), batch.len());
        let Bench { activations, sums, .. } = bench;
        let jobs = self.slices.iter().zip(activations).zip(sums);
        share_out(jobs, threads, |((slice, activations), sums)| {
            slice.forward(batch, activations, sums);
        });
    }

    /// Loss of the batch (a sum) without learning anything.
    pub fn loss(&self, batch: &Batch, loss: Loss, bench: &mut Bench<W>, threads: usize) -> f64 {
        let outputs = self.outputs(batch, bench, threads);
        let each = outputs.iter().zip(batch.entries());
        each.map(|(&output, entry)| f64::from(loss.of(output, entry.target).0)).sum()
    }

    /// Learns from a batch: one step. Gives the sum of losses before it.
    pub fn learn(
        &mut self,
        batch: &Batch,
        loss: Loss,
        [rate, decay]: [f32; 2],
        bench: &mut Bench<W>,
        threads: usize,
    ) -> f64 {
        self.steps += 1;
        let stride = Stride::new(self.steps, rate, decay);
        let (sum, bias) = self.outward(batch, loss, bench, threads);
        let Bench { activations, outward, .. } = bench;
        share_out(self.slices.iter_mut().zip(activations), threads, |(slice, activations)| {
            slice.backward(batch, activations, outward);
            slice.step(stride);
        });
        let [weights, first, second] = &mut self.bias;
        for (output, slope) in bias.into_iter().enumerate() {
            let pick = |all: &mut Vec<f32>| [all[output]];
            let (mut w, mut m, mut v) = (pick(weights), pick(first), pick(second));
            // A bias is no weight: it isn't limited by what fits 16 bits.
            Row { weights: &mut w, first: &mut m, second: &mut v }.step(&[slope], stride, f32::MAX);
            [weights[output], first[output], second[output]] = [w[0], m[0], v[0]];
        }
        sum
    }

    /// Slopes without a step, for checking them: the loss is a mean. Gives the
    /// sum of losses and the slopes of the output biases.
    pub fn slopes(&mut self, batch: &Batch, loss: Loss, bench: &mut Bench<W>) -> (f64, Vec<f32>) {
        let told = self.outward(batch, loss, bench, 1);
        let Bench { activations, outward, .. } = bench;
        for (slice, activations) in self.slices.iter_mut().zip(activations) {
            slice.backward(batch, activations, outward);
        }
        told
    }

    /// Forward, and the slopes of the outputs.
    fn outward(
        &self,
        batch: &Batch,
        loss: Loss,
        bench: &mut Bench<W>,
        threads: usize,
    ) -> (f64, Vec<f32>) {
        let outputs = self.outputs(batch, bench, threads);
        let share = 1.0 / batch.len().max(1) as f32;
        let mut bias = vec![0.0; self.shape.outputs()];
        let mut sum = 0.0;
        bench.outward.clear();
        for (&output, entry) in outputs.iter().zip(batch.entries()) {
            let (lost, slope) = loss.of(output, entry.target);
            sum += f64::from(lost);
            bench.outward.push(slope * share);
            bias[usize::from(entry.output)] += slope * share;
        }
        (sum, bias)
    }
}

/// Does every job, on so many threads.
pub(crate) fn share_out<J: Send>(
    jobs: impl ExactSizeIterator<Item = J>,
    threads: usize,
    work: impl Fn(J) + Sync,
) {
    let threads = threads.clamp(1, jobs.len().max(1));
    if threads == 1 {
        return jobs.for_each(work);
    }
    let mut hands: Vec<Vec<J>> = (0..threads).map(|_| Vec::new()).collect();
    for (number, job) in jobs.enumerate() {
        hands[number % threads].push(job);
    }
    let work = &work;
    std::thread::scope(|scope| {
        for hand in hands {
            scope.spawn(move || hand.into_iter().for_each(work));
        }
    });
}

impl<const W: usize> Model<W> {
    /// Every number that a run needs to go on, in a fixed order.
    pub(super) fn numbers(&self, tell: &mut dyn FnMut(f32)) {
        for slice in &self.slices {
            let rows = slice.weights.iter().chain(&slice.first).chain(&slice.second);
            rows.flatten().for_each(|&number| tell(number));
        }
        self.bias.iter().flatten().for_each(|&number| tell(number));
    }

    /// Takes these numbers, in the same order.
    pub(super) fn set_numbers(&mut self, next: &mut dyn FnMut() -> f32) {
        for slice in &mut self.slices {
            let rows = slice.weights.iter_mut().chain(&mut slice.first).chain(&mut slice.second);
            rows.flatten().for_each(|number| *number = next());
            slice.merge();
        }
        self.bias.iter_mut().flatten().for_each(|number| *number = next());
    }
}
