// SPDX-License-Identifier: GPL-3.0-or-later
//! The chess clock of the server, in whole milliseconds.

use std::time::{Duration, Instant};

/// Both clocks. They stand until both have moved once.
#[derive(Clone, Debug)]
pub(crate) struct ServerClock {
    left: [Duration; 2],
    pub(crate) increment: Duration,
    pub(crate) initial: Duration,
    /// Which clock runs, since when.
    running: Option<(usize, Instant)>,
}

impl ServerClock {
    pub(crate) fn new(initial: Duration, increment: Duration) -> ServerClock {
        ServerClock { left: [initial; 2], increment, initial, running: None }
    }

    /// Time left of a side now.
    pub(crate) fn left(&self, side: usize, now: Instant) -> Duration {
        match self.running {
            Some((running, since)) if running == side => {
                self.left[side].saturating_sub(now.saturating_duration_since(since))
            }
            _ => self.left[side],
        }
    }

    /// Whose flag has fallen.
    pub(crate) fn fallen(&self, now: Instant) -> Option<usize> {
        let (side, _) = self.running?;
        self.left(side, now).is_zero().then_some(side)
    }

    /// A side has moved, which makes `ply` half-moves.
    pub(crate) fn press(&mut self, side: usize, ply: usize, now: Instant) {
        if self.running.is_some() {
            self.left[side] = self.left(side, now) + self.increment;
        }
        self.running = (ply >= 2).then_some((1 - side, now));
    }

    /// A move was taken back: the clock of that side runs.
    pub(crate) fn turn_back(&mut self, side: usize, ply: usize, now: Instant) {
        if let Some((running, _)) = self.running {
            self.left[running] = self.left(running, now);
        }
        self.running = (ply >= 2).then_some((side, now));
    }

    pub(crate) fn stop(&mut self, now: Instant) {
        if let Some((side, _)) = self.running {
            self.left[side] = self.left(side, now);
        }
        self.running = None;
    }
}
