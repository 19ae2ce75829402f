// SPDX-License-Identifier: GPL-3.0-or-later
//! The record of a run: what it depends on, then a line an iteration.
//!
//! Lines are appended and flushed, so that whatever happens at most the last
//! iteration is lost; a last line that was torn is cut off.

use std::fmt::Write as _;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::Plan;

const TITLE: &str = "xanthos spsa course 1";

/// Why a record cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum CourseError {
    /// It could not be read or written.
    #[error("{}: {reason}", path.display())]
    File {
        /// Which file.
        path: PathBuf,
        /// Why.
        reason: io::Error,
    },
    /// It is something else.
    #[error("{}, line {line}: not the record of a run", path.display())]
    NotOne {
        /// Which file.
        path: PathBuf,
        /// The first line that does not fit.
        line: usize,
    },
    /// It is of a run with other settings.
    #[error("{}: the run had '{then}', not '{now}'; with other settings start a new run", path.display())]
    OtherRun {
        /// Which file.
        path: PathBuf,
        /// What it had.
        then: String,
        /// What is wanted now.
        now: String,
    },
}

/// A record that is being written.
pub(super) struct Course {
    path: PathBuf,
    file: File,
}

/// Score and values of an iteration.
type Step = (f64, Vec<f64>);

impl Course {
    /// Opens the record of `plan`; with `resume`, also gives what is in it.
    pub(super) fn open(
        path: &Path,
        plan: &Plan,
        resume: bool,
    ) -> Result<(Course, Vec<Step>), CourseError> {
        let failed = |reason| CourseError::File { path: path.to_owned(), reason };
        let head = head(plan);
        let (whole, steps) = if resume && path.exists() {
            let text = std::fs::read_to_string(path).map_err(failed)?;
            read(path, &text, &head, plan.parameters.len())?
        } else {
            (head, Vec::new())
        };
        std::fs::write(path, whole).map_err(failed)?;
        let file = OpenOptions::new().append(true).open(path).map_err(failed)?;
        Ok((Course { path: path.to_owned(), file }, steps))
    }

    /// Appends an iteration.
    pub(super) fn note(
        &mut self,
        iteration: usize,
        score: f64,
        values: &[f64],
    ) -> Result<(), CourseError> {
        let line = line(iteration, score, values);
        let written = self.file.write_all(line.as_bytes()).and_then(|()| self.file.flush());
        written.map_err(|reason| CourseError::File { path: self.path.clone(), reason })
    }
}

/// What a run depends on.
fn head(plan: &Plan) -> String {
    let Plan { parameters, iterations, alpha, gamma, stability, seed } = plan;
    let mut text = format!(
        "{TITLE}\niterations {iterations} alpha {alpha} gamma {gamma} A {stability} seed {seed}\n"
    );
    for p in parameters {
        let (start, min, max) = (p.start, p.min, p.max);
        let _ = writeln!(text, "{},{start},{min},{max},{},{}", p.name, p.c_end, p.r_end);
    }
    text
}

fn line(iteration: usize, score: f64, values: &[f64]) -> String {
    let mut text = format!("{} {score}", iteration + 1);
    for value in values {
        let _ = write!(text, " {value}");
    }
    text.push('\n');
    text
}

/// The whole lines of a record and what they say.
fn read(
    path: &Path,
    text: &str,
    head: &str,
    parameters: usize,
) -> Result<(String, Vec<Step>), CourseError> {
    let not_one = |line| CourseError::NotOne { path: path.to_owned(), line };
    let whole = &text[..text.rfind('\n').map_or(0, |end| end + 1)];
    let mut lines = whole.lines().enumerate();
    for wanted in head.lines() {
        let Some((number, found)) = lines.next() else { return Err(not_one(1)) };
        if found != wanted {
            if number == 0 {
                return Err(not_one(1));
            }
            let (then, now) = (found.to_owned(), wanted.to_owned());
            return Err(CourseError::OtherRun { path: path.to_owned(), then, now });
        }
    }
    let mut steps = Vec::new();
    for (number, found) in lines {
        let numbers: Option<Vec<f64>> = found.split(' ').map(|word| word.parse().ok()).collect();
        match numbers.as_deref() {
            Some([k, score, values @ ..])
                if values.len() == parameters && *k == steps.len() as f64 + 1.0 =>
            {
                steps.push((*score, values.to_vec()));
            }
            _ => return Err(not_one(number + 1)),
        }
    }
    Ok((whole.to_owned(), steps))
}
