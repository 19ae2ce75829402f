// SPDX-License-Identifier: GPL-3.0-or-later
//! `xanthos train nnue`: the network of the evaluation.

use super::Files;
use super::settings::{Kind, Objective, Schedule};
use crate::arguments::at_least_one;
use clap::Args;
use std::path::PathBuf;
use std::process::ExitCode;
use train::nnue::{self, Shape};
use train::trainer::Config;

/// The evaluation network.
#[derive(Debug)]
struct Nnue;

impl Kind for Nnue {
    fn default_config() -> Config {
        Config::default()
    }
}

/// Arguments of `train nnue`.
#[derive(Debug, Args)]
pub struct NnueArgs {
    #[command(flatten)]
    files: Files,
    /// The net to write
    #[arg(short, long, default_value = "net.xnn")]
    output: PathBuf,
    #[command(flatten)]
    objective: Objective<Nnue>,
    #[command(flatten)]
    schedule: Schedule<Nnue>,
    /// Threads; the outcome does not depend on them
    #[arg(short, long, default_value_t = 1, value_parser = at_least_one)]
    threads: usize,
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
    let shape = Shape { hidden: args.hidden, king_buckets: buckets, output_buckets: buckets };
    let config = Config {
        threads: args.threads,
        ..args.objective.set(args.schedule.set(args.files.config(&args.output)?))
    };
    let writes = shape == Shape::default();
    if !writes {
        eprintln!("note: the engine reads nets of its own shape only, so none will be written");
    }
    let net = writes.then_some(args.output.as_path());
    super::watch(&config, net, |progress| nnue::train(&config, shape, progress))
}
