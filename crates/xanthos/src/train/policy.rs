// SPDX-License-Identifier: GPL-3.0-or-later
//! `xanthos train policy`: the network that proposes moves.

use super::{positive, share};
use crate::arguments::{at_least_one, beside};
use anyhow::bail;
use arena::StopFlag;
use clap::Args;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::ExitCode;
use train::policy::{self, Config, Marks, Progress};
use train::positions::{Format, Source};

/// Arguments of `train policy`.
#[derive(Debug, Args)]
pub struct PolicyArgs {
    /// Files of games with the moves played; one game in 16 is held out
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// The policy to write
    #[arg(short, long, default_value = "policy.xpn")]
    output: PathBuf,
    /// Where the losses are drawn [default: OUTPUT.svg]
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
    /// Whose games they are, for the policy's record
    #[arg(long, default_value = "")]
    note: String,
    /// Begin with the weights of another policy
    #[arg(long, value_name = "POLICY")]
    start: Option<PathBuf>,
    /// Rounds through all positions
    #[arg(long, default_value_t = Config::default().epochs)]
    epochs: u64,
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
    /// Most positions taken from each file
    #[arg(long, default_value_t = usize::MAX, hide_default_value = true)]
    limit: usize,
    /// Held-out positions to be examined on, at most
    #[arg(long, default_value_t = Config::default().held_out)]
    held_out: usize,
    /// Threads; the outcome does not depend on them
    #[arg(short, long, default_value_t = 1, value_parser = at_least_one)]
    threads: usize,
    /// First weights and order of the positions
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Trains; a line a round on standard output.
pub fn run(args: &PolicyArgs) -> anyhow::Result<ExitCode> {
    let mut games = Vec::new();
    for path in &args.games {
        let format = Format::guess(path)?;
        if !format.has_games() {
            bail!("{} holds positions without the moves played", path.display());
        }
        games.push(Source { path: path.clone(), format, limit: args.limit, every: 1 });
    }
    let config = Config {
        games,
        held_out: args.held_out,
        batch: args.batch,
        epochs: args.epochs,
        rate: args.rate,
        last_rate: args.last_rate,
        warm_up: args.warm_up,
        decay: args.decay,
        seed: args.seed,
        threads: args.threads,
        start: args.start.clone(),
        output: Some(args.output.clone()),
        plot: Some(args.plot.clone().unwrap_or_else(|| beside(&args.output, ".svg"))),
    };
    let stop = StopFlag::new();
    arena::interrupt::listen(&stop, "stopping after this step; once more to leave at once");
    policy::run(&config, &args.note, &mut |progress| {
        show(progress);
        if stop.is_cancelled() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    if stop.is_cancelled() {
        eprintln!("broken off: the policy of the last whole round is kept");
        return Ok(ExitCode::from(arena::interrupt::EXIT_CODE));
    }
    println!("policy: {}", args.output.display());
    Ok(ExitCode::SUCCESS)
}

fn show(progress: Progress) {
    let per_cent = |marks: &Marks| marks.accuracy().map(|share| 100.0 * share);
    match progress {
        Progress::Data { training, held_out } => {
            println!("{training} positions to learn from, {held_out} of other games held out");
        }
        Progress::Step { step, of, loss, speed } if step % 200 == 0 => {
            eprintln!("step {step}/{of} loss {loss:.4} {speed:.0} positions/s");
        }
        Progress::Step { .. } => {}
        Progress::Epoch { number, of, training, held_out, quantised, speed } => {
            let [first, five] = per_cent(&quantised);
            println!(
                "epoch {number}/{of} loss {:.4} held out {:.4} quantised {:.4}, first choice \
                 {first:.2} %, among five {five:.2} %, {speed:.0} positions/s",
                training.loss(),
                held_out.loss(),
                quantised.loss(),
            );
        }
    }
}
