// SPDX-License-Identifier: GPL-3.0-or-later
//! Which positions are worth learning from.

use std::path::Path;

use super::error::DataError;
use super::file::{Reader, Writer};
use super::sample::Sample;
use super::{Progress, TELL_EVERY, Tally, Watcher};

/// How quiet a position must be.
///
/// A score that a search found may rest on the capture that comes next, which a
/// static evaluation can't see; a label that is a static evaluation itself has no
/// such trouble.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Quiet {
    /// Anything goes.
    #[default]
    Any,
    /// The move that followed took and promoted nothing.
    Move,
    /// The side to move can't win anything by taking or promoting.
    Exchange,
}

/// What is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Filter {
    /// How quiet it is.
    pub quiet: Quiet,
    /// Its score is at most this, in centipawns.
    pub max_score: u16,
    /// At least so many pieces.
    pub min_pieces: u32,
}

impl Default for Filter {
    fn default() -> Self {
        Filter { quiet: Quiet::Any, max_score: 10_000, min_pieces: 3 }
    }
}

impl Filter {
    /// Whether a sample is kept.
    pub fn keeps(&self, sample: &Sample) -> bool {
        let noise = match self.quiet {
            Quiet::Any => 0,
            Quiet::Move => Sample::NOISY_MOVE,
            Quiet::Exchange => Sample::NOISY_MOVE | Sample::TACTICAL,
        };
        sample.marks & noise == 0
            && sample.score.unsigned_abs() <= self.max_score
            && sample.count() >= self.min_pieces
    }
}

/// Copies what is worth keeping.
///
/// # Errors
/// When a file cannot be read or written, or is damaged.
pub fn filter(
    input: &Path,
    output: &Path,
    filter: &Filter,
    watcher: &mut Watcher<'_>,
) -> Result<Tally, DataError> {
    let reader = Reader::open(input)?;
    let total = reader.len();
    let mut writer = Writer::create(output)?;
    let mut tally = Tally::default();
    for sample in reader {
        let sample = sample?;
        tally.read += 1;
        if filter.keeps(&sample) {
            writer.push(&sample)?;
            tally.kept += 1;
        }
        if tally.read.is_multiple_of(TELL_EVERY) {
            watcher(Progress { what: "filtering", done: tally.read, total });
        }
    }
    writer.finish()?;
    Ok(tally)
}
