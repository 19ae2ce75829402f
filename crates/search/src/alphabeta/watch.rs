// SPDX-License-Identifier: GPL-3.0-or-later
//! The leading thread's eye on limits, clock and listeners.

use std::sync::atomic::Ordering;
use std::time::Duration;

use chess::Move;
use eval::Evaluator;

use super::Searcher;
use super::root::RootMove;
use crate::clock::Budget;
use crate::value::{MATE, MAX_PLY, is_mate};
use crate::{Bound, Control, Event, Info, Job, Limits, Score, winrate};

/// Nodes between two looks at the clock and the stop flag: a fraction of a
/// millisecond, and too many for the looking to be felt.
const POLL_NODES: u64 = 256;

/// A sign of life is due this often.
const HEARTBEAT: Duration = Duration::from_secs(1);

/// Until then nobody wants to know which root move is being searched, or that a
/// window failed.
const PATIENCE: Duration = Duration::from_secs(3);

/// With one legal move there is nothing to decide; this depth is enough for a
/// score and an expected reply.
const FORCED_DEPTH: i32 = 4;

/// What the leading thread holds beyond the others.
pub struct Watch<'a> {
    job: &'a Job,
    control: &'a Control,
    report: &'a mut dyn FnMut(Event),
    budget: Option<Budget>,
    forced: bool,
    heartbeat: Duration,
}

impl<'a> Watch<'a> {
    /// A watch over one job.
    pub fn new(
        job: &'a Job,
        control: &'a Control,
        roots: &[RootMove],
        report: &'a mut dyn FnMut(Event),
    ) -> Self {
        let position = job.game.position();
        let forced = roots.len() == 1 && position.legal_moves().len() == 1;
        let budget = Budget::new(&job.limits, position.turn());
        Watch { job, control, report, budget, forced, heartbeat: HEARTBEAT }
    }

    /// The limits of the job.
    pub fn limits(&self) -> &Limits {
        &self.job.limits
    }

    /// How many lines the job wants.
    pub fn multipv(&self) -> usize {
        self.job.settings.multipv.max(1)
    }

    /// Whether the search has lasted long enough for details.
    pub fn impatient(&self) -> bool {
        self.job.started.elapsed() >= PATIENCE
    }

    /// Whether the thread must drop what it is doing.
    fn must_stop(&self) -> bool {
        let out_of_time = self.budget.is_some_and(|budget| {
            !self.control.is_pondering()
                && self.control.time_on_clock(self.job.started) >= budget.hard
        });
        self.control.is_stopped() || out_of_time
    }

    /// Whether a further iteration is not worth beginning after `depth` ended
    /// with these lines.
    pub fn is_content(&self, depth: i32, lines: &[RootMove]) -> bool {
        let limits = self.limits();
        let best = lines[0].value;
        if let Some(moves) = limits.mate {
            let distance = (MATE - best.abs() + 1) / 2;
            if is_mate(best) && i64::from(distance) <= i64::from(moves) {
                return true;
            }
        } else if limits.depth.is_none() && is_solved(depth, lines) {
            return true;
        }
        let Some(budget) = self.budget else { return false };
        if self.control.is_pondering() {
            return false;
        }
        let on_the_clock = limits.movetime.is_none();
        self.control.time_on_clock(self.job.started) >= budget.soft
            || (on_the_clock && self.forced && depth >= FORCED_DEPTH)
    }
}

/// Whether every line ends in a mate that twice its length in depth has not
/// changed. Going on would only repeat it.
fn is_solved(depth: i32, lines: &[RootMove]) -> bool {
    let settled = |line: &RootMove| is_mate(line.value) && depth >= 2 * (MATE - line.value.abs());
    lines.iter().all(settled)
}

impl<E: Evaluator> Searcher<'_, E> {
    /// Counts a node at `ply`. `false` if the search is over.
    #[inline]
    pub(super) fn enter(&mut self, ply: usize) -> bool {
        if self.nodes >= self.next_poll {
            self.poll();
        }
        if self.stopped {
            return false;
        }
        self.nodes += 1;
        self.seldepth = self.seldepth.max(ply);
        true
    }

    /// Looks up from the board. The next look is never later than the last node
    /// allowed: a single thread meets a node limit exactly, and several exceed it
    /// by no more than what they have not published.
    #[cold]
    fn poll(&mut self) {
        self.publish();
        let nodes = self.total_nodes();
        let left = self.crew.node_limit.saturating_sub(nodes);
        self.next_poll = self.nodes + left.min(POLL_NODES);
        if left == 0 || self.crew.abort.load(Ordering::Relaxed) {
            self.stopped = true;
            return;
        }
        let Some(watch) = &mut self.watch else { return };
        if watch.must_stop() {
            self.stopped = true;
            return;
        }
        let time = watch.job.started.elapsed();
        if time >= watch.heartbeat {
            watch.heartbeat = time + HEARTBEAT;
            let hashfull = self.crew.table.hashfull();
            (watch.report)(Event::Heartbeat { nodes, time, hashfull, tbhits: 0 });
        }
    }

    /// Lets the others see this thread's counts.
    pub(super) fn publish(&self) {
        let counter = &self.crew.counters[self.index];
        counter.nodes.store(self.nodes, Ordering::Relaxed);
        counter.qnodes.store(self.qnodes, Ordering::Relaxed);
    }

    /// Nodes of all threads, as far as they are published.
    fn total_nodes(&self) -> u64 {
        self.crew.counters.iter().map(|counter| counter.nodes.load(Ordering::Relaxed)).sum()
    }

    /// Reports one line.
    pub(super) fn report_line(&mut self, multipv: usize, value: i32, bound: Bound, pv: Vec<Move>) {
        self.publish();
        let nodes = self.total_nodes();
        let depth = self.root_depth.clamp(1, MAX_PLY as i32) as u32;
        let Some(watch) = &mut self.watch else { return };
        let score = Score::from_value(value);
        (watch.report)(Event::Info(Info {
            depth,
            seldepth: self.seldepth.max(1) as u32,
            multipv,
            score,
            bound,
            wdl: watch.job.settings.show_wdl.then(|| winrate::chances(score)),
            nodes,
            time: watch.job.started.elapsed(),
            hashfull: self.crew.table.hashfull(),
            tbhits: 0,
            pv,
        }));
    }

    /// Reports which root move is being searched, once that takes long.
    pub(super) fn report_current(&mut self, mv: Move, number: usize) {
        let depth = self.root_depth as u32;
        if let Some(watch) = self.watch.as_mut().filter(|watch| watch.impatient()) {
            (watch.report)(Event::CurrentMove { depth, mv, number });
        }
    }
}
