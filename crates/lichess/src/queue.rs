// SPDX-License-Identifier: GPL-3.0-or-later
//! Challenges that will be accepted as soon as a place is free.

use std::cmp::Reverse;

use crate::api::model::{Challenge, User};
use crate::config::{Challenges, Preference, SortBy};

/// The waiting challenges, in the order in which they came.
#[derive(Clone, Debug, Default)]
pub struct Queue {
    waiting: Vec<Challenge>,
}

impl Queue {
    /// Adds a challenge; answers whether there was room for it. One that waits already is
    /// replaced.
    pub fn add(&mut self, challenge: Challenge, rules: &Challenges) -> bool {
        if let Some(known) = self.waiting.iter_mut().find(|known| known.id == challenge.id) {
            *known = challenge;
            return true;
        }
        if self.waiting.len() >= rules.max_waiting.max(1) {
            return false;
        }
        self.waiting.push(challenge);
        true
    }

    /// A challenge is gone; answers whether it was there.
    pub fn remove(&mut self, id: &str) -> bool {
        let before = self.waiting.len();
        self.waiting.retain(|challenge| challenge.id != id);
        self.waiting.len() < before
    }

    /// Takes the challenge that is next; `people` if bots have to wait.
    pub fn next(&mut self, rules: &Challenges, people: bool) -> Option<Challenge> {
        let rank = |(index, challenge): &(usize, &Challenge)| {
            let user = challenge.challenger.clone().unwrap_or_default();
            let preferred = match rules.preference {
                Preference::None => false,
                Preference::Human => !user.is_bot(),
                Preference::Bot => user.is_bot(),
            };
            let best = match rules.sort_by {
                SortBy::Best => user.rating.unwrap_or(0),
                SortBy::First => 0,
            };
            (preferred, best, Reverse(*index))
        };
        let is_bot =
            |challenge: &Challenge| challenge.challenger.as_ref().is_some_and(|user| user.is_bot());
        let waiting = self.waiting.iter().enumerate();
        let may = waiting.filter(|(_, challenge)| !(people && is_bot(challenge)));
        let (index, _) = may.max_by_key(rank)?;
        Some(self.waiting.remove(index))
    }

    /// How many wait.
    pub fn len(&self) -> usize {
        self.waiting.len()
    }

    /// Whether nobody waits.
    pub fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    /// Who waits.
    pub fn names(&self) -> Vec<String> {
        let name = |user: &User| user.name.clone();
        let challengers = self.waiting.iter().map(|challenge| challenge.challenger.as_ref());
        challengers.map(|user| user.map_or_else(|| "Anonymous".to_owned(), name)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn by(name: &str, rating: i64, bot: bool) -> Challenge {
        let title = bot.then(|| "BOT".to_owned());
        let user = User { id: name.into(), name: name.into(), title, rating: Some(rating) };
        Challenge { id: name.into(), challenger: Some(user), ..Challenge::default() }
    }

    fn order(rules: &Challenges) -> Vec<String> {
        let mut queue = Queue::default();
        for challenge in [by("a", 1500, true), by("b", 2000, false), by("c", 1800, true)] {
            assert!(queue.add(challenge, rules));
        }
        std::iter::from_fn(|| queue.next(rules, false).map(|challenge| challenge.id)).collect()
    }

    #[test]
    fn the_order_is_the_configured_one() {
        let rules = Challenges::default();
        assert_eq!(order(&rules), ["b", "c", "a"]);
        assert_eq!(order(&Challenges { sort_by: SortBy::First, ..rules.clone() }), ["a", "b", "c"]);
        let bots = Challenges { preference: Preference::Bot, ..rules.clone() };
        assert_eq!(order(&bots), ["c", "a", "b"]);
        let people = Challenges { preference: Preference::Human, sort_by: SortBy::First, ..rules };
        assert_eq!(order(&people), ["b", "a", "c"]);
    }

    #[test]
    fn where_bots_have_to_wait_people_go_on() {
        let (rules, mut queue) = (Challenges::default(), Queue::default());
        for challenge in [by("a", 2500, true), by("b", 1000, false)] {
            assert!(queue.add(challenge, &rules));
        }
        assert_eq!(queue.next(&rules, true).map(|challenge| challenge.id).as_deref(), Some("b"));
        assert_eq!(queue.next(&rules, true), None);
        assert_eq!(queue.names(), ["a"], "it waits on");
    }

    #[test]
    fn the_queue_has_an_end_and_no_doubles() {
        let rules = Challenges { max_waiting: 2, ..Challenges::default() };
        let mut queue = Queue::default();
        assert!(queue.add(by("a", 1, false), &rules) && queue.add(by("a", 2, false), &rules));
        assert_eq!(queue.len(), 1);
        assert!(queue.add(by("b", 1, false), &rules) && !queue.add(by("c", 1, false), &rules));
        assert!(queue.remove("a") && !queue.remove("a"));
        assert_eq!(queue.names(), ["b"]);
    }
}
