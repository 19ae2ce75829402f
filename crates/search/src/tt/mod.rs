// SPDX-License-Identifier: GPL-3.0-or-later
//! The transposition table: what was found out about positions met before.
//!
//! Threads share it without locks. An entry is two words, the data and the
//! position's key mixed with the data; a reader that meets halves of two
//! different entries finds that they do not fit together and sees nothing.
//! Four entries fill a cache line and are looked at together.

#[cfg(all(test, feature = "interleavings"))]
mod interleavings;
mod memory;

use std::sync::atomic::{AtomicU64, Ordering};

use chess::Move;

use crate::{Bound, HashError};
pub(crate) use memory::Memory;

/// Entries that share a cache line and compete for it.
const CLUSTER: usize = 4;

/// Generations are counted in five bits.
const GENERATIONS: u8 = 32;

/// A search as old as this many plies of depth gives way to a fresh one.
const AGE_WEIGHT: i32 = 6;

/// Tables below this size are cleared by one thread: starting more costs longer.
const PARALLEL_CLEAR: usize = 64 << 20;

/// What is known about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The best move, or the null move.
    pub best: Move,
    /// The score, with mates counted from this node.
    pub value: i16,
    /// The static evaluation, or [`NO_EVAL`].
    pub eval: i16,
    /// The depth of the search that found it; 0 for quiescence.
    pub depth: u8,
    /// What the score means.
    pub bound: Bound,
    /// Whether the position was once on a principal line.
    pub pv: bool,
}

/// In place of the evaluation of a side in check.
pub const NO_EVAL: i16 = i16::MIN;

/// Layout of the data word, from the lowest bit: move 16, value 16, eval 16,
/// depth 8, bound 2 (1 to 3, so that an empty word is no entry), principal line 1,
/// generation 5.
pub(crate) fn pack(entry: &Entry, generation: u8) -> u64 {
    let bound = match entry.bound {
        Bound::Upper => 1,
        Bound::Lower => 2,
        Bound::Exact => 3,
    };
    u64::from(entry.best.bits())
        | u64::from(entry.value as u16) << 16
        | u64::from(entry.eval as u16) << 32
        | u64::from(entry.depth) << 48
        | bound << 56
        | u64::from(entry.pv) << 58
        | u64::from(generation) << 59
}

pub(crate) fn unpack(data: u64) -> Option<Entry> {
    let bound = match data >> 56 & 3 {
        1 => Bound::Upper,
        2 => Bound::Lower,
        3 => Bound::Exact,
        _ => return None,
    };
    Some(Entry {
        best: Move::from_bits(data as u16),
        value: (data >> 16) as i16,
        eval: (data >> 32) as i16,
        depth: (data >> 48) as u8,
        bound,
        pv: data >> 58 & 1 != 0,
    })
}

pub(crate) fn depth_of(data: u64) -> u8 {
    (data >> 48) as u8
}

fn generation_of(data: u64) -> u8 {
    (data >> 59) as u8
}

/// A word that threads share. Another kind of it shows a test every order in which they can meet.
trait Word: Default {
    fn load(&self) -> u64;
    fn store(&self, value: u64);
}

impl Word for AtomicU64 {
    #[inline]
    fn load(&self) -> u64 {
        self.load(Ordering::Relaxed)
    }

    #[inline]
    fn store(&self, value: u64) {
        self.store(value, Ordering::Relaxed);
    }
}

/// One entry as it lies in memory. The default is empty.
#[derive(Default)]
struct Slot<W = AtomicU64> {
    check: W,
    data: W,
}

impl<W: Word> Slot<W> {
    /// The key, if the two words belong together, and the data.
    #[inline]
    fn load(&self) -> (u64, u64) {
        let data = self.data.load();
        (self.check.load() ^ data, data)
    }

    #[inline]
    fn store(&self, key: u64, data: u64) {
        self.check.store(key ^ data);
        self.data.store(data);
    }

    fn clear(&self) {
        self.check.store(0);
        self.data.store(0);
    }
}

#[repr(align(64))]
pub(crate) struct Cluster([Slot; CLUSTER]);

/// The table, shared by all threads of a search.
pub struct TranspositionTable {
    memory: Memory,
    generation: u8,
}

impl TranspositionTable {
    /// An empty table of `mib` MiB (at least one).
    pub fn new(mib: usize) -> Result<Self, HashError> {
        let mib = mib.max(1);
        let error = HashError { wanted: mib, kept: 0 };
        let bytes = mib.checked_mul(1 << 20).ok_or(error)?;
        TranspositionTable::of_bytes(bytes).ok_or(error)
    }

    /// An empty table of about so many bytes; `None` if there is no memory for it.
    pub fn of_bytes(bytes: usize) -> Option<Self> {
        Some(TranspositionTable { memory: Memory::of_bytes(bytes)?, generation: 0 })
    }

    /// Replaces the table by an empty one of another size. If there is no
    /// memory for it beside the old one, the old one stays as it is.
    pub fn resize(&mut self, mib: usize) -> Result<(), HashError> {
        let kept = self.mib();
        *self = TranspositionTable::new(mib).map_err(|error| HashError { kept, ..error })?;
        Ok(())
    }

    /// Size in MiB.
    pub fn mib(&self) -> usize {
        size_of_val(self.memory.clusters()) >> 20
    }

    /// Size in bytes.
    pub fn bytes(&self) -> usize {
        size_of_val(self.memory.clusters())
    }

    /// Forgets everything, with up to `threads` threads.
    pub fn clear(&mut self, threads: usize) {
        self.generation = 0;
        let big = size_of_val(self.memory.clusters()) >= PARALLEL_CLEAR;
        let threads = if big { threads.max(1) } else { 1 };
        let clusters = self.memory.clusters();
        let share = clusters.len().div_ceil(threads);
        std::thread::scope(|scope| {
            for share in clusters.chunks(share) {
                let clear = || share.iter().flat_map(|cluster| &cluster.0).for_each(Slot::clear);
                // A system without threads to spare is slower, not stuck.
                let spawned =
                    threads > 1 && std::thread::Builder::new().spawn_scoped(scope, clear).is_ok();
                if !spawned {
                    clear();
                }
            }
        });
    }

    /// A new search begins: what is in the table gets older.
    pub fn age(&mut self) {
        self.generation = (self.generation + 1) % GENERATIONS;
    }

    /// Tells the processor that the position with this key is asked about soon.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        chess::prefetch(self.cluster(key));
    }

    /// What is known about the position with this key.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<Entry> {
        probe(&self.cluster(key).0, key)
    }

    /// Remembers what was found out. A shallow bound does not displace a much
    /// deeper result of the same search, and a move once known is not forgotten
    /// for want of a new one.
    pub fn store(&self, key: u64, entry: Entry) {
        store(&self.cluster(key).0, key, entry, self.generation);
    }

    /// How full the table is with results of this search, in per mille, by a
    /// sample of its first thousand entries.
    pub fn hashfull(&self) -> u16 {
        let sample =
            self.memory.clusters().iter().take(1000 / CLUSTER).flat_map(|cluster| &cluster.0);
        let used = |slot: &&Slot| {
            let data = slot.load().1;
            data != 0 && generation_of(data) == self.generation
        };
        sample.filter(used).count() as u16
    }

    /// The upper bits choose the cluster, evenly for a table of any size.
    #[inline]
    fn cluster(&self, key: u64) -> &Cluster {
        let clusters = self.memory.clusters();
        let index = (u128::from(key) * clusters.len() as u128) >> 64;
        &clusters[index as usize]
    }
}

#[inline]
fn probe<W: Word>(slots: &[Slot<W>], key: u64) -> Option<Entry> {
    let data = slots.iter().map(Slot::load).find(|&(found, data)| found == key && data != 0)?.1;
    unpack(data)
}

#[inline]
fn store<W: Word>(slots: &[Slot<W>], key: u64, mut entry: Entry, generation: u8) {
    let mut victim = &slots[0];
    let mut least = i32::MAX;
    for slot in slots {
        let (found, data) = slot.load();
        if data != 0 && found == key {
            if entry.best.is_null() {
                entry.best = Move::from_bits(data as u16);
            }
            let fresh = generation_of(data) == generation;
            let deeper = i32::from(depth_of(data)) > i32::from(entry.depth) + 3;
            if entry.bound != Bound::Exact && fresh && deeper {
                return;
            }
            victim = slot;
            break;
        }
        let worth = worth(data, generation);
        if worth < least {
            (victim, least) = (slot, worth);
        }
    }
    victim.store(key, pack(&entry, generation));
}

/// How much an entry deserves to stay: deep and young. Empty ones least.
#[inline]
fn worth(data: u64, generation: u8) -> i32 {
    if data == 0 {
        return i32::MIN;
    }
    let age = (generation + GENERATIONS - generation_of(data)) % GENERATIONS;
    i32::from(depth_of(data)) - AGE_WEIGHT * i32::from(age)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers() -> impl Iterator<Item = u64> {
        std::iter::successors(Some(0x2545_F491_4F6C_DD1D_u64), |&x| {
            let x = x ^ x << 13;
            let x = x ^ x >> 7;
            Some(x ^ x << 17)
        })
    }

    fn entry(random: u64) -> Entry {
        let bounds = [Bound::Exact, Bound::Lower, Bound::Upper];
        Entry {
            best: Move::from_bits(random as u16),
            value: (random >> 16) as i16,
            eval: (random >> 32) as i16,
            depth: (random >> 48) as u8,
            bound: bounds[(random >> 56) as usize % 3],
            pv: random >> 57 & 1 != 0,
        }
    }

    #[test]
    fn what_is_packed_is_unpacked() {
        for random in numbers().take(100_000) {
            let (entry, generation) = (entry(random), (random >> 59) as u8);
            let data = pack(&entry, generation);
            assert_eq!(unpack(data), Some(entry));
            assert_eq!(depth_of(data), entry.depth);
            assert_eq!(generation_of(data), generation);
            assert_ne!(data, 0);
        }
        assert_eq!(unpack(0), None);
    }

    #[test]
    fn what_is_stored_is_found() {
        let table = TranspositionTable::new(1).unwrap();
        for key in numbers().take(1_000) {
            assert_eq!(table.probe(key), None);
            table.store(key, entry(key));
            assert_eq!(table.probe(key), Some(entry(key)));
        }
    }

    #[test]
    fn halves_of_two_entries_are_no_entry() {
        let slot: Slot = Slot::default();
        slot.store(1, pack(&entry(77), 0));
        Word::store(&slot.data, pack(&entry(78), 0));
        assert_ne!(slot.load().0, 1);
    }

    #[test]
    fn a_move_survives_a_store_without_one() {
        let table = TranspositionTable::new(1).unwrap();
        let known = Entry { depth: 4, ..entry(0x0123_4567_89AB_CDEF) };
        table.store(5, known);
        table.store(5, Entry { best: Move::NULL, depth: 9, ..known });
        assert_eq!(table.probe(5), Some(Entry { depth: 9, ..known }));
    }

    #[test]
    fn a_shallow_bound_does_not_displace_a_deep_result() {
        let mut table = TranspositionTable::new(1).unwrap();
        let deep = Entry { depth: 12, bound: Bound::Lower, ..entry(99) };
        let shallow = Entry { depth: 3, ..deep };
        table.store(5, deep);
        table.store(5, shallow);
        assert_eq!(table.probe(5), Some(deep));
        table.age();
        table.store(5, shallow);
        assert_eq!(table.probe(5), Some(shallow));
    }

    #[test]
    fn the_oldest_and_shallowest_gives_way() {
        let mut table = TranspositionTable::new(1).unwrap();
        let at = |depth| Entry { depth, ..entry(99) };
        // Small keys all fall into the first cluster.
        for (key, depth) in [(1, 9), (2, 7), (3, 8), (4, 10)] {
            table.store(key, at(depth));
        }
        table.store(5, at(1));
        assert_eq!(table.probe(2), None);
        table.age();
        table.age();
        (1..=4).for_each(|key| table.store(10 + key, at(0)));
        assert!((1..=5).all(|key| table.probe(key).is_none()));
    }

    #[test]
    fn clearing_forgets() {
        for (mib, threads) in [(1, 1), (1, 4), (65, 3)] {
            let mut table = TranspositionTable::new(mib).unwrap();
            assert_eq!(table.mib(), mib);
            for key in numbers().take(20_000) {
                table.store(key, entry(key));
            }
            table.clear(threads);
            assert_eq!(table.hashfull(), 0);
            assert!(numbers().take(20_000).all(|key| table.probe(key).is_none()));
        }
    }

    #[test]
    fn a_size_that_cannot_be_had_keeps_the_old_table() {
        let mut table = TranspositionTable::new(2).unwrap();
        table.store(5, entry(99));
        let error = table.resize(usize::MAX >> 20).unwrap_err();
        assert_eq!(error.kept, 2);
        assert!(table.resize(usize::MAX).is_err());
        assert_eq!(table.mib(), 2);
        assert_eq!(table.probe(5), Some(entry(99)));
    }

    #[test]
    fn hashfull_counts_this_search_only() {
        let mut table = TranspositionTable::new(1).unwrap();
        for key in numbers().take(200_000) {
            table.store(key, entry(key));
        }
        assert!(table.hashfull() > 900, "{}", table.hashfull());
        table.age();
        assert_eq!(table.hashfull(), 0);
    }
}
