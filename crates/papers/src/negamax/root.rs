// SPDX-License-Identifier: GPL-3.0-or-later
//! The root: deeper and deeper, a line or several, alone or shared out.

use std::sync::atomic::{AtomicBool, AtomicI32, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

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

/// In centipawns: lines further behind the best one are not compared.
const CLEARLY_WORSE: i32 = 200;

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

    /// Searches deeper and deeper until a limit is reached. Each iteration begins with the
    /// best move of the one before, which changes no value; so one that is not finished
    /// counts as well, as far as it came: it knows that move one ply deeper, and perhaps a
    /// better one.
    pub fn deepen<E: Evaluator>(
        mut self,
        evaluators: &mut [E],
        report: &mut dyn FnMut(Event),
    ) -> Outcome {
        let (features, job) = (self.features, self.shared.job);
        let Some((first, rest)) = evaluators.split_first_mut() else { return Outcome::default() };
        let shown = job.settings.multipv.max(1);
        let compared = if self.timer.as_ref().is_some_and(Timer::compares) { 2 } else { 1 };
        let lines = shown.max(features.lines).max(compared).min(self.moves.len());
        let most = (MAX_PLY - 1) as u32;
        let deepest = job.limits.depth.or(features.deepest).unwrap_or(most).clamp(1, most);
        let mut order = ordered_root(features, job, &self.moves);

        let shared = &self.shared;
        let mut threads = Threads {
            lead: Worker::new(first, features, shared, Reporter::new(report)),
            others: rest
                .iter_mut()
                .map(|evaluator| Worker::new(evaluator, features, shared, Silent))
                .collect(),
        };
        let mut settled: Vec<RootLine> = Vec::new();
        let mut costs = Costs::new(shared.thought());
        for depth in 1..=deepest {
            let found = iterate(&mut threads, &order, depth, lines, shown);
            let over = shared.is_over();
            if found.is_empty() || over && (shown > 1 || settled.is_empty()) {
                break;
            }
            let seldepth = threads.seldepth();
            let mut infos =
                found.iter().take(shown).map(|line| info(shared, depth, seldepth, line));
            if let Some(best) = infos.next() {
                (threads.lead.heartbeat.report)(Event::Depth(FinishedDepth::new(best, infos)));
            }
            settled = found;
            if over {
                break;
            }
            to_front(&mut order, settled[0].pv[0]);
            costs.iteration_ended(shared.thought());
            self.why = is_content(shared, &mut self.timer, depth, &settled, costs.next());
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

/// Puts a move first and leaves the others as they are.
fn to_front(order: &mut [Move], first: Move) {
    if let Some(place) = order.iter().position(|&mv| mv == first) {
        order[..=place].rotate_right(1);
    }
}

/// All lines of one depth, the best first; as many as there were found if time ran out.
/// Those that are not shown are only compared with the best: what is clearly worse need not
/// be known to the point (Achilles §6).
fn iterate<E: Evaluator>(
    threads: &mut Threads<'_, E>,
    order: &[Move],
    depth: u32,
    lines: usize,
    shown: usize,
) -> Vec<RootLine> {
    let mut found: Vec<RootLine> = Vec::new();
    for number in 0..lines {
        let taken = |mv: &Move| found.iter().any(|line| line.pv.first() == Some(mv));
        let moves: Vec<Move> = order.iter().copied().filter(|mv| !taken(mv)).collect();
        let floor = match found.first() {
            Some(best) if number >= shown => best.value - CLEARLY_WORSE,
            _ => -INFINITE,
        };
        match best_of(threads, &moves, depth, floor) {
            Some(line) => found.push(line),
            None => break,
        }
    }
    found
}

/// The best of some root moves that is better than `floor`, by one thread or several. If
/// time ran out, the best of those that were searched, provided that the first was.
fn best_of<E: Evaluator>(
    threads: &mut Threads<'_, E>,
    moves: &[Move],
    depth: u32,
    floor: i32,
) -> Option<RootLine> {
    let board = Board {
        moves,
        depth,
        next: AtomicUsize::new(0),
        alpha: AtomicI32::new(floor),
        first_done: AtomicBool::new(false),
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
    if threads.lead.shared.is_over() && !board.first_done.load(Ordering::Relaxed) {
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
    /// Whether the first of the moves is done.
    first_done: AtomicBool,
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
            if number == 0 {
                self.first_done.store(true, Ordering::Relaxed);
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
    next: Duration,
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
    let gap = match lines.get(1) {
        Some(next) => Gap::between(best, next.value),
        // Nothing was found that is not clearly worse.
        None if timer.compares() => Gap::Clear,
        None => Gap::Unknown,
    };
    let best_move = lines[0].pv[0];
    timer.observe(&Iteration {
        depth: depth as i32,
        best: best_move,
        value: best,
        effort: None,
        gap,
    });
    if timer.adapts() {
        shared.aim_at(timer.target());
    }
    timer.stop_reason_before(shared.thought(), next)
}

/// What iterations cost, and what the next one will: without a table and with little order
/// it is a multiple of all before, so that one which can't be finished had better not begin.
struct Costs {
    seen: Duration,
    last: Vec<Duration>,
}

impl Costs {
    fn new(now: Duration) -> Costs {
        Costs { seen: now, last: Vec::new() }
    }

    fn iteration_ended(&mut self, now: Duration) {
        self.last.push(now.saturating_sub(self.seen));
        self.seen = now;
    }

    /// Even and odd depths grow by turns: the next one is to the one before the last as the
    /// last is to the one before that.
    fn next(&self) -> Duration {
        let cost = |back: usize| -> Option<f64> {
            let index = self.last.len().checked_sub(back)?;
            Some(self.last[index].as_secs_f64().max(1e-6))
        };
        let seconds = match (cost(1), cost(2), cost(3)) {
            (Some(last), Some(second), Some(third)) => last.max(second * last / third),
            (Some(last), Some(second), None) => last * (last / second).max(1.0),
            _ => 0.0,
        };
        Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX)
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_iteration_costs_what_the_last_ones_tell() {
        let ms = Duration::from_millis;
        let mut costs = Costs::new(ms(0));
        assert_eq!(costs.next(), ms(0));
        costs.iteration_ended(ms(1));
        assert_eq!(costs.next(), ms(0), "one says nothing");
        costs.iteration_ended(ms(11));
        assert_eq!(costs.next().as_millis(), 100);
        // 1, 10, 20: the next is ten times the last but one, as the last was twenty times.
        costs.iteration_ended(ms(31));
        assert_eq!(costs.next().as_millis(), 200);
    }

    #[test]
    fn one_move_goes_to_the_front() {
        let position = chess::Position::startpos();
        let moves = |words: &[&str]| -> Vec<Move> {
            words.iter().map(|word| position.parse_uci(word).unwrap()).collect()
        };
        let mut order = moves(&["a2a3", "e2e4", "d2d4"]);
        to_front(&mut order, moves(&["d2d4"])[0]);
        assert_eq!(order, moves(&["d2d4", "a2a3", "e2e4"]));
    }
}
