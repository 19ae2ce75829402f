// SPDX-License-Identifier: GPL-3.0-or-later
//! Each board once.

use std::collections::HashSet;
use std::path::Path;

use super::error::DataError;
use super::file::Writer;
use super::scatter::Heaps;
use super::{Progress, Tally, Watcher};

/// Leaves out boards that were seen before (with the side to move as White); the
/// first label stays. About `memory` bytes are used; with a large set the order
/// changes, so shuffle afterwards.
///
/// # Errors
/// When a file cannot be read or written, or is damaged.
pub fn dedup(
    inputs: &[&Path],
    output: &Path,
    memory: u64,
    watcher: &mut Watcher<'_>,
) -> Result<Tally, DataError> {
    // The keys are kept beside the samples.
    let heaps = Heaps::deal(
        inputs,
        output,
        memory * 2 / 3,
        &mut |sample, heaps| (sample.key() >> 32) as usize % heaps,
        watcher,
    )?;
    let total = heaps.total;
    let mut writer = Writer::create(output)?;
    let mut tally = Tally { read: total, kept: 0 };
    let mut seen = 0;
    heaps.each(|samples| {
        let mut keys = HashSet::with_capacity(samples.len());
        for sample in &samples {
            if keys.insert(sample.key()) {
                writer.push(sample)?;
                tally.kept += 1;
            }
        }
        seen += samples.len() as u64;
        watcher(Progress { what: "duplicates", done: seen, total });
        Ok(())
    })?;
    writer.finish()?;
    Ok(tally)
}
