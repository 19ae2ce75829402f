// SPDX-License-Identifier: GPL-3.0-or-later
//! Counts of millions of moves, in as much memory as there is and the rest on the disk.
//!
//! Keys are random numbers, so their upper bits divide moves evenly into parts. A part is small
//! enough for the processor's cache, has a lock of its own, and is complete in itself: in the end
//! one part after the other gives all moves in the order of their keys.

use super::count::{MoveCount, Sighting};
use super::table::Table;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard};

/// How many parts there are, as a power of two.
const PART_BITS: u32 = 7;
pub(super) const PARTS: usize = 1 << PART_BITS;

/// About what a move takes up, with its slots and room to grow.
const BYTES_A_MOVE: usize = 120;

/// Which part a key belongs to.
pub(super) fn part(key: u64) -> usize {
    (key >> (u64::BITS - PART_BITS)) as usize
}

#[derive(Debug)]
pub(super) struct Store {
    parts: Vec<Mutex<Part>>,
    /// Moves that a part may hold in memory.
    limit: usize,
    /// Beginning of the names of temporary files.
    scratch: PathBuf,
}

#[derive(Debug, Default)]
struct Part {
    counts: Table,
    aside: Option<Aside>,
}

/// Moves on the disk; a move may be there several times.
#[derive(Debug)]
struct Aside {
    path: PathBuf,
    file: BufWriter<File>,
    moves: usize,
}

impl Drop for Aside {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.path);
    }
}

impl Store {
    pub fn new(memory: usize, scratch: &Path) -> Store {
        Store {
            parts: (0..PARTS).map(|_| Mutex::default()).collect(),
            limit: (memory / PARTS / BYTES_A_MOVE).max(16),
            scratch: scratch.to_owned(),
        }
    }

    /// Counts moves that all belong to one part.
    pub fn add(&self, index: usize, seen: &[Sighting]) -> io::Result<()> {
        let mut part = locked(&self.parts[index]);
        part.counts.count_all(seen);
        if part.counts.len() > self.limit {
            part.put_aside(|| {
                let mut name = self.scratch.as_os_str().to_owned();
                name.push(format!(".{}.{index}.part", std::process::id()));
                name.into()
            })?;
        }
        Ok(())
    }

    /// The moves of a part that are wanted, by key and move; the part is empty afterwards.
    pub fn take(
        &self,
        index: usize,
        wanted: &(impl Fn(&MoveCount) -> bool + ?Sized),
    ) -> io::Result<Vec<MoveCount>> {
        let part = std::mem::take(&mut *locked(&self.parts[index]));
        let order = |count: &MoveCount| (count.key, count.mv);
        let Some(aside) = part.aside else {
            let mut moves: Vec<MoveCount> =
                part.counts.moves().iter().filter(|count| wanted(count)).copied().collect();
            moves.sort_unstable_by_key(order);
            return Ok(moves);
        };
        let mut moves = part.counts.into_moves();
        moves.reserve(aside.moves);
        aside.read(&mut moves)?;
        moves.sort_unstable_by_key(order);
        moves.dedup_by(|later, known| {
            let same = order(later) == order(known);
            if same {
                known.add(later);
            }
            same
        });
        moves.retain(wanted);
        Ok(moves)
    }
}

fn locked(part: &Mutex<Part>) -> MutexGuard<'_, Part> {
    part.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

impl Part {
    fn put_aside(&mut self, name: impl FnOnce() -> PathBuf) -> io::Result<()> {
        let aside = match &mut self.aside {
            Some(aside) => aside,
            None => {
                let path = name();
                let mut options = File::options();
                let file =
                    options.read(true).write(true).create(true).truncate(true).open(&path)?;
                self.aside.insert(Aside { path, file: BufWriter::new(file), moves: 0 })
            }
        };
        for count in self.counts.moves() {
            count.write(&mut aside.file)?;
        }
        aside.moves += self.counts.len();
        self.counts.clear();
        Ok(())
    }
}

impl Aside {
    fn read(mut self, moves: &mut Vec<MoveCount>) -> io::Result<()> {
        self.file.flush()?;
        let file = self.file.get_mut();
        file.seek(SeekFrom::Start(0))?;
        let mut reader = BufReader::with_capacity(1 << 18, file);
        for _ in 0..self.moves {
            moves.push(MoveCount::read(&mut reader)?);
        }
        Ok(())
    }
}
