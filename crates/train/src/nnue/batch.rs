// SPDX-License-Identifier: GPL-3.0-or-later
//! Samples as the network sees them: active inputs, an output bucket, a target.

use chess::Color;
use eval::nnue::shape::{self, FEATURES, INPUTS, OUTPUT_BUCKETS, View};

use crate::data::Sample;
use crate::trainer::Objective;

/// The shape of the network. The engine's own is the default; others are for
/// measuring and for tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Neurons of the hidden layer, for each perspective; a multiple of 8.
    pub hidden: usize,
    /// Whether the king's square chooses the weights.
    pub king_buckets: bool,
    /// Whether the number of pieces chooses the output.
    pub output_buckets: bool,
}

impl Default for Shape {
    fn default() -> Self {
        Shape { hidden: shape::HIDDEN, king_buckets: true, output_buckets: true }
    }
}

impl Shape {
    /// Inputs of one perspective.
    pub fn features(self) -> usize {
        if self.king_buckets { FEATURES } else { INPUTS }
    }

    /// Outputs.
    pub fn outputs(self) -> usize {
        if self.output_buckets { OUTPUT_BUCKETS } else { 1 }
    }
}

/// Pieces on a full board: no perspective has more active inputs.
pub const MAX_PIECES: usize = 32;

/// The samples of one step.
#[derive(Clone, Debug, Default)]
pub struct Batch {
    rows: Vec<Entry>,
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
    pub fn new(sample: &Sample, shape: Shape, objective: Objective) -> Entry {
        let mut entry = Entry::EMPTY;
        let [own, other] = sample.kings();
        let perspectives = [View::new(Color::White, own), View::new(Color::Black, other)];
        for (i, (piece, square)) in sample.pieces().enumerate().take(MAX_PIECES) {
            for (perspective, features) in perspectives.iter().zip(&mut entry.features) {
                features[i] = if shape.king_buckets {
                    perspective.feature(piece, square)
                } else {
                    perspective.shared_feature(piece, square)
                } as u16;
            }
        }
        let pieces = sample.count();
        entry.pieces = pieces as u8;
        entry.output = if shape.output_buckets { shape::output_bucket(pieces) as u8 } else { 0 };
        entry.target = objective.target(sample);
        entry
    }
}

impl Batch {
    /// Replaces its contents by these samples.
    pub fn fill(&mut self, samples: &[Sample], shape: Shape, objective: Objective, threads: usize) {
        self.rows.resize(samples.len(), Entry::EMPTY);
        let size = samples.len().div_ceil(threads.max(1)).max(1);
        let work = |(rows, samples): (&mut [Entry], &[Sample])| {
            for (row, sample) in rows.iter_mut().zip(samples) {
                *row = Entry::new(sample, shape, objective);
            }
        };
        if threads <= 1 {
            return work((&mut self.rows, samples));
        }
        std::thread::scope(|scope| {
            for part in self.rows.chunks_mut(size).zip(samples.chunks(size)) {
                scope.spawn(move || work(part));
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
