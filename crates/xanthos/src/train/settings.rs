// SPDX-License-Identifier: GPL-3.0-or-later
//! Arguments that all networks share, each kind with its own defaults.

use super::{positive, power, share};
use crate::arguments::{at_least_one, beside};
use anyhow::bail;
use clap::Args;
use std::marker::PhantomData;
use std::path::{Path, PathBuf};
use train::trainer::Config;

/// A kind of network with its default settings.
pub trait Kind {
    fn default_config() -> Config;
}

/// What a run writes, and whether it is resumed.
#[derive(Debug, Args)]
pub struct Outputs {
    /// Where the state of the run is kept [default: OUTPUT.checkpoint]
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// Where the losses are plotted [default: OUTPUT.svg]
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
    /// Where the positions come from and what labelled them, for the training record
    #[arg(long, default_value = "")]
    pub note: String,
    /// Resume from the checkpoint, if there is one
    #[arg(long, conflicts_with = "fresh")]
    resume: bool,
    /// Start again even if there is a checkpoint
    #[arg(long)]
    fresh: bool,
}

impl Outputs {
    /// The settings of what is written.
    pub fn config(&self, output: &Path) -> anyhow::Result<Config> {
        let checkpoint = self.checkpoint.clone().unwrap_or_else(|| beside(output, ".checkpoint"));
        if checkpoint.exists() && !self.resume && !self.fresh {
            bail!(
                "{} is there from an earlier run: --resume goes on from it, --fresh starts again",
                checkpoint.display()
            );
        }
        Ok(Config {
            output: Some(output.to_owned()),
            checkpoint: Some(checkpoint),
            resume: self.resume,
            plot: Some(self.plot.clone().unwrap_or_else(|| beside(output, ".svg"))),
            note: self.note.clone(),
            ..Config::default()
        })
    }
}

/// Batches, learning rate and seed.
#[derive(Debug, Args)]
pub struct Schedule<K: Kind> {
    /// Samples of a batch
    #[arg(long, default_value = K::default_config().batch.to_string(), value_parser = at_least_one)]
    batch: usize,
    /// Learning rate after the warm-up
    #[arg(long, alias = "rate", default_value = K::default_config().learning_rate.to_string(), value_parser = positive)]
    learning_rate: f32,
    /// Learning rate at the end of its cosine
    #[arg(long, alias = "last-rate", default_value = K::default_config().final_learning_rate.to_string(), value_parser = positive)]
    final_learning_rate: f32,
    /// Steps in which the learning rate grows from 0
    #[arg(long, default_value = K::default_config().warm_up.to_string())]
    warm_up: u64,
    /// Weight decay of AdamW
    #[arg(long, alias = "decay", default_value = K::default_config().weight_decay.to_string(), value_parser = share)]
    weight_decay: f32,
    /// Seed of the initial weights and of the order of samples
    #[arg(long, default_value = K::default_config().seed.to_string())]
    seed: u64,
    #[arg(skip)]
    kind: PhantomData<K>,
}

impl<K: Kind> Schedule<K> {
    /// The settings with this schedule.
    pub fn set(&self, config: Config) -> Config {
        let &Schedule {
            batch,
            learning_rate,
            final_learning_rate,
            warm_up,
            weight_decay,
            seed,
            kind: _,
        } = self;
        Config { batch, learning_rate, final_learning_rate, warm_up, weight_decay, seed, ..config }
    }
}

/// Targets, loss, and the length of a run.
#[derive(Debug, Args)]
pub struct Objective<K: Kind> {
    /// Superbatches of the run
    #[arg(long, default_value = K::default_config().superbatches.to_string())]
    superbatches: u64,
    /// Samples of a superbatch; after each the net is validated and written
    #[arg(long, default_value = K::default_config().superbatch.to_string(), value_name = "SAMPLES")]
    superbatch: u64,
    /// How much of a target is the game's result, where it is known: 0 to 1
    #[arg(long, default_value = K::default_config().blend.to_string(), value_parser = share)]
    blend: f32,
    /// Power of the error: 2 is squared error
    #[arg(long, default_value = K::default_config().power.to_string(), value_parser = power)]
    power: f32,
    /// Width of the sigmoid in centipawns [default: fitted to the results]
    #[arg(long, value_parser = positive)]
    width: Option<f32>,
    #[arg(skip)]
    kind: PhantomData<K>,
}

impl<K: Kind> Objective<K> {
    /// The settings with this objective.
    pub fn set(&self, config: Config) -> Config {
        let &Objective { superbatches, superbatch, blend, power, width, kind: _ } = self;
        Config { superbatches, superbatch, blend, power, width, ..config }
    }
}
