// SPDX-License-Identifier: GPL-3.0-or-later
//! The root: iterative deepening, aspiration windows, MultiPV, and what is reported.

use chess::Move;
use eval::Evaluator;

use super::Searcher;
use super::node::Window;
use super::tt_probe::tt_key;
use super::vote::{self, ThreadResult};
use crate::tunables as t;
use crate::value::{INFINITE, MATE_BOUND, MAX_PLY, is_mate};
use crate::{Bound, Job};

/// The first iteration that trusts the score of the one before.
const ASPIRATION_DEPTH: i32 = 5;

/// A window that had to be this wide is opened altogether.
const ASPIRATION_LIMIT: i32 = 600;

/// A legal move of the root and what is known about it.
#[derive(Clone, Debug)]
pub struct RootMove {
    /// The move.
    pub mv: Move,
    /// Its score in this iteration; `-INFINITE` if it is only known to be worse
    /// than another.
    pub value: i32,
    /// Its last exact score.
    pub last_value: i32,
    /// What it is worth at least, if it failed high in this iteration: it is better than the move
    /// before, whatever its score will be.
    pub failed_high: Option<i32>,
    /// The line that begins with it.
    pub pv: Vec<Move>,
    /// Nodes that went into it, in all iterations.
    pub nodes: u64,
    /// Moves of a higher rank are better for certain, by tablebases.
    pub rank: i32,
    /// Its value by tablebases.
    pub tb_value: Option<i32>,
}

impl RootMove {
    fn new(mv: Move) -> Self {
        RootMove {
            mv,
            value: -INFINITE,
            last_value: -INFINITE,
            failed_high: None,
            pv: vec![mv],
            nodes: 0,
            rank: 0,
            tb_value: None,
        }
    }

    /// Its score as it is reported.
    fn shown(&self) -> i32 {
        self.tb_value.filter(|_| !is_mate(self.value)).unwrap_or(self.value)
    }
}

/// The moves that a job allows, in the order of generation.
pub fn root_moves(job: &Job) -> Vec<RootMove> {
    let wanted = job.limits.searchmoves.as_deref();
    let legal = job.game.position().legal_moves();
    let allowed = legal.iter().filter(|&mv| wanted.is_none_or(|moves| moves.contains(mv)));
    allowed.map(|&mv| RootMove::new(mv)).collect()
}

/// How an iteration went.
enum Iteration {
    Complete,
    /// Stopped. A move that had already proven better stands first, with the
    /// window that it was searched with.
    Aborted {
        better: Option<Window>,
    },
}

impl<E: Evaluator> Searcher<'_, E> {
    /// Searches deeper and deeper until a limit is reached. Returns the best
    /// line, which the main thread has reported.
    pub(super) fn deepen(&mut self, roots: Vec<RootMove>) -> ThreadResult {
        self.order_first_time(roots);
        let deepest = self.deepest_iteration();
        let lines = self.lines_wanted().min(self.roots.len());
        // The lines of the last complete iteration, which is what counts if the
        // next one is not completed.
        let mut settled: Vec<RootMove> = Vec::new();
        let mut depth = 0;
        // Helpers begin at different depths, to be of different use.
        let place = self.shared.exchange.map_or(0, |exchange| exchange.place());
        self.root_depth = (self.index + place) as i32 % 2;
        while self.root_depth < deepest {
            self.root_depth += 1;
            self.seldepth = 0;
            match self.iterate(lines) {
                Iteration::Complete => {
                    settled = self.roots[..lines].to_vec();
                    depth = self.root_depth;
                    self.report_settled(&settled);
                    if self.is_done(&settled) {
                        break;
                    }
                }
                Iteration::Aborted { better } => {
                    self.conclude_aborted(&mut settled, better, lines);
                    break;
                }
            }
        }
        self.publish();
        self.prefer_unexpected(&mut settled);
        let RootMove { value, pv, .. } = settled.swap_remove(0);
        ThreadResult { depth, value, pv }
    }

    /// The line to play, by the results of all threads, the main thread's first. Its own
    /// is what was asked for if there were to be several lines, a certain depth or
    /// a certain mate.
    pub(super) fn conclude(&mut self, mut results: Vec<ThreadResult>) -> Vec<Move> {
        let free = self.main.as_ref().is_some_and(|main| {
            let limits = main.limits();
            let one = main.multipv() == 1 && main.unexpected().is_none();
            one && limits.depth.is_none() && limits.mate.is_none()
        });
        let chosen = if free { vote::choose(&results) } else { 0 };
        let ThreadResult { depth, value, pv } = results.swap_remove(chosen);
        if chosen != 0 {
            self.root_depth = depth;
            self.report_depth([(value, &pv[..])]);
        }
        self.report_time();
        pv
    }

    /// Before anything is searched: the transposition table's move, good captures, the
    /// rest, bad ones.
    fn order_first_time(&mut self, roots: Vec<RootMove>) {
        self.roots = roots;
        let root = self.root;
        let tt_move = self.shared.tt.probe(tt_key(root)).map(|entry| entry.best);
        self.roots.sort_by_key(|root_move| {
            let mv = root_move.mv;
            if Some(mv) == tt_move {
                0
            } else if !root.see_at_least(mv, 0) {
                3
            } else if mv.is_noisy() {
                1
            } else {
                2
            }
        });
    }

    fn deepest_iteration(&self) -> i32 {
        let wanted = self.main.as_ref().and_then(|main| main.limits().depth);
        let deepest = MAX_PLY as u32 - 1;
        wanted.unwrap_or(deepest).clamp(1, deepest) as i32
    }

    /// One iteration: every line in turn, each without the moves of those before.
    fn iterate(&mut self, lines: usize) -> Iteration {
        self.roots.sort_by_key(|root_move| -root_move.rank);
        self.roots.iter_mut().for_each(|root_move| root_move.failed_high = None);
        for first in 0..lines {
            let window = self.aspirate(first, lines);
            if self.stopped {
                let best = &mut self.roots[0];
                // It failed high, and its search with a wider window was not finished: what is
                // known is that bound.
                if let Some(bound) = best.failed_high.filter(|_| best.value == -INFINITE) {
                    best.value = bound;
                    let window = Window { beta: bound, ..window };
                    return Iteration::Aborted { better: (lines == 1).then_some(window) };
                }
                let better = lines == 1 && best.value > window.alpha;
                return Iteration::Aborted { better: better.then_some(window) };
            }
        }
        // A later line may turn out better than an earlier one.
        self.roots[..lines]
            .sort_by_key(|root_move| (-root_move.shown(), -root_move.rank, -root_move.value));
        Iteration::Complete
    }

    /// Searches for one line with a window around its last score, widened until
    /// the score lies inside. Returns the last window.
    fn aspirate(&mut self, first: usize, lines: usize) -> Window {
        let mut width = t::aspiration_width();
        let mut window = Window::FULL;
        let last = self.roots[first].last_value;
        if self.root_depth >= ASPIRATION_DEPTH && last.abs() < MATE_BOUND {
            window = Window { alpha: last - width, beta: last + width };
        }
        loop {
            let value = self.search_root(window, first);
            if self.stopped || (window.alpha < value && value < window.beta) {
                return window;
            }
            if lines == 1 {
                self.report_failure(window, value);
            }
            width += width * t::aspiration_growth() / 100 + 1;
            let open = width > ASPIRATION_LIMIT || value.abs() >= MATE_BOUND;
            if value <= window.alpha {
                window.alpha = if open { -INFINITE } else { value - width };
            } else {
                self.roots[first].failed_high = Some(window.beta);
                window.beta = if open { INFINITE } else { value + width };
            }
        }
    }

    /// The end of the moves from number `first` on that are of its rank.
    fn rank_end(&self, first: usize) -> usize {
        let rank = self.roots[first].rank;
        first + self.roots[first..].partition_point(|root_move| root_move.rank == rank)
    }

    /// Searches the root moves from number `first` on, as far as they are of its
    /// rank. Sorts them: the best one comes to `first`, the others keep their
    /// order.
    pub(super) fn search_root(&mut self, window: Window, first: usize) -> i32 {
        let Window { mut alpha, beta } = window;
        let root = self.root;
        let end = self.rank_end(first);
        self.roots[first..end].iter_mut().for_each(|root_move| root_move.value = -INFINITE);
        let tt_hit = self.probe_tt(root, 0);
        let static_eval = self.static_eval(root, tt_hit.as_ref(), root.in_check(), 0);
        let mut node =
            self.make_node::<true>(root, tt_hit.as_ref(), static_eval, self.root_depth, 0, false);
        node.context = node.context.with_threats(root);
        let mut best_move = Move::NULL;
        for index in first..end {
            let mv = self.roots[index].mv;
            self.report_current(mv, index + 1);
            node.number = index - first + 1;
            let before = self.nodes;
            let value = self.search_move::<true>(&node, mv, Window { alpha, beta }, 0);
            self.roots[index].nodes += self.nodes - before;
            if self.stopped {
                break;
            }
            node.best = node.best.max(value);
            if value > alpha {
                best_move = mv;
            }
            if index == first || value > alpha {
                let exact = alpha < value && value < beta;
                let root_move = &mut self.roots[index];
                root_move.value = value;
                if value > alpha {
                    root_move.pv.clear();
                    root_move.pv.push(mv);
                    root_move.pv.extend_from_slice(self.data.lines.get(1));
                }
                if exact {
                    root_move.last_value = value;
                }
            }
            alpha = alpha.max(value);
            if value >= beta {
                break;
            }
        }
        self.roots[first..end].sort_by_key(|root_move| -root_move.value);
        // Of some moves only, the best is not the position's.
        let all = first == 0 && end == root.legal_moves().len();
        if all && !self.stopped {
            let bound = if node.best >= beta {
                Bound::Lower
            } else if best_move.is_null() {
                Bound::Upper
            } else {
                Bound::Exact
            };
            self.store_node(&node, best_move, bound, static_eval.raw);
        }
        node.best
    }

    /// How many lines are searched: those that are told, and one more where a move is wanted that
    /// the opponent does not expect.
    fn lines_wanted(&self) -> usize {
        let Some(main) = &self.main else { return 1 };
        main.multipv() + usize::from(main.unexpected().is_some())
    }

    /// An opponent who thinks on our time thinks about our best move (Achilles §5). The second one
    /// is played if it costs little.
    fn prefer_unexpected(&mut self, settled: &mut [RootMove]) {
        let margin = self.main.as_ref().and_then(|main| main.unexpected());
        let (Some(margin), [best, second, ..]) = (margin, &mut *settled) else { return };
        let decided = |line: &RootMove| line.value.abs() >= MATE_BOUND;
        let dear = best.value - second.value > margin || second.rank < best.rank;
        if dear || decided(best) || decided(second) {
            return;
        }
        settled.swap(0, 1);
        self.report_depth([(settled[0].value, &settled[0].pv[..])]);
    }

    /// Reports the lines of a complete iteration.
    fn report_settled(&mut self, settled: &[RootMove]) {
        if let Some(main) = &self.main {
            let told = settled.iter().take(main.multipv());
            self.report_depth(told.map(|line| (line.value, &line.pv[..])));
        }
    }

    /// A window failed: says so if the search already takes long. The window's
    /// edge is what is known for certain.
    fn report_failure(&mut self, window: Window, value: i32) {
        if self.main.as_ref().is_some_and(|main| main.is_long()) {
            let pv = self.roots[0].pv.clone();
            if value >= window.beta {
                self.report_bound(window.beta, Bound::Lower, &pv);
            } else {
                self.report_bound(window.alpha, Bound::Upper, &pv);
            }
        }
    }

    /// An iteration was cut off. A better move that it had found by then counts;
    /// without any complete iteration there is at least a legal move.
    fn conclude_aborted(
        &mut self,
        settled: &mut Vec<RootMove>,
        better: Option<Window>,
        lines: usize,
    ) {
        let best = self.roots[0].clone();
        match better {
            Some(window) if settled.first().is_none_or(|line| line.mv != best.mv) => {
                if settled.is_empty() || best.value < window.beta {
                    self.report_depth([(best.value, &best.pv[..])]);
                } else {
                    self.report_bound(window.beta, Bound::Lower, &best.pv);
                }
                *settled = vec![best];
            }
            _ if settled.is_empty() => {
                let value = self.stack[0].eval;
                debug_assert!(lines >= 1);
                self.report_depth([(value, &[best.mv][..])]);
                *settled = vec![best];
            }
            _ => {}
        }
    }
}
