// SPDX-License-Identifier: GPL-3.0-or-later
//! `xanthos tune spsa`

use anyhow::{anyhow, bail};
use arena::options::{Request, TournamentConfig};
use clap::Args;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use journal::StopFlag;
use std::path::PathBuf;
use std::process::ExitCode;
use train::spsa::{self, Games, Parameter, Plan, Record, Step};

/// Arguments of `tune spsa`.
#[derive(Debug, Args)]
pub struct SpsaArgs {
    /// The engine, a program that speaks UCI
    #[arg(short, long, value_name = "PROGRAM")]
    engine: String,
    /// An option to tune: NAME,START,MIN,MAX,C_END and perhaps ,R_END (as often as wanted)
    #[arg(short, long, value_name = "PARAMETER", value_parser = parameter)]
    param: Vec<Parameter>,
    /// Options to tune, in a TOML file
    #[arg(short, long)]
    file: Option<PathBuf>,
    /// Time control of the games, as in 'xanthos match': 1+0.01, 40/4
    #[arg(long, value_name = "TC", required_unless_present = "nodes")]
    tc: Option<String>,
    /// Nodes a move, instead of a clock or besides
    #[arg(long)]
    nodes: Option<u64>,
    /// An option that stays as it is, NAME=VALUE (as often as wanted)
    #[arg(short, long, value_name = "NAME=VALUE")]
    option: Vec<String>,
    /// Openings, EPD or PGN [default: the start position]
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Iterations in all
    #[arg(short, long, default_value_t = 1_000)]
    iterations: usize,
    /// Pairs of games in an iteration
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pairs: u32,
    /// Games at the same time
    #[arg(short, long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    concurrency: u16,
    /// Seed of moves and openings
    #[arg(long, default_value_t = 1)]
    seed: u64,
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
    /// Further options of 'xanthos match'
    #[arg(last = true, value_name = "MATCH OPTIONS")]
    conditions: Vec<String>,
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
        seed: args.seed,
        ..Plan::new(spsa::together(parameters)?)
    };
    if args.output.exists() && !args.resume && !args.fresh {
        bail!(
            "{} is there from an earlier run: --resume goes on from it, --fresh starts again",
            args.output.display()
        );
    }
    let conditions = conditions(args)?;
    let stop = StopFlag::new();
    journal::interrupt::listen(
        &stop,
        "stopping: this iteration is dropped, the others are kept; once more to leave at once",
    );
    let games = Games::new(plan.parameters.clone(), &conditions, args.pairs, &stop);
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
    println!("after {} of {} iterations:", report.done, plan.iterations);
    for (parameter, value) in plan.parameters.iter().zip(&report.values) {
        let Parameter { name, start, .. } = parameter;
        println!(
            "setoption name {name} value {:.0}   (at {value:.2}, from {start})",
            value.round()
        );
    }
    if report.done < plan.iterations {
        let record = args.output.display();
        eprintln!("state saved in {record}: the same command with --resume goes on");
        return Ok(ExitCode::from(journal::interrupt::EXIT_CODE));
    }
    Ok(ExitCode::SUCCESS)
}

/// The conditions of the games, in the words of a match.
fn conditions(args: &SpsaArgs) -> anyhow::Result<TournamentConfig> {
    let mut words: Vec<String> = Vec::new();
    for name in ["plus", "minus"] {
        let engine = ["-engine".into(), format!("cmd={}", args.engine), format!("name={name}")];
        words.extend(engine);
    }
    words.push("-each".into());
    words.extend(args.tc.iter().map(|tc| format!("tc={tc}")));
    if args.tc.is_none() {
        words.push("tc=inf".into());
    }
    words.extend(args.nodes.iter().map(|nodes| format!("nodes={nodes}")));
    words.extend(args.option.iter().map(|option| format!("option.{option}")));
    if let Some(openings) = &args.openings {
        words.extend(["-openings".into(), format!("file={}", openings.display())]);
        words.push("order=random".into());
    }
    let more =
        [("-rounds", args.pairs.to_string()), ("-concurrency", args.concurrency.to_string())];
    for (name, value) in more {
        words.extend([name.to_owned(), value]);
    }
    words.extend(["-repeat".into(), "-srand".into(), args.seed.to_string()]);
    words.extend(args.conditions.iter().cloned());
    match arena::options::parse(words)? {
        Request::Run { config, warnings } => {
            // Tuning may begin at the initial position: the options make games differ.
            let told = warnings.iter().filter(|warning| !warning.starts_with("no opening book"));
            told.for_each(|warning| eprintln!("warning: {warning}"));
            Ok(*config)
        }
        _ => bail!("only options that describe games may stand behind '--'"),
    }
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
        self.bar.suspend(|| eprintln!("warning: {text}"));
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
        self.bar.suspend(|| println!("{line}"));
    }
}

impl Drop for Display<'_> {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
