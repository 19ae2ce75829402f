// SPDX-License-Identifier: GPL-3.0-or-later
//! Handing out games.

use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};

use crate::options::Shard;
use crate::schedule::{Schedule, ScheduledGame};

/// Games of a tournament that are worth counting one by one.
const MOST_COUNTED: u64 = 10_000_000;

/// The games that are left, handed out in order to whoever asks.
#[derive(Debug)]
pub struct Dispatch<'a> {
    schedule: &'a Schedule,
    played: HashSet<u64>,
    shard: Option<Shard>,
    next: Mutex<u64>,
}

impl<'a> Dispatch<'a> {
    /// All games but those that have been played.
    pub fn new(
        schedule: &'a Schedule,
        shard: Option<Shard>,
        played: impl Iterator<Item = u64>,
    ) -> Dispatch<'a> {
        Dispatch { schedule, shard, played: played.collect(), next: Mutex::new(1) }
    }

    /// All games that are played here, those that have been played included.
    pub fn total(&self) -> u64 {
        let all = self.schedule.total();
        match self.shard {
            None => all,
            // Counting is quick, but not for ever.
            Some(shard) if all > MOST_COUNTED => all / u64::from(shard.count),
            Some(_) => (1..=all).filter(|&number| self.is_ours(number)).count() as u64,
        }
    }

    /// Whether nothing is left.
    pub fn is_empty(&self) -> bool {
        let mut left = (1..=self.schedule.total()).filter(|&number| self.is_ours(number));
        left.all(|number| self.played.contains(&number))
    }

    /// Whether a game belongs to this part: the games of an opening stay together, so that pairs
    /// are whole.
    fn is_ours(&self, number: u64) -> bool {
        let Some(shard) = self.shard else { return true };
        self.schedule.appointment(number).is_some_and(|game| shard.has(game.opening))
    }

    /// The next game; `None` when there is none left.
    pub fn next(&self) -> Option<ScheduledGame> {
        let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            let appointment = self.schedule.appointment(*next)?;
            let number = *next;
            *next += 1;
            if !self.played.contains(&number) && self.is_ours(number) {
                return Some(appointment);
            }
        }
    }
}
