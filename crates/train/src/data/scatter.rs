// SPDX-License-Identifier: GPL-3.0-or-later
//! Samples dealt out to temporary files, each small enough for the memory.

use std::path::{Path, PathBuf};

use super::error::DataError;
use super::file::{Reader, Writer};
use super::sample::Sample;
use super::{Progress, TELL_EVERY, Watcher};

/// Files beside the output that go away again.
pub(super) struct Heaps {
    paths: Vec<PathBuf>,
    /// Samples in all of them.
    pub(super) total: u64,
}

impl Heaps {
    /// Deals the samples of all inputs out; `heap` says to which of so many.
    pub(super) fn deal(
        inputs: &[&Path],
        output: &Path,
        memory: u64,
        heap: &mut dyn FnMut(&Sample, usize) -> usize,
        watcher: &mut Watcher<'_>,
    ) -> Result<Heaps, DataError> {
        let mut readers = Vec::new();
        for input in inputs {
            readers.push(Reader::open(input)?);
        }
        let total: u64 = readers.iter().map(Reader::len).sum();
        let bytes = total * Sample::SIZE as u64;
        // Heaps are of unequal size: a fifth is left as a margin.
        let count = (bytes * 6 / 5).div_ceil(memory.max(1)).clamp(1, 512) as usize;
        let mut heaps = Heaps { paths: Vec::new(), total };
        let mut writers = Vec::new();
        for number in 0..count {
            let mut name = output.as_os_str().to_owned();
            name.push(format!(".heap{number}"));
            let path = PathBuf::from(name);
            writers.push(Writer::create(&path)?);
            heaps.paths.push(path);
        }
        let mut done = 0;
        for sample in readers.into_iter().flatten() {
            let sample = sample?;
            writers[heap(&sample, count) % count].push(&sample)?;
            done += 1;
            if done % TELL_EVERY == 0 {
                watcher(Progress { what: "dealing", done, total });
            }
        }
        writers.into_iter().try_for_each(Writer::finish)?;
        Ok(heaps)
    }

    /// Takes the heaps one after the other, each into memory.
    pub(super) fn each(
        self,
        mut visit: impl FnMut(Vec<Sample>) -> Result<(), DataError>,
    ) -> Result<(), DataError> {
        for path in &self.paths {
            let samples = Reader::open(path)?.collect::<Result<Vec<Sample>, DataError>>()?;
            std::fs::remove_file(path).map_err(DataError::file(path))?;
            visit(samples)?;
        }
        Ok(())
    }
}

impl Drop for Heaps {
    fn drop(&mut self) {
        for path in &self.paths {
            let _ = std::fs::remove_file(path);
        }
    }
}
