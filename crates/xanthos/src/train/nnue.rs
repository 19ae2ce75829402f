// SPDX-License-Identifier: GPL-3.0-or-later
//! `xanthos train nnue`: the network of the evaluation.

use super::{Files, positive, power, share};
use crate::arguments::at_least_one;
use clap::Args;
use std::path::PathBuf;
use std::process::ExitCode;
use train::nnue::{self, Config, Shape};

/// Arguments of `train nnue`.
#[derive(Debug, Args)]
pub struct NnueArgs {
    #[command(flatten)]
    files: Files,
    /// The net to write
    #[arg(short, long, default_value = "net.xnn")]
    output: PathBuf,
    /// Examinations of the net; the run ends with the last
    #[arg(long, default_value_t = Config::default().superbatches)]
    superbatches: u64,
    /// Positions from one examination to the next
    #[arg(long, default_value_t = Config::default().superbatch, value_name = "POSITIONS")]
    superbatch: u64,
    /// Positions of each step
    #[arg(long, default_value_t = Config::default().batch, value_parser = at_least_one)]
    batch: usize,
    /// Step size after the warm-up
    #[arg(long, default_value_t = Config::default().rate, value_parser = positive)]
    rate: f32,
    /// Step size at the end
    #[arg(long, default_value_t = Config::default().last_rate, value_parser = positive)]
    last_rate: f32,
    /// Steps in which the step size grows from nothing
    #[arg(long, default_value_t = Config::default().warm_up)]
    warm_up: u64,
    /// How much weights shrink where nothing speaks for them
    #[arg(long, default_value_t = Config::default().decay, value_parser = share)]
    decay: f32,
    /// How much of a target is the game's result, where it is known: 0 to 1
    #[arg(long, default_value_t = Config::default().blend, value_parser = share)]
    blend: f32,
    /// Power of the error: 2 is squared error
    #[arg(long, default_value_t = Config::default().power, value_parser = power)]
    power: f32,
    /// Width of the sigmoid in centipawns [default: fitted to the results]
    #[arg(long, value_parser = positive)]
    width: Option<f32>,
    /// Threads; the outcome does not depend on them
    #[arg(short, long, default_value_t = 1, value_parser = at_least_one)]
    threads: usize,
    /// First weights and order of the positions
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Neurons of the hidden layer; the engine reads nets of its own size only
    #[arg(long, default_value_t = Shape::default().hidden, value_parser = at_least_one)]
    hidden: usize,
    /// 768 inputs and one output, without buckets: for measuring
    #[arg(long)]
    plain: bool,
}

/// Trains it.
pub fn run(args: &NnueArgs) -> anyhow::Result<ExitCode> {
    let buckets = !args.plain;
    let config = Config {
        shape: Shape { hidden: args.hidden, king_buckets: buckets, output_buckets: buckets },
        batch: args.batch,
        superbatch: args.superbatch,
        superbatches: args.superbatches,
        rate: args.rate,
        last_rate: args.last_rate,
        warm_up: args.warm_up,
        decay: args.decay,
        blend: args.blend,
        power: args.power,
        width: args.width,
        seed: args.seed,
        threads: args.threads,
        ..args.files.config(&args.output)?
    };
    let writes = config.shape == Shape::default();
    if !writes {
        eprintln!("note: the engine reads nets of its own shape only, so none will be written");
    }
    let net = writes.then_some(args.output.as_path());
    super::watch(&config, net, |progress| nnue::run(&config, &args.files.note, progress))
}
