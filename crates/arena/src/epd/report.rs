// SPDX-License-Identifier: GPL-3.0-or-later
//! What came out of a test.

use std::fmt::Write as _;
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// The result of a suite.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct SuiteReport {
    /// The name the engine gave itself.
    pub engine: String,
    /// One for every position that was asked, in the order of the suite.
    pub results: Vec<PositionResult>,
    /// How long everything took.
    pub duration: Duration,
    /// Whether it was stopped before its end.
    pub interrupted: bool,
}

/// The result of one position.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PositionResult {
    /// Place in the suite, from 0.
    pub index: usize,
    /// Its name.
    pub id: String,
    /// The position.
    pub fen: String,
    /// What was asked.
    pub question: String,
    /// What was answered.
    pub attempt: Attempt,
    /// Whether that is right.
    pub solved: bool,
    /// Points it earned.
    pub points: u32,
    /// Points it could have earned.
    pub most_points: u32,
}

/// An answer, or none.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Attempt {
    /// A move.
    Move {
        /// As `Nf3`.
        san: String,
        /// Its score as UCI writes it.
        score: Option<String>,
        /// Its depth.
        depth: Option<u32>,
        /// Its nodes.
        nodes: Option<u64>,
        /// Time used.
        elapsed: Duration,
    },
    /// The engine failed.
    Failed {
        /// How.
        reason: String,
    },
}

impl SuiteReport {
    /// Positions solved.
    pub fn solved(&self) -> usize {
        self.results.iter().filter(|result| result.solved).count()
    }

    /// Points earned, and points there were.
    pub fn points(&self) -> (u32, u32) {
        self.results
            .iter()
            .fold((0, 0), |(got, most), result| (got + result.points, most + result.most_points))
    }

    /// Positions at which the engine failed.
    pub fn failures(&self) -> usize {
        let failed = |result: &&PositionResult| matches!(result.attempt, Attempt::Failed { .. });
        self.results.iter().filter(failed).count()
    }

    /// Those that were not solved.
    pub fn misses(&self) -> impl Iterator<Item = &PositionResult> {
        self.results.iter().filter(|result| !result.solved)
    }

    /// The list of misses and the score, for people.
    pub fn text(&self) -> String {
        let mut text = String::new();
        let misses: Vec<_> = self.misses().collect();
        let width = misses.iter().map(|miss| miss.id.chars().count()).max().unwrap_or(0);
        for miss in &misses {
            let number = miss.index + 1;
            let _ = write!(text, "{number:>5}  {:width$}  {}, ", miss.id, miss.question);
            let _ = match &miss.attempt {
                Attempt::Move { san, score, depth, elapsed, .. } => {
                    let score = score.as_deref().unwrap_or("no score");
                    let depth = depth.map_or_else(String::new, |depth| format!("/{depth}"));
                    let seconds = elapsed.as_secs_f64();
                    writeln!(text, "played {san} ({score}{depth}, {seconds:.2} s)")
                }
                Attempt::Failed { reason } => writeln!(text, "FAILED: {reason}"),
            };
        }
        let (solved, total) = (self.solved(), self.results.len());
        let percent = 100.0 * solved as f64 / total.max(1) as f64;
        let _ = write!(text, "{}: solved {solved} of {total} ({percent:.1} %)", self.engine);
        let (points, most) = self.points();
        if most > 0 {
            let percent = 100.0 * f64::from(points) / f64::from(most);
            let _ = write!(text, ", {points} of {most} points ({percent:.1} %)");
        }
        if self.failures() > 0 {
            let _ = write!(text, ", {} failures", self.failures());
        }
        let _ = write!(text, ", {:.1} s", self.duration.as_secs_f64());
        if self.interrupted {
            text.push_str(", interrupted");
        }
        text.push('\n');
        text
    }
}
