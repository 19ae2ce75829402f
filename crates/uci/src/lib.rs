// SPDX-License-Identifier: GPL-3.0-or-later
//! The engine's side of the UCI protocol.
#![forbid(unsafe_code)]

pub mod command;
pub mod format;
mod input;
mod output;
mod protocol_log;
mod reporter;
mod shell;
mod throttle;

pub use shell::{ExitStatus, Identity, Interrupter, Shell, Source};
