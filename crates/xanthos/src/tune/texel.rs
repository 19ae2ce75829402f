// SPDX-License-Identifier: GPL-3.0-or-later
//! `xanthos tune texel`

use crate::arguments::{SourceWord, at_least_one, beside, positive, share};
use anyhow::{Context, bail};
use clap::Args;
use eval::classical::Weights;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use journal::StopFlag;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use train::texel::{self, Config, Ending, Progress};

/// Arguments of `tune texel`.
#[derive(Debug, Args)]
pub struct TexelArgs {
    /// Positions: games:FILE or lines:FILE, then perhaps :LIMIT, then perhaps :EVERY
    #[arg(required = true, value_name = "SOURCE")]
    sources: Vec<SourceWord>,
    /// The weights file to write after every epoch
    #[arg(short, long, default_value = "weights.rs")]
    output: PathBuf,
    /// Where the state of the run is kept [default: OUTPUT.checkpoint]
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// Where the loss is drawn [default: OUTPUT.svg]
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
    /// A weights file to start from [default: the weights compiled in]
    #[arg(long, value_name = "FILE")]
    start: Option<PathBuf>,
    /// Go on from the checkpoint, if there is one
    #[arg(long, conflicts_with = "fresh")]
    resume: bool,
    /// Begin anew even if there is a checkpoint
    #[arg(long)]
    fresh: bool,
    /// Rounds through all positions
    #[arg(long, default_value_t = 20)]
    epochs: usize,
    /// Positions for each step
    #[arg(long, default_value_t = 16_384, value_parser = at_least_one)]
    batch: usize,
    /// Learning rate in centipawns at the beginning
    #[arg(long, default_value_t = 1.0, value_parser = positive)]
    rate: f64,
    /// Learning rate at the end
    #[arg(long, default_value_t = 0.02, value_parser = positive)]
    last_rate: f64,
    /// How much weights shrink where nothing speaks for them
    #[arg(long, default_value_t = 1e-4, value_parser = share)]
    decay: f64,
    /// How much of a target is the game's result, from 0 (scores only) to 1 (results only)
    #[arg(long, default_value_t = 0.5, value_parser = share)]
    blend: f64,
    /// Width of the sigmoid in centipawns [default: fitted to the results]
    #[arg(long, value_parser = positive)]
    width: Option<f64>,
    /// Threads; the outcome does not depend on them
    #[arg(short, long, default_value_t = 1, value_parser = at_least_one)]
    threads: usize,
    /// Order of the positions
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Tunes; what is worth keeping is said on standard output, a line an epoch.
pub fn run(args: &TexelArgs) -> anyhow::Result<ExitCode> {
    let checkpoint = args.checkpoint.clone().unwrap_or_else(|| beside(&args.output, ".checkpoint"));
    if checkpoint.exists() && !args.resume && !args.fresh {
        bail!(
            "{} is there from an earlier run: --resume goes on from it, --fresh starts again",
            checkpoint.display()
        );
    }
    let config = Config {
        sources: args.sources.iter().map(|source| source.0.clone()).collect(),
        start: match &args.start {
            Some(path) => weights_of(path)?,
            None => Weights::default(),
        },
        output: Some(args.output.clone()),
        checkpoint: Some(checkpoint.clone()),
        resume: args.resume,
        plot: Some(args.plot.clone().unwrap_or_else(|| beside(&args.output, ".svg"))),
        epochs: args.epochs,
        batch: args.batch,
        rate: args.rate,
        last_rate: args.last_rate,
        decay: args.decay,
        blend: args.blend,
        width: args.width,
        threads: args.threads,
        seed: args.seed,
    };
    let stop = StopFlag::new();
    journal::interrupt::listen(&stop, "stopping after this step; once more to leave at once");
    let mut display = Display::new(args.epochs);
    let report = texel::run(&config, &mut |progress| {
        display.show(progress);
        if stop.is_raised() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    drop(display);
    match report.ending {
        Ending::Complete => {
            let best = report.losses.iter().enumerate().min_by(|a, b| a.1.1.total_cmp(&b.1.1));
            if let Some((epoch, (_, loss))) = best {
                say!("lowest validation loss {loss:.6} after epoch {}", epoch + 1);
            }
            say!("weights: {}", args.output.display());
            Ok(ExitCode::SUCCESS)
        }
        Ending::BrokenOff => {
            if checkpoint.exists() {
                complain!(
                    "state saved in {}: the same command with --resume goes on",
                    checkpoint.display()
                );
            }
            Ok(ExitCode::from(journal::interrupt::EXIT_CODE))
        }
    }
}

fn weights_of(path: &Path) -> anyhow::Result<Weights> {
    let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
    Weights::parse(&text).with_context(|| path.display().to_string())
}

/// What is seen while it runs: a bar on a terminal's standard error, and a line
/// an epoch on standard output.
struct Display {
    bar: ProgressBar,
    epochs: usize,
    /// Where this run began, in batches: the time left is told from there.
    begun: Option<u64>,
}

impl Display {
    fn new(epochs: usize) -> Display {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
        if let Ok(style) = ProgressStyle::with_template("{msg} {spinner} {elapsed}") {
            bar.set_style(style);
        }
        Display { bar, epochs, begun: None }
    }

    fn say(&self, line: &str) {
        self.bar.suspend(|| say!("{line}"));
    }

    fn show(&mut self, progress: Progress) {
        match progress {
            Progress::Reading(positions) => {
                self.bar.set_message(format!("reading: {positions} positions"));
                self.bar.tick();
            }
            Progress::Loaded { training, validation, time } => {
                let seconds = time.as_secs_f64();
                self.say(&format!(
                    "{training} training positions, {validation} validation positions ({seconds:.1} s)"
                ));
            }
            Progress::Width(width) => self.say(&format!("width of the sigmoid: {width:.1} cp")),
            Progress::Resumed { epoch, batch } => {
                self.say(&format!("resumed after {epoch} epochs and {batch} batches"));
            }
            Progress::Batch { epoch, batch, batches, training } => {
                let done = (epoch * batches + batch) as u64;
                if self.begun.is_none() {
                    self.begun = Some(done - 1);
                    let style = "{msg} [{bar:30}] {pos}/{len} batches, {eta} left";
                    if let Ok(style) = ProgressStyle::with_template(style) {
                        self.bar.set_style(style.progress_chars("=> "));
                    }
                    self.bar.set_length((self.epochs * batches) as u64);
                    self.bar.set_position(done - 1);
                    self.bar.reset_eta();
                }
                let epoch = epoch + 1;
                self.bar.set_message(format!("epoch {epoch}/{}, loss {training:.6}", self.epochs));
                self.bar.set_position(done);
            }
            Progress::Epoch { epoch, training, validation, time } => self.say(&format!(
                "epoch {epoch}/{} loss {training:.6} validation {validation:.6} ({:.1} s)",
                self.epochs,
                time.as_secs_f64()
            )),
        }
    }
}

impl Drop for Display {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
