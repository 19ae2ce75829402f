// SPDX-License-Identifier: GPL-3.0-or-later
//! The root: deeper and deeper, a line or several, alone or shared out.

use std::sync::atomic::{AtomicI32, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use chess::{Move, MoveList};
use eval::Evaluator;

use super::features::Features;
use super::node::{Worker, ordered};
use super::shared::{Heartbeat, Reporter, Shared, Silent};
use search::value::{INFINITE, MATE, MAX_PLY, is_mate};
use search::{
    Bound, Control, Event, FinishedDepth, Gap, Info, Iteration, Job, Outcome, Score, StopReason,
    TimeReport, Timer, chances,
};

/// A root move that was searched to its value.
#[derive(Clone, Debug)]
struct RootLine {
    value: i32,
    pv: Vec<Move>,
}

/// One job.
pub(super) struct Root<'a> {
    features: Features,
    shared: Shared<'a>,
    timer: Option<Timer>,
    moves: Vec<Move>,
    why: Option<StopReason>,
}

/// The threads: one that speaks, and others.
struct Threads<'w, E> {
    lead: Worker<'w, E, Reporter<'w>>,
    others: Vec<Worker<'w, E, Silent>>,
}

impl<'a> Root<'a> {
    pub fn new(features: Features, job: &'a Job, control: &'a Control, moves: Vec<Move>) -> Self {
        let (shared, timer) = (Shared::new(job, control), Timer::new(job));
        Root { features, shared, timer, moves, why: None }
    }

    /// Searches deeper and deeper until a limit is reached. An iteration that is not
    /// finished does not count: without an order by merit its best move so far says
    /// nothing about the others.
    pub fn deepen<E: Evaluator>(
        mut self,
        evaluators: &mut [E],
        report: &mut dyn FnMut(Event),
    ) -> Outcome {
        let (features, job) = (self.features, self.shared.job);
        let Some((first, rest)) = evaluators.split_first_mut() else { return Outcome::default() };
        let shown = job.settings.multipv.max(1);
        let lines = shown.max(features.lines).min(self.moves.len());
        let most = (MAX_PLY - 1) as u32;
        let deepest = job.limits.depth.or(features.deepest).unwrap_or(most).clamp(1, most);
        let order = ordered_root(features, job, &self.moves);

        let shared = &self.shared;
        let mut threads = Threads {
            lead: Worker::new(first, features, shared, Reporter::new(report)),
            others: rest
                .iter_mut()
                .map(|evaluator| Worker::new(evaluator, features, shared, Silent))
                .collect(),
        };
        let mut settled: Vec<RootLine> = Vec::new();
        for depth in 1..=deepest {
            let Some(found) = iterate(&mut threads, &order, depth, lines) else { break };
            let seldepth = threads.seldepth();
            let mut infos =
                found.iter().take(shown).map(|line| info(shared, depth, seldepth, line));
            if let Some(best) = infos.next() {
                (threads.lead.heartbeat.report)(Event::Depth(FinishedDepth::new(best, infos)));
            }
            settled = found;
            self.why = is_content(shared, &mut self.timer, depth, &settled);
            shared.content.store(self.why.is_some(), Ordering::Relaxed);
            if self.why.is_some() && !shared.control.is_pondering() {
                break;
            }
        }
        if settled.is_empty() {
            let value = threads.lead.evaluator.evaluate(job.game.position());
            let line = RootLine { value, pv: vec![order[0]] };
            let info = info(shared, 1, 1, &line);
            (threads.lead.heartbeat.report)(Event::Depth(FinishedDepth::new(info, [])));
            settled.push(line);
        }
        if let Some(report) = time_report(shared, self.timer.as_ref(), self.why) {
            (threads.lead.heartbeat.report)(Event::Time(report));
        }
        let pv = &settled[0].pv;
        Outcome {
            best: pv.first().copied(),
            ponder: pv.get(1).copied(),
            nodes: shared.nodes(),
            qnodes: shared.qnodes.load(Ordering::Relaxed),
        }
    }
}

impl<E> Threads<'_, E> {
    fn seldepth(&self) -> usize {
        let others = self.others.iter().map(|worker| worker.seldepth);
        others.fold(self.lead.seldepth, usize::max)
    }
}

/// The moves of the root in the order of every other node.
fn ordered_root(features: Features, job: &Job, moves: &[Move]) -> Vec<Move> {
    let mut list = MoveList::new();
    moves.iter().for_each(|&mv| list.push(mv));
    ordered(features.order, job.game.position(), list).to_vec()
}

/// All lines of one depth, the best first; `None` if time ran out.
fn iterate<E: Evaluator>(
    threads: &mut Threads<'_, E>,
    order: &[Move],
    depth: u32,
    lines: usize,
) -> Option<Vec<RootLine>> {
    let mut found: Vec<RootLine> = Vec::new();
    for _ in 0..lines {
        let taken = |mv: &Move| found.iter().any(|line| line.pv.first() == Some(mv));
        let moves: Vec<Move> = order.iter().copied().filter(|mv| !taken(mv)).collect();
        found.push(best_of(threads, &moves, depth)?);
    }
    Some(found)
}

/// The best of some root moves, by one thread or several.
fn best_of<E: Evaluator>(
    threads: &mut Threads<'_, E>,
    moves: &[Move],
    depth: u32,
) -> Option<RootLine> {
    let board = Board {
        moves,
        depth,
        next: AtomicUsize::new(0),
        alpha: AtomicI32::new(-INFINITE),
        results: Mutex::new(Vec::new()),
    };
    let board = &board;
    std::thread::scope(|scope| {
        for worker in &mut threads.others {
            // A thread that the system does not give is one less.
            let _ = std::thread::Builder::new().spawn_scoped(scope, move || board.work(worker));
        }
        board.work(&mut threads.lead);
    });
    if threads.lead.shared.is_over() {
        return None;
    }
    let mut results = board.results.lock().unwrap_or_else(PoisonError::into_inner);
    // Of moves that are equally good, the first.
    results.sort_by_key(|(number, line)| (-line.value, *number));
    results.first().map(|(_, line)| line.clone())
}

/// Root moves to be searched, and what came of them.
struct Board<'m> {
    moves: &'m [Move],
    depth: u32,
    next: AtomicUsize,
    alpha: AtomicI32,
    results: Mutex<Vec<(usize, RootLine)>>,
}

impl Board<'_> {
    /// Takes moves as long as there are any.
    fn work<E: Evaluator, H: Heartbeat>(&self, worker: &mut Worker<'_, E, H>) {
        let root = worker.shared.job.game.position();
        let narrow = worker.features.alpha_beta && worker.features.narrow_root;
        worker.seldepth = 0;
        loop {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(&mv) = self.moves.get(number) else { break };
            let low = if narrow { self.alpha.load(Ordering::Relaxed) } else { -INFINITE };
            let child = worker.step(root, mv);
            let value = -worker.node(&child, self.depth - 1, -INFINITE, -low);
            worker.back();
            if worker.stopped {
                break;
            }
            if value > low {
                worker.lines.extend(0, mv);
                let line = RootLine { value, pv: worker.lines.get(0).to_vec() };
                self.results.lock().unwrap_or_else(PoisonError::into_inner).push((number, line));
                self.alpha.fetch_max(value, Ordering::Relaxed);
            }
        }
        worker.publish();
    }
}

/// Why a deeper iteration is not worth beginning, if it is not.
fn is_content(
    shared: &Shared<'_>,
    timer: &mut Option<Timer>,
    depth: u32,
    lines: &[RootLine],
) -> Option<StopReason> {
    let limits = &shared.job.limits;
    let best = lines[0].value;
    if let Some(moves) = limits.mate {
        let distance = (MATE - best.abs() + 1) / 2;
        let found = is_mate(best) && i64::from(distance) <= i64::from(moves);
        return found.then_some(StopReason::Asked);
    }
    // No move is left out: a mate within the depth is the shortest.
    let mated = |line: &RootLine| is_mate(line.value) && MATE - line.value.abs() <= depth as i32;
    if limits.depth.is_none() && lines.iter().all(mated) {
        return Some(StopReason::Solved);
    }
    let timer = timer.as_mut()?;
    let gap = lines.get(1).map_or(Gap::Unknown, |next| Gap::between(best, next.value));
    let best_move = lines[0].pv[0];
    timer.observe(&Iteration {
        depth: depth as i32,
        best: best_move,
        value: best,
        effort: None,
        gap,
    });
    timer.stop_reason(shared.thought())
}

/// The last word: why the search took the time it took.
fn time_report(
    shared: &Shared<'_>,
    timer: Option<&Timer>,
    why: Option<StopReason>,
) -> Option<TimeReport> {
    let (timer, used) = (timer?, shared.on_clock());
    let why = why.unwrap_or(if shared.control.is_stopped() {
        StopReason::Stopped
    } else if shared.is_over() && timer.is_over(used) {
        StopReason::Limit
    } else {
        StopReason::Asked
    });
    Some(timer.report(used, why))
}

fn info(shared: &Shared<'_>, depth: u32, seldepth: usize, line: &RootLine) -> Info {
    let score = Score::from_value(line.value);
    Info {
        depth,
        seldepth: seldepth.max(1) as u32,
        multipv: 1,
        score,
        bound: Bound::Exact,
        wdl: shared.job.settings.show_wdl.then(|| chances(score)),
        nodes: shared.nodes(),
        time: shared.job.started.elapsed(),
        hashfull: 0,
        tbhits: 0,
        pv: line.pv.clone(),
    }
}
