// SPDX-License-Identifier: GPL-3.0-or-later
//! Arguments that all networks share, each kind with its own usual numbers.

use super::{positive, power, share};
use crate::arguments::{at_least_one, beside};
use anyhow::bail;
use clap::Args;
use std::marker::PhantomData;
use std::path::{Path, PathBuf};
use train::nnue::Config;

/// A kind of network: what its runs are started with if nobody says otherwise.
pub trait Usual {
    fn course() -> Config;
}

/// Where a run is kept, and whether it goes on.
#[derive(Debug, Args)]
pub struct Keeping {
    /// Where the state of the run is kept [default: OUTPUT.checkpoint]
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// Where the losses are drawn [default: OUTPUT.svg]
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
    /// Where the positions come from and who labelled them, for the net's record
    #[arg(long, default_value = "")]
    pub note: String,
    /// Go on from the checkpoint, if there is one
    #[arg(long, conflicts_with = "fresh")]
    resume: bool,
    /// Begin anew even if there is a checkpoint
    #[arg(long)]
    fresh: bool,
}

impl Keeping {
    /// The part of a run's settings that is about what it writes.
    pub fn config(&self, output: &Path) -> anyhow::Result<Config> {
        let checkpoint = self.checkpoint.clone().unwrap_or_else(|| beside(output, ".checkpoint"));
        if checkpoint.exists() && !self.resume && !self.fresh {
            bail!(
                "{} is there from an earlier run: --resume goes on from it, --fresh begins anew",
                checkpoint.display()
            );
        }
        Ok(Config {
            output: Some(output.to_owned()),
            checkpoint: Some(checkpoint),
            resume: self.resume,
            plot: Some(self.plot.clone().unwrap_or_else(|| beside(output, ".svg"))),
            ..Config::default()
        })
    }
}

/// How fast it learns.
#[derive(Debug, Args)]
pub struct Pace<U: Usual> {
    /// Positions of each step
    #[arg(long, default_value = U::course().batch.to_string(), value_parser = at_least_one)]
    batch: usize,
    /// Step size after the warm-up
    #[arg(long, default_value = U::course().rate.to_string(), value_parser = positive)]
    rate: f32,
    /// Step size at the end
    #[arg(long, default_value = U::course().last_rate.to_string(), value_parser = positive)]
    last_rate: f32,
    /// Steps in which the step size grows from nothing
    #[arg(long, default_value = U::course().warm_up.to_string())]
    warm_up: u64,
    /// How much weights shrink where nothing speaks for them
    #[arg(long, default_value = U::course().decay.to_string(), value_parser = share)]
    decay: f32,
    /// First weights and order of the positions
    #[arg(long, default_value = U::course().seed.to_string())]
    seed: u64,
    #[arg(skip)]
    usual: PhantomData<U>,
}

impl<U: Usual> Pace<U> {
    /// The settings with this pace.
    pub fn set(&self, config: Config) -> Config {
        let &Pace { batch, rate, last_rate, warm_up, decay, seed, usual: _ } = self;
        Config { batch, rate, last_rate, warm_up, decay, seed, ..config }
    }
}

/// What it learns from samples, and how long.
#[derive(Debug, Args)]
pub struct Lessons<U: Usual> {
    /// Examinations of the net; the run ends with the last
    #[arg(long, default_value = U::course().superbatches.to_string())]
    superbatches: u64,
    /// Positions from one examination to the next
    #[arg(long, default_value = U::course().superbatch.to_string(), value_name = "POSITIONS")]
    superbatch: u64,
    /// How much of a target is the game's result, where it is known: 0 to 1
    #[arg(long, default_value = U::course().blend.to_string(), value_parser = share)]
    blend: f32,
    /// Power of the error: 2 is squared error
    #[arg(long, default_value = U::course().power.to_string(), value_parser = power)]
    power: f32,
    /// Width of the sigmoid in centipawns [default: fitted to the results]
    #[arg(long, value_parser = positive)]
    width: Option<f32>,
    #[arg(skip)]
    usual: PhantomData<U>,
}

impl<U: Usual> Lessons<U> {
    /// The settings with these lessons.
    pub fn set(&self, config: Config) -> Config {
        let &Lessons { superbatches, superbatch, blend, power, width, usual: _ } = self;
        Config { superbatches, superbatch, blend, power, width, ..config }
    }
}
