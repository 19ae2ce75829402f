// SPDX-License-Identifier: GPL-3.0-or-later
//! `xanthos train cnn`: a convolutional network.

use super::Files;
use super::pace::{Lessons, Pace, Usual};
use crate::arguments::at_least_one;
use clap::Args;
use eval::cnn::Shape;
use std::path::PathBuf;
use std::process::ExitCode;
use train::cnn;
use train::nnue::Config;

/// This network.
#[derive(Debug)]
struct Cnn;

impl Usual for Cnn {
    fn course() -> Config {
        cnn::usual_course()
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
    lessons: Lessons<Cnn>,
    #[command(flatten)]
    pace: Pace<Cnn>,
    /// Convolutions
    #[arg(long, default_value_t = 3, value_parser = at_least_one)]
    layers: usize,
    /// Channels of each convolution
    #[arg(long, default_value_t = 16, value_parser = at_least_one)]
    filters: usize,
    /// Let each convolution but the first add to what it is given
    #[arg(long)]
    residual: bool,
    /// Let it learn, besides, which move was played: a second head, with an opinion on moves
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
    let config = args.lessons.set(args.pace.set(args.files.config(&args.output)?));
    let net = Some(args.output.as_path());
    super::watch(&config, net, |progress| cnn::run(&config, shape, args.files.note(), progress))
}
