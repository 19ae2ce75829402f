// SPDX-License-Identifier: GPL-3.0-or-later
//! `xanthos train policy`: the network that proposes moves.

use super::pace::{Keeping, Pace, Usual};
use crate::arguments::at_least_one;
use anyhow::bail;
use clap::Args;
use journal::StopFlag;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::ExitCode;
use train::nnue::Config;
use train::policy::{self, Games, Marks, Progress, usual_course};
use train::positions::{Format, Source};

/// This network.
#[derive(Debug)]
struct Policy;

impl Usual for Policy {
    fn course() -> Config {
        usual_course()
    }
}

/// Arguments of `train policy`.
#[derive(Debug, Args)]
pub struct PolicyArgs {
    /// Files of games with the moves played; one game in 16 is held out
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// The policy to write
    #[arg(short, long, default_value = "policy.xpn")]
    output: PathBuf,
    #[command(flatten)]
    keeping: Keeping,
    /// Begin with the weights of another policy
    #[arg(long, value_name = "POLICY")]
    start: Option<PathBuf>,
    /// Rounds through all positions
    #[arg(long, default_value_t = usual_course().superbatches)]
    epochs: u64,
    #[command(flatten)]
    pace: Pace<Policy>,
    /// Most positions taken from each file
    #[arg(long, default_value_t = usize::MAX, hide_default_value = true)]
    limit: usize,
    /// Held-out positions to be examined on, at most
    #[arg(long, default_value_t = 100_000)]
    held_out: usize,
    /// Threads; the outcome does not depend on them
    #[arg(short, long, default_value_t = 1, value_parser = at_least_one)]
    threads: usize,
}

/// Trains; a line a round on standard output.
pub fn run(args: &PolicyArgs) -> anyhow::Result<ExitCode> {
    let mut files = Vec::new();
    for path in &args.games {
        let format = Format::guess(path)?;
        if !format.has_games() {
            bail!("{} holds positions without the moves played", path.display());
        }
        files.push(Source { path: path.clone(), format, limit: args.limit, every: 1 });
    }
    let games = Games { files, held_out: args.held_out, note: args.keeping.note.clone() };
    let course = Config {
        superbatches: args.epochs,
        threads: args.threads,
        start: args.start.clone(),
        ..args.pace.set(args.keeping.config(&args.output)?)
    };
    let stop = StopFlag::new();
    journal::interrupt::listen(&stop, "stopping after this step; once more to leave at once");
    let report = policy::run(&course, &games, &mut |progress| {
        show(progress);
        if stop.is_raised() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    super::tell_ending(report.ending, &course, Some(&args.output))
}

fn show(progress: Progress) {
    match progress {
        Progress::Data { training, held_out } => {
            println!("{training} positions to learn from, {held_out} of other games held out");
        }
        Progress::Resumed(steps) => println!("going on after {steps} steps"),
        Progress::Step { step, of, loss, speed } if step % 200 == 0 => {
            eprintln!("step {step}/{of} loss {loss:.4} {speed:.0} positions/s");
        }
        Progress::Step { .. } => {}
        Progress::Epoch { number, of, training, held_out, quantised, speed } => {
            let [first, five] = Marks::accuracy(&quantised).map(|share| 100.0 * share);
            println!(
                "epoch {number}/{of} loss {training:.4} held out {:.4} quantised {:.4}, first \
                 choice {first:.2} %, among five {five:.2} %, {speed:.0} positions/s",
                held_out.loss(),
                quantised.loss(),
            );
        }
    }
}
