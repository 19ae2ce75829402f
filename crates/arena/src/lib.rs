// SPDX-License-Identifier: GPL-3.0-or-later
//! Engine matches that can be trusted: pairing, clocks, adjudication, statistics.
//!
//! ```no_run
//! use arena::options::{Request, parse};
//! use arena::report::Reporter;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let words = "-engine cmd=./new -engine cmd=./old -each tc=8+0.08 -rounds 500 -repeat";
//! let Request::Run { config, .. } = parse(words.split_whitespace())? else { return Ok(()) };
//! let summary = arena::run(&config, &mut Reporter::new(&config), &journal::StopFlag::new())?;
//! println!("{:?}", summary.tally.between(0, 1).wdl);
//! # Ok(()) }
//! ```
//!
//! Where do I look? What may be asked for: [`options`]. Who plays whom, from
//! which opening: [`schedule`], [`openings`]. How an engine is started:
//! [`launcher`] (and how it is spoken to: `play`). One game with its clocks
//! and its end: [`game`]. Whether the machine stood still meanwhile: [`stall_watch`].
//! All games: [`tournament`]. What survives a crash:
//! [`journal`]. What is written down: [`record`]. What the results mean:
//! [`stats`]. What is told: [`report`]. Parts of a tournament together: [`merge`]. Whether an
//! engine speaks UCI: [`compliance`]. Test suites: [`epd`].
#![forbid(unsafe_code)]

pub mod cli;
pub mod compliance;
pub mod epd;
pub mod game;
pub mod journal;
pub mod launcher;
pub mod log;
pub mod merge;
pub mod openings;
pub mod options;
pub mod record;
pub mod report;
pub mod schedule;
pub mod stall_watch;
pub mod stats;
pub mod tournament;

pub use tournament::{ArenaError, Summary, run};
