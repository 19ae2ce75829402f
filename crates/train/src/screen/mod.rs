// SPDX-License-Identifier: GPL-3.0-or-later
//! Which of many changes are good? All of them at once, by games.
//!
//! ```
//! use xanthos_train::screen::{self, Choice, Plan};
//!
//! // Instead of games, two changes whose worth is known: +40 and -20 Elo.
//! let choices = vec![Choice::read("null_base=4..5")?, Choice::read("worse:a=0..1,b=9..-3")?];
//! let plan = Plan { trials: 4_000, ..Plan::new(choices)? };
//! let report = screen::run(&plan, None, &mut |trial| {
//!     let elo = |values: &[i64]| {
//!         40.0 * f64::from(values[0] == 5) - 20.0 * f64::from(values[1] == 1)
//!     };
//!     Ok(Some((elo(trial.plus) - elo(trial.minus)) / 100.0))
//! }, &mut |_| {})?;
//! assert!(report.effects[0].elo > 0.0 && report.effects[1].elo < 0.0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! In each trial one engine plays with a random half of the changes, the other with the other
//! half. A change is on one side in every game, so every game tells something about
//! every change: with *n* games each of them is known as well as by *n* games of its own,
//! but for the noise that the others add. A linear fit of the results gives the Elo of each, as
//! long as changes do not depend on each other; what they are worth together has to be
//! seen in a match of its own.

mod choice;
mod fit;
mod record;

use journal::AppendError;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::SplitMix64;
use std::path::PathBuf;

pub use choice::{Choice, ChoiceError, read_file, together};
pub use fit::Effect;

use crate::spsa::{GamesError, Trial};
use record::Record;

/// What to compare and for how long.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The changes.
    pub choices: Vec<Choice>,
    /// Trials in all.
    pub trials: usize,
    /// Pairs of games in each.
    pub pairs: u32,
    /// Seed of everything random but the games.
    pub seed: u64,
}

impl Plan {
    /// A thousand pairs.
    ///
    /// # Errors
    /// When there is no change, or two of them set the same option.
    pub fn new(choices: Vec<Choice>) -> Result<Plan, ChoiceError> {
        Ok(Plan { choices: together(choices)?, trials: 1_000, pairs: 1, seed: 1 })
    }

    /// Which changes the first engine has in a trial; the second has the others. This depends
    /// on the seed and the trial alone, so that a resumed run goes on as it would have.
    fn drawn(&self, trial: usize) -> Vec<bool> {
        let mixed = self.seed ^ (trial as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mut random = SplitMix64::seed_from_u64(mixed);
        self.choices.iter().map(|_| random.random()).collect()
    }

    /// The values of all options for an engine with these changes.
    fn values(&self, changed: impl Fn(usize) -> bool) -> Vec<i64> {
        let each = self.choices.iter().enumerate();
        each.flat_map(|(i, choice)| {
            let new = changed(i);
            choice.settings.iter().map(move |setting| if new { setting.new } else { setting.old })
        })
        .collect()
    }
}

/// A trial is done.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// Trials done.
    pub done: usize,
    /// Wins less losses of the first engine, for each pair of games.
    pub score: f64,
    /// Whether it comes from the record of an earlier run.
    pub recorded: bool,
}

/// What came of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// What each change is worth, in the order of the plan. None before there are more trials
    /// than changes.
    pub effects: Vec<Effect>,
    /// Trials done.
    pub done: usize,
    /// Games played.
    pub games: u64,
}

/// Why it ended early.
#[derive(Debug, thiserror::Error)]
pub enum ScreenError {
    /// The games could not be played.
    #[error(transparent)]
    Games(#[from] GamesError),
    /// The record could not be written.
    #[error(transparent)]
    Append(#[from] AppendError),
    /// The record could not be read, or is of another run.
    #[error("{}: {reason}", path.display())]
    Record {
        /// Which file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
}

/// Plays all trials. `play` gives wins less losses of `plus` for each pair of games, or `None`
/// to break off; such a trial is played again when the run goes on from its record.
///
/// # Errors
/// When games cannot be played, or the record is not one of this run.
pub fn run(
    plan: &Plan,
    record: Option<&std::path::Path>,
    play: &mut dyn FnMut(&Trial<'_>) -> Result<Option<f64>, GamesError>,
    progress: &mut dyn FnMut(Step),
) -> Result<Report, ScreenError> {
    let (mut file, mut scores) = match record {
        Some(path) => {
            let (file, scores) = Record::open(path, plan)?;
            (Some(file), scores)
        }
        None => (None, Vec::new()),
    };
    for (i, &score) in scores.iter().enumerate() {
        progress(Step { done: i + 1, score, recorded: true });
    }
    for iteration in scores.len()..plan.trials {
        let drawn = plan.drawn(iteration);
        let (plus, minus) = (plan.values(|i| drawn[i]), plan.values(|i| !drawn[i]));
        let trial = Trial { iteration, plus: &plus, minus: &minus };
        let Some(score) = play(&trial)? else { break };
        if let Some(file) = &mut file {
            file.note(iteration, score)?;
        }
        scores.push(score);
        progress(Step { done: iteration + 1, score, recorded: false });
    }
    let rows: Vec<Vec<bool>> = (0..scores.len()).map(|trial| plan.drawn(trial)).collect();
    Ok(Report {
        effects: fit::effects(&rows, &scores),
        done: scores.len(),
        games: 2 * u64::from(plan.pairs) * scores.len() as u64,
    })
}
