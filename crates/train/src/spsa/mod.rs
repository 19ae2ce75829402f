// SPDX-License-Identifier: GPL-3.0-or-later
//! Tunes options of an engine by games: simultaneous perturbation.
//!
//! ```
//! use xanthos_train::spsa::{self, Parameter, Plan};
//!
//! // Instead of games, a known optimum at 40: who is nearer scores.
//! let parameter = Parameter::read("Aspiration,20,5,100,6")?;
//! let plan = Plan { iterations: 2_000, ..Plan::new(vec![parameter]) };
//! let nearness = |values: &[i64]| -((values[0] - 40).pow(2) as f64) / 500.0;
//! let report = spsa::run(&plan, None, &mut |trial| {
//!     Ok(Some(nearness(trial.plus) - nearness(trial.minus)))
//! }, &mut |_| {})?;
//! assert!((report.values[0] - 40.0).abs() < 4.0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! In each iteration every parameter is moved a little up or down, at random
//! and all at once; the engine with the moves plays against the engine with the
//! opposite ones, and all parameters follow the winner. How far they are moved
//! ([`Gains`]) shrinks slowly, and how far they follow shrinks faster.

mod course;
mod games;
mod parameter;
mod plot;
mod schedule;

use rand::RngExt;
use std::path::{Path, PathBuf};

pub use course::CourseError;
pub use games::{Games, GamesError};
pub use parameter::{Parameter, ParameterError, read_file, together};
pub use plot::draw;
pub use schedule::{Gains, Plan};

use course::Course;

/// What is played in an iteration.
#[derive(Clone, Copy, Debug)]
pub struct Trial<'a> {
    /// Its number, from 0.
    pub iteration: usize,
    /// Values of one engine,
    pub plus: &'a [i64],
    /// and of the other.
    pub minus: &'a [i64],
}

/// An iteration is done.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step<'a> {
    /// Iterations done.
    pub done: usize,
    /// Wins less losses of `plus`, for each pair of games.
    pub score: f64,
    /// Where the parameters are now.
    pub values: &'a [f64],
    /// Whether it comes from the record of an earlier run.
    pub recorded: bool,
}

/// What came of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// Where the parameters are.
    pub values: Vec<f64>,
    /// Iterations done.
    pub done: usize,
    /// Where the parameters were after each iteration, the start first.
    pub course: Vec<Vec<f64>>,
}

/// Why tuning ended early.
#[derive(Debug, thiserror::Error)]
pub enum SpsaError {
    /// The games could not be played.
    #[error(transparent)]
    Games(#[from] GamesError),
    /// The record could not be read or written.
    #[error(transparent)]
    Course(#[from] CourseError),
}

/// Where the course of a run is kept, and whether to go on from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The file: a line an iteration.
    pub path: PathBuf,
    /// Go on if it is there; it is written over otherwise.
    pub resume: bool,
}

/// Tunes. `play` plays a trial and gives the score of `plus` (wins less losses
/// for each pair of games), or `None` to break off; an iteration that was broken
/// off is played again when the run goes on.
///
/// # Errors
/// When games cannot be played or the record is not one of this run.
pub fn run(
    plan: &Plan,
    record: Option<&Record>,
    play: &mut dyn FnMut(&Trial<'_>) -> Result<Option<f64>, GamesError>,
    progress: &mut dyn FnMut(Step<'_>),
) -> Result<Report, SpsaError> {
    let mut values: Vec<f64> = plan.parameters.iter().map(|p| p.start).collect();
    let mut course = vec![values.clone()];
    let mut file = None;
    if let Some(Record { path, resume }) = record {
        let (opened, steps) = Course::open(Path::new(path), plan, *resume)?;
        for (score, recorded) in steps {
            values = recorded;
            course.push(values.clone());
            progress(Step { done: course.len() - 1, score, values: &values, recorded: true });
        }
        file = Some(opened);
    }
    for iteration in course.len() - 1..plan.iterations {
        let mut random = schedule::random(plan.seed, iteration);
        let gains: Vec<Gains> = plan.parameters.iter().map(|p| plan.gains(p, iteration)).collect();
        let signs: Vec<f64> = values.iter().map(|_| schedule::sign(&mut random)).collect();
        let mut moved = |way: f64| -> Vec<i64> {
            let each = plan.parameters.iter().zip(&values).zip(gains.iter().zip(&signs));
            each.map(|((parameter, value), (gains, sign))| {
                parameter.whole(value + way * sign * gains.reach, random.random())
            })
            .collect()
        };
        let (plus, minus) = (moved(1.0), moved(-1.0));
        let trial = Trial { iteration, plus: &plus, minus: &minus };
        let Some(score) = play(&trial)? else { break };
        for (i, value) in values.iter_mut().enumerate() {
            let followed = *value + gains[i].follow * gains[i].reach * score * signs[i];
            *value = plan.parameters[i].within(followed);
        }
        if let Some(file) = &mut file {
            file.note(iteration, score, &values)?;
        }
        course.push(values.clone());
        progress(Step { done: iteration + 1, score, values: &values, recorded: false });
    }
    Ok(Report { values, done: course.len() - 1, course })
}
