// SPDX-License-Identifier: GPL-3.0-or-later
//! `xanthos train policy`: the network that proposes moves.

use super::settings::{Kind, Outputs, Schedule};
use crate::arguments::at_least_one;
use anyhow::bail;
use clap::Args;
use std::path::PathBuf;
use std::process::ExitCode;
use train::policy::{self, Games};
use train::positions::{Format, Source};
use train::trainer::Config;

/// The policy network.
#[derive(Debug)]
struct Policy;

impl Kind for Policy {
    fn default_config() -> Config {
        policy::default_config()
    }
}

/// Arguments of `train policy`.
#[derive(Debug, Args)]
pub struct PolicyArgs {
    /// Files of games with the moves played; one game in 16 is for validation
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// The policy to write
    #[arg(short, long, default_value = "policy.xpn")]
    output: PathBuf,
    #[command(flatten)]
    outputs: Outputs,
    /// Start with the weights of another policy
    #[arg(long, value_name = "POLICY")]
    start: Option<PathBuf>,
    /// Epochs
    #[arg(long, default_value_t = policy::default_config().superbatches)]
    epochs: u64,
    #[command(flatten)]
    schedule: Schedule<Policy>,
    /// Most positions taken from each file
    #[arg(long, default_value_t = usize::MAX, hide_default_value = true)]
    limit: usize,
    /// Validation positions at most
    #[arg(long, alias = "held-out", default_value_t = 100_000)]
    validation: usize,
    /// Threads; the outcome does not depend on them
    #[arg(short, long, default_value_t = 1, value_parser = at_least_one)]
    threads: usize,
}

/// Trains it.
pub fn run(args: &PolicyArgs) -> anyhow::Result<ExitCode> {
    let mut files = Vec::new();
    for path in &args.games {
        let format = Format::guess(path)?;
        if !format.has_games() {
            bail!("{} holds positions without the moves played", path.display());
        }
        files.push(Source { path: path.clone(), format, limit: args.limit, every: 1 });
    }
    let games = Games { files, validation: args.validation };
    let config = Config {
        superbatches: args.epochs,
        threads: args.threads,
        start: args.start.clone(),
        ..args.schedule.set(args.outputs.config(&args.output)?)
    };
    let net = Some(args.output.as_path());
    super::watch(&config, net, |progress| policy::train(&config, &games, progress))
}
