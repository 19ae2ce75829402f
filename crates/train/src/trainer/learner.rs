// SPDX-License-Identifier: GPL-3.0-or-later
//! What a run needs of a network and of its data, whatever kind they are.

use serde::{Deserialize, Serialize};

use super::adamw::Rates;
use super::checkpoint::{self, CheckpointFault};
use super::config::Settings;
use super::moves::MoveAccuracy;
use super::run::TrainError;

/// The numbers of a network that a checkpoint keeps: weights and optimiser state.
pub trait Parameters {
    /// Steps made.
    fn steps(&self) -> u64;

    /// Sets the number of steps made.
    fn set_steps(&mut self, steps: u64);

    /// Gives every number in a fixed order.
    fn write(&self, put: &mut dyn FnMut(f32));

    /// Takes every number in the same order.
    fn read(&mut self, next: &mut dyn FnMut() -> f32);

    /// Settings without which the numbers mean nothing.
    fn shape_settings(&self) -> Settings;
}

/// Training and validation data.
pub trait Dataset {
    /// What is between two validations: a superbatch, an epoch.
    const PERIOD: &'static str;

    /// Training samples.
    fn samples(&self) -> u64;

    /// Validation samples.
    fn validation_samples(&self) -> u64;

    /// Loads the batch of step number `step`, from 0. It depends on nothing else, so that a
    /// resumed run finds the same batches. Returns the samples in it.
    ///
    /// # Errors
    /// When a file cannot be read.
    fn load(&mut self, step: u64, batch: usize) -> Result<u64, TrainError>;

    /// Settings that tell this data and its targets from others.
    fn settings(&self) -> Settings;

    /// The file names, for the record.
    fn name(&self) -> String;

    /// Width of the sigmoid in centipawns, if targets are expected results.
    fn width(&self) -> Option<f32>;
}

/// How far the quantised net is from the trained one, in centipawns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Quantisation {
    /// Positions compared.
    pub positions: usize,
    /// Mean absolute difference.
    pub mean: f64,
    /// The largest.
    pub largest: f64,
    /// Mean loss of the trained net on these positions,
    pub trained_loss: f64,
    /// and of the quantised one.
    pub quantised_loss: f64,
}

/// A net for the engine.
#[derive(Clone, Debug, PartialEq)]
pub struct Export {
    /// The file.
    pub bytes: Vec<u8>,
    /// What rounding did, if numbers were rounded.
    pub quantisation: Option<Quantisation>,
    /// How well this net predicts moves, if it does.
    pub moves: Option<MoveAccuracy>,
}

/// A network that can be trained.
pub trait Learner: Parameters {
    /// What it learns from.
    type Data: Dataset;
    /// Buffers for one batch.
    type Scratch: Default;

    /// The shape, for the record.
    fn shape(&self) -> String;

    /// Forgets steps and moments, and keeps the weights.
    fn reset_optimiser(&mut self);

    /// Takes the weights of an earlier run, as they are in its checkpoint.
    ///
    /// # Errors
    /// When the file is not one of a network of this shape.
    fn start_from(&mut self, bytes: &[u8]) -> Result<(), CheckpointFault> {
        let settings = self.shape_settings();
        checkpoint::read_into(bytes, &settings, self)?;
        self.reset_optimiser();
        Ok(())
    }

    /// One step on the batch that is loaded. Returns the sum of losses before it.
    fn train(
        &mut self,
        data: &Self::Data,
        rates: Rates,
        scratch: &mut Self::Scratch,
        threads: usize,
    ) -> f64;

    /// Mean loss on the validation samples; not a number if there are none.
    fn validate(&self, data: &Self::Data, scratch: &mut Self::Scratch, threads: usize) -> f64;

    /// The net for the engine, if it reads nets of this shape.
    fn export(
        &self,
        data: &Self::Data,
        scratch: &mut Self::Scratch,
        threads: usize,
    ) -> Option<Export>;
}
