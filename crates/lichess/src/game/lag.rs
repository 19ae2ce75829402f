// SPDX-License-Identifier: GPL-3.0-or-later
//! What the way to the server and back costs, read off the clock of the game itself.
//!
//! The server's clock says how long a move took for it; our own says how long we had the
//! question. The difference is what the wire took, both ways, and what the server needed.

use std::time::{Duration, Instant};

/// A wait of this length is a break of the connection and no lag.
const LONGEST: Duration = Duration::from_secs(30);

/// The lag of the moves of a game.
#[derive(Clone, Debug, Default)]
pub struct LagMeter {
    asked: Option<Asked>,
    sum: Duration,
    count: u32,
}

#[derive(Clone, Copy, Debug)]
struct Asked {
    ply: usize,
    left: Duration,
    increment: Duration,
    arrived: Instant,
    /// When the answer left.
    sent: Option<Instant>,
}

impl LagMeter {
    /// Our clock runs, with so much time left when the line was written.
    pub fn asked(&mut self, ply: usize, left: Duration, increment: Duration, arrived: Instant) {
        if self.asked.is_none_or(|asked| asked.ply != ply) {
            self.asked = Some(Asked { ply, left, increment, arrived, sent: None });
        }
    }

    /// Our move leaves.
    pub fn sent(&mut self, ply: usize, now: Instant) {
        if let Some(asked) = self.asked.as_mut().filter(|asked| asked.ply == ply) {
            // A second attempt: the time before it is lag as well.
            asked.sent.get_or_insert(now);
        }
    }

    /// So much was left after our move, as the server has it: the lag of this move.
    pub fn confirmed(&mut self, ply: usize, left: Duration) -> Option<Duration> {
        let asked = self.asked.take().filter(|asked| asked.ply == ply)?;
        let ours = asked.sent?.saturating_duration_since(asked.arrived);
        let theirs = (asked.left + asked.increment).saturating_sub(left);
        let lag = theirs.saturating_sub(ours);
        if lag > LONGEST {
            return None;
        }
        self.sum += lag;
        self.count += 1;
        Some(lag)
    }

    /// The position is another: nothing can be said about the move under way.
    pub fn interrupted(&mut self) {
        self.asked = None;
    }

    /// The mean of all moves.
    pub fn mean(&self) -> Option<Duration> {
        (self.count > 0).then(|| self.sum / self.count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::SplitMix64;

    /// A wire with known delays, without a stopwatch: the estimate is the truth.
    #[test]
    fn the_estimate_is_the_delay_of_a_simulated_wire() {
        let ms = Duration::from_millis;
        let mut chance = SplitMix64::seed_from_u64(5);
        let mut meter = LagMeter::default();
        let (mut server, mut left) = (Instant::now(), ms(180_000));
        let (mut truth, increment) = (Duration::ZERO, ms(2000));
        for ply in (2..82).step_by(2) {
            let [out, back] = [0, 0].map(|_| ms(chance.random_range(5..200)));
            let thought = ms(chance.random_range(1..3000));
            meter.asked(ply, left, increment, server + out);
            meter.sent(ply, server + out + thought);
            let used = out + thought + back;
            left = left + increment - used;
            server += used + ms(1000);
            assert_eq!(meter.confirmed(ply, left), Some(out + back));
            truth += out + back;
        }
        assert_eq!(meter.mean(), Some(truth / 40));
    }

    #[test]
    fn moves_that_were_not_measured_say_nothing() {
        let (now, ms) = (Instant::now(), Duration::from_millis);
        let mut meter = LagMeter::default();
        assert_eq!(meter.confirmed(2, ms(100)), None);
        meter.asked(2, ms(1000), ms(0), now);
        assert_eq!(meter.confirmed(2, ms(900)), None, "it was never sent");
        meter.asked(4, ms(60_000), ms(0), now);
        meter.sent(4, now);
        assert_eq!(meter.confirmed(4, ms(1)), None, "a break, not a lag");
        assert_eq!(meter.mean(), None);
    }
}
