// SPDX-License-Identifier: GPL-3.0-or-later
//! `xanthos tune spsa`

use super::games::GameArgs;
use anyhow::{anyhow, bail};
use clap::Args;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use journal::StopFlag;
use std::path::PathBuf;
use std::process::ExitCode;
use train::spsa::{self, Games, Parameter, Plan, Record, Step};

/// Arguments of `tune spsa`.
#[derive(Debug, Args)]
pub struct SpsaArgs {
    #[command(flatten)]
    games: GameArgs,
    /// An option to tune: NAME,START,MIN,MAX,C_END and perhaps ,R_END (as often as wanted)
    #[arg(short, long, value_name = "PARAMETER", value_parser = parameter)]
    param: Vec<Parameter>,
    /// Options to tune, in a TOML file
    #[arg(short, long)]
    file: Option<PathBuf>,
    /// Iterations in all
    #[arg(short, long, default_value_t = 1_000)]
    iterations: usize,
    /// Exponent with which steps shrink
    #[arg(long, default_value_t = 0.602)]
    alpha: f64,
    /// Exponent with which the distance of the two engines shrinks
    #[arg(long, default_value_t = 0.101)]
    gamma: f64,
    /// What keeps the first steps small, as a part of all iterations
    #[arg(long, default_value_t = 0.1)]
    stability: f64,
    /// The record of the run, a line an iteration; the plot is beside it
    #[arg(long, default_value = "spsa.course", value_name = "FILE")]
    output: PathBuf,
    /// Go on from the record, if there is one
    #[arg(long, conflicts_with = "fresh")]
    resume: bool,
    /// Begin anew even if there is a record
    #[arg(long)]
    fresh: bool,
}

fn parameter(text: &str) -> Result<Parameter, String> {
    Parameter::read(text).map_err(|error| error.to_string())
}

/// Tunes; what is worth keeping is said on standard output.
pub fn run(args: &SpsaArgs) -> anyhow::Result<ExitCode> {
    let mut parameters = match &args.file {
        Some(path) => spsa::read_file(path)?,
        None => Vec::new(),
    };
    parameters.extend(args.param.iter().cloned());
    let plan = Plan {
        iterations: args.iterations,
        alpha: args.alpha,
        gamma: args.gamma,
        stability: args.stability,
        seed: args.games.seed,
        ..Plan::new(spsa::together(parameters)?)
    };
    if args.output.exists() && !args.resume && !args.fresh {
        bail!(
            "{} is there from an earlier run: --resume goes on from it, --fresh starts again",
            args.output.display()
        );
    }
    let conditions = args.games.conditions()?;
    let stop = StopFlag::new();
    journal::interrupt::listen(
        &stop,
        "stopping: this iteration is dropped, the others are kept; once more to leave at once",
    );
    let games = Games::new(plan.parameters.clone(), &conditions, args.games.pairs, &stop);
    let display = Display::new(&plan);
    let record = Record { path: args.output.clone(), resume: args.resume };
    let report = spsa::run(
        &plan,
        Some(&record),
        &mut |trial| games.play(trial, &mut |text| display.warn(text)),
        &mut |step| display.show(&step),
    )?;
    drop(display);
    let plot = args.output.with_extension("svg");
    spsa::draw(&plan.parameters, &report.course, &plot).map_err(|reason| anyhow!("{reason}"))?;
    say!("after {} of {} iterations:", report.done, plan.iterations);
    for (parameter, value) in plan.parameters.iter().zip(&report.values) {
        let Parameter { name, start, .. } = parameter;
        say!("setoption name {name} value {:.0}   (at {value:.2}, from {start})", value.round());
    }
    if report.done < plan.iterations {
        let record = args.output.display();
        complain!("state saved in {record}: the same command with --resume goes on");
        return Ok(ExitCode::from(journal::interrupt::EXIT_CODE));
    }
    Ok(ExitCode::SUCCESS)
}

/// What is seen while it runs.
struct Display<'a> {
    bar: ProgressBar,
    plan: &'a Plan,
}

impl Display<'_> {
    fn new(plan: &Plan) -> Display<'_> {
        let target = ProgressDrawTarget::stderr();
        let bar = ProgressBar::with_draw_target(Some(plan.iterations as u64), target);
        let style = "{msg} [{bar:30}] {pos}/{len} iterations, {eta} left";
        if let Ok(style) = ProgressStyle::with_template(style) {
            bar.set_style(style.progress_chars("=> "));
        }
        Display { bar, plan }
    }

    fn warn(&self, text: &str) {
        self.bar.suspend(|| complain!("warning: {text}"));
    }

    fn show(&self, step: &Step<'_>) {
        self.bar.set_position(step.done as u64);
        if step.recorded {
            self.bar.reset_eta();
            return;
        }
        let named = self.plan.parameters.iter().zip(step.values);
        let values: Vec<String> =
            named.map(|(p, value)| format!("{} {value:.2}", p.name)).collect();
        let values = values.join(", ");
        self.bar.set_message(values.chars().take(60).collect::<String>());
        let all = self.plan.iterations;
        let line = format!("iteration {}/{all} score {:+.2}: {values}", step.done, step.score);
        self.bar.suspend(|| say!("{line}"));
    }
}

impl Drop for Display<'_> {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
