// SPDX-License-Identifier: GPL-3.0-or-later
//! Positions for training a network: packed, filtered, shuffled, split.
//!
//! ```no_run
//! use std::path::Path;
//! use xanthos_train::data::{self, Conversion};
//! use xanthos_train::positions::{Format, Source};
//!
//! let games = Source { path: "games.vf.zst".into(), format: Format::Games, limit: usize::MAX, every: 1 };
//! let (all, train) = (Path::new("all.xts"), Path::new("train.xts"));
//! let tally = data::convert(&[games], &Conversion::default(), all, &mut |_| {})?;
//! println!("{} positions kept", tally.kept);
//! data::shuffle(&[all], train, 1, 1 << 30, &mut |_| {})?;
//! # Ok::<(), data::DataError>(())
//! ```
//!
//! Game files are read once, by [`convert()`]; from then on a position is a
//! [`Sample`] of 32 bytes that carries what the network sees of it, its labels
//! and the number of the game or line it stems from. Every step reads and writes
//! streams, and what needs memory (shuffling, finding duplicates) deals the
//! samples out to temporary files first, so that a set may be larger than the
//! machine's memory.

mod convert;
mod count;
mod dedup;
mod error;
mod file;
mod filter;
mod hash;
mod join;
mod relabel;
mod repack;
mod sample;
mod scatter;
mod shuffle;
mod split;

pub use convert::{Conversion, convert};
pub(crate) use convert::{marks, outcome};
pub use count::{Census, census};
pub use dedup::dedup;
pub use error::DataError;
pub use file::{HEADER, Reader, Writer, is_sample_file};
pub use filter::{Filter, Quiet, filter};
pub use join::join;
pub use relabel::{Overseer, Positions, Relabelled, Relabelling, relabel};
pub use repack::repack;
pub use sample::{Outcome, Sample, SampleFault};
pub use shuffle::shuffle;
pub use split::split;

/// How far a step is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// What is being done.
    pub what: &'static str,
    /// Units of work done: bytes, or positions.
    pub done: u64,
    /// Of so many; 0 if nobody knows.
    pub total: u64,
}

/// Somebody who wants to know how far a step is.
pub type Watcher<'a> = dyn FnMut(Progress) + 'a;

/// What went in and what came out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Positions read.
    pub read: u64,
    /// Positions written.
    pub kept: u64,
}

/// Samples between two calls of a watcher.
const TELL_EVERY: u64 = 1 << 16;
