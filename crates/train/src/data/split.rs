// SPDX-License-Identifier: GPL-3.0-or-later
//! Positions to learn from, and positions to be examined on.

use std::path::Path;

use super::error::DataError;
use super::file::{Reader, Writer};
use super::hash::mix;
use super::{Progress, TELL_EVERY, Tally, Watcher};

/// Puts about one game in `every` aside for validation, whole: no game has
/// positions in both files. The tally's `kept` are those to learn from.
///
/// # Errors
/// When a file cannot be read or written, or is damaged.
pub fn split(
    input: &Path,
    training: &Path,
    validation: &Path,
    every: u32,
    watcher: &mut Watcher<'_>,
) -> Result<Tally, DataError> {
    let reader = Reader::open(input)?;
    let total = reader.len();
    let mut training = Writer::create(training)?;
    let mut aside = Writer::create(validation)?;
    let mut tally = Tally::default();
    for sample in reader {
        let sample = sample?;
        tally.read += 1;
        if mix(u64::from(sample.group)).is_multiple_of(u64::from(every.max(1))) {
            aside.push(&sample)?;
        } else {
            training.push(&sample)?;
            tally.kept += 1;
        }
        if tally.read.is_multiple_of(TELL_EVERY) {
            watcher(Progress { what: "splitting", done: tally.read, total });
        }
    }
    training.finish()?;
    aside.finish()?;
    Ok(tally)
}
