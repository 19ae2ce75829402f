// SPDX-License-Identifier: GPL-3.0-or-later
//! Samples for the trainer, batch by batch, from a file of any size.

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_xoshiro::SplitMix64;
use std::path::Path;

use crate::data::{DataError, Reader, Sample};

/// Samples in memory at once.
const BLOCK: u64 = 1 << 20;

/// Reads a shuffled file again and again. Each block is shuffled anew in every
/// epoch, by a seed of its own, so that any batch can be found without those before it.
#[derive(Debug)]
pub struct Feed {
    reader: Reader,
    seed: u64,
    block: Vec<Sample>,
    /// Which block is in memory: epoch and number.
    loaded: Option<(u64, u64)>,
    block_size: u64,
}

impl Feed {
    /// Opens a file of samples.
    pub fn open(path: &Path, seed: u64) -> Result<Feed, DataError> {
        let reader = Reader::open(path)?;
        if reader.is_empty() {
            return Err(DataError::Empty { path: path.to_owned() });
        }
        Ok(Feed { reader, seed, block: Vec::new(), loaded: None, block_size: BLOCK })
    }

    /// Samples in the file.
    pub fn len(&self) -> u64 {
        self.reader.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Fills `batch` with `count` samples, beginning with the one of this number
    /// since the very first; numbers go on in the next epoch.
    pub fn take(
        &mut self,
        mut from: u64,
        count: usize,
        batch: &mut Vec<Sample>,
    ) -> Result<(), DataError> {
        batch.clear();
        while batch.len() < count {
            let within = from % self.len();
            let start = self.load(from / self.len(), within / self.block_size)?;
            let rest = &self.block[(within - start) as usize..];
            let taken = rest.len().min(count - batch.len());
            batch.extend_from_slice(&rest[..taken]);
            from += taken as u64;
        }
        Ok(())
    }

    /// Brings a block into memory; gives the number of its first sample.
    fn load(&mut self, epoch: u64, number: u64) -> Result<u64, DataError> {
        let start = number * self.block_size;
        if self.loaded != Some((epoch, number)) {
            self.loaded = None;
            self.reader.seek(start)?;
            self.block.clear();
            for sample in self.reader.by_ref().take(self.block_size as usize) {
                self.block.push(sample?);
            }
            self.block
                .shuffle(&mut SplitMix64::seed_from_u64(self.seed ^ epoch << 40 ^ number << 16));
            self.loaded = Some((epoch, number));
        }
        Ok(start)
    }

    /// A number that tells this file from others, made of its size and samples
    /// at its beginning and end.
    pub fn fingerprint(&mut self) -> Result<u64, DataError> {
        let mut print = self.len();
        for start in [0, self.len().saturating_sub(1000)] {
            self.reader.seek(start)?;
            for sample in self.reader.by_ref().take(1000) {
                let sample = sample?;
                let label = u64::from(sample.score as u16) << 8 | sample.result as u64;
                print = print.rotate_left(7) ^ sample.key().wrapping_add(label);
            }
        }
        Ok(print)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::{Outcome, Writer};
    use chess::Position;

    #[test]
    fn every_epoch_has_every_sample_and_any_batch_is_found_again() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a.xts");
        let mut writer = Writer::create(&path).unwrap();
        for score in 0..100 {
            writer.push(&Sample::new(&Position::startpos(), score, Outcome::Draw)).unwrap();
        }
        writer.finish().unwrap();
        let open = || Feed { block_size: 32, ..Feed::open(&path, 5).unwrap() };
        let (mut feed, mut all, mut batch) = (open(), Vec::new(), Vec::new());
        for number in 0..25 {
            feed.take(number * 8, 8, &mut batch).unwrap();
            all.extend(batch.iter().map(|sample| sample.score));
        }
        let mut epochs = [all[..100].to_vec(), all[100..].to_vec()];
        assert_ne!(epochs[0], epochs[1], "another order in the second epoch");
        for epoch in &mut epochs {
            epoch.sort_unstable();
            assert_eq!(*epoch, (0..100).collect::<Vec<i16>>());
        }
        for from in [150, 7, 96] {
            open().take(from, 8, &mut batch).unwrap();
            let scores: Vec<i16> = batch.iter().map(|sample| sample.score).collect();
            assert_eq!(scores, all[from as usize..][..8]);
        }
    }
}
