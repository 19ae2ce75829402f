// SPDX-License-Identifier: GPL-3.0-or-later
//! What is in a file.

use std::ops::ControlFlow;
use std::path::Path;

use formats::open_text;
use formats::viriformat;

use super::error::DataError;
use super::file::{Reader, is_sample_file};
use super::sample::Sample;
use super::{Progress, TELL_EVERY, Watcher};
use crate::positions::{self, Format, Source, SourceError};

/// What was counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Census {
    /// A file of games, lines or text.
    Games {
        /// What it looks like; lines look like games.
        format: Format,
        /// Records in it.
        records: u64,
        /// Positions in all of them.
        positions: u64,
    },
    /// A file of samples.
    Samples {
        /// Positions.
        positions: u64,
        /// Losses, draws, wins, unknown, for the side to move.
        results: [u64; 4],
        /// By the number of pieces.
        pieces: Box<[u64; 33]>,
        /// Before a capture or promotion.
        noisy: u64,
        /// In which something can be won.
        tactical: u64,
        /// Absolute scores: 0 to 99 centipawns, 100 to 199, ..., 1000 and more.
        scores: [u64; 11],
    },
}

/// Counts a file of samples or of games, whatever its format.
///
/// # Errors
/// When the file cannot be read or is damaged.
pub fn census(path: &Path, watcher: &mut Watcher<'_>) -> Result<Census, DataError> {
    if !is_sample_file(path)? {
        return games(path, watcher);
    }
    let reader = Reader::open(path)?;
    let total = reader.len();
    let (mut results, mut pieces, mut scores) = ([0; 4], Box::new([0; 33]), [0; 11]);
    let (mut positions, mut noisy, mut tactical) = (0, 0, 0);
    for sample in reader {
        let sample = sample?;
        positions += 1;
        results[sample.result as usize] += 1;
        pieces[sample.count() as usize] += 1;
        scores[usize::from(sample.score.unsigned_abs() / 100).min(10)] += 1;
        noisy += u64::from(sample.marks & Sample::NOISY_MOVE != 0);
        tactical += u64::from(sample.marks & Sample::TACTICAL != 0);
        if positions % TELL_EVERY == 0 {
            watcher(Progress { what: "counting", done: positions, total });
        }
    }
    Ok(Census::Samples { positions, results, pieces, noisy, tactical, scores })
}

fn games(path: &Path, watcher: &mut Watcher<'_>) -> Result<Census, DataError> {
    let format = Format::guess(path)?;
    let (mut records, mut positions) = (0, 0);
    if format == Format::Games {
        // Counting needs no playing.
        for record in viriformat::read(open_text(path).map_err(SourceError::from)?) {
            let path = || path.to_owned();
            let record = record.map_err(|reason| SourceError::Content { path: path(), reason })?;
            records += 1;
            positions += record.len() as u64;
            if records % TELL_EVERY == 0 {
                watcher(Progress { what: "counting", done: positions, total: 0 });
            }
        }
        return Ok(Census::Games { format, records, positions });
    }
    let source = Source { path: path.to_owned(), format, limit: usize::MAX, every: 1 };
    positions::read(&source, &|_| true, &mut |entry| {
        records = entry.record as u64 + 1;
        positions += 1;
        if positions % TELL_EVERY == 0 {
            watcher(Progress { what: "counting", done: positions, total: 0 });
        }
        ControlFlow::Continue(())
    })?;
    Ok(Census::Games { format, records, positions })
}
