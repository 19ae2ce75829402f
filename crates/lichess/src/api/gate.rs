// SPDX-License-Identifier: GPL-3.0-or-later
//! The gate that every request passes: shut for a full minute after a 429.

use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use journal::StopFlag;

use super::error::ApiError;

/// How often somebody who waits looks whether the bot is ending.
const GLANCE: Duration = Duration::from_millis(25);

/// Open, or shut until some moment.
#[derive(Debug, Default)]
pub struct Gate(Mutex<Option<Instant>>);

impl Gate {
    /// Nobody passes before `silence` is over.
    pub fn shut(&self, silence: Duration) {
        let until = Instant::now() + silence;
        let mut shut = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        *shut = Some(shut.map_or(until, |before| before.max(until)));
    }

    /// How long nobody passes.
    pub fn silence(&self) -> Option<Duration> {
        let shut = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        shut.and_then(|until| until.checked_duration_since(Instant::now()))
            .filter(|left| !left.is_zero())
    }

    /// Waits until the gate is open.
    ///
    /// # Errors
    /// If the bot ends meanwhile.
    pub fn pass(&self, stop: &StopFlag) -> Result<(), ApiError> {
        loop {
            if stop.is_raised() {
                return Err(ApiError::Stopped);
            }
            match self.silence() {
                None => return Ok(()),
                Some(left) => thread::sleep(left.min(GLANCE)),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_429_makes_the_silence_longer_and_never_shorter() {
        let gate = Gate::default();
        assert_eq!(gate.silence(), None);
        gate.shut(Duration::from_secs(60));
        gate.shut(Duration::from_secs(5));
        assert!(gate.silence().unwrap() > Duration::from_secs(50));
    }

    #[test]
    fn whoever_waits_is_let_go_when_the_bot_ends() {
        let (gate, stop) = (Gate::default(), StopFlag::new());
        gate.shut(Duration::from_secs(3600));
        stop.raise();
        assert_eq!(gate.pass(&stop), Err(ApiError::Stopped));
    }
}
