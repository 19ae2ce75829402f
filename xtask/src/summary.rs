// SPDX-License-Identifier: GPL-3.0-or-later
//! What ran, what failed, and what could not run: printed last, so that nothing is overlooked.

use std::time::{Duration, Instant};

/// The verdict on one step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// Everything in the step held.
    Passed,
    /// Something did not, and this is what.
    Failed(String),
    /// The step could not run, and this is why.
    Skipped(String),
}

#[derive(Debug)]
struct Row {
    step: String,
    verdict: Verdict,
    time: Duration,
}

/// Counts and verdicts of a whole run.
#[derive(Debug, Default)]
pub struct Summary {
    rows: Vec<Row>,
    passed: usize,
    failed: usize,
    skipped: usize,
}

impl Summary {
    /// Runs a step that is one check, with a headline before it.
    pub fn check(&mut self, step: &str, run: impl FnOnce() -> Verdict) {
        let started = headline(step);
        let verdict = run();
        match verdict {
            Verdict::Passed => self.passed += 1,
            Verdict::Failed(_) => self.failed += 1,
            Verdict::Skipped(_) => self.skipped += 1,
        }
        self.rows.push(Row { step: step.to_owned(), verdict, time: started.elapsed() });
    }

    /// Runs a step that counts its own tests.
    pub fn counted(&mut self, step: &str, run: impl FnOnce() -> Counts) {
        let started = headline(step);
        let counts = run();
        self.passed += counts.passed;
        self.failed += counts.failed;
        let verdict = match counts.failed {
            0 => Verdict::Passed,
            failed => Verdict::Failed(format!("{failed} failed")),
        };
        self.rows.push(Row { step: step.to_owned(), verdict, time: started.elapsed() });
        for reason in counts.skipped {
            self.skip(step, reason);
        }
    }

    /// Notes a part that did not run.
    pub fn skip(&mut self, step: &str, reason: String) {
        self.skipped += 1;
        let verdict = Verdict::Skipped(reason);
        self.rows.push(Row { step: step.to_owned(), verdict, time: Duration::ZERO });
    }

    /// Whether nothing failed.
    pub fn is_sound(&self) -> bool {
        self.failed == 0
    }

    /// Prints one line for each step and a last line with the counts.
    pub fn print(&self) {
        println!("\n-- summary");
        for row in &self.rows {
            let time = format!("{:.1} s", row.time.as_secs_f64());
            match &row.verdict {
                Verdict::Passed => println!("passed   {:<12} {time:>8}", row.step),
                Verdict::Failed(what) => println!("FAILED   {:<12} {time:>8}  {what}", row.step),
                Verdict::Skipped(why) => println!("skipped  {:<12} {:>8}  {why}", row.step, ""),
            }
        }
        println!("{} passed, {} failed, {} skipped", self.passed, self.failed, self.skipped);
    }
}

/// The tests of a step that holds many.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// How many held.
    pub passed: usize,
    /// How many did not.
    pub failed: usize,
    /// What did not run, and why.
    pub skipped: Vec<String>,
}

fn headline(step: &str) -> Instant {
    println!("\n-- {step}");
    Instant::now()
}
