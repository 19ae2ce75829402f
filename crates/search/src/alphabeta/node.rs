// SPDX-License-Identifier: GPL-3.0-or-later
//! An inner node, as a recipe.
//!
//! Three kinds of nodes: where the window is open (`PV`), the score must be
//! exact and the line complete, so the transposition table cuts nothing there.
//! Everywhere else the window is closed (`beta = alpha + 1`) and the only question is
//! whether the node reaches `beta`: a good reply is enough (a cut node), or all
//! must fail (an all node).
//!
//! Scores are fail-soft. A mate score is always proven: nothing is pruned until
//! one move has been found that is not mated, and guesses (null move, futility)
//! are never made about mates.

use chess::{Move, Position};
use eval::Evaluator;

use super::Searcher;
use super::history::{HistoryContext, PieceTo};
use super::history::{TriedMoves, bonus, malus};
use super::move_picker::MovePicker;
use super::singular::Singularity;
use super::tb_probe::ValueBounds;
use crate::Bound;
use crate::tunables as t;
use crate::value::{INFINITE, MAX_PLY, is_decided, mate_in, mated_in};

/// The scores that matter: between `alpha`, which is certain, and `beta`, which
/// the opponent will not allow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// What the side to move has already.
    pub alpha: i32,
    /// What the opponent has already.
    pub beta: i32,
}

impl Window {
    /// Everything is possible.
    pub const FULL: Window = Window { alpha: -INFINITE, beta: INFINITE };

    /// The question "is it more than `alpha`?".
    pub const fn closed(alpha: i32) -> Self {
        Window { alpha, beta: alpha + 1 }
    }

    /// The same window for the opponent.
    #[must_use]
    pub const fn turned(self) -> Self {
        Window { alpha: -self.beta, beta: -self.alpha }
    }
}

/// What the steps know about the node.
pub struct Node<'p> {
    pub position: &'p Position,
    pub ply: usize,
    pub depth: i32,
    pub in_check: bool,
    /// Whether the node is expected to be cut.
    pub cut: bool,
    /// Whether the node is or once was on a principal line.
    pub was_pv: bool,
    /// The evaluation with its correction; meaningless in check.
    pub eval: i32,
    /// What was corrected.
    pub correction: i32,
    /// The evaluation, or the transposition table's score if its bound says more.
    pub estimate: i32,
    /// Whether the side to move stands better than at its last move.
    pub improving: bool,
    /// The transposition table's move, or the null move.
    pub tt_move: Move,
    /// What selects the histories of its quiet moves.
    pub context: HistoryContext,
    /// The number of the move under way, from 1.
    pub number: usize,
    /// The best score so far.
    pub best: i32,
}

impl<E: Evaluator> Searcher<'_, E> {
    /// The value of `position` for the side to move, searched to `depth`. `cut`
    /// says that the node is expected to reach beta.
    pub(super) fn negamax<const PV: bool>(
        &mut self,
        position: &Position,
        window: Window,
        depth: i32,
        ply: usize,
        cut: bool,
    ) -> i32 {
        // Step 1. Quiescence at depth 0. A search for a mate extends checks first.
        let in_check = position.in_check();
        let answers = self.exhaustive && in_check && (ply as i32) < 2 * self.root_depth;
        let depth = depth + i32::from(answers);
        if depth <= 0 {
            return self.quiescence::<PV>(position, window, ply, 0);
        }

        // Step 2. Early exits: limits, draws, upcoming repetition, mate distance.
        let (mut window, mut bounds) = match self.early_exits::<PV>(position, window, ply) {
            Ok(inside) => inside,
            Err(value) => return value,
        };

        // Step 3. Transposition table: a cutoff, or at least a move.
        let excluded = self.stack[ply].excluded;
        let whole = excluded.is_null();
        let tt_hit = self.probe_tt(position, ply);
        if !PV
            && whole
            && let Some(value) = self.tt_cutoff(tt_hit.as_ref(), position, window, depth, ply, cut)
        {
            return value;
        }

        // Step 4. Tablebases.
        if whole
            && let Err(value) =
                self.probe_tablebases::<PV>(position, &mut window, &mut bounds, depth, ply)
        {
            return value;
        }
        let Window { mut alpha, beta } = window;

        // Step 5. Static evaluation.
        let static_eval = self.static_eval(position, tt_hit.as_ref(), in_check, ply);
        let mut node =
            self.make_node::<PV>(position, tt_hit.as_ref(), static_eval, depth, ply, cut);
        node.best = bounds.floor;

        // Step 6. Hindsight: was the last move rightly reduced?
        if whole {
            self.hindsight(&mut node);
        }

        // Step 7. Razoring, reverse futility, null move, ProbCut.
        if !PV
            && !in_check
            && whole
            && let Some(value) = self.prunes_node(&node, tt_hit.as_ref(), window, static_eval.raw)
        {
            return value;
        }
        if self.stopped {
            return self.draw(ply);
        }

        // Step 8. Internal iterative reduction.
        node.depth -= i32::from(whole && self.wants_iir::<PV>(&node));

        // Step 9. The moves: pruning, singular extension, search.
        let original_alpha = alpha;
        let mut best_move = Move::NULL;
        let mut tried = TriedMoves::new();
        node.context = node.context.with_threats(position);
        let mut picker = MovePicker::new(&self.data.move_stack, node.tt_move, node.context);
        while let Some(mv) = picker.next(position, &mut self.data.move_stack, &self.data.history) {
            if mv == excluded {
                continue;
            }
            node.number += 1;
            self.announce(position, mv);
            if self.prunes::<PV>(&node, mv, alpha, &mut picker) {
                continue;
            }
            let mut extension = 0;
            if whole
                && mv == node.tt_move
                && let Some(tt_hit) = &tt_hit
            {
                match self.singularity::<PV>(&node, tt_hit, beta) {
                    Singularity::Extend(plies) => extension = plies,
                    Singularity::Cut(value) => {
                        picker.finish(&mut self.data.move_stack);
                        return value;
                    }
                }
            }
            let value = self.search_move::<PV>(&node, mv, Window { alpha, beta }, extension);
            if self.stopped {
                return self.draw(ply);
            }
            node.best = node.best.max(value);
            if value > alpha {
                best_move = mv;
                if PV {
                    self.data.lines.extend(ply, mv);
                }
                if value >= beta {
                    self.stack[ply].cutoffs += i32::from(extension < 2 || PV);
                    break;
                }
                alpha = value;
                if !self.exhaustive {
                    node.depth -= after_raise(&node, value);
                }
            } else {
                tried.push(mv);
            }
        }
        picker.finish(&mut self.data.move_stack);

        // Step 10. No move at all: mate or stalemate (or only the excluded one).
        if node.number == 0 {
            return if !whole {
                alpha
            } else if in_check {
                mated_in(ply)
            } else {
                self.draw(ply)
            };
        }

        // Step 11. Update histories, store, return.
        node.best = node.best.min(bounds.ceiling);
        let bound = if node.best >= beta {
            Bound::Lower
        } else if node.best > original_alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        if best_move.is_null() {
            self.update_prior_move(&node);
        } else {
            self.update_histories(&node, best_move, tried.get(), beta);
        }
        if whole {
            self.update_correction(&node, best_move, bound);
            self.store_node(&node, best_move, bound, static_eval.raw);
        }
        node.best
    }

    /// Makes `mv` and searches it (principal variation search): the first move with the
    /// whole window, later ones with a closed one, at first less deeply (late move
    /// reductions).
    pub(super) fn search_move<const PV: bool>(
        &mut self,
        node: &Node,
        mv: Move,
        window: Window,
        extension: i32,
    ) -> i32 {
        let ply = node.ply;
        let mut depth = node.depth - 1 + extension;
        let child = self.make_move(node.context, node.position, mv, ply);
        self.stack[ply + 1].doubles = self.stack[ply].doubles + i32::from(extension >= 2);
        let scout = Window::closed(window.alpha).turned();
        let mut value = INFINITE;

        let late = node.number > 1 + usize::from(ply == 0);
        if late && node.depth >= t::lmr_depth() && !self.exhaustive {
            // At least one ply is left, and at most one is added.
            let reduction = self.reduction::<PV>(node, mv, &child);
            let reduced = (depth - reduction).clamp(1.min(depth), depth + 1);
            self.stack[ply].reduction = depth - reduced;
            value = -self.negamax::<false>(&child, scout, reduced, ply + 1, true);
            self.stack[ply].reduction = 0;
            if value > window.alpha && reduced < depth {
                // Much better than expected: search deeper. Barely better: less so.
                let better = value > node.best + t::lmr_deeper_margin() + 2 * depth;
                let barely = value < node.best + depth;
                depth += i32::from(better) - i32::from(barely && !better);
                if depth > reduced {
                    value = -self.negamax::<false>(&child, scout, depth, ply + 1, !node.cut);
                }
                if mv.is_quiet() && !self.stopped {
                    let good = value > window.alpha;
                    let bonus = if good { bonus(node.depth) } else { -malus(node.depth) };
                    let piece_to = PieceTo::of(node.position, mv);
                    self.data.history.update_continuation(&node.context.before, piece_to, bonus);
                }
            }
        } else if !PV || node.number > 1 {
            value = -self.negamax::<false>(&child, scout, depth, ply + 1, !node.cut);
        }
        // An open window again for what seems to be better: only there the line
        // is complete.
        if PV && (node.number == 1 || value > window.alpha) {
            value = -self.negamax::<true>(&child, window.turned(), depth, ply + 1, false);
        }
        self.undo_move();
        value
    }

    /// Counts the node. The window left to search and the bounds of its value, or the
    /// value of a node that ends here.
    fn early_exits<const PV: bool>(
        &mut self,
        position: &Position,
        window: Window,
        ply: usize,
    ) -> Result<(Window, ValueBounds), i32> {
        let Window { mut alpha, mut beta } = window;
        if PV {
            self.data.lines.clear(ply);
        }
        if !self.enter(ply) {
            return Err(self.draw(ply));
        }
        // Draws by rule, and a repetition that can be forced at once.
        let draw = self.draw(ply);
        if self.is_draw(position, ply) {
            return Err(draw);
        }
        let mut floor = -INFINITE;
        if alpha < draw && self.keys.upcoming_repetition(position, ply) {
            (alpha, floor) = (draw, draw);
            if alpha >= beta {
                return Err(draw);
            }
        }
        if ply >= MAX_PLY {
            return Err(if position.in_check() { draw } else { self.evaluate(position, ply) });
        }
        // Mate distance: not even a mate from here beats one found already.
        alpha = alpha.max(mated_in(ply));
        beta = beta.min(mate_in(ply + 1));
        if alpha >= beta {
            return Err(alpha);
        }
        Ok((Window { alpha, beta }, ValueBounds::at_least(floor)))
    }

    /// Draws that need no search: repetition, fifty moves (unless the last of
    /// them mates), too little material by rule or by Axon §2.B.
    pub(super) fn is_draw(&self, position: &Position, ply: usize) -> bool {
        let clock = position.halfmove_clock();
        (clock >= 4 && self.keys.is_repetition(clock, ply))
            || (clock >= 100 && position.is_fifty_moves())
            || position.is_insufficient_material()
            || eval::is_drawn_by_table(position)
    }

    /// What a draw is worth to the side to move at `ply` (Axon §2.C): less than nothing
    /// to the side that has contempt for the other, the root's.
    #[inline]
    pub(super) fn draw(&self, ply: usize) -> i32 {
        if ply.is_multiple_of(2) { -self.contempt } else { self.contempt }
    }

    /// Hindsight: a move that was reduced much, and after which the opponent stands no
    /// worse, gets a ply more; one after which both evaluations agree that it is lost, a
    /// ply less. Worth −10 ±54 Elo at 8,000 nodes a move.
    fn hindsight(&self, node: &mut Node) {
        let ply = node.ply;
        if t::hindsight() == 0 || ply == 0 || node.in_check || self.stack[ply - 1].in_check {
            return;
        }
        let last = &self.stack[ply - 1];
        if last.reduction >= t::hindsight_reduction() && node.eval <= -last.eval {
            node.depth += 1;
        } else if last.reduction >= 2
            && node.depth >= 2
            && node.eval + last.eval > t::hindsight_margin()
        {
            node.depth -= 1;
        }
    }
}

/// At these depths a raised alpha makes the moves after it less interesting.
const RAISE_DEPTHS: std::ops::Range<i32> = 3..13;

/// By how much the moves after one that raised alpha are searched less deeply: they only have to
/// be refuted. Worth 6 ±13 at 10,000 nodes a move.
fn after_raise(node: &Node, value: i32) -> i32 {
    let medium = RAISE_DEPTHS.contains(&node.depth);
    if medium && !is_decided(value) { t::raise_reduction() } else { 0 }
}

/// Whether a score announces that the side to move is mated, or lost by
/// tablebase.
pub const fn is_loss(value: i32) -> bool {
    value < 0 && is_decided(value)
}
