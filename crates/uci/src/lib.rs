// SPDX-License-Identifier: GPL-3.0-or-later
//! The UCI protocol, both ends, and the xboard protocol's driving end.
#![forbid(unsafe_code)]

pub mod client;
pub mod command;
pub mod format;
mod input;
mod journal;
mod output;
mod reporter;
mod shell;
mod throttle;
pub mod time_report;

pub use shell::{Ending, Face, Interrupter, Shell, Source};
