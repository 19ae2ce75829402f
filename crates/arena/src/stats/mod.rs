// SPDX-License-Identifier: GPL-3.0-or-later
//! The numbers of a match: results, Elo, sequential tests and rating lists.

pub mod results;

pub use results::*;
