// SPDX-License-Identifier: GPL-3.0-or-later
//! `xanthos tune screen`

use clap::Args;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use journal::StopFlag;
use std::path::PathBuf;
use std::process::ExitCode;

use super::games::GameArgs;
use train::screen::{self, Choice, Plan, Report};
use train::spsa::{Games, Parameter};

/// Arguments of `tune screen`.
#[derive(Debug, Args)]
pub struct ScreenArgs {
    #[command(flatten)]
    games: GameArgs,
    /// A change to try: OPTION=OLD..NEW, perhaps several with commas, perhaps NAME: before them (as
    /// often as wanted)
    #[arg(long, value_name = "CHANGE", value_parser = choice)]
    change: Vec<Choice>,
    /// Changes to try, one on each line of a file
    #[arg(short, long)]
    file: Option<PathBuf>,
    /// Trials in all
    #[arg(short, long, default_value_t = 1_000)]
    trials: usize,
    /// The record of the run; the same command goes on from it
    #[arg(long, default_value = "screen.record", value_name = "FILE")]
    output: PathBuf,
}

fn choice(text: &str) -> Result<Choice, String> {
    Choice::read(text).map_err(|error| error.to_string())
}

/// Plays; the table of changes is said on standard output.
pub fn run(args: &ScreenArgs) -> anyhow::Result<ExitCode> {
    let mut choices = match &args.file {
        Some(path) => screen::read_file(path)?,
        None => Vec::new(),
    };
    choices.extend(args.change.iter().cloned());
    let plan = Plan {
        trials: args.trials,
        pairs: args.games.pairs,
        seed: args.games.seed,
        ..Plan::new(choices)?
    };
    let conditions = args.games.conditions()?;
    let stop = StopFlag::new();
    journal::interrupt::listen(
        &stop,
        "stopping: this trial is dropped, the others are kept; once more to leave at once",
    );
    let games = Games::new(options(&plan), &conditions, args.games.pairs, &stop);
    let bar = ProgressBar::with_draw_target(Some(plan.trials as u64), ProgressDrawTarget::stderr());
    if let Ok(style) = ProgressStyle::with_template("[{bar:30}] {pos}/{len} trials, {eta} left") {
        bar.set_style(style.progress_chars("=> "));
    }
    let report = screen::run(
        &plan,
        Some(&args.output),
        &mut |trial| games.play(trial, &mut |text| bar.suspend(|| complain!("warning: {text}"))),
        &mut |step| {
            bar.set_position(step.done as u64);
            if step.recorded {
                bar.reset_eta();
            }
        },
    )?;
    bar.finish_and_clear();
    print(&plan, &report);
    if report.done < plan.trials {
        complain!("state saved in {}: the same command goes on", args.output.display());
        return Ok(ExitCode::from(journal::interrupt::EXIT_CODE));
    }
    Ok(ExitCode::SUCCESS)
}

/// All options that the changes set, in their order. Of a parameter the arena wants only its name.
fn options(plan: &Plan) -> Vec<Parameter> {
    let settings = plan.choices.iter().flat_map(|choice| &choice.settings);
    settings
        .map(|setting| Parameter {
            name: setting.option.clone(),
            start: setting.old as f64,
            min: setting.old.min(setting.new) as f64,
            max: setting.old.max(setting.new) as f64,
            c_end: 1.0,
            r_end: 1.0,
        })
        .collect()
}

/// The table, the best change first.
fn print(plan: &Plan, report: &Report) {
    say!("{} of {} trials, {} games", report.done, plan.trials, report.games);
    if report.effects.is_empty() {
        say!("too few trials to tell {} changes apart", plan.choices.len());
        return;
    }
    let mut rows: Vec<_> = plan.choices.iter().zip(&report.effects).collect();
    rows.sort_by(|(_, a), (_, b)| b.elo.total_cmp(&a.elo));
    let width = rows.iter().map(|(choice, _)| choice.name.chars().count()).max().unwrap_or(0);
    for (choice, effect) in rows {
        say!("{:width$}  {:+6.1} +/- {:.1}", choice.name, effect.elo, effect.error);
    }
}
