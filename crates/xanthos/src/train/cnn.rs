// SPDX-License-Identifier: GPL-3.0-or-later
//! `xanthos train cnn`: a convolutional network.

use super::Files;
use super::settings::{Kind, Objective, Schedule};
use crate::arguments::at_least_one;
use clap::Args;
use eval::cnn::Shape;
use std::path::PathBuf;
use std::process::ExitCode;
use train::cnn;
use train::trainer::Config;

/// The convolutional network.
#[derive(Debug)]
struct Cnn;

impl Kind for Cnn {
    fn default_config() -> Config {
        cnn::default_config()
    }
}

/// Arguments of `train cnn`.
#[derive(Debug, Args)]
pub struct CnnArgs {
    #[command(flatten)]
    files: Files,
    /// The net to write
    #[arg(short, long, default_value = "net.xcn")]
    output: PathBuf,
    #[command(flatten)]
    objective: Objective<Cnn>,
    #[command(flatten)]
    schedule: Schedule<Cnn>,
    /// Convolutions
    #[arg(long, default_value_t = 3, value_parser = at_least_one)]
    layers: usize,
    /// Channels of each convolution
    #[arg(long, default_value_t = 16, value_parser = at_least_one)]
    filters: usize,
    /// Residual connections around each convolution but the first
    #[arg(long)]
    residual: bool,
    /// Add a policy head that learns which move was played
    #[arg(long)]
    policy: bool,
}

/// Trains it.
pub fn run(args: &CnnArgs) -> anyhow::Result<ExitCode> {
    let &CnnArgs { layers, filters, residual, policy, .. } = args;
    let shape = Shape { layers, filters, residual, policy };
    let most = Shape::MOST;
    if shape.layers > most.layers || shape.filters > most.filters {
        anyhow::bail!("{} layers of {} filters are the most", most.layers, most.filters);
    }
    let config = args.objective.set(args.schedule.set(args.files.config(&args.output)?));
    let net = Some(args.output.as_path());
    super::watch(&config, net, |progress| cnn::train(&config, shape, progress))
}
