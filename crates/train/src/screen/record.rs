// SPDX-License-Identifier: GPL-3.0-or-later
//! The record of a run: its settings, then a line a trial.

use journal::{AppendError, Appender};
use std::fmt::Write as _;
use std::path::Path;

use super::{Plan, ScreenError};

const TITLE: &str = "xanthos screen record 1";

/// A record that is being written.
pub(super) struct Record(Appender);

impl Record {
    /// Opens the record of `plan`, or begins it; with the scores of the trials that are in it.
    pub(super) fn open(path: &Path, plan: &Plan) -> Result<(Record, Vec<f64>), ScreenError> {
        let wrong = |reason| ScreenError::Record { path: path.to_owned(), reason };
        let head = head(plan);
        let text = match std::fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(wrong(error.to_string())),
        };
        if text.is_empty() {
            let mut file = Appender::open(path, Some(0))?;
            file.append(head.as_bytes())?;
            return Ok((Record(file), Vec::new()));
        }
        let Some(trials) = text.strip_prefix(&head) else {
            return Err(wrong("the record of a run with other settings, or something else".into()));
        };
        // A last line without an end was torn.
        let whole = &trials[..trials.rfind('\n').map_or(0, |end| end + 1)];
        let mut scores = Vec::new();
        for line in whole.lines() {
            let score = line.split_once(' ').and_then(|(number, score)| {
                (number.parse() == Ok(scores.len() + 1)).then(|| score.parse::<f64>().ok())?
            });
            let place = head.lines().count() + scores.len() + 1;
            scores.push(score.ok_or_else(|| wrong(format!("line {place} is no trial")))?);
        }
        let file = Appender::open(path, Some((head.len() + whole.len()) as u64))?;
        Ok((Record(file), scores))
    }

    /// Appends a trial.
    pub(super) fn note(&mut self, trial: usize, score: f64) -> Result<(), AppendError> {
        self.0.append(format!("{} {score}\n", trial + 1).as_bytes())?;
        Ok(())
    }
}

/// What a run depends on. Its length is not: more trials may follow.
fn head(plan: &Plan) -> String {
    let mut text = format!("{TITLE}\npairs {} seed {}\n", plan.pairs, plan.seed);
    for choice in &plan.choices {
        let _ = writeln!(text, "{}", choice.text());
    }
    text.push_str("trials\n");
    text
}
