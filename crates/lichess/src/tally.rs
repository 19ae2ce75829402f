// SPDX-License-Identifier: GPL-3.0-or-later
//! Who was played today and is being played now, for limits by user and by day.

use std::collections::{BTreeMap, VecDeque};
use std::time::Instant;

/// Games of the last 24 hours.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    running: BTreeMap<String, String>,
    begun: VecDeque<Begun>,
}

#[derive(Clone, Debug)]
struct Begun {
    at: Instant,
    opponent: String,
    bot: bool,
}

impl Tally {
    /// A game against `opponent` has begun, or will.
    pub fn started(&mut self, id: &str, opponent: &str, bot: bool, now: Instant) {
        let opponent = opponent.to_ascii_lowercase();
        if self.running.insert(id.to_owned(), opponent.clone()).is_none() {
            self.begun.push_back(Begun { at: now, opponent, bot });
        }
    }

    /// It is over.
    pub fn ended(&mut self, id: &str) {
        self.running.remove(id);
    }

    /// It never began: it does not count.
    pub fn undone(&mut self, id: &str) {
        if let Some(opponent) = self.running.remove(id)
            && let Some(last) = self.begun.iter().rposition(|game| game.opponent == opponent)
        {
            self.begun.remove(last);
        }
    }

    /// Games that began before this moment do not count any more.
    pub fn forget_before(&mut self, moment: Instant) {
        while self.begun.front().is_some_and(|game| game.at < moment) {
            self.begun.pop_front();
        }
    }

    /// Games that run against somebody.
    pub fn running_against(&self, opponent: &str) -> usize {
        self.running.values().filter(|name| *name == opponent).count()
    }

    /// Games today against somebody.
    pub fn today_against(&self, opponent: &str) -> usize {
        self.begun.iter().filter(|game| game.opponent == opponent).count()
    }

    /// Games today against bots.
    pub fn bots_today(&self) -> usize {
        self.begun.iter().filter(|game| game.bot).count()
    }

    /// Games today.
    pub fn today(&self) -> usize {
        self.begun.len()
    }
}
