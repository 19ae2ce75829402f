// SPDX-License-Identifier: GPL-3.0-or-later
//! Places for games. A place is taken before a challenge is accepted or made, under the id that
//! the game will have, and is given back only when that game is known to be over or never to
//! begin: between accept and start nobody else can slip in.
//!
//! ```
//! use std::time::Instant;
//! use xanthos_lichess::slots::Slots;
//!
//! let now = Instant::now();
//! let mut slots = Slots::new(1);
//! assert!(slots.reserve("game1", now));
//! assert!(!slots.reserve("game2", now), "accepted, though not yet started, it is taken");
//! slots.start("game1");
//! assert!(!slots.reserve("game2", now));
//! slots.free("game1");
//! assert!(slots.reserve("game2", now));
//! ```

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// The places and who has them.
#[derive(Clone, Debug)]
pub struct Slots {
    limit: usize,
    taken: BTreeMap<String, Taken>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Taken {
    /// Since then a game may begin at any moment.
    Reserved(Instant),
    /// It runs.
    Playing,
}

impl Slots {
    /// So many places, all free.
    pub fn new(limit: usize) -> Slots {
        Slots { limit, taken: BTreeMap::new() }
    }

    /// Takes a place for a game that may begin; answers whether there is one.
    pub fn reserve(&mut self, id: &str, now: Instant) -> bool {
        if self.taken.contains_key(id) || self.taken.len() >= self.limit {
            return false;
        }
        self.taken.insert(id.to_owned(), Taken::Reserved(now));
        true
    }

    /// The place that was taken under one name is another's: our challenge has got its id.
    pub fn rename(&mut self, old: &str, id: &str, now: Instant) {
        if self.taken.remove(old).is_some() {
            self.taken.entry(id.to_owned()).or_insert(Taken::Reserved(now));
        }
    }

    /// The challenge was accepted only now: its game may begin from now on.
    pub fn renew(&mut self, id: &str, now: Instant) {
        if let Some(taken @ Taken::Reserved(_)) = self.taken.get_mut(id) {
            *taken = Taken::Reserved(now);
        }
    }

    /// A game has begun. It has a place even if none was left: it runs whether we like it or
    /// not, as after a restart with a lower limit. Answers whether it is new.
    pub fn start(&mut self, id: &str) -> bool {
        self.taken.insert(id.to_owned(), Taken::Playing) != Some(Taken::Playing)
    }

    /// A game is over, or will never begin.
    pub fn free(&mut self, id: &str) {
        self.taken.remove(id);
    }

    /// Places that are free.
    pub fn available(&self) -> usize {
        self.limit.saturating_sub(self.taken.len())
    }

    /// The games that run.
    pub fn games(&self) -> impl Iterator<Item = &str> {
        let playing = self.taken.iter().filter(|(_, taken)| **taken == Taken::Playing);
        playing.map(|(id, _)| id.as_str())
    }

    /// Who has a place, be it that the game runs or that it may begin.
    pub fn taken(&self) -> impl Iterator<Item = &str> {
        self.taken.keys().map(String::as_str)
    }

    /// Whether a game runs.
    pub fn is_playing(&self, id: &str) -> bool {
        self.taken.get(id) == Some(&Taken::Playing)
    }

    /// Whether no game runs, and none can begin.
    pub fn is_empty(&self) -> bool {
        self.taken.is_empty()
    }

    /// Games that run.
    pub fn playing(&self) -> usize {
        self.games().count()
    }

    /// Places that were taken so long ago, and where still no game has begun.
    pub fn overdue(&self, age: Duration, now: Instant) -> Vec<String> {
        let old = |taken: &Taken| match taken {
            Taken::Reserved(since) => now.saturating_duration_since(*since) >= age,
            Taken::Playing => false,
        };
        self.taken.iter().filter(|(_, taken)| old(taken)).map(|(id, _)| id.clone()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_running_game_has_a_place_whatever_the_limit_says() {
        let now = Instant::now();
        let mut slots = Slots::new(1);
        assert!(slots.start("a") && slots.start("b"));
        assert!(!slots.start("a"), "it is told twice");
        assert_eq!((slots.playing(), slots.available()), (2, 0));
        slots.free("a");
        assert!(!slots.reserve("c", now), "b has the only place");
        slots.free("b");
        assert!(slots.is_empty());
        slots.reserve("c", now);
        assert!(!slots.is_empty(), "its game may begin");
    }

    #[test]
    fn reservations_without_a_game_are_found() {
        let now = Instant::now();
        let mut slots = Slots::new(3);
        slots.reserve("old", now);
        slots.reserve("new", now + Duration::from_secs(9));
        slots.start("playing");
        let later = now + Duration::from_secs(10);
        assert_eq!(slots.overdue(Duration::from_secs(10), later), ["old"]);
    }

    proptest! {
        /// Whatever order challenges, starts and ends come in, we never accept above the limit.
        #[test]
        fn reservations_never_exceed_the_limit(
            limit in 1usize..5,
            steps in prop::collection::vec((0u8..3, 0u8..8), 0..200),
        ) {
            let now = Instant::now();
            let mut slots = Slots::new(limit);
            let mut ours = std::collections::BTreeSet::new();
            for (step, id) in steps {
                let id = format!("g{id}");
                match step {
                    0 if slots.reserve(&id, now) => {
                        ours.insert(id);
                    }
                    1 if ours.contains(&id) => drop(slots.start(&id)),
                    2 => {
                        slots.free(&id);
                        ours.remove(&id);
                    }
                    _ => {}
                }
                prop_assert!(ours.len() <= limit);
                prop_assert_eq!(slots.available(), limit - ours.len());
            }
        }
    }
}
