// SPDX-License-Identifier: GPL-3.0-or-later
//! Waiting before the next attempt: twice as long each time, with chance in it, so that a
//! thousand bots do not come back to a restarted server in the same second.

use std::time::Duration;

use rand::RngExt;
use rand_xoshiro::SplitMix64;

use crate::timing::Timing;

/// Attempts that failed, and how long to wait for the next.
#[derive(Clone, Debug)]
pub struct Backoff {
    first: Duration,
    longest: Duration,
    failures: u32,
    chance: SplitMix64,
}

impl Backoff {
    /// No attempt has failed.
    pub fn new(timing: &Timing) -> Backoff {
        Backoff::between(timing.retry, timing.longest_retry)
    }

    /// For a game whose clock runs: never longer than a few seconds.
    pub fn for_game(timing: &Timing) -> Backoff {
        Backoff::between(timing.retry / 2, timing.longest_retry / 15)
    }

    fn between(first: Duration, longest: Duration) -> Backoff {
        Backoff { first, longest, failures: 0, chance: rand::make_rng() }
    }

    /// It worked: the next failure is the first again.
    pub fn reset(&mut self) {
        self.failures = 0;
    }

    /// It failed: how long to wait. Between a half and the whole of what doubling gives.
    pub fn wait(&mut self) -> Duration {
        let doubled = self.first.saturating_mul(1 << self.failures.min(16)).min(self.longest);
        self.failures = self.failures.saturating_add(1);
        doubled.mul_f64(self.chance.random_range(0.5..=1.0))
    }

    /// Failures in a row.
    pub fn failures(&self) -> u32 {
        self.failures
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_double_up_to_the_longest_and_differ() {
        let timing = Timing::default();
        let mut backoff = Backoff::new(&timing);
        let mut bound = timing.retry;
        for _ in 0..20 {
            let wait = backoff.wait();
            assert!(wait <= bound && wait >= bound / 2, "{wait:?} of {bound:?}");
            bound = (bound * 2).min(timing.longest_retry);
        }
        let waits: std::collections::HashSet<_> = (0..10).map(|_| backoff.wait()).collect();
        assert!(waits.len() > 5, "chance is in it");
        backoff.reset();
        assert!(backoff.wait() <= timing.retry);
    }
}
