// SPDX-License-Identifier: GPL-3.0-or-later
//! What is told about a match: typed events go in, lines, tables, JSON and HTML
//! come out.

pub mod event;

pub use event::*;
