// SPDX-License-Identifier: GPL-3.0-or-later
//! A search that takes its turn with all others: each of its thoughts has a seat in the pool.

use crate::host::Host;
use crate::pool::{HashLease, Sleeper};
use engine::{EngineSetup, flagship};
use search::{Control, Event, HashError, Job, Outcome, Search};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The most memory for its table, in MiB.
const HASH: usize = 16;

/// A search with a seat in the pool whenever it thinks.
pub struct Gated {
    host: Arc<Host>,
    search: Box<dyn Search>,
    given_up: Arc<AtomicBool>,
    _lease: HashLease,
}

impl Gated {
    /// The search that plays, with the ledger's evaluator: what is explained is what was
    /// searched.
    pub fn new(host: Arc<Host>, given_up: Arc<AtomicBool>) -> Gated {
        let mind =
            EngineSetup { evaluation: engine::Evaluation::Classical, ..EngineSetup::default() };
        Gated::around(flagship(&mind), host, given_up)
    }

    /// Any search.
    pub fn around(
        mut search: Box<dyn Search>,
        host: Arc<Host>,
        given_up: Arc<AtomicBool>,
    ) -> Gated {
        let lease = host.hash.lease(HASH);
        // Without memory it keeps the table it has.
        let _ = search.set_hash(lease.mib());
        Gated { host, search, given_up, _lease: lease }
    }
}

/// A thought, as the pool sees it.
struct Thought(Arc<Control>);

impl Sleeper for Thought {
    fn sleep(&self) {
        self.0.pause();
    }
    fn wake(&self) {
        self.0.resume();
    }
    fn share(&self, _: usize) {}
}

impl Search for Gated {
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
        let sleeper: Arc<dyn Sleeper> = Arc::new(Thought(Arc::clone(&control)));
        let seat = self.host.pool.join(Arc::downgrade(&sleeper));
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
