// SPDX-License-Identifier: GPL-3.0-or-later
//! All samples in any order: neighbours of one game teach the same thing twice.

use rand::seq::SliceRandom;
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::SplitMix64;
use std::path::Path;

use super::error::DataError;
use super::file::Writer;
use super::scatter::Heaps;
use super::{Progress, Tally, Watcher};

/// Shuffles the samples of all inputs into one file: every order is equally
/// likely, and the seed decides. About `memory` bytes are used; what is larger
/// goes through temporary files beside the output.
///
/// # Errors
/// When a file cannot be read or written, or is damaged.
pub fn shuffle(
    inputs: &[&Path],
    output: &Path,
    seed: u64,
    memory: u64,
    watcher: &mut Watcher<'_>,
) -> Result<Tally, DataError> {
    let mut random = SplitMix64::seed_from_u64(seed);
    let mut anywhere = {
        let mut random = random.clone();
        move |_: &_, heaps| random.random_range(..heaps)
    };
    let heaps = Heaps::deal(inputs, output, memory, &mut anywhere, watcher)?;
    let total = heaps.total;
    random.next_u64();
    let mut writer = Writer::create(output)?;
    let mut tally = Tally { read: total, kept: 0 };
    heaps.each(|mut samples| {
        samples.shuffle(&mut random);
        for sample in &samples {
            writer.push(sample)?;
        }
        tally.kept += samples.len() as u64;
        watcher(Progress { what: "shuffling", done: tally.kept, total });
        Ok(())
    })?;
    writer.finish()?;
    Ok(tally)
}
