// SPDX-License-Identifier: GPL-3.0-or-later
//! `xanthos train`: networks.

mod cnn;
mod display;
mod nnue;
mod policy;
mod settings;

use clap::{Args, Subcommand};
use display::Display;
use journal::StopFlag;
use settings::Outputs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use train::trainer::{Config, Ending, Progress, Report, TrainError};

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
a plot of the losses (.svg) beside it. The net depends on the samples, the settings and the \
seed, not on the number of threads.

Exit codes: 0 done, 1 something failed, 2 the arguments are wrong, 130 interrupted.")]
    Nnue(Box<nnue::NnueArgs>),
    /// Train a convolutional network on a shuffled file of samples
    #[command(after_help = "\
Examples:
  xanthos train cnn train.xts --validation validation.xts -o net.xcn --layers 3 --filters 16
  xanthos train cnn train.xts -o net.xcn --resume         after Ctrl-C, to the same net
  xanthos 'setoption name Evaluation value cnn' 'setoption name EvalFile value net.xcn' eval quit

Fourteen planes, 3x3 convolutions, 64 neurons, one sigmoid. Samples come from 'xanthos data': \
any UCI engine can label them ('xanthos data relabel --teacher stockfish'). Records, checkpoints \
and plots are those of 'train nnue'.

Exit codes: 0 done, 1 something failed, 2 the arguments are wrong, 130 interrupted.")]
    Cnn(Box<cnn::CnnArgs>),
    /// Train the network that proposes moves to the Monte-Carlo tree search, on games
    #[command(after_help = "\
Examples:
  xanthos train policy games.vf.zst -o policy.xpn --epochs 10
  xanthos train policy games.vf.zst -o policy.xpn --resume   after Ctrl-C, to the same policy

After every epoch the policy is written, with its training record (.toml), its checkpoint and a \
plot of the losses (.svg) beside it. Positions are kept in memory, about 130 bytes each.

Exit codes: 0 done, 1 something failed, 2 the arguments are wrong, 130 interrupted.")]
    Policy(Box<policy::PolicyArgs>),
}

/// Files of a run.
#[derive(Debug, Args)]
struct Files {
    /// Training samples, shuffled
    training: PathBuf,
    /// Validation samples
    #[arg(long, value_name = "FILE")]
    validation: Option<PathBuf>,
    #[command(flatten)]
    outputs: Outputs,
    /// Start with the weights of another run's checkpoint, or of a finished net (--shape multi)
    #[arg(long, value_name = "FILE")]
    start: Option<PathBuf>,
}

impl Files {
    /// The settings of files.
    fn config(&self, output: &Path) -> anyhow::Result<Config> {
        Ok(Config {
            training: self.training.clone(),
            validation: self.validation.clone(),
            start: self.start.clone(),
            ..self.outputs.config(output)?
        })
    }
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

/// Trains; a line a superbatch on standard output.
pub fn run(args: &TrainArgs) -> anyhow::Result<ExitCode> {
    match &args.what {
        Net::Nnue(args) => nnue::run(args),
        Net::Cnn(args) => cnn::run(args),
        Net::Policy(args) => policy::run(args),
    }
}

/// Shows a run and lets Ctrl-C interrupt it. `net` is what it writes.
fn watch(
    config: &Config,
    net: Option<&Path>,
    run: impl FnOnce(&mut dyn FnMut(Progress) -> ControlFlow<()>) -> Result<Report, TrainError>,
) -> anyhow::Result<ExitCode> {
    let stop = StopFlag::new();
    journal::interrupt::listen(&stop, "stopping after this step; once more to leave at once");
    let display = Display::new();
    let report = run(&mut |progress| {
        display.show(progress);
        if stop.is_raised() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    drop(display);
    report_ending(report.ending, config, net)
}

/// Says where the net or the checkpoint is.
fn report_ending(ending: Ending, config: &Config, net: Option<&Path>) -> anyhow::Result<ExitCode> {
    match ending {
        Ending::Complete => {
            if let Some(net) = net {
                say!("net: {}", net.display());
            }
            Ok(ExitCode::SUCCESS)
        }
        Ending::Interrupted => {
            if let Some(checkpoint) = &config.checkpoint {
                complain!(
                    "state saved in {}: the same command with --resume goes on",
                    checkpoint.display()
                );
            }
            Ok(ExitCode::from(journal::interrupt::EXIT_CODE))
        }
    }
}
