// SPDX-License-Identifier: GPL-3.0-or-later
//! The main thread: limits, clock and reports.

use std::sync::atomic::Ordering;
use std::sync::{PoisonError, RwLock};
use std::time::Duration;

use chess::Move;

use super::Shared;
use super::root_lines::{RootLine, lines, moves};
use super::tree::Tree;
use crate::alphabeta::RootMove;
use crate::clock::{Iteration, Timer};
use crate::polling::HEARTBEAT;
use crate::value::{MATE, is_mate};
use crate::{Bound, Control, Event, FinishedDepth, Gap, Info, Job, Score, StopReason, winrate};

/// The lines are checked again when there are so many times as many iterations.
const GROWTH: f64 = 1.4;

/// Iterations before the first check.
const FIRST_CHECK: u64 = 8;

/// A tree that has not grown from one check to the next, after so many iterations, has nothing left
/// to show: every line in it ends in a draw.
const EXHAUSTED: u64 = 1000;

/// A mean length of the lines that has not grown while the iterations grew to so many times as
/// many will not grow any more: the best move ends the game, and everybody goes there.
const STANDSTILL: u64 = 16;

/// What the main thread holds beyond the others.
pub struct MainThread<'a> {
    job: &'a Job,
    control: &'a Control,
    report: &'a mut dyn FnMut(Event),
    roots: Vec<RootMove>,
    root_hits: u64,
    timer: Option<Timer>,
    /// Why no further iteration is wanted, once that is so.
    done: Option<StopReason>,
    heartbeat: Duration,
    /// Iterations of the main thread between two polls of the clock,
    poll_interval: u64,
    /// and until the next.
    until_poll: u64,
    next_check: u64,
    checks: i32,
    /// The nodes of the last report.
    reported: Option<u64>,
    /// The size of the tree at the last check.
    size: usize,
    /// The longest mean length of the lines so far, in hundredths of a half-move, and after how
    /// many iterations.
    longest: (u64, u64),
}

impl<'a> MainThread<'a> {
    /// The main thread of one job.
    pub fn new(
        job: &'a Job,
        control: &'a Control,
        report: &'a mut dyn FnMut(Event),
        roots: Vec<RootMove>,
        root_hits: u64,
        poll_interval: u64,
    ) -> Self {
        MainThread {
            job,
            control,
            report,
            roots,
            root_hits,
            timer: Timer::new(job),
            done: None,
            heartbeat: HEARTBEAT,
            poll_interval,
            until_poll: 0,
            next_check: FIRST_CHECK,
            checks: 0,
            reported: None,
            size: 0,
            longest: (0, 0),
        }
    }

    fn multipv(&self) -> usize {
        self.job.settings.multipv.max(1).min(self.roots.len())
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

    /// Whether another iteration is wanted. There is always a first one.
    pub fn goes_on(&mut self, shared: &Shared<'_>, tree: &RwLock<&mut Tree>) -> bool {
        if shared.nodes() == 0 {
            return true;
        }
        if self.control.checkpoint() {
            return false;
        }
        let nodes = shared.nodes();
        if nodes >= self.next_check {
            self.next_check = (nodes as f64 * GROWTH) as u64 + 1;
            self.check_lines(shared, tree);
        } else if self.until_poll == 0 {
            self.until_poll = self.poll_interval;
            self.poll(shared, tree);
        }
        self.until_poll = self.until_poll.saturating_sub(1);
        // Pondering never ends by itself, unless there is nothing left to find.
        match self.done {
            Some(StopReason::Solved | StopReason::Asked) => false,
            Some(_) => self.control.is_pondering(),
            None => true,
        }
    }

    /// Polls the clock.
    fn poll(&mut self, shared: &Shared<'_>, tree: &RwLock<&mut Tree>) {
        let (time, nodes) = (self.job.started.elapsed(), shared.nodes());
        if time >= self.heartbeat {
            self.heartbeat = time + HEARTBEAT;
            let hashfull = read(tree, Tree::fullness);
            let tbhits = self.tbhits(shared);
            (self.report)(Event::Heartbeat { nodes, time, hashfull, tbhits });
        }
        let thought = self.thought(nodes);
        let Some(timer) = &self.timer else { return };
        if !self.control.is_pondering() && timer.is_over(self.on_clock(nodes)) {
            self.done = Some(StopReason::Limit);
        } else if self.checks > 0 {
            self.done = timer.stop_reason_now(thought);
        }
    }

    fn tbhits(&self, shared: &Shared<'_>) -> u64 {
        self.root_hits + shared.tally.tbhits.load(Ordering::Relaxed)
    }

    /// Reports the lines, and decides whether the search is done.
    fn check_lines(&mut self, shared: &Shared<'_>, tree: &RwLock<&mut Tree>) {
        let (all, size) =
            read(tree, |tree| (lines(tree, &self.job.game, &self.roots), tree.pool().used()));
        let grows = std::mem::replace(&mut self.size, size) != size;
        self.checks += 1;
        self.report_lines(&all, shared, tree);
        self.done = self.is_answered(&all, shared, grows);
        if self.done.is_some() {
            return;
        }
        let nodes = shared.nodes();
        let (thought, on_clock) = (self.thought(nodes), self.on_clock(nodes));
        let elapsed = self.job.elapsed(nodes);
        let Some(timer) = &mut self.timer else { return };
        let best = &all[0];
        let visits: u64 = all.iter().map(|line| u64::from(line.visits)).sum();
        let effort = f64::from(best.visits) / visits.max(1) as f64;
        let gap = match all.get(1) {
            Some(next) if self.job.settings.multipv > 1 => Gap::between(best.value, next.value),
            _ => Gap::Unknown,
        };
        let (mv, value) = (best.mv, best.value);
        timer.observe(&Iteration {
            depth: self.checks,
            best: mv,
            value,
            effort: Some(effort),
            gap,
        });
        self.done = timer.stop_reason_now(thought);
        if !self.control.is_pondering() && timer.is_over(on_clock) {
            self.done = Some(StopReason::Limit);
        }
        // The most visited move is played: once no other can catch up, more
        // iterations change nothing.
        if self.done.is_none()
            && let Some(left) = timer.left(thought)
            && let Some(second) = all.get(1)
        {
            let speed = nodes as f64 / elapsed.as_secs_f64().max(1e-6);
            let ahead = f64::from(best.visits - second.visits.min(best.visits));
            if ahead > left.as_secs_f64() * speed {
                self.done = Some(StopReason::Settled);
            }
        }
    }

    /// Why no further iteration is worth while, whatever the clock says.
    fn is_answered(
        &mut self,
        all: &[RootLine],
        shared: &Shared<'_>,
        grows: bool,
    ) -> Option<StopReason> {
        let job = self.job;
        let limits = &job.limits;
        let best = &all[0];
        if let Some(moves) = limits.mate {
            let distance = (MATE - best.value.abs() + 1) / 2;
            if is_mate(best.value) && best.is_proven() && i64::from(distance) <= i64::from(moves) {
                return Some(StopReason::Asked);
            }
        }
        let wanted = self.multipv();
        let solved = if wanted == 1 {
            best.is_won() || all.iter().all(RootLine::is_proven)
        } else {
            all[..wanted].iter().all(RootLine::is_proven)
        };
        if solved {
            return Some(StopReason::Solved);
        }
        let depth = limits.depth.filter(|_| limits.mate.is_none())?;
        // Where every move leads to a draw no line gets longer: with two kings on the board the
        // depth asked for was never reached, and the search never ended.
        // With a king that can take the last pawn it ended no sooner: that move is visited ever
        // more, and others hardly.
        let nodes = shared.nodes();
        let mean = mean_hundredths(shared);
        if mean > self.longest.0 {
            self.longest = (mean, nodes);
        }
        let stands_still = nodes / STANDSTILL >= self.longest.1;
        let exhausted = (!grows || stands_still) && nodes >= EXHAUSTED;
        (exhausted || mean_depth(shared) >= depth.max(1)).then_some(StopReason::Asked)
    }

    /// Reports the lines that were asked for.
    fn report_lines(&mut self, all: &[RootLine], shared: &Shared<'_>, tree: &RwLock<&mut Tree>) {
        let nodes = shared.nodes();
        self.reported = Some(nodes);
        let (depth, tbhits) = (mean_depth(shared).max(1), self.tbhits(shared));
        let seldepth = (shared.tally.seldepth.load(Ordering::Relaxed) as u32).max(depth);
        let info = |line: &RootLine| {
            let score = Score::from_value(line.value);
            let (pv, hashfull) =
                read(tree, |tree| (moves(tree, &self.job.game, line), tree.fullness()));
            Info {
                depth,
                seldepth,
                multipv: 1,
                score,
                bound: Bound::Exact,
                wdl: self.job.settings.show_wdl.then(|| winrate::chances(score)),
                nodes,
                time: self.job.started.elapsed(),
                hashfull,
                tbhits,
                pv,
            }
        };
        let mut infos = all.iter().take(self.multipv()).map(info);
        if let Some(best) = infos.next() {
            let depth = FinishedDepth::new(best, infos);
            (self.report)(Event::Depth(depth));
        }
    }

    /// The last word: the lines as they are now, and why it ends. Returns the best.
    pub fn conclude(&mut self, shared: &Shared<'_>, tree: &RwLock<&mut Tree>) -> Vec<Move> {
        let all = read(tree, |tree| lines(tree, &self.job.game, &self.roots));
        if self.reported != Some(shared.nodes()) || shared.nodes() < FIRST_CHECK {
            self.report_lines(&all, shared, tree);
        }
        let used = self.on_clock(shared.nodes());
        if let Some(timer) = &self.timer {
            let why = match self.done {
                Some(why) => why,
                None if self.control.is_stopped() => StopReason::Stopped,
                None => StopReason::Asked,
            };
            let report = timer.report(used, why);
            (self.report)(Event::Time(report));
        }
        read(tree, |tree| moves(tree, &self.job.game, &all[0]))
    }
}

/// Half-moves of an iteration, on average.
fn mean_depth(shared: &Shared<'_>) -> u32 {
    (shared.tally.depths.load(Ordering::Relaxed) / shared.nodes().max(1)) as u32
}

/// The same in hundredths.
fn mean_hundredths(shared: &Shared<'_>) -> u64 {
    100 * shared.tally.depths.load(Ordering::Relaxed) / shared.nodes().max(1)
}

fn read<T>(tree: &RwLock<&mut Tree>, look: impl FnOnce(&Tree) -> T) -> T {
    look(&tree.read().unwrap_or_else(PoisonError::into_inner))
}
