// SPDX-License-Identifier: GPL-3.0-or-later
//! The main thread: limits, clock and reports.

use std::sync::atomic::Ordering;
use std::time::Duration;

use chess::Move;
use eval::Evaluator;

use super::Searcher;
use super::root::RootMove;
use crate::clock::{Iteration, Timer};
use crate::polling::{HEARTBEAT, LONG_SEARCH};
use crate::value::{MATE, MAX_PLY, is_mate};
use crate::{
    Bound, Control, Event, FinishedDepth, Gap, Info, Job, Limits, Score, StopReason, winrate,
};

/// What the main thread holds beyond the others.
pub struct MainThread<'a> {
    job: &'a Job,
    control: &'a Control,
    report: &'a mut dyn FnMut(Event),
    timer: Option<Timer>,
    /// Why no further iteration is wanted, once that is so.
    done: Option<StopReason>,
    /// While the best move is compared with others, which nobody asked to see.
    comparing: bool,
    heartbeat: Duration,
}

impl<'a> MainThread<'a> {
    /// The main thread of one job.
    pub fn new(job: &'a Job, control: &'a Control, report: &'a mut dyn FnMut(Event)) -> Self {
        let timer = Timer::new(job);
        let heartbeat = HEARTBEAT;
        MainThread { job, control, report, timer, done: None, comparing: false, heartbeat }
    }

    /// The limits of the job.
    pub fn limits(&self) -> &Limits {
        &self.job.limits
    }

    /// How many lines the job wants.
    pub fn multipv(&self) -> usize {
        self.job.settings.multipv.max(1)
    }

    /// What a move may cost that the opponent does not expect, if one is wanted.
    pub fn unexpected(&self) -> Option<i32> {
        self.job.settings.unexpected.filter(|_| self.multipv() == 1)
    }

    /// Whether the search has lasted long enough for details.
    pub fn is_long(&self) -> bool {
        self.job.started.elapsed() >= LONG_SEARCH
    }

    /// Whether the search must stop now: told to, out of time, or done while it was
    /// still pondering.
    fn must_stop(&self, nodes: u64) -> bool {
        let is_over = |timer: &Timer| timer.is_over(self.on_clock(nodes));
        self.control.checkpoint()
            || !self.control.is_pondering()
                && (self.done.is_some() || self.timer.as_ref().is_some_and(is_over))
    }

    fn on_clock(&self, nodes: u64) -> Duration {
        self.job.on_clock(self.control, nodes)
    }

    /// Time that went into this move, the opponent's included (Achilles §5).
    fn thought(&self, nodes: u64) -> Duration {
        match &self.timer {
            Some(timer) if timer.counts_pondering() => self.job.elapsed(nodes),
            _ => self.on_clock(nodes),
        }
    }

    /// Why a further iteration is not worth beginning, whatever the clock says.
    fn is_answered(&self, depth: i32, lines: &[RootMove]) -> Option<StopReason> {
        let limits = self.limits();
        let best = lines[0].value;
        if let Some(moves) = limits.mate {
            let distance = (MATE - best.abs() + 1) / 2;
            let found = is_mate(best) && i64::from(distance) <= i64::from(moves);
            return found.then_some(StopReason::Asked);
        }
        (limits.depth.is_none() && is_solved(depth, lines)).then_some(StopReason::Solved)
    }
}

/// Whether every line ends in a mate that twice its length in depth has not
/// changed. Going on would only repeat it.
fn is_solved(depth: i32, lines: &[RootMove]) -> bool {
    let settled = |line: &RootMove| is_mate(line.value) && depth >= 2 * (MATE - line.value.abs());
    lines.iter().all(settled)
}

fn per_cent(share: f64) -> u16 {
    (100.0 * share) as u16
}

impl<E: Evaluator> Searcher<'_, E> {
    /// Whether a further iteration is not worth beginning after one that ended
    /// with these lines. A ponder search is never done, but remembers that it would
    /// be.
    pub(super) fn is_done(&mut self, lines: &[RootMove]) -> bool {
        let depth = self.root_depth;
        self.publish();
        let nodes = self.total_nodes();
        let effort = (lines.len() == 1).then(|| self.effort(lines[0].mv)).flatten();
        let Some(main) = &mut self.main else { return false };
        if let Some(why) = main.is_answered(depth, lines) {
            main.done = Some(why);
            return true;
        }
        let thought = main.thought(nodes);
        let Some(timer) = &mut main.timer else { return false };
        let RootMove { mv: best, value, .. } = lines[0];
        // Another machine may have searched the moves behind the best one.
        let rival = self.shared.exchange.and_then(|exchange| exchange.rival_of(best));
        let next = lines.get(1).map(|next| next.value).or(rival);
        let gap = next.map_or(Gap::Unknown, |next| Gap::between(value, next));
        timer.observe(&Iteration { depth, best, value, effort, gap });
        if rival.is_some() {
            timer.compare(gap);
        } else if lines.len() == 1 && timer.wants_to_compare(thought) {
            main.comparing = true;
            let gap = self.gap();
            let Some(main) = &mut self.main else { return false };
            main.comparing = false;
            if self.stopped {
                return true;
            }
            if let Some(timer) = &mut main.timer {
                timer.compare(gap);
            }
        }
        self.publish();
        let nodes = self.total_nodes();
        let Some(main) = &mut self.main else { return false };
        main.done = main.timer.as_ref().and_then(|timer| timer.stop_reason(main.thought(nodes)));
        main.done.is_some() && !main.control.is_pondering()
    }

    /// The share of the nodes that went into a root move.
    fn effort(&self, mv: Move) -> Option<f64> {
        let all: u64 = self.roots.iter().map(|root_move| root_move.nodes).sum();
        let own = self.roots.iter().find(|root_move| root_move.mv == mv)?.nodes;
        (all > 0).then(|| own as f64 / all as f64)
    }

    /// Reports why the search took the time it took.
    pub(super) fn report_time(&mut self) {
        let stopped = self.stopped;
        self.publish();
        let nodes = self.total_nodes();
        let Some(main) = &mut self.main else { return };
        let used = main.on_clock(nodes);
        let Some(timer) = &main.timer else { return };
        let why = match main.done {
            Some(why) => why,
            None if main.control.is_stopped() => StopReason::Stopped,
            None if stopped && timer.is_over(used) => StopReason::Limit,
            None => StopReason::Asked,
        };
        let report = timer.report(used, why);
        (main.report)(Event::Time(report));
    }

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

    /// Polls limits and clock. The next poll is never later than the last node
    /// allowed: a single thread meets a node limit exactly, and several exceed it
    /// by no more than what they have not published.
    #[cold]
    fn poll(&mut self) {
        self.publish();
        let nodes = self.total_nodes();
        let left = self.shared.node_limit.saturating_sub(nodes);
        self.next_poll = self.nodes + left.min(self.poll_interval);
        if left == 0 || self.shared.abort.load(Ordering::Relaxed) {
            self.stopped = true;
            return;
        }
        let Some(main) = &mut self.main else { return };
        if let Some(exchange) = self.shared.exchange {
            exchange.store_arrived(self.shared.tt);
        }
        if main.must_stop(nodes) {
            self.stopped = true;
            return;
        }
        let time = main.job.started.elapsed();
        if time >= main.heartbeat {
            main.heartbeat = time + HEARTBEAT;
            let hashfull = self.shared.tt.hashfull();
            let tbhits = self.shared.tbhits();
            (main.report)(Event::Heartbeat { nodes, time, hashfull, tbhits });
        }
    }

    /// Lets the others see this thread's counts.
    pub(super) fn publish(&self) {
        let counter = &self.shared.counters[self.index];
        counter.nodes.store(self.nodes, Ordering::Relaxed);
        counter.qnodes.store(self.qnodes, Ordering::Relaxed);
        counter.tbhits.store(self.tbhits, Ordering::Relaxed);
    }

    /// Nodes of all threads, as far as they are published.
    fn total_nodes(&self) -> u64 {
        self.shared.counters.iter().map(|counter| counter.nodes.load(Ordering::Relaxed)).sum()
    }

    /// A line as it is told; `None` on threads that tell nothing.
    fn info(&self, value: i32, bound: Bound, pv: Vec<Move>) -> Option<Info> {
        let (value, bound) = self.shown(value, bound, &pv);
        let depth = self.root_depth.clamp(1, MAX_PLY as i32) as u32;
        let main = self.main.as_ref()?;
        let score = Score::from_value(value);
        Some(Info {
            depth,
            seldepth: self.seldepth.max(1) as u32,
            multipv: 1,
            score,
            bound,
            wdl: main.job.settings.show_wdl.then(|| winrate::chances(score)),
            nodes: self.total_nodes(),
            time: main.job.started.elapsed(),
            hashfull: self.shared.tt.hashfull(),
            tbhits: self.shared.tbhits(),
            pv,
        })
    }

    /// Reports the lines of a depth, the best first.
    pub(super) fn report_depth<'l>(&mut self, lines: impl IntoIterator<Item = (i32, &'l [Move])>) {
        self.publish();
        let infos = lines
            .into_iter()
            .filter_map(|(value, pv)| self.info(value, Bound::Exact, pv.to_vec()))
            .collect::<Vec<_>>();
        self.tell_depth(infos);
    }

    /// Reports that the best line is worth at least or at most so much.
    pub(super) fn report_bound(&mut self, value: i32, bound: Bound, pv: &[Move]) {
        self.publish();
        let Some(info) = self.info(value, bound, pv.to_vec()) else { return };
        // What tablebases know is exact whatever the window.
        if info.bound == Bound::Exact {
            self.tell_depth(vec![info]);
        } else if let Some(main) = &mut self.main {
            (main.report)(Event::Bound(info));
        }
    }

    fn tell_depth(&mut self, infos: Vec<Info>) {
        let effort = match &infos[..] {
            [only] => only.pv.first().and_then(|&best| self.effort(best)),
            _ => None,
        };
        let mut infos = infos.into_iter();
        if let (Some(main), Some(best)) = (&mut self.main, infos.next()) {
            let depth = FinishedDepth::new(best, infos);
            (main.report)(Event::Depth(depth.with_effort(effort.map(per_cent))));
        }
    }

    /// Reports which root move is being searched, once that takes long.
    pub(super) fn report_current(&mut self, mv: Move, number: usize) {
        let depth = self.root_depth as u32;
        let wanted = |main: &&mut MainThread<'_>| main.is_long() && !main.comparing;
        if let Some(main) = self.main.as_mut().filter(wanted) {
            (main.report)(Event::CurrentMove { depth, mv, number });
        }
    }
}
