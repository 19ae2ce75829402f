// SPDX-License-Identifier: GPL-3.0-or-later
//! What a search shares with searches of the same game on other machines.
//!
//! Deep entries of the transposition table leave as they are stored, and those of others arrive
//! while the search runs. An entry travels with its position: whoever gets it can see that the
//! key is the position's and the move legal there, and need not trust the sender.

use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use chess::{Move, Position};

use crate::alphabeta::tt_key;
use crate::tt::{self, TranspositionTable};
use crate::value::{MATE, MAX_PLY};

/// Entries that wait to leave, at most. More than a network carries away between two looks is
/// a sign that the depth is too small.
const MOST_LEAVING: usize = 512;

/// Entries that wait to be stored, at most: a rank that does not search collects them.
const MOST_ARRIVED: usize = 1 << 16;

/// The depths from which entries may leave.
const DEPTHS: std::ops::RangeInclusive<i32> = 4..=24;

/// The depth from which they do at first.
const FIRST_DEPTH: i32 = 6;

/// An entry of the transposition table on its way.
#[derive(Clone, Copy, Debug)]
pub struct SharedEntry {
    /// What it is about.
    pub position: Position,
    /// Its key in the table, with the age by the fifty-move rule in it.
    pub key: u64,
    /// Move, scores, depth and bound as the table keeps them.
    pub data: u64,
}

impl SharedEntry {
    /// Whether it can be what a search found out: the key is the position's, the move legal, the
    /// scores and the depth possible.
    pub fn is_sound(&self) -> bool {
        let Some(entry) = tt::unpack(self.data) else { return false };
        self.key == tt_key(&self.position)
            && (entry.best.is_null() || self.position.is_legal(entry.best))
            && i32::from(entry.value).abs() <= MATE
            && (entry.eval == tt::NO_EVAL || i32::from(entry.eval).abs() <= MATE)
            && usize::from(entry.depth) <= MAX_PLY
    }

    /// The depth that it was searched to.
    pub fn depth(&self) -> u8 {
        tt::depth_of(self.data)
    }
}

/// The best of the root moves without one, searched elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Rival {
    /// The move that was left out.
    without: Move,
    /// What the others are worth, in centipawns.
    value: i32,
}

/// Where entries leave and arrive. All methods may be called from any thread; those that a
/// search calls never wait.
#[derive(Debug)]
pub struct Exchange {
    /// The number of this search among those that meet.
    place: usize,
    depth: AtomicI32,
    leaving: Mutex<Vec<SharedEntry>>,
    arrived: Mutex<Vec<SharedEntry>>,
    has_arrived: AtomicBool,
    rival: Mutex<Option<Rival>>,
}

impl Default for Exchange {
    fn default() -> Self {
        Exchange::new(0)
    }
}

impl Exchange {
    /// That of search number `place`, from 0.
    pub fn new(place: usize) -> Exchange {
        Exchange {
            place,
            depth: AtomicI32::new(FIRST_DEPTH),
            leaving: Mutex::default(),
            arrived: Mutex::default(),
            has_arrived: AtomicBool::new(false),
            rival: Mutex::default(),
        }
    }

    /// The number of this search; as threads do, they begin at different depths.
    pub(crate) fn place(&self) -> usize {
        self.place
    }

    /// The depth from which entries leave.
    #[inline]
    pub fn depth(&self) -> i32 {
        self.depth.load(Ordering::Relaxed)
    }

    /// An entry leaves, unless too many already do.
    #[cold]
    pub(crate) fn offer(&self, position: &Position, key: u64, data: u64) {
        if let Ok(mut leaving) = self.leaving.try_lock()
            && leaving.len() < MOST_LEAVING
        {
            leaving.push(SharedEntry { position: *position, key, data });
        }
    }

    /// What has left since the last time. The depth follows: deeper entries only if there were
    /// too many, shallower ones too if there were few.
    pub fn take_leaving(&self) -> Vec<SharedEntry> {
        let taken = std::mem::take(&mut *lock(&self.leaving));
        let depth = self.depth();
        let next = match taken.len() {
            MOST_LEAVING.. => depth + 1,
            few if few < MOST_LEAVING / 8 => depth - 1,
            _ => depth,
        };
        self.depth.store(next.clamp(*DEPTHS.start(), *DEPTHS.end()), Ordering::Relaxed);
        taken
    }

    /// Entries arrive. Returns how many of them were nonsense and are refused.
    pub fn deliver(&self, entries: &[SharedEntry]) -> usize {
        let sound: Vec<SharedEntry> =
            entries.iter().filter(|entry| entry.is_sound()).copied().collect();
        let refused = entries.len() - sound.len();
        let mut arrived = lock(&self.arrived);
        let room = MOST_ARRIVED.saturating_sub(arrived.len());
        arrived.extend(sound.into_iter().take(room));
        self.has_arrived.store(!arrived.is_empty(), Ordering::Relaxed);
        refused
    }

    /// Stores what has arrived, unless the table knows better.
    #[inline]
    pub(crate) fn store_arrived(&self, table: &TranspositionTable) {
        if self.has_arrived.load(Ordering::Relaxed) {
            self.store_all(table);
        }
    }

    #[cold]
    fn store_all(&self, table: &TranspositionTable) {
        let Ok(mut arrived) = self.arrived.try_lock() else { return };
        let entries = std::mem::take(&mut *arrived);
        self.has_arrived.store(false, Ordering::Relaxed);
        drop(arrived);
        for SharedEntry { key, data, .. } in entries {
            let Some(entry) = tt::unpack(data) else { continue };
            if table.probe(key).is_none_or(|known| known.depth < entry.depth) {
                table.store(key, entry);
            }
        }
    }

    /// Without the move `without`, the best of the root is worth so much, in centipawns.
    pub fn set_rival(&self, without: Move, value: i32) {
        *lock(&self.rival) = Some(Rival { without, value });
    }

    /// What the best root move but `best` is worth, if somebody has looked.
    pub(crate) fn rival_of(&self, best: Move) -> Option<i32> {
        let rival = lock(&self.rival);
        rival.filter(|rival| rival.without == best).map(|rival| rival.value)
    }

    /// A new search begins: rivals of the old one say nothing.
    pub fn begin(&self) {
        *lock(&self.rival) = None;
    }

    /// A new game begins: what waits belongs to the old one.
    pub fn clear(&self) {
        self.begin();
        lock(&self.leaving).clear();
        lock(&self.arrived).clear();
        self.has_arrived.store(false, Ordering::Relaxed);
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // A list and a number are whole at any moment: poisoning says nothing here.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tt::Entry;
    use crate::{AlphaBeta, Bound, Control, Job, Limits, Search};
    use chess::Game;
    use std::sync::Arc;

    fn entries() -> (Arc<Exchange>, Vec<SharedEntry>) {
        let exchange = Arc::new(Exchange::default());
        let job = Job {
            exchange: Some(exchange.clone()),
            ..Job::new(Game::default(), Limits { depth: Some(9), ..Limits::default() })
        };
        AlphaBeta::new(eval::Placement).think(&job, &Control::default(), &mut |_| {});
        let left = exchange.take_leaving();
        (exchange, left)
    }

    #[test]
    fn what_leaves_a_search_is_sound_and_deep() {
        let (_, left) = entries();
        assert!(!left.is_empty());
        assert!(left.iter().all(|entry| entry.is_sound()));
        assert!(left.iter().all(|entry| i32::from(entry.depth()) >= FIRST_DEPTH));
    }

    #[test]
    fn what_arrives_is_checked_and_stored() {
        let (_, left) = entries();
        let other = Exchange::default();
        let mut wrong = left[0];
        wrong.key ^= 1;
        let illegal = Entry {
            best: Position::startpos().parse_uci("e2e4").unwrap(),
            value: 0,
            eval: 0,
            depth: 9,
            bound: Bound::Exact,
            pv: false,
        };
        let position = Position::from_fen("4k3/8/8/8/8/8/8/4K2R w - - 0 1").expect("a position");
        let data = tt::pack(&illegal, 0);
        let illegal = SharedEntry { position, key: tt_key(&position), data };
        assert_eq!(other.deliver(&[left[0], wrong, illegal]), 2);
        let table = TranspositionTable::new(1).unwrap();
        other.store_arrived(&table);
        assert_eq!(table.probe(left[0].key).unwrap().depth, left[0].depth());
    }

    #[test]
    fn the_depth_follows_the_flow() {
        let exchange = Exchange::default();
        exchange.take_leaving();
        assert_eq!(exchange.depth(), FIRST_DEPTH - 1);
        let start = Position::startpos();
        (0..MOST_LEAVING + 1).for_each(|_| exchange.offer(&start, 1, 1));
        assert_eq!(exchange.take_leaving().len(), MOST_LEAVING);
        assert_eq!(exchange.depth(), FIRST_DEPTH);
    }

    #[test]
    fn a_rival_belongs_to_its_best_move() {
        let exchange = Exchange::default();
        let e4 = Position::startpos().parse_uci("e2e4").unwrap();
        let d4 = Position::startpos().parse_uci("d2d4").unwrap();
        exchange.set_rival(e4, 12);
        assert_eq!((exchange.rival_of(e4), exchange.rival_of(d4)), (Some(12), None));
        exchange.begin();
        assert_eq!(exchange.rival_of(e4), None);
    }
}
