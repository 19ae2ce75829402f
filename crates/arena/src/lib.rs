// SPDX-License-Identifier: GPL-3.0-or-later
//! Engine matches that can be trusted: pairing, clocks, adjudication, statistics.
#![forbid(unsafe_code)]

pub mod cli;
pub mod epd;
pub mod game;
pub mod interrupt;
pub mod journal;
pub mod log;
pub mod openings;
pub mod options;
pub mod record;
pub mod report;
pub mod schedule;
pub mod seat;
mod shuffle;
pub mod stats;
pub mod tournament;

pub use tournament::{ArenaError, StopFlag, Summary, run};
