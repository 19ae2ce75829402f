// SPDX-License-Identifier: GPL-3.0-or-later
//! Which engines can still be started.

use std::sync::{Mutex, PoisonError};

use crate::options::TournamentConfig;

/// Starts in a row that may fail before an engine is out.
const TRIES: u32 = 3;
/// The same for a tournament that is told to recover: a machine that is short
/// of memory for a while is no reason to give up.
const PATIENT_TRIES: u32 = 10;

/// The engines, as far as starting them goes. Shared by all workers.
#[derive(Debug)]
pub struct Roster {
    tries: u32,
    failures: Mutex<Vec<u32>>,
}

impl Roster {
    /// Everybody is in.
    pub fn new(config: &TournamentConfig) -> Roster {
        Roster {
            tries: if config.recover { PATIENT_TRIES } else { TRIES },
            failures: Mutex::new(vec![0; config.engines.len()]),
        }
    }

    /// An engine has begun a game.
    pub fn started(&self, engine: usize) {
        self.change(engine, |failures| *failures = 0);
    }

    /// An engine has not; answers whether it is now out.
    pub fn failed(&self, engine: usize) -> bool {
        self.change(engine, |failures| *failures += 1);
        self.is_out(engine)
    }

    /// Whether an engine is not tried any more.
    pub fn is_out(&self, engine: usize) -> bool {
        let failures = self.failures.lock().unwrap_or_else(PoisonError::into_inner);
        failures.get(engine).is_some_and(|&failures| failures >= self.tries)
    }

    fn change(&self, engine: usize, change: impl FnOnce(&mut u32)) {
        let mut failures = self.failures.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(failures) = failures.get_mut(engine) {
            // Who is out stays out, whatever another worker managed meanwhile.
            if *failures < self.tries {
                change(failures);
            }
        }
    }
}
