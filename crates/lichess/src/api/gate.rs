// SPDX-License-Identifier: GPL-3.0-or-later
//! The gate that every request passes: shut for a full minute after a 429, also for the process that
//! comes after a crash.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use journal::StopFlag;

use super::error::ApiError;

/// How often somebody who waits looks whether the bot is ending.
const GLANCE: Duration = Duration::from_millis(25);

/// Open, or shut until some moment.
#[derive(Debug, Default)]
pub struct Gate {
    until: Mutex<Option<Instant>>,
    /// Where the moment is written down, in milliseconds since 1970.
    file: Option<PathBuf>,
}

fn since_1970() -> Duration {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default()
}

impl Gate {
    /// A gate that remembers a silence of at most `longest` in a file, and begins with what an
    /// earlier process left there.
    pub fn kept(file: &Path, longest: Duration) -> Gate {
        let text = std::fs::read_to_string(file).unwrap_or_default();
        let until = text.trim().parse().map_or(Duration::ZERO, Duration::from_millis);
        // Whoever set the clock of the machine back does not wait for years.
        let left = until.saturating_sub(since_1970()).min(longest);
        let shut = (!left.is_zero()).then(|| Instant::now() + left);
        Gate { until: Mutex::new(shut), file: Some(file.to_owned()) }
    }

    /// Nobody passes before `silence` is over.
    pub fn shut(&self, silence: Duration) {
        let until = Instant::now() + silence;
        let mut shut = self.until.lock().unwrap_or_else(PoisonError::into_inner);
        *shut = Some(shut.map_or(until, |before| before.max(until)));
        if let Some(file) = &self.file {
            // Without a disk the silence is kept all the same, by this process.
            let _ = file.parent().map(std::fs::create_dir_all);
            let _ = std::fs::write(file, format!("{}\n", (since_1970() + silence).as_millis()));
        }
    }

    /// How long nobody passes.
    pub fn silence(&self) -> Option<Duration> {
        let shut = self.until.lock().unwrap_or_else(PoisonError::into_inner);
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
    fn the_next_process_keeps_the_silence_too() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("records/silence");
        let minute = Duration::from_secs(60);
        let gate = Gate::kept(&file, minute);
        assert_eq!(gate.silence(), None);
        gate.shut(minute);
        assert!(Gate::kept(&file, minute).silence().unwrap() > Duration::from_secs(50));
        // A clock that was set back, and a file that is none.
        gate.shut(Duration::from_secs(1 << 30));
        assert!(Gate::kept(&file, minute).silence().unwrap() <= minute);
        std::fs::write(&file, "soon").unwrap();
        assert_eq!(Gate::kept(&file, minute).silence(), None);
    }

    #[test]
    fn whoever_waits_is_let_go_when_the_bot_ends() {
        let (gate, stop) = (Gate::default(), StopFlag::new());
        gate.shut(Duration::from_secs(3600));
        stop.raise();
        assert_eq!(gate.pass(&stop), Err(ApiError::Stopped));
    }
}
