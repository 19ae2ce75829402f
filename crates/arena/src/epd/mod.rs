// SPDX-License-Identifier: GPL-3.0-or-later
//! Test suites: does an engine find the best move, avoid the worst, see the
//! mate?
//!
//! ```no_run
//! use std::time::Duration;
//! use journal::StopFlag;
//! use arena::epd::{SuiteRunner, Suite};
//! use arena::options::{ClockRule, EngineConfig};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let suite = Suite::load("wac.epd".as_ref())?;
//! let mut engine = EngineConfig::new("stockfish", "stockfish");
//! engine.limits.clock = ClockRule::PerMove(Duration::from_millis(100));
//! let exam = SuiteRunner::new(engine);
//! let report = exam.run(&suite, &mut |_| {}, &StopFlag::new())?;
//! println!("{} of {}", report.solved(), report.results.len());
//! # Ok(()) }
//! ```

pub mod cli;
mod report;
mod runner;
mod task;

pub use report::{Attempt, PositionResult, SuiteReport};
pub use runner::{Progress, SuiteRunError, SuiteRunner};
pub use task::{Suite, SuiteError, Task};
