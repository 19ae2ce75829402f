// SPDX-License-Identifier: GPL-3.0-or-later
//! Positions as the network sees them: lists of inputs, an output, a target.

use chess::Color;
use eval::nnue::shape::{self, FEATURES, INPUTS, OUTPUT_BUCKETS, View};

use crate::data::Sample;

/// The outline of the network that is trained. The engine's own is the default;
/// others are for measuring and for tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Neurons of the hidden layer, for each view; a multiple of 8.
    pub hidden: usize,
    /// Whether the king's place chooses the weights.
    pub king_buckets: bool,
    /// Whether the number of men chooses the output.
    pub output_buckets: bool,
}

impl Default for Shape {
    fn default() -> Self {
        Shape { hidden: shape::HIDDEN, king_buckets: true, output_buckets: true }
    }
}

impl Shape {
    /// Inputs of one view.
    pub fn features(self) -> usize {
        if self.king_buckets { FEATURES } else { INPUTS }
    }

    /// Outputs.
    pub fn outputs(self) -> usize {
        if self.output_buckets { OUTPUT_BUCKETS } else { 1 }
    }
}

/// What a score and a result are worth together.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aim {
    /// Width of the sigmoid in centipawns.
    pub width: f32,
    /// The share of the game's result, where it is known.
    pub blend: f32,
}

impl Aim {
    /// The expected result that the network shall predict.
    pub fn target(self, sample: &Sample) -> f32 {
        let by_score = sigmoid(f32::from(sample.score) / self.width);
        match sample.result.worth() {
            Some(result) => self.blend * result + (1.0 - self.blend) * by_score,
            None => by_score,
        }
    }
}

/// The logistic curve.
#[inline]
pub fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// Men on a full board: no view has more inputs at once.
pub const MOST_MEN: usize = 32;

/// Positions that are learnt from in one step.
#[derive(Clone, Debug, Default)]
pub struct Batch {
    rows: Vec<Entry>,
}

/// One of them.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// Inputs of the own and of the other view.
    features: [[u16; MOST_MEN]; 2],
    /// How many of them there are.
    men: u8,
    /// Which output speaks.
    pub output: u8,
    /// What it should say.
    pub target: f32,
}

impl Entry {
    const EMPTY: Entry = Entry { features: [[0; MOST_MEN]; 2], men: 0, output: 0, target: 0.0 };

    /// The inputs of one view: 0 the own, 1 the other.
    #[inline]
    pub fn features(&self, view: usize) -> &[u16] {
        &self.features[view][..usize::from(self.men).min(MOST_MEN)]
    }

    /// The entry of a sample.
    pub fn new(sample: &Sample, shape: Shape, aim: Aim) -> Entry {
        let mut entry = Entry::EMPTY;
        let [own, other] = sample.kings();
        let views = [View::new(Color::White, own), View::new(Color::Black, other)];
        for (i, (piece, square)) in sample.men().enumerate().take(MOST_MEN) {
            for (view, features) in views.iter().zip(&mut entry.features) {
                features[i] = if shape.king_buckets {
                    view.feature(piece, square)
                } else {
                    view.shared_feature(piece, square)
                } as u16;
            }
        }
        let men = sample.count();
        entry.men = men as u8;
        entry.output = if shape.output_buckets { shape::output_bucket(men) as u8 } else { 0 };
        entry.target = aim.target(sample);
        entry
    }
}

impl Batch {
    /// Takes these samples instead of what was there.
    pub fn fill(&mut self, samples: &[Sample], shape: Shape, aim: Aim, threads: usize) {
        self.rows.resize(samples.len(), Entry::EMPTY);
        let size = samples.len().div_ceil(threads.max(1)).max(1);
        let work = |(rows, samples): (&mut [Entry], &[Sample])| {
            for (row, sample) in rows.iter_mut().zip(samples) {
                *row = Entry::new(sample, shape, aim);
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

    /// The positions.
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
