// SPDX-License-Identifier: GPL-3.0-or-later
//! Pruning of nodes and of single moves.
//!
//! None of it is sound, and none of it is done when a mate was asked for: such a search
//! must find what is there. Nor are mates and tablebase results pruned.
//!
//! What a step is worth is said in Elo at so many nodes a move: how much weaker
//! the whole was without it (`docs/search.md`).

use chess::{Move, see};
use eval::Evaluator;

use super::Searcher;
use super::move_picker::MovePicker;
use super::node::{Node, Window, is_loss};
use super::reduction::{PLY, base_reduction};
use super::tt_probe::TtHit;
use crate::Bound;
use crate::tunables as t;
use crate::value::{is_decided, is_mate};

impl<E: Evaluator> Searcher<'_, E> {
    /// Pruning of the whole node, the cheapest first. Some value if it is pruned.
    pub(super) fn prunes_node(
        &mut self,
        node: &Node,
        tt_hit: Option<&TtHit>,
        window: Window,
        raw_eval: i16,
    ) -> Option<i32> {
        if self.exhaustive || is_decided(window.beta) {
            return None;
        }
        if let Some(value) = self.razoring(node, window) {
            return Some(value);
        }
        let futile = self.reverse_futility(node, window.beta);
        if let Some(value) = futile.or_else(|| self.null_move(node, window.beta)) {
            // The evaluation was the expensive part; the next visit finds it.
            if tt_hit.is_none() && !self.stopped {
                self.store(node, Move::NULL, (value, 0), Bound::Lower, raw_eval);
            }
            return Some(value);
        }
        self.probcut(node, tt_hit, window.beta, raw_eval)
    }

    /// Razoring: so far below that only captures could help; they are tried.
    /// Worth 10 ±34 at 2,000 nodes.
    fn razoring(&mut self, node: &Node, window: Window) -> Option<i32> {
        let margin = t::razor_margin() * (1 + node.depth * node.depth) / 2;
        if node.depth > t::razor_depth() || node.estimate + margin >= window.alpha {
            return None;
        }
        let closed = Window::closed(window.alpha);
        let value = self.quiescence::<false>(node.position, closed, node.ply, 0);
        (value <= window.alpha && !is_mate(value)).then_some(value)
    }

    /// Reverse futility: even after losing something for each ply left, the
    /// position is good enough. Worth 95 ±36 at 5,000 nodes; margins a third smaller than those
    /// were 19 ±13 at 10,000.
    fn reverse_futility(&self, node: &Node, beta: i32) -> Option<i32> {
        let margin = t::rfp_margin() * node.depth - t::rfp_improving() * i32::from(node.improving)
            + node.correction.abs() / 2;
        let calm = !node.was_pv && (node.tt_move.is_null() || node.tt_move.is_noisy());
        let close = node.depth <= t::rfp_depth() && calm;
        let cut = close && node.estimate - margin >= beta && !is_decided(node.estimate);
        cut.then_some((node.estimate + 2 * beta) / 3)
    }

    /// Null move: if the position is too good even when the opponent moves twice
    /// in a row, some real move will do. Not with pawns only, where having to
    /// move may be the trouble, not twice in a row, and not where no cutoff is expected. Deep
    /// successes are verified by a search in which this side may not pass again. A ply less deep was
    /// 11 ±13 at 10,000 nodes.
    fn null_move(&mut self, node: &Node, beta: i32) -> Option<i32> {
        let &Node { position, ply, depth, .. } = node;
        let passed_before = self.stack[ply - 1].played.is_null();
        if depth < t::null_depth()
            || (t::null_cut_only() != 0 && !node.cut)
            || node.estimate < beta
            || node.eval < beta - 15 * depth + 100
            || passed_before
            || ply < self.null_from
            || !position.has_pieces(position.turn())
        {
            return None;
        }
        let ahead = ((node.estimate - beta) / t::null_margin()).min(3);
        let reduction = t::null_base() + depth / t::null_divisor() + ahead;
        let child = self.make_null_move(position, ply);
        let window = Window::closed(beta - 1);
        let value =
            -self.negamax::<false>(&child, window.turned(), depth - reduction, ply + 1, !node.cut);
        self.undo_move();
        if self.stopped || value < beta {
            return None;
        }
        // A mate after two moves in a row is no mate, nor is a win a win.
        let value = if is_decided(value) { beta } else { value };
        if depth < t::null_verify() || self.null_from > 0 {
            return Some(value);
        }
        self.null_from = ply + 3 * (depth - reduction).max(1) as usize / 4;
        let verified = self.negamax::<false>(position, window, depth - reduction, ply, false);
        self.null_from = 0;
        (verified >= beta && !self.stopped).then_some(value)
    }

    /// ProbCut: a capture that comes out far above beta in a shallower search
    /// would very probably do so in the full one. Worth 32 ±37 at 2,000 nodes.
    fn probcut(
        &mut self,
        node: &Node,
        tt_hit: Option<&TtHit>,
        beta: i32,
        raw_eval: i16,
    ) -> Option<i32> {
        let &Node { position, ply, depth, .. } = node;
        let raised =
            beta + t::probcut_margin() - t::probcut_improving() * i32::from(node.improving);
        let doubted = tt_hit.is_some_and(|tt_hit| {
            tt_hit.depth >= depth - 3 && tt_hit.value.is_some_and(|value| value < raised)
        });
        if depth < t::probcut_depth() || doubted || is_decided(beta) {
            return None;
        }
        let threshold = (raised - node.eval).max(0);
        let move_stack = &self.data.move_stack;
        let mut picker =
            MovePicker::good_captures(move_stack, node.tt_move, node.context, threshold);
        let shallow = (depth - 4).max(0);
        let window = Window::closed(raised - 1).turned();
        let mut found = None;
        while let Some(mv) = picker.next(position, &mut self.data.move_stack, &self.data.history) {
            self.announce(position, mv);
            if mv == self.stack[ply].excluded || !position.see_at_least(mv, threshold) {
                continue;
            }
            let child = self.make_move(node.context, position, mv, ply);
            let mut value = -self.quiescence::<false>(&child, window, ply + 1, 0);
            if value >= raised && shallow > 0 {
                value = -self.negamax::<false>(&child, window, shallow, ply + 1, !node.cut);
            }
            self.undo_move();
            if self.stopped {
                break;
            }
            if value >= raised {
                found = Some((mv, value));
                break;
            }
        }
        picker.finish(&mut self.data.move_stack);
        let (mv, value) = found?;
        self.store(node, mv, (value, shallow + 1), Bound::Lower, raw_eval);
        // Less than what it promises: it was a shallower search.
        Some(if is_decided(value) { value } else { value - (raised - beta) })
    }

    /// Internal iterative reduction: a node without a move from the transposition table
    /// costs more than it tells; the next iteration will have one. Worth 6 ±39 at 2,000 nodes; from
    /// depth 3 on instead of 4, 14 ±13 at 10,000.
    pub(super) fn wants_iir<const PV: bool>(&self, node: &Node) -> bool {
        let matters = PV || node.cut;
        matters && node.depth >= t::iir_depth() && node.tt_move.is_null() && !self.exhaustive
    }

    /// Whether `mv` can be left out. Only once there is a move that is not lost,
    /// so that a mate is never announced by neglect.
    pub(super) fn prunes<const PV: bool>(
        &self,
        node: &Node,
        mv: Move,
        alpha: i32,
        picker: &mut MovePicker,
    ) -> bool {
        if is_loss(node.best) || self.exhaustive || !node.position.has_pieces(node.position.turn())
        {
            return false;
        }
        if mv.is_quiet() {
            self.prunes_quiet::<PV>(node, mv, alpha, picker)
        } else {
            self.prunes_noisy(node, mv, alpha, picker)
        }
    }

    fn prunes_quiet<const PV: bool>(
        &self,
        node: &Node,
        mv: Move,
        alpha: i32,
        picker: &mut MovePicker,
    ) -> bool {
        let history = self.data.history.quiet_history(&node.context, node.position, mv);
        let base = base_reduction(node.depth, node.number, true) - history * PLY / t::lmr_history();
        let depth = (node.depth - base / PLY).max(0);

        // Late moves: a shallow node is not raised by the last of many. Futility:
        // no quiet move gains so much. A check may: those that lose nothing come
        // first among the quiet moves, and are tried before the rest is skipped.
        let late = node.number > late_move_count(node);
        let hope = node.eval + t::futility_base() + t::futility_margin() * depth;
        let futile = depth <= t::futility_depth() && hope <= alpha;
        if (late || futile) && !node.in_check && !node.position.gives_check(mv) {
            picker.skip_quiets();
            return true;
        }
        // History: what has been bad again and again. Worth −3 ±58 at 8,000 nodes.
        if depth <= t::history_pruning_depth()
            && history < -t::history_pruning_margin() * depth.max(1)
            && !PV
        {
            return true;
        }
        // Static exchange evaluation: what is simply lost. Worth 67 ±56 at 8,000 nodes, with those
        // of noisy moves.
        let loss = t::see_quiet_margin() * depth * depth;
        depth <= t::see_quiet_depth() && !node.position.see_at_least(mv, -loss)
    }

    fn prunes_noisy(&self, node: &Node, mv: Move, alpha: i32, picker: &MovePicker) -> bool {
        let position = node.position;
        let history = self.data.history.capture_history(position, mv);
        let base = base_reduction(node.depth, node.number, false);
        let depth = (node.depth - base / PLY).max(0);
        if !node.in_check && depth <= t::capture_futility_depth() && !mv.is_promotion() {
            let victim = position.piece_on(mv.to()).map_or(0, |piece| piece.role().index());
            let hope = node.eval
                + t::capture_futility_base()
                + t::capture_futility_margin() * depth
                + see::VALUES[victim]
                + history / 64;
            if hope <= alpha && !position.gives_check(mv) {
                return true;
            }
        }
        let loss = (t::see_noisy_margin() * node.depth + history / 32).max(0);
        node.depth <= t::see_noisy_depth()
            && picker.is_bad_capture()
            && !position.see_at_least(mv, -loss)
    }
}

/// Late move pruning: quiet moves after this many will not raise a shallow node.
/// Worth −76 ±36 at 2,000 nodes, 23 ±42 at 8,000: it needs histories to go by.
fn late_move_count(node: &Node) -> usize {
    let depth = node.depth.min(20);
    let count = t::lmp_base() + depth * depth;
    (if node.improving { count } else { count / 2 }) as usize
}
