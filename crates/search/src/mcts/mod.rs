// SPDX-License-Identifier: GPL-3.0-or-later
//! Monte-Carlo tree search: many iterations instead of one deep search.
//!
//! Where to look: [`iteration`] goes down the tree and back, [`select`] chooses the moves
//! (PUCT or UCT), [`proof`] is the solver of mates, [`win_probability`] turns scores into
//! expected results; [`tree`] keeps the nodes in the bounded memory of [`node_pool`];
//! [`main_thread`] keeps the limits and [`root_lines`] reports. [`simulation`] belongs to
//! UCT alone.

mod iteration;
mod main_thread;
mod node_pool;
mod priors;
mod proof;
mod root_lines;
mod select;
mod simulation;
#[cfg(test)]
mod tests;
mod tree;
mod win_probability;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

use chess::{Move, Position};
use eval::Evaluator;
use eval::policy::{self, Policy, PolicyNet};

use crate::alphabeta::{
    DEFAULT_HASH, LeafSearch, LeafShared, LeafThreadData, Probing, RootMove, nothing_to_search,
    root_moves,
};
use crate::polling;
use crate::tt::TranspositionTable;
use crate::tunables as t;
use crate::{Control, Event, HashError, Job, Outcome, Search};
use iteration::{Space, Worker};
use main_thread::MainThread;
use simulation::Simulation;
use tree::Tree;

/// How moves are selected and leaves evaluated.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum MctsVariant {
    /// PUCT with the policy network; leaves are evaluated after quiescence; mates are
    /// proven.
    Puct,
    /// As COMP4121 §4 describes it: UCT, a leaf gets all its children, and a minimax of
    /// depth three decides which side wins the simulation.
    Uct {
        /// The constant c.
        exploration: f64,
    },
}

/// One part in this many of the memory goes to the table of leaves, which is how
/// transpositions share what they know.
const TT_SHARE: usize = 4;

/// A tree that has used more than this of its memory, in per mille, is made
/// smaller when an iteration finds no memory.
const CROWDED: u16 = 750;

/// Monte-Carlo tree search: see [`Search`] for how to use it.
///
/// ```
/// use chess::{Game, Position};
/// use xanthos_search::{Control, Event, Job, Limits, Mcts, Score, Search};
///
/// let mate_in_two = "r2qkb1r/pp2nppp/3p4/2pNN1B1/2BnP3/3P4/PPP2PPP/R2bK2R w KQkq - 1 1";
/// let game = Game::new(Position::from_fen(mate_in_two).unwrap());
/// let job = Job::new(game, Limits { nodes: Some(20_000), ..Limits::default() });
///
/// let mut last = None;
/// let mut search = Mcts::new(eval::Placement);
/// let outcome = search.think(&job, &Control::default(), &mut |event| {
///     if let Event::Depth(depth) = event {
///         last = Some(depth.best().score);
///     }
/// });
///
/// assert_eq!(last, Some(Score::Mate(2)));
/// assert_eq!(job.game.position().san(outcome.best.unwrap()), "Nf6+");
/// ```
///
/// A *node* is an iteration: each adds one position to the tree. Memory is given by
/// [`Search::set_hash`] and never exceeded: when it is full, what was visited least
/// is forgotten, and the search goes on.
pub struct Mcts<E> {
    evaluator: E,
    variant: MctsVariant,
    policy: Policy,
    tree: Tree,
    tt: TranspositionTable,
    threads: Vec<LeafThreadData>,
    mib: usize,
}

impl<E: Evaluator> Mcts<E> {
    /// The strong form with one thread, 16 MiB and the policy that is built in.
    ///
    /// # Panics
    /// If there are no 16 MiB to be had, in which case nothing would work.
    pub fn new(evaluator: E) -> Self {
        Mcts::with_variant(evaluator, MctsVariant::Puct)
    }

    /// Any form.
    ///
    /// # Panics
    /// As [`Mcts::new`].
    pub fn with_variant(evaluator: E, variant: MctsVariant) -> Self {
        let (tree, tt) = allocate(DEFAULT_HASH).expect("memory for the smallest useful tree");
        let policy = Policy::new(policy::shipped());
        let threads = vec![LeafThreadData::new()];
        Mcts { evaluator, variant, policy, tree, tt, threads, mib: DEFAULT_HASH }
    }

    /// Asks another policy net.
    #[must_use]
    pub fn with_policy(mut self, net: Arc<PolicyNet>) -> Self {
        self.policy = Policy::new(net);
        self
    }

    /// Most bytes that tree and table may use together, which is what Hash allows.
    pub fn memory_bound(&self) -> usize {
        self.tree.bytes() + self.tt.bytes()
    }

    /// How often the memory was full so far, and the tree made smaller.
    pub fn times_shrunk(&self) -> u64 {
        self.tree.shrunk
    }
}

/// A tree and a transposition table that share so many MiB.
fn allocate(mib: usize) -> Result<(Tree, TranspositionTable), HashError> {
    let error = HashError { wanted: mib, kept: 0 };
    let bytes = mib.max(1).checked_mul(1 << 20).ok_or(error)?;
    let tt = TranspositionTable::of_bytes(bytes / TT_SHARE).ok_or(error)?;
    Ok((Tree::new(bytes - bytes / TT_SHARE)?, tt))
}

impl<E: Evaluator> Search for Mcts<E> {
    fn set_hash(&mut self, mib: usize) -> Result<(), HashError> {
        let failed = |_| HashError { wanted: mib, kept: self.mib };
        (self.tree, self.tt) = allocate(mib).map_err(failed)?;
        self.mib = mib.max(1);
        Ok(())
    }

    fn set_threads(&mut self, n: usize) {
        self.threads.resize_with(n.max(1), LeafThreadData::new);
    }

    fn new_game(&mut self) {
        self.tree.clear();
        self.tt.clear(self.threads.len());
        self.threads.iter_mut().for_each(|data| *data = LeafThreadData::new());
    }

    fn think(&mut self, job: &Job, control: &Control, report: &mut dyn FnMut(Event)) -> Outcome {
        let mut roots = root_moves(job);
        if roots.is_empty() {
            let evaluate = |position: &Position| self.evaluator.clone().evaluate(position);
            report(nothing_to_search(job, evaluate, self.tree.fullness()));
            return Outcome::default();
        }
        self.tt.age();
        self.tree.advance(&job.game);

        let mut tables = Probing::of(job).filter(|_| self.variant == MctsVariant::Puct);
        let root_hits = Probing::rank(&mut tables, job, &mut roots);
        let only = searched(job, &roots);
        let leaves = LeafShared::new(self.threads.len());
        let shared = Shared {
            started: &AtomicU64::new(0),
            limit: job.limits.nodes.unwrap_or(u64::MAX),
            abort: &AtomicBool::new(false),
            tally: &Tally::default(),
        };
        let Mcts { evaluator, variant, policy, tree, tt, threads, .. } = self;
        let (variant, tt) = (*variant, &*tt);
        if variant == MctsVariant::Puct {
            refresh_root(tree, evaluator, policy, job.game.position());
        }
        let tree = RwLock::new(tree);
        let only = only.as_slice();
        let worker = |index: usize, evaluator: E, data| {
            let simulation = Simulation::new(evaluator.clone(), index as u64);
            Worker {
                leaf: LeafSearch::new(&leaves, index, tt, evaluator, data, job),
                simulation,
                policy: policy.clone(),
                variant,
                root: job.game.position(),
                only,
                tables,
                mating: job.limits.mate.is_some(),
                path: Vec::new(),
                line: Vec::new(),
                priors: Vec::new(),
                moves: Vec::new(),
                depths: 0,
                seldepth: 0,
                tbhits: 0,
            }
        };
        let (first, others) = threads.split_first_mut().expect("one thread at least");
        let line = std::thread::scope(|scope| {
            for (index, data) in others.iter_mut().enumerate() {
                let (evaluator, tree, worker) = (evaluator.clone(), &tree, &worker);
                let helper = move || {
                    let mut worker = worker(index + 1, evaluator, data);
                    while shared.play(&mut worker, tree) {}
                };
                if std::thread::Builder::new().spawn_scoped(scope, helper).is_err() {
                    let running = index + 1;
                    report(Event::FewerThreads { running });
                    break;
                }
            }
            // A simulation of UCT is thousands of nodes.
            let checks = match variant {
                MctsVariant::Puct => polling::interval(evaluator, polling::ITERATIONS),
                MctsVariant::Uct { .. } => 1,
            };
            let mut main = MainThread::new(job, control, report, roots, root_hits, checks);
            let mut worker = worker(0, evaluator.clone(), first);
            while main.goes_on(&shared, &tree) && shared.play(&mut worker, &tree) {}
            shared.abort.store(true, Ordering::Relaxed);
            main.conclude(&shared, &tree)
        });
        Outcome {
            best: line.first().copied(),
            ponder: line.get(1).copied(),
            nodes: shared.nodes(),
            qnodes: shared.tally.leaf_nodes.load(Ordering::Relaxed),
        }
    }
}

/// The moves that iterations may begin with; none means all. Tablebases may rule some
/// out, unless so many lines are wanted that they are needed.
fn searched(job: &Job, roots: &[RootMove]) -> Vec<Move> {
    let best = roots.iter().map(|root_move| root_move.rank).max().unwrap_or(0);
    let top = roots.iter().filter(|root_move| root_move.rank == best);
    let top: Vec<Move> = top.map(|root_move| root_move.mv).collect();
    if top.len() >= job.settings.multipv.max(1) && top.len() < roots.len() {
        return top;
    }
    match job.limits.searchmoves {
        Some(_) => roots.iter().map(|root_move| root_move.mv).collect(),
        None => Vec::new(),
    }
}

/// A root that was an inner node until now gets the softened priors of a root.
fn refresh_root<E: Evaluator>(
    tree: &Tree,
    evaluator: &mut E,
    policy: &Policy,
    position: &Position,
) {
    let pool = tree.pool();
    let Some(edges) = pool.edges(tree.root()) else { return };
    let moves: Vec<Move> = edges.iter().map(|edge| pool.edge(edge).mv).collect();
    let mut chances = Vec::new();
    priors::priors(evaluator, policy, position, &moves, t::mcts_root_temperature(), &mut chances);
    pool.set_priors(edges, &chances);
}

/// What the threads of one search count together.
#[derive(Default)]
struct Tally {
    depths: AtomicU64,
    seldepth: AtomicU64,
    tbhits: AtomicU64,
    leaf_nodes: AtomicU64,
}

/// What the threads of one search share.
#[derive(Clone, Copy)]
struct Shared<'a> {
    /// Iterations begun.
    started: &'a AtomicU64,
    limit: u64,
    abort: &'a AtomicBool,
    tally: &'a Tally,
}

impl Shared<'_> {
    /// Iterations so far.
    fn nodes(&self) -> u64 {
        self.started.load(Ordering::Relaxed).min(self.limit)
    }

    /// One more iteration; `false` if there shall be none.
    fn play<E: Evaluator>(&self, worker: &mut Worker<'_, E>, tree: &RwLock<&mut Tree>) -> bool {
        if self.abort.load(Ordering::Relaxed) {
            return false;
        }
        if self.started.fetch_add(1, Ordering::Relaxed) >= self.limit {
            return false;
        }
        let leaf_nodes = worker.leaf.nodes();
        let space = {
            let tree = tree.read().unwrap_or_else(PoisonError::into_inner);
            worker.iteration(&tree)
        };
        let tally = self.tally;
        tally.depths.fetch_add(std::mem::take(&mut worker.depths), Ordering::Relaxed);
        tally.seldepth.fetch_max(worker.seldepth as u64, Ordering::Relaxed);
        tally.tbhits.fetch_add(std::mem::take(&mut worker.tbhits), Ordering::Relaxed);
        tally.leaf_nodes.fetch_add(worker.leaf.nodes() - leaf_nodes, Ordering::Relaxed);
        if space == Space::Full {
            let mut tree = tree.write().unwrap_or_else(PoisonError::into_inner);
            // Another thread may have freed memory while this one waited.
            if tree.fullness() >= CROWDED {
                tree.shrink();
            }
        }
        true
    }
}
