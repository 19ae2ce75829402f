// SPDX-License-Identifier: GPL-3.0-or-later
//! Result files that are rewritten now and then, always whole.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::event::{DoneReason, MatchEvent, Sink};
use crate::options::TournamentConfig;
use crate::stats::Tally;

/// Makes a file's text from the state of the tournament; the reason is known
/// at its end.
pub type Compose = fn(&TournamentConfig, &Tally, Option<DoneReason>) -> String;

/// A file that always holds the newest results.
pub struct ResultFile {
    config: TournamentConfig,
    path: PathBuf,
    compose: Compose,
    pause: Duration,
    written: Option<Instant>,
    complained: bool,
}

impl ResultFile {
    /// A file that is rewritten at most once per `pause` while games end, and
    /// at the end.
    pub fn new(
        config: &TournamentConfig,
        path: &Path,
        compose: Compose,
        pause: Duration,
    ) -> ResultFile {
        ResultFile {
            config: config.clone(),
            path: path.to_owned(),
            compose,
            pause,
            written: None,
            complained: false,
        }
    }
}

impl Sink for ResultFile {
    fn event(&mut self, event: &MatchEvent, tally: &Tally) {
        let done = match event {
            MatchEvent::Finished(_) => None,
            MatchEvent::Done(reason) => Some(*reason),
            _ => return,
        };
        if done.is_none() && self.written.is_some_and(|at| at.elapsed() < self.pause) {
            return;
        }
        self.written = Some(Instant::now());
        let text = (self.compose)(&self.config, tally, done);
        if let Err(error) = journal::write_atomic(&self.path, text.as_bytes())
            && !self.complained
        {
            self.complained = true;
            journal::complain!("Warning; cannot write {}: {error}", self.path.display());
        }
    }
}
