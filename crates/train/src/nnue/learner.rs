// SPDX-License-Identifier: GPL-3.0-or-later
//! What a run needs of a network, whatever kind it is.

use super::batch::{Aim, Batch};
use super::config::Settings;
use super::model::{Bench, Loss, Model};
use super::quantise::Agreement;
use crate::data::Sample;

/// What is to be learnt.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lesson {
    /// From labels to targets.
    pub aim: Aim,
    /// Power of the error.
    pub power: f32,
}

/// How well a network with an opinion on moves guesses those that were played.
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Guesses {
    /// Held-out positions with a move.
    pub positions: usize,
    /// Negative log-likelihood.
    pub loss: f64,
    /// How often it was the first choice,
    pub first: f64,
    /// and among the first five.
    pub five: f64,
}

impl Guesses {
    /// Sums become means.
    pub fn mean(self) -> Guesses {
        let share = |sum: f64| sum / self.positions.max(1) as f64;
        let Guesses { positions, loss, first, five } = self;
        Guesses { positions, loss: share(loss), first: share(first), five: share(five) }
    }
}

/// What a checkpoint keeps of a network.
pub trait Numbers {
    /// Steps made.
    fn steps(&self) -> u64;

    /// So many were made.
    fn set_steps(&mut self, steps: u64);

    /// Every number that a run needs to go on, in a fixed order.
    fn numbers(&self, tell: &mut dyn FnMut(f32));

    /// Takes these numbers, in the same order.
    fn set_numbers(&mut self, next: &mut dyn FnMut() -> f32);

    /// Settings without which the numbers mean nothing.
    fn outline(&self) -> Settings;
}

/// A network that learns from samples.
pub trait Learner: Numbers {
    /// Room for what lies between forward and backward; not worth keeping.
    type Scratch: Default;

    /// Keeps the weights and forgets how they came about.
    fn forget_the_way(&mut self);

    /// The shape, for the record.
    fn shape(&self) -> String;

    /// One step, of this size and decay. Gives the sum of losses before it.
    fn study(
        &mut self,
        samples: &[Sample],
        lesson: Lesson,
        stride: [f32; 2],
        scratch: &mut Self::Scratch,
        threads: usize,
    ) -> f64;

    /// The sum of losses.
    fn examine(
        &self,
        samples: &[Sample],
        lesson: Lesson,
        scratch: &mut Self::Scratch,
        threads: usize,
    ) -> f64;

    /// How well it guesses moves, if it does.
    fn guesses(&self, samples: &[Sample], scratch: &mut Self::Scratch) -> Option<Guesses> {
        let _ = (samples, scratch);
        None
    }

    /// The file for the engine, if the shape is one that it reads, and how well it
    /// speaks for this net on some positions (on none if nothing is rounded).
    fn export(
        &self,
        examples: &[Sample],
        lesson: Lesson,
        threads: usize,
    ) -> Option<(Vec<u8>, Agreement)>;
}

impl Lesson {
    fn loss(self) -> Loss {
        Loss::new(self.aim.width, self.power)
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
        Model::numbers(self, tell);
    }

    fn set_numbers(&mut self, next: &mut dyn FnMut() -> f32) {
        Model::set_numbers(self, next);
    }

    fn outline(&self) -> Settings {
        let shape = self.shape;
        let pairs = [
            ("hidden", shape.hidden.to_string()),
            ("king-buckets", shape.king_buckets.to_string()),
            ("output-buckets", shape.output_buckets.to_string()),
        ];
        pairs.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
    }
}

impl<const W: usize> Learner for Model<W> {
    type Scratch = (Batch, Bench<W>);

    fn forget_the_way(&mut self) {
        Model::forget_the_way(self);
    }

    fn shape(&self) -> String {
        let shape = self.shape;
        format!("({} -> {}) x 2 -> {}", shape.features(), shape.hidden, shape.outputs())
    }

    fn study(
        &mut self,
        samples: &[Sample],
        lesson: Lesson,
        stride: [f32; 2],
        (batch, bench): &mut Self::Scratch,
        threads: usize,
    ) -> f64 {
        batch.fill(samples, self.shape, lesson.aim, threads);
        self.learn(batch, lesson.loss(), stride, bench, threads)
    }

    fn examine(
        &self,
        samples: &[Sample],
        lesson: Lesson,
        (batch, bench): &mut Self::Scratch,
        threads: usize,
    ) -> f64 {
        batch.fill(samples, self.shape, lesson.aim, threads);
        self.loss(batch, lesson.loss(), bench, threads)
    }

    fn export(
        &self,
        examples: &[Sample],
        lesson: Lesson,
        threads: usize,
    ) -> Option<(Vec<u8>, Agreement)> {
        let net = self.quantised()?;
        let mut batch = Batch::default();
        batch.fill(examples, self.shape, lesson.aim, threads);
        let agreement = self.agreement(&net, &batch, lesson.loss(), threads);
        Some((net.to_bytes(), agreement))
    }
}
