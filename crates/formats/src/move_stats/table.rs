// SPDX-License-Identifier: GPL-3.0-or-later
//! Counts by position and move.
//!
//! The counts themselves lie close together; what grows and is searched is a small table of their
//! numbers. The general table of the standard library moves whole counts when it grows and leaves
//! up to half of the memory empty, which costs time as well.

use super::count::{MoveCount, Sighting};

#[derive(Debug, Default)]
pub(super) struct Table {
    moves: Vec<MoveCount>,
    /// Some bits of a hash, and behind them the number of the move plus 1; 0 where there is none.
    slots: Vec<u64>,
}

const INDEX: u64 = (1 << 32) - 1;

fn hash(key: u64, mv: u16) -> u64 {
    // Keys are random already, so a move only has to make a difference. The upper bits of keys
    // are the same within a part.
    (key ^ u64::from(mv).wrapping_mul(0x9e37_79b9_7f4a_7c15)).wrapping_mul(0xd6e8_feb8_6659_fd93)
}

impl Table {
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Counts moves, a few at a time: each lies anywhere in memory, and memory answers many
    /// questions at once in the time of one.
    pub fn count_all(&mut self, seen: &[Sighting]) {
        const AT_ONCE: usize = 16;
        for few in seen.chunks(AT_ONCE) {
            if self.slots.len() > AT_ONCE {
                let mask = self.slots.len() - 1;
                let asked = few.iter().fold(0, |sum, seen| {
                    let slot = self.slots[hash(seen.key, seen.mv.0) as usize & mask];
                    let known = self.moves.get(((slot & INDEX) as usize).wrapping_sub(1));
                    sum ^ known.map_or(0, |known| known.key)
                });
                std::hint::black_box(asked);
            }
            few.iter().for_each(|seen| self.count(seen));
        }
    }

    fn count(&mut self, seen: &Sighting) {
        if self.moves.len() * 2 >= self.slots.len() {
            self.grow();
        }
        let hash = hash(seen.key, seen.mv.0);
        let mask = self.slots.len() - 1;
        let mut place = hash as usize & mask;
        let index = loop {
            let slot = self.slots[place];
            if slot == 0 {
                let index = self.moves.len();
                self.moves.push(MoveCount::nothing(seen));
                self.slots[place] = hash & !INDEX | (index as u64 + 1);
                break index;
            }
            let index = (slot & INDEX) as usize - 1;
            if (slot ^ hash) & !INDEX == 0
                && let Some(known) = self.moves.get(index)
                && (known.key, known.mv) == (seen.key, seen.mv)
            {
                break index;
            }
            place = (place + 1) & mask;
        };
        self.moves[index].count(seen);
    }

    fn grow(&mut self) {
        let size = (self.slots.len() * 2).max(64);
        self.slots.clear();
        self.slots.resize(size, 0);
        for (index, known) in self.moves.iter().enumerate() {
            let hash = hash(known.key, known.mv.0);
            let mut place = hash as usize & (size - 1);
            while self.slots[place] != 0 {
                place = (place + 1) & (size - 1);
            }
            self.slots[place] = hash & !INDEX | (index as u64 + 1);
        }
    }

    pub fn moves(&self) -> &[MoveCount] {
        &self.moves
    }

    pub fn into_moves(self) -> Vec<MoveCount> {
        self.moves
    }

    /// Forgets everything, but keeps the memory.
    pub fn clear(&mut self) {
        self.moves.clear();
        self.slots.fill(0);
    }
}
