// SPDX-License-Identifier: GPL-3.0-or-later
//! `xanthos train`: networks.

mod policy;

use crate::arguments::{at_least_one, beside};
use anyhow::bail;
use arena::StopFlag;
use clap::{Args, Subcommand};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::ExitCode;
use train::nnue::{self, Config, Ending, Progress, Shape};

/// Arguments of `train`.
#[derive(Debug, Args)]
pub struct TrainArgs {
    #[command(subcommand)]
    what: Net,
}

#[derive(Debug, Subcommand)]
enum Net {
    /// Train the network of the evaluation on a shuffled file of samples
    #[command(after_help = "\
Examples:
  xanthos train nnue train.xts --validation validation.xts -o net.xnn --threads 2
  xanthos train nnue train.xts -o net.xnn --resume        after Ctrl-C, to the same net

After every superbatch the net is written, with its training record (.toml), its checkpoint and \
a plot of the losses (.svg) beside it. The net that comes out depends on the samples, the \
settings and the seed, not on the number of threads.

Exit codes: 0 done, 1 something failed, 2 the arguments are wrong, 130 interrupted.")]
    Nnue(Box<NnueArgs>),
    /// Train the network that proposes moves to the Monte-Carlo tree search, on games
    #[command(after_help = "\
Examples:
  xanthos train policy games.vf.zst -o policy.xpn --epochs 10

After every round the policy is written, with its training record (.toml) and a plot of the \
losses (.svg) beside it. Positions are kept in memory, about 130 bytes each.

Exit codes: 0 done, 1 something failed, 2 the arguments are wrong, 130 interrupted.")]
    Policy(Box<policy::PolicyArgs>),
}

/// Arguments of `train nnue`.
#[derive(Debug, Args)]
struct NnueArgs {
    /// Samples to learn from, shuffled
    training: PathBuf,
    /// Samples to be examined on
    #[arg(long, value_name = "FILE")]
    validation: Option<PathBuf>,
    /// The net to write
    #[arg(short, long, default_value = "net.xnn")]
    output: PathBuf,
    /// Where the state of the run is kept [default: OUTPUT.checkpoint]
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// Where the losses are drawn [default: OUTPUT.svg]
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
    /// Where the positions come from and who labelled them, for the net's record
    #[arg(long, default_value = "")]
    note: String,
    /// Begin with the weights of another run's checkpoint
    #[arg(long, value_name = "CHECKPOINT")]
    start: Option<PathBuf>,
    /// Go on from the checkpoint, if there is one
    #[arg(long, conflicts_with = "fresh")]
    resume: bool,
    /// Begin anew even if there is a checkpoint
    #[arg(long)]
    fresh: bool,
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

fn positive(text: &str) -> Result<f32, String> {
    match text.parse::<f32>() {
        Ok(number) if number > 0.0 && number.is_finite() => Ok(number),
        _ => Err("a number above 0 is wanted".into()),
    }
}

fn share(text: &str) -> Result<f32, String> {
    match text.parse::<f32>() {
        Ok(number) if (0.0..=1.0).contains(&number) => Ok(number),
        _ => Err("a number from 0 to 1 is wanted".into()),
    }
}

fn power(text: &str) -> Result<f32, String> {
    match text.parse::<f32>() {
        Ok(number) if (1.0..=8.0).contains(&number) => Ok(number),
        _ => Err("a number from 1 to 8 is wanted".into()),
    }
}

/// Trains; what is worth keeping is said on standard output, a line a superbatch.
pub fn run(args: &TrainArgs) -> anyhow::Result<ExitCode> {
    let args = match &args.what {
        Net::Nnue(args) => args,
        Net::Policy(args) => return policy::run(args),
    };
    let checkpoint = args.checkpoint.clone().unwrap_or_else(|| beside(&args.output, ".checkpoint"));
    if checkpoint.exists() && !args.resume && !args.fresh {
        bail!(
            "{} is there from an earlier run: --resume goes on from it, --fresh begins anew",
            checkpoint.display()
        );
    }
    let buckets = !args.plain;
    let config = Config {
        training: args.training.clone(),
        validation: args.validation.clone(),
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
        output: Some(args.output.clone()),
        start: args.start.clone(),
        checkpoint: Some(checkpoint.clone()),
        resume: args.resume,
        plot: Some(args.plot.clone().unwrap_or_else(|| beside(&args.output, ".svg"))),
    };
    if config.shape != Shape::default() {
        eprintln!("note: the engine reads nets of its own shape only, so none will be written");
    }
    let stop = StopFlag::new();
    arena::interrupt::listen(&stop, "stopping after this step; once more to leave at once");
    let face = Face::new();
    let report = nnue::run(&config, &args.note, &mut |progress| {
        face.show(progress);
        if stop.is_cancelled() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    drop(face);
    match report.ending {
        Ending::Complete => {
            if config.shape == Shape::default() {
                println!("net: {}", args.output.display());
            }
            Ok(ExitCode::SUCCESS)
        }
        Ending::BrokenOff => {
            eprintln!("kept in {}: the same command with --resume goes on", checkpoint.display());
            Ok(ExitCode::from(arena::interrupt::EXIT_CODE))
        }
    }
}

/// What is seen while it runs: a bar on a terminal's standard error, and a line a
/// superbatch on standard output.
struct Face {
    bar: ProgressBar,
}

impl Face {
    fn new() -> Face {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
        if let Ok(style) =
            ProgressStyle::with_template("[{bar:30}] {pos}/{len} steps, {msg}, {eta} left")
        {
            bar.set_style(style.progress_chars("=> "));
        }
        Face { bar }
    }

    fn say(&self, line: &str) {
        self.bar.suspend(|| println!("{line}"));
    }

    fn show(&self, progress: Progress) {
        match progress {
            Progress::Data { training, validation, width } => self.say(&format!(
                "{training} positions to learn from, {validation} held out; \
                 width of the sigmoid {width:.1} cp"
            )),
            Progress::Resumed(steps) => {
                self.say(&format!("going on after {steps} steps"));
                self.bar.set_position(steps);
                self.bar.reset_eta();
            }
            Progress::Step { step, of, loss, speed } => {
                self.bar.set_length(of);
                self.bar.set_message(format!("loss {loss:.6}, {speed:.0} positions/s"));
                self.bar.set_position(step);
            }
            Progress::Superbatch { number, of, training, validation, rate, speed, agreement } => {
                self.say(&format!(
                    "superbatch {number}/{of} loss {training:.6} validation {validation:.6} \
                     rate {rate:.6} {speed:.0} positions/s, quantised: mean {:.2} cp, \
                     largest {:.1} cp apart, loss {:+.6}",
                    agreement.mean,
                    agreement.largest,
                    agreement.quantised_loss - agreement.trained_loss
                ));
            }
        }
    }
}

impl Drop for Face {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
