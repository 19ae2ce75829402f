// SPDX-License-Identifier: GPL-3.0-or-later
//! `xanthos train nnue`: the network of the evaluation.

use super::Files;
use super::settings::{Kind, Objective, Schedule};
use crate::arguments::at_least_one;
use clap::{Args, ValueEnum};
use std::path::PathBuf;
use std::process::ExitCode;
use train::nnue::{self, Shape, single};
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
    /// Layers behind the first: one output, or 16, 32 and one output
    #[arg(long, value_enum, default_value_t = Layers::Multi)]
    shape: Layers,
    /// Neurons of the first layer; the engine reads nets of 512 with a single layer, of 512, 768
    /// and 1024 with several [default: 768, or 512 with a single layer]
    #[arg(long, value_parser = at_least_one)]
    hidden: Option<usize>,
    /// 768 inputs, a single layer and one output, without buckets: for measuring
    #[arg(long, conflicts_with = "shape")]
    plain: bool,
}

/// The shape of the network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Layers {
    /// A single hidden layer
    Single,
    /// Three layers behind the first
    Multi,
}

/// Trains it.
pub fn run(args: &NnueArgs) -> anyhow::Result<ExitCode> {
    let buckets = !args.plain;
    let layers = if args.plain { Layers::Single } else { args.shape };
    let shape = match layers {
        Layers::Single => Shape::Single(single::Shape {
            hidden: args.hidden.unwrap_or(single::Shape::default().hidden),
            king_buckets: buckets,
            output_buckets: buckets,
        }),
        Layers::Multi => Shape::Multi { neurons: args.hidden.unwrap_or(768) },
    };
    let config = Config {
        threads: args.threads,
        ..args.objective.set(args.schedule.set(args.files.config(&args.output)?))
    };
    if !shape.is_playable() {
        complain!("note: the engine has no nets of this shape, so none will be written");
    }
    let net = shape.is_playable().then_some(args.output.as_path());
    super::watch(&config, net, |progress| nnue::train(&config, shape, progress))
}
