// SPDX-License-Identifier: GPL-3.0-or-later
//! `xanthos train cnn`: a convolutional network.

use super::{Files, positive, power, share};
use crate::arguments::at_least_one;
use clap::Args;
use eval::cnn::Shape;
use std::path::PathBuf;
use std::process::ExitCode;
use train::cnn::{self, usual_course};
use train::nnue::Config;

/// Arguments of `train cnn`.
#[derive(Debug, Args)]
pub struct CnnArgs {
    #[command(flatten)]
    files: Files,
    /// The net to write
    #[arg(short, long, default_value = "net.xcn")]
    output: PathBuf,
    /// Examinations of the net; the run ends with the last
    #[arg(long, default_value_t = usual_course().superbatches)]
    superbatches: u64,
    /// Positions from one examination to the next
    #[arg(long, default_value_t = usual_course().superbatch, value_name = "POSITIONS")]
    superbatch: u64,
    /// Positions of each step
    #[arg(long, default_value_t = usual_course().batch, value_parser = at_least_one)]
    batch: usize,
    /// Step size after the warm-up
    #[arg(long, default_value_t = usual_course().rate, value_parser = positive)]
    rate: f32,
    /// Step size at the end
    #[arg(long, default_value_t = usual_course().last_rate, value_parser = positive)]
    last_rate: f32,
    /// How much of a target is the game's result, where it is known: 0 to 1
    #[arg(long, default_value_t = usual_course().blend, value_parser = share)]
    blend: f32,
    /// Power of the error: 2 is squared error
    #[arg(long, default_value_t = usual_course().power, value_parser = power)]
    power: f32,
    /// Width of the sigmoid in centipawns [default: fitted to the results]
    #[arg(long, value_parser = positive)]
    width: Option<f32>,
    /// First weights and order of the positions
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Convolutions
    #[arg(long, default_value_t = 3, value_parser = at_least_one)]
    layers: usize,
    /// Channels of each convolution
    #[arg(long, default_value_t = 16, value_parser = at_least_one)]
    filters: usize,
    /// Let each convolution but the first add to what it is given
    #[arg(long)]
    residual: bool,
}

/// Trains it.
pub fn run(args: &CnnArgs) -> anyhow::Result<ExitCode> {
    let shape = Shape { layers: args.layers, filters: args.filters, residual: args.residual };
    let most = Shape::MOST;
    if shape.layers > most.layers || shape.filters > most.filters {
        anyhow::bail!("{} layers of {} filters are the most", most.layers, most.filters);
    }
    let course = usual_course();
    let config = Config {
        batch: args.batch,
        superbatch: args.superbatch,
        superbatches: args.superbatches,
        rate: args.rate,
        last_rate: args.last_rate,
        warm_up: course.warm_up,
        decay: course.decay,
        blend: args.blend,
        power: args.power,
        width: args.width,
        seed: args.seed,
        ..args.files.config(&args.output)?
    };
    let net = Some(args.output.as_path());
    super::watch(&config, net, |progress| cnn::run(&config, shape, &args.files.note, progress))
}
