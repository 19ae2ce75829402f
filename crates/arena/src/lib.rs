// SPDX-License-Identifier: GPL-3.0-or-later
//! Engine matches that can be trusted: pairing, clocks, adjudication, statistics.
#![forbid(unsafe_code)]

pub mod options;
pub mod report;
pub mod stats;
