// SPDX-License-Identifier: GPL-3.0-or-later
//! Ids that were dealt with lately: a stream may tell the same thing twice.

use std::collections::VecDeque;
use std::time::Instant;

/// How many are remembered.
const KEPT: usize = 1000;

/// Ids with the moment when they were dealt with, the newest last.
#[derive(Clone, Debug, Default)]
pub struct Recent(VecDeque<(String, Instant)>);

impl Recent {
    /// Remembers an id.
    pub fn add(&mut self, id: &str, now: Instant) {
        self.remove(id);
        if self.0.len() == KEPT {
            self.0.pop_front();
        }
        self.0.push_back((id.to_owned(), now));
    }

    /// Forgets an id.
    pub fn remove(&mut self, id: &str) {
        self.0.retain(|(known, _)| known != id);
    }

    /// When it was dealt with, if it was.
    pub fn at(&self, id: &str) -> Option<Instant> {
        self.0.iter().rev().find(|(known, _)| known == id).map(|(_, at)| *at)
    }

    /// Whether it was dealt with.
    pub fn contains(&self, id: &str) -> bool {
        self.at(id).is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_has_an_end() {
        let mut recent = Recent::default();
        let now = Instant::now();
        (0..5000).for_each(|n| recent.add(&n.to_string(), now));
        assert!(recent.contains("4999") && !recent.contains("10"));
        assert_eq!(recent.0.len(), KEPT);
        recent.remove("4999");
        assert!(!recent.contains("4999"));
    }
}
