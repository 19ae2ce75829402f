// SPDX-License-Identifier: GPL-3.0-or-later
//! A search that takes its turn with all others on the threads of the pool.

use crate::host::Host;
use crate::pool::{HashLease, Pausable};
use engine::{EngineSetup, flagship};
use search::{Control, Event, HashError, Job, Outcome, Search};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The most memory for its table, in MiB.
const HASH: usize = 16;

/// A search that runs when the pool has a thread for it.
pub struct PooledSearch {
    host: Arc<Host>,
    search: Box<dyn Search>,
    given_up: Arc<AtomicBool>,
    _lease: HashLease,
}

impl PooledSearch {
    /// The search that plays and analyses.
    pub fn new(host: Arc<Host>, given_up: Arc<AtomicBool>) -> PooledSearch {
        PooledSearch::around(flagship(&EngineSetup::default()), host, given_up)
    }

    /// Any search.
    pub fn around(
        mut search: Box<dyn Search>,
        host: Arc<Host>,
        given_up: Arc<AtomicBool>,
    ) -> PooledSearch {
        let lease = host.hash.lease(HASH);
        // Without memory it keeps the table it has.
        let _ = search.set_hash(lease.mib());
        PooledSearch { host, search, given_up, _lease: lease }
    }
}

/// What the pool pauses and resumes.
struct PausableControl(Arc<Control>);

impl Pausable for PausableControl {
    fn pause(&self) {
        self.0.pause();
    }
    fn resume(&self) {
        self.0.resume();
    }
    fn share(&self, _: usize) {}
}

impl Search for PooledSearch {
    fn set_hash(&mut self, _: usize) -> Result<(), HashError> {
        Ok(())
    }
    fn set_threads(&mut self, _: usize) {}
    fn new_game(&mut self) {
        self.search.new_game();
    }

    fn think(&mut self, job: &Job, outer: &Control, report: &mut dyn FnMut(Event)) -> Outcome {
        let control = Arc::new(Control::default());
        control.pause();
        let pausable: Arc<dyn Pausable> = Arc::new(PausableControl(Arc::clone(&control)));
        let seat = self.host.pool.join(Arc::downgrade(&pausable));
        let given_up = &self.given_up;
        let stop_if_told = || {
            if given_up.load(Ordering::Relaxed) || outer.is_stopped() {
                control.stop();
            }
        };
        stop_if_told();
        let outcome = self.search.think(job, &control, &mut |event| {
            stop_if_told();
            report(event);
        });
        self.host.pool.leave(seat);
        outcome
    }
}
