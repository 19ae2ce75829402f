// SPDX-License-Identifier: GPL-3.0-or-later
//! The limits of a search, as all its threads see them.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use search::polling::HEARTBEAT;
use search::{Control, Event, Job, Timer};

/// What the threads of a search share.
pub(super) struct Shared<'a> {
    pub job: &'a Job,
    pub control: &'a Control,
    /// Knows when the time is over, which does not change while a search lasts.
    end: Option<Timer>,
    /// Nodes of all threads, as far as they are published.
    pub nodes: AtomicU64,
    pub qnodes: AtomicU64,
    /// Set once a limit is reached.
    over: AtomicBool,
    /// Whether no further iteration is wanted: a search that ponders ends with the hit.
    pub content: AtomicBool,
    /// Microseconds of thought after which the iteration under way is cut: what it has
    /// found by then counts.
    enough: AtomicU64,
}

/// An iteration that is under way may take so many quarters of the time aimed at.
const QUARTERS: u32 = 5;

impl<'a> Shared<'a> {
    pub fn new(job: &'a Job, control: &'a Control) -> Self {
        Shared {
            job,
            control,
            end: Timer::new(job),
            nodes: AtomicU64::new(0),
            qnodes: AtomicU64::new(0),
            over: AtomicBool::new(false),
            content: AtomicBool::new(false),
            enough: AtomicU64::new(u64::MAX),
        }
    }

    pub fn on_clock(&self) -> Duration {
        self.job.on_clock(self.control, self.nodes())
    }

    /// Time that went into this move, the opponent's included (Achilles §5).
    pub fn thought(&self) -> Duration {
        match &self.end {
            Some(timer) if timer.counts_pondering() => self.job.elapsed(self.nodes()),
            _ => self.on_clock(),
        }
    }

    /// Sets the time aimed at.
    pub fn aim_at(&self, target: Duration) {
        let enough = target.saturating_mul(QUARTERS) / 4;
        self.enough.store(u64::try_from(enough.as_micros()).unwrap_or(u64::MAX), Ordering::Relaxed);
    }

    fn has_enough(&self) -> bool {
        let enough = Duration::from_micros(self.enough.load(Ordering::Relaxed));
        self.thought() >= enough
    }

    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Nodes that may still be visited.
    pub fn nodes_left(&self) -> u64 {
        self.job.limits.nodes.unwrap_or(u64::MAX).saturating_sub(self.nodes())
    }

    pub fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed)
    }

    /// Looks whether the search must end now.
    pub fn look(&self) -> bool {
        let must_end = self.nodes_left() == 0
            || self.control.checkpoint()
            || !self.control.is_pondering()
                && (self.content.load(Ordering::Relaxed)
                    || self.has_enough()
                    || self.end.as_ref().is_some_and(|timer| timer.is_over(self.on_clock())));
        if must_end {
            self.over.store(true, Ordering::Relaxed);
        }
        self.is_over()
    }
}

/// What a thread does whenever it looks up from the board.
pub(super) trait Heartbeat {
    /// Gives a sign of life, if one is due.
    fn beat(&mut self, shared: &Shared<'_>);
}

/// A thread that is not heard.
pub(super) struct Silent;

impl Heartbeat for Silent {
    fn beat(&mut self, _: &Shared<'_>) {}
}

/// The voice of the search: one thread has it.
pub(super) struct Reporter<'a> {
    pub report: &'a mut dyn FnMut(Event),
    next: Duration,
}

impl<'a> Reporter<'a> {
    pub fn new(report: &'a mut dyn FnMut(Event)) -> Self {
        Reporter { report, next: HEARTBEAT }
    }
}

impl Heartbeat for Reporter<'_> {
    fn beat(&mut self, shared: &Shared<'_>) {
        let time = shared.job.started.elapsed();
        if time >= self.next {
            self.next = time + HEARTBEAT;
            let nodes = shared.nodes();
            (self.report)(Event::Heartbeat { nodes, time, hashfull: 0, tbhits: 0 });
        }
    }
}
