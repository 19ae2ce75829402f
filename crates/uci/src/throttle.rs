// SPDX-License-Identifier: GPL-3.0-or-later
//! How much a GUI is told: enough to feel alive, never so much that it chokes.

use std::time::{Duration, Instant};

/// Lines that may come as fast as they are found. A trivial mate would
/// otherwise print hundreds of depths in a blink, which has frozen GUIs.
const BURST: usize = 100;
/// The burst only lasts this long.
const OPENING: Duration = Duration::from_secs(1);
/// Afterwards, the time that a line pays for: twenty a second.
const PRICE: Duration = Duration::from_millis(50);
/// A GUI that hears nothing for this long hears a heartbeat.
const SILENCE: Duration = Duration::from_millis(1_500);

/// The gate in front of one search's output. It is told the time, so that it can be tested.
#[derive(Debug)]
pub(crate) struct Throttle {
    began: Instant,
    burst_left: usize,
    open_from: Instant,
    last: Instant,
}

impl Throttle {
    pub(crate) fn new(began: Instant) -> Throttle {
        Throttle { began, burst_left: BURST, open_from: began, last: began }
    }

    /// Whether a line may pass now.
    pub(crate) fn is_open(&self, now: Instant) -> bool {
        (self.in_opening(now) && self.burst_left > 0) || now >= self.open_from
    }

    /// When the gate opens again.
    pub(crate) fn opens_at(&self) -> Instant {
        self.open_from
    }

    /// Lines have passed.
    pub(crate) fn passed(&mut self, lines: usize, now: Instant) {
        self.burst_left = self.burst_left.saturating_sub(lines);
        self.open_from = now + PRICE * u32::try_from(lines).unwrap_or(u32::MAX).min(1_000);
        self.last = now;
    }

    /// When the silence has lasted too long.
    pub(crate) fn heartbeat_at(&self) -> Instant {
        self.last + SILENCE
    }

    fn in_opening(&self, now: Instant) -> bool {
        now.saturating_duration_since(self.began) < OPENING
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tries to pass a line every millisecond and counts the lines of each second.
    fn lines_per_second(lines_at_once: usize, seconds: u64) -> Vec<usize> {
        let began = Instant::now();
        let mut throttle = Throttle::new(began);
        (0..seconds)
            .map(|second| {
                let mut lines = 0;
                for ms in 0..1000 {
                    let now = began + Duration::from_millis(second * 1000 + ms);
                    if throttle.is_open(now) {
                        throttle.passed(lines_at_once, now);
                        lines += lines_at_once;
                    }
                }
                lines
            })
            .collect()
    }

    #[test]
    fn a_burst_and_then_twenty_lines_a_second() {
        let counts = lines_per_second(1, 5);
        assert!(counts[0] >= BURST && counts[0] <= BURST + 20, "{counts:?}");
        assert!(counts[1..].iter().all(|&count| (19..=21).contains(&count)), "{counts:?}");
    }

    #[test]
    fn several_lines_at_once_cost_as_much_each() {
        let counts = lines_per_second(10, 6);
        assert!(counts[2..].iter().all(|&count| count <= 20), "{counts:?}");
    }
}
