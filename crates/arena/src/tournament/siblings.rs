// SPDX-License-Identifier: GPL-3.0-or-later
//! What the other parts of a sharded tournament have played, read from their journals.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::journal;
use crate::options::{Shard, TournamentConfig};
use crate::stats::{Record, Tally};

/// How often the others' journals are read: they may lie on a disk at the other end of a network.
const PAUSE: Duration = Duration::from_secs(1);

/// The journals of the other parts.
#[derive(Debug, Default)]
pub struct Siblings {
    files: Vec<Sibling>,
    read_at: Option<Instant>,
}

#[derive(Debug)]
struct Sibling {
    path: PathBuf,
    length: u64,
    record: Record,
}

impl Siblings {
    /// Those of a tournament: none if it is not shared.
    pub fn of(config: &TournamentConfig) -> Siblings {
        let (Some(shard), Some(journal)) = (config.shard, &config.journal) else {
            return Siblings::default();
        };
        let others = (1..=shard.count).filter(|&index| index != shard.index);
        let files = others
            .map(|index| Sibling {
                path: Shard { index, ..shard }.replace_in(journal, shard),
                length: 0,
                record: Record::default(),
            })
            .collect();
        Siblings { files, read_at: None }
    }

    /// What all parts together say about the first two engines.
    pub fn joint(&mut self, own: &Record) -> Record {
        if self.read_at.is_none_or(|at| at.elapsed() >= PAUSE) {
            self.files.iter_mut().for_each(Sibling::read);
            self.read_at = Some(Instant::now());
        }
        self.files.iter().fold(*own, |sum, sibling| sum.plus(&sibling.record))
    }
}

impl Sibling {
    /// Reads the journal if it has grown. One that is not there, or is being written just now,
    /// counts with what was seen of it last.
    fn read(&mut self) {
        let length = std::fs::metadata(&self.path).map_or(0, |data| data.len());
        if length == self.length {
            return;
        }
        if let Ok((_, past)) = journal::look(&self.path) {
            let mut tally = Tally::new(2);
            past.games.iter().for_each(|game| tally.record(&game.played));
            self.record = tally.between(0, 1);
            self.length = length;
        }
    }
}

impl Shard {
    /// The file of this part, given that of another.
    fn replace_in(&self, path: &Path, other: Shard) -> PathBuf {
        let text = path.to_string_lossy();
        PathBuf::from(text.replacen(&other.suffix(), &self.suffix(), 1))
    }
}
