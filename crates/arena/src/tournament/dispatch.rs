// SPDX-License-Identifier: GPL-3.0-or-later
//! Handing out games.

use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};

use crate::schedule::{Schedule, ScheduledGame};

/// The games that are left, handed out in order to whoever asks.
#[derive(Debug)]
pub struct Dispatch<'a> {
    schedule: &'a Schedule,
    played: HashSet<u64>,
    next: Mutex<u64>,
}

impl<'a> Dispatch<'a> {
    /// All games but those that have been played.
    pub fn new(schedule: &'a Schedule, played: impl Iterator<Item = u64>) -> Dispatch<'a> {
        Dispatch { schedule, played: played.collect(), next: Mutex::new(1) }
    }

    /// The next game; `None` when there is none left.
    pub fn next(&self) -> Option<ScheduledGame> {
        let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
        while self.played.contains(&next) {
            *next += 1;
        }
        let appointment = self.schedule.appointment(*next)?;
        *next += 1;
        Some(appointment)
    }
}
