// SPDX-License-Identifier: GPL-3.0-or-later
//! Samples as the network sees them: active inputs, an output bucket, a target.

use chess::Color;
use eval::nnue::features::{KingBuckets, Perspective, output_bucket};

use crate::data::Sample;
use crate::trainer::{Objective, parallel};

/// How a network sees a sample.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Inputs {
    /// How the king's square chooses the weights.
    pub king_buckets: &'static KingBuckets,
    /// Whether the number of pieces chooses the output.
    pub output_buckets: bool,
}

/// Pieces on a full board: no perspective has more active inputs.
pub const MAX_PIECES: usize = 32;

/// The samples of one step.
#[derive(Clone, Debug, Default)]
pub struct Batch {
    rows: Vec<Entry>,
    /// Which sample stands where.
    order: Vec<u32>,
}

/// A sample of a batch.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// Active inputs of the side to move and of the other side.
    features: [[u16; MAX_PIECES]; 2],
    /// How many of them there are.
    pieces: u8,
    /// The output bucket.
    pub output: u8,
    /// What it should predict.
    pub target: f32,
}

impl Entry {
    const EMPTY: Entry =
        Entry { features: [[0; MAX_PIECES]; 2], pieces: 0, output: 0, target: 0.0 };

    /// The active inputs of one perspective: 0 the side to move, 1 the other.
    #[inline]
    pub fn features(&self, side: usize) -> &[u16] {
        &self.features[side][..usize::from(self.pieces).min(MAX_PIECES)]
    }

    /// The inputs and the target of a sample.
    pub fn new(sample: &Sample, inputs: Inputs, objective: Objective) -> Entry {
        let mut entry = Entry::EMPTY;
        let [own, other] = sample.kings();
        let sides = [(Color::White, own), (Color::Black, other)];
        let sides = sides.map(|(color, king)| Perspective::new(color, king, inputs.king_buckets));
        for (i, (piece, square)) in sample.pieces().enumerate().take(MAX_PIECES) {
            for (perspective, features) in sides.iter().zip(&mut entry.features) {
                features[i] = perspective.feature(piece, square) as u16;
            }
        }
        entry.pieces = sample.count() as u8;
        entry.output = output(sample, inputs) as u8;
        entry.target = objective.target(sample);
        entry
    }
}

fn output(sample: &Sample, inputs: Inputs) -> usize {
    if inputs.output_buckets { output_bucket(sample.count()) } else { 0 }
}

impl Batch {
    /// Replaces its contents by these samples, sorted by output bucket.
    pub fn fill(
        &mut self,
        samples: &[Sample],
        inputs: Inputs,
        objective: Objective,
        threads: usize,
    ) {
        self.order.clear();
        self.order.extend(0..samples.len() as u32);
        self.order.sort_by_key(|&number| output(&samples[number as usize], inputs));
        self.rows.resize(samples.len(), Entry::EMPTY);
        let size = samples.len().div_ceil(threads.max(1)).max(1);
        let jobs = self.rows.chunks_mut(size).zip(self.order.chunks(size));
        parallel::for_each(jobs, threads, |(rows, order)| {
            for (row, &number) in rows.iter_mut().zip(order) {
                *row = Entry::new(&samples[number as usize], inputs, objective);
            }
        });
    }

    /// The samples.
    pub fn entries(&self) -> &[Entry] {
        &self.rows
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }
}
