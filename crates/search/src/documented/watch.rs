// SPDX-License-Identifier: GPL-3.0-or-later
//! The limits of a search, as all its threads see them.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use crate::clock::Timer;
use crate::rhythm::HEARTBEAT;
use crate::{Control, Event, Job};

/// What the threads of a search share.
pub(super) struct Watch<'a> {
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
}

impl<'a> Watch<'a> {
    pub fn new(job: &'a Job, control: &'a Control) -> Self {
        Watch {
            job,
            control,
            end: Timer::new(job),
            nodes: AtomicU64::new(0),
            qnodes: AtomicU64::new(0),
            over: AtomicBool::new(false),
            content: AtomicBool::new(false),
        }
    }

    pub fn on_clock(&self) -> Duration {
        self.control.time_on_clock(self.job.started)
    }

    /// Time that went into this move, the opponent's included (T8).
    pub fn thought(&self) -> Duration {
        match &self.end {
            Some(timer) if timer.counts_pondering() => self.job.started.elapsed(),
            _ => self.on_clock(),
        }
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
                    || self.end.as_ref().is_some_and(|timer| timer.is_over(self.on_clock())));
        if must_end {
            self.over.store(true, Ordering::Relaxed);
        }
        self.is_over()
    }
}

/// What a thread does whenever it looks up from the board.
pub(super) trait Heart {
    /// Gives a sign of life, if one is due.
    fn beat(&mut self, watch: &Watch<'_>);
}

/// A thread that is not heard.
pub(super) struct Silent;

impl Heart for Silent {
    fn beat(&mut self, _: &Watch<'_>) {}
}

/// The voice of the search: one thread has it.
pub(super) struct Voice<'a> {
    pub report: &'a mut dyn FnMut(Event),
    next: Duration,
}

impl<'a> Voice<'a> {
    pub fn new(report: &'a mut dyn FnMut(Event)) -> Self {
        Voice { report, next: HEARTBEAT }
    }
}

impl Heart for Voice<'_> {
    fn beat(&mut self, watch: &Watch<'_>) {
        let time = watch.job.started.elapsed();
        if time >= self.next {
            self.next = time + HEARTBEAT;
            let nodes = watch.nodes();
            (self.report)(Event::Heartbeat { nodes, time, hashfull: 0, tbhits: 0 });
        }
    }
}
