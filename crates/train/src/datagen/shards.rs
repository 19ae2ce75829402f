// SPDX-License-Identifier: GPL-3.0-or-later
//! Samples in files of a bounded size: each that is finished can be used while
//! the next is being written.

use std::path::{Path, PathBuf};

use crate::data::{DataError, Reader, Sample, Writer};

/// `stem-0001.xts`, `stem-0002.xts`, ...; the last one has `.part` behind its name
/// until it is full.
#[derive(Debug)]
pub(super) struct Shards {
    stem: PathBuf,
    each: u64,
    number: u32,
    writer: Writer,
    /// Samples in the file at hand.
    filled: u64,
}

impl Shards {
    /// Begins, or goes on after so many whole games: samples of others are dropped.
    pub(super) fn resume(stem: &Path, each: u64, games: u64) -> Result<Shards, DataError> {
        let mut number = 1;
        while name(stem, number).exists() {
            number += 1;
        }
        if number > 1 {
            let last = name(stem, number - 1);
            let mut reader = Reader::open(&last)?;
            reader.seek(reader.len().saturating_sub(1))?;
            if let Some(sample) = reader.next().transpose()?
                && u64::from(sample.group) > games
            {
                let group = u64::from(sample.group);
                return Err(DataError::AheadOfGames { path: last, group, games });
            }
        }
        let keep = |sample: &Sample| u64::from(sample.group) <= games;
        let (writer, filled) = Writer::resume(&name(stem, number), &keep)?;
        Ok(Shards { stem: stem.to_owned(), each, number, writer, filled })
    }

    /// Adds the samples of a game; they are with the system when this returns.
    pub(super) fn push(&mut self, samples: &[Sample]) -> Result<(), DataError> {
        for sample in samples {
            self.writer.push(sample)?;
        }
        self.filled += samples.len() as u64;
        self.writer.flush()
    }

    /// Goes on to the next file if this one is full. To be called when the game
    /// whose samples came last is safe.
    pub(super) fn turn_over(&mut self) -> Result<(), DataError> {
        if self.filled >= self.each {
            let next = Writer::create(&name(&self.stem, self.number + 1))?;
            std::mem::replace(&mut self.writer, next).finish()?;
            self.number += 1;
            self.filled = 0;
        }
        Ok(())
    }

    /// Ends the last file too.
    pub(super) fn finish(self) -> Result<(), DataError> {
        if self.filled == 0 { self.writer.discard() } else { self.writer.finish() }
    }
}

fn name(stem: &Path, number: u32) -> PathBuf {
    let mut name = stem.as_os_str().to_owned();
    name.push(format!("-{number:04}.xts"));
    name.into()
}
