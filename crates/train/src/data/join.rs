// SPDX-License-Identifier: GPL-3.0-or-later
//! The parts of a file that several machines have made.

use std::path::{Path, PathBuf};

use super::error::DataError;
use super::file::{Reader, Writer};
use super::relabel::state_file;
use super::{Progress, TELL_EVERY, Tally, Watcher};

/// Puts finished files of samples behind each other.
///
/// # Errors
/// When a part is missing, damaged or unfinished, or the output cannot be written; a file that was
/// there before stays then.
pub fn join(
    parts: &[PathBuf],
    output: &Path,
    watcher: &mut Watcher<'_>,
) -> Result<Tally, DataError> {
    // All of them are looked at before anything is written.
    let mut total = 0;
    for part in parts {
        if state_file(part).exists() {
            return Err(DataError::Unfinished { path: part.clone() });
        }
        total += Reader::open(part)?.len();
    }
    let mut writer = Writer::create(output)?;
    let mut tally = Tally::default();
    for part in parts {
        for sample in Reader::open(part)? {
            writer.push(&sample?)?;
            tally.read += 1;
            tally.kept += 1;
            if tally.read.is_multiple_of(TELL_EVERY) {
                watcher(Progress { what: "joining", done: tally.read, total });
            }
        }
    }
    writer.finish()?;
    Ok(tally)
}
