// SPDX-License-Identifier: GPL-3.0-or-later
//! Alpha-beta: negamax with iterative deepening, a shared transposition table and lazy
//! SMP.
//!
//! Where to look: [`root`] has iterative deepening and aspiration windows, [`node`] is the
//! recipe of an inner node; [`tt_probe`], [`static_eval`], [`pruning`], [`singular`] and
//! [`reduction`] are its steps, [`tb_probe`] asks tablebases, [`make_move`] leads to the
//! next node. [`quiescence`] ends every line, [`move_picker`] orders the moves by
//! [`history`], [`main_thread`] keeps the limits and reports, [`second_best`] compares the
//! best move with the others for the clock, and [`vote`] decides between threads.

mod history;
mod leaf;
mod main_thread;
mod make_move;
mod move_picker;
mod node;
mod pruning;
mod quiescence;
mod reduction;
mod root;
mod second_best;
mod singular;
mod static_eval;
mod tb_probe;
mod tt_probe;
mod vote;

pub(crate) use leaf::{LeafSearch, LeafShared, LeafThreadData};
pub(crate) use root::{RootMove, root_moves};
pub(crate) use tb_probe::Probing;
pub(crate) use tt_probe::tt_key;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use chess::{KeyHistory, Move, Position};
use eval::Evaluator;

use crate::polling;
use crate::pv::PvTable;
use crate::tt::TranspositionTable;
use crate::value::{DRAW, MAX_PLY, mated_in};
use crate::{
    Bound, Control, Event, Exchange, FinishedDepth, HashError, Info, Job, Outcome, Score, Search,
    winrate,
};
use history::{ButterflyIndex, CorrectionHistory, History, PieceTo};
use main_thread::MainThread;
use move_picker::MoveStack;

/// Size of a new search's transposition table, in MiB.
pub(crate) const DEFAULT_HASH: usize = 16;

/// The search that plays: see [`Search`] for how to use it.
///
/// ```
/// use chess::{Game, Position};
/// use xanthos_search::{AlphaBeta, Control, Event, Job, Limits, Score, Search};
///
/// let mate_in_two = "r2qkb1r/pp2nppp/3p4/2pNN1B1/2BnP3/3P4/PPP2PPP/R2bK2R w KQkq - 1 1";
/// let game = Game::new(Position::from_fen(mate_in_two).unwrap());
/// let job = Job::new(game, Limits { depth: Some(8), ..Limits::default() });
///
/// let mut last = None;
/// let mut search = AlphaBeta::new(eval::Placement);
/// let outcome = search.think(&job, &Control::default(), &mut |event| {
///     if let Event::Depth(depth) = event {
///         last = Some(depth.best().score);
///     }
/// });
///
/// assert_eq!(last, Some(Score::Mate(2)));
/// assert_eq!(job.game.position().san(outcome.best.unwrap()), "Nf6+");
/// ```
pub struct AlphaBeta<E> {
    evaluator: E,
    tt: TranspositionTable,
    /// One for each thread.
    threads: Vec<ThreadData>,
}

impl<E: Evaluator> AlphaBeta<E> {
    /// A search with one thread and a transposition table of 16 MiB.
    ///
    /// # Panics
    /// If there are no 16 MiB to be had, in which case nothing would work.
    pub fn new(evaluator: E) -> Self {
        let tt =
            TranspositionTable::new(DEFAULT_HASH).expect("memory for the smallest useful table");
        AlphaBeta { evaluator, tt, threads: vec![ThreadData::new()] }
    }
}

impl<E: Evaluator> Search for AlphaBeta<E> {
    fn set_hash(&mut self, mib: usize) -> Result<(), HashError> {
        self.tt.resize(mib)
    }

    fn set_threads(&mut self, n: usize) {
        self.threads.resize_with(n.max(1), ThreadData::new);
    }

    fn new_game(&mut self) {
        self.tt.clear(self.threads.len());
        self.threads.iter_mut().for_each(|data| *data = ThreadData::new());
    }

    fn think(&mut self, job: &Job, control: &Control, report: &mut dyn FnMut(Event)) -> Outcome {
        let mut roots = root::root_moves(job);
        if roots.is_empty() {
            let evaluate = |position: &Position| self.evaluator.clone().evaluate(position);
            report(nothing_to_search(job, evaluate, self.tt.hashfull()));
            return Outcome::default();
        }
        self.tt.age();
        self.threads.iter_mut().for_each(ThreadData::prepare);

        let mut tables = Probing::of(job);
        let root_hits = Probing::rank(&mut tables, job, &mut roots);
        let counters: Vec<Counter> = self.threads.iter().map(|_| Counter::default()).collect();
        let abort = AtomicBool::new(false);
        let shared = Shared {
            tt: &self.tt,
            counters: &counters,
            abort: &abort,
            node_limit: job.limits.nodes.unwrap_or(u64::MAX),
            tables,
            root_hits,
            exchange: job.exchange.as_deref(),
        };
        let (first, others) = self.threads.split_first_mut().expect("one thread at least");
        let evaluator = &self.evaluator;

        let line = std::thread::scope(|scope| {
            let mut helpers = Vec::new();
            for (index, data) in others.iter_mut().enumerate() {
                let (evaluator, roots) = (evaluator.clone(), roots.clone());
                let helper = move || {
                    Searcher::new(shared, index + 1, evaluator, data, job, None).deepen(roots)
                };
                let Ok(helper) = std::thread::Builder::new().spawn_scoped(scope, helper) else {
                    let running = index + 1;
                    report(Event::FewerThreads { running });
                    break;
                };
                helpers.push(helper);
            }
            let main = MainThread::new(job, control, report);
            let mut lead = Searcher::new(shared, 0, evaluator.clone(), first, job, Some(main));
            let mut results = vec![lead.deepen(roots)];
            abort.store(true, Ordering::Relaxed);
            results.extend(helpers.into_iter().filter_map(|helper| helper.join().ok()));
            lead.conclude(results)
        });

        let sum = |count: fn(&Counter) -> &AtomicU64| {
            counters.iter().map(|counter| count(counter).load(Ordering::Relaxed)).sum()
        };
        Outcome {
            best: line.first().copied(),
            ponder: self.expected_reply(job.game.position(), &line),
            nodes: sum(|counter| &counter.nodes),
            qnodes: sum(|counter| &counter.qnodes),
        }
    }
}

/// The report on a root without moves: mate, stalemate, or, if the job allowed none of
/// the legal ones, the static evaluation.
pub fn nothing_to_search(
    job: &Job,
    evaluate: impl FnOnce(&Position) -> i32,
    hashfull: u16,
) -> Event {
    let position = job.game.position();
    let value = if position.has_legal_move() {
        evaluate(position)
    } else if position.in_check() {
        mated_in(0)
    } else {
        DRAW
    };
    let score = Score::from_value(value);
    let info = Info {
        depth: 0,
        seldepth: 0,
        multipv: 1,
        score,
        bound: Bound::Exact,
        wdl: job.settings.show_wdl.then(|| winrate::chances(score)),
        nodes: 0,
        time: job.started.elapsed(),
        hashfull,
        tbhits: 0,
        pv: Vec::new(),
    };
    Event::Depth(FinishedDepth::new(info, []))
}

impl<E: Evaluator> AlphaBeta<E> {
    /// The second move of the line, or what the transposition table holds for a line that is
    /// too short to have one.
    fn expected_reply(&self, root: &Position, line: &[Move]) -> Option<Move> {
        if let Some(&reply) = line.get(1) {
            return Some(reply);
        }
        let position = root.after(*line.first()?);
        let reply = self.tt.probe(tt_key(&position))?.best;
        (!reply.is_null() && position.is_legal(reply)).then_some(reply)
    }
}

/// What a thread keeps from one search to the next: histories and buffers.
struct ThreadData {
    history: History,
    correction_history: CorrectionHistory,
    lines: PvTable,
    move_stack: MoveStack,
}

impl ThreadData {
    fn new() -> Self {
        ThreadData {
            history: History::new(),
            correction_history: CorrectionHistory::new(),
            lines: PvTable::new(),
            move_stack: MoveStack::new(),
        }
    }

    /// A new search begins.
    fn prepare(&mut self) {
        self.move_stack.clear();
    }
}

/// Nodes of one thread, published now and then. On a cache line of its own, so
/// that threads do not slow each other down by counting.
#[derive(Default)]
#[repr(align(64))]
struct Counter {
    nodes: AtomicU64,
    qnodes: AtomicU64,
    tbhits: AtomicU64,
}

/// What the threads of one search share.
#[derive(Clone, Copy)]
struct Shared<'a> {
    tt: &'a TranspositionTable,
    counters: &'a [Counter],
    abort: &'a AtomicBool,
    node_limit: u64,
    /// The tablebases that nodes may probe.
    tables: Option<Probing<'a>>,
    /// Tablebase probes before the search began.
    root_hits: u64,
    /// Where entries leave and arrive, if others search too.
    exchange: Option<&'a Exchange>,
}

impl Shared<'_> {
    /// Positions found in tablebases by all threads, as far as they are published.
    fn tbhits(&self) -> u64 {
        let inside = self.counters.iter().map(|counter| counter.tbhits.load(Ordering::Relaxed));
        self.root_hits + inside.sum::<u64>()
    }
}

/// An entry of the search stack: what is kept about a node while its children are
/// searched.
#[derive(Clone, Copy, Default)]
struct Frame {
    /// The corrected evaluation; in check, that of two plies before.
    eval: i32,
    in_check: bool,
    /// The move under way; the null move if the right to move was passed.
    played: Move,
    /// The piece that moved, and where to.
    piece_to: PieceTo,
    /// Where its butterfly history lies, if it is a quiet move.
    butterfly: Option<ButterflyIndex>,
    /// The move that this node is searched without, if any.
    excluded: Move,
    /// By how many plies the move is being reduced (LMR).
    reduction: i32,
    /// Whether the node is or once was on a principal line.
    was_pv: bool,
    /// How many siblings had a beta cutoff.
    cutoffs: i32,
    /// How many double extensions lie on the line.
    doubles: i32,
}

/// One thread at work on one job.
struct Searcher<'a, E> {
    shared: Shared<'a>,
    index: usize,
    evaluator: E,
    data: &'a mut ThreadData,
    root: &'a Position,
    keys: KeyHistory,
    stack: [Frame; MAX_PLY + 4],
    /// Only the main thread checks limits and reports.
    main: Option<MainThread<'a>>,
    /// The moves of the root, the best first.
    roots: Vec<RootMove>,
    /// Whether nothing may be pruned or reduced, because a mate was asked for.
    exhaustive: bool,
    /// Contempt of the side to move at the root (Axon §2.C).
    contempt: i32,
    /// No null moves before this ply, while one is verified.
    null_from: usize,
    root_depth: i32,
    seldepth: usize,
    nodes: u64,
    qnodes: u64,
    tbhits: u64,
    next_poll: u64,
    /// Nodes between two polls of the clock.
    poll_interval: u64,
    stopped: bool,
}

impl<'a, E: Evaluator> Searcher<'a, E> {
    fn new(
        shared: Shared<'a>,
        index: usize,
        evaluator: E,
        data: &'a mut ThreadData,
        job: &'a Job,
        main: Option<MainThread<'a>>,
    ) -> Self {
        let poll_interval = polling::interval(&evaluator, polling::NODES);
        Searcher {
            shared,
            index,
            evaluator,
            data,
            root: job.game.position(),
            keys: KeyHistory::from_game(&job.game),
            stack: [Frame::default(); MAX_PLY + 4],
            main,
            roots: Vec::new(),
            exhaustive: job.limits.mate.is_some(),
            contempt: job.settings.contempt,
            null_from: 0,
            root_depth: 0,
            seldepth: 0,
            nodes: 0,
            qnodes: 0,
            tbhits: 0,
            next_poll: 0,
            poll_interval,
            stopped: false,
        }
    }
}
