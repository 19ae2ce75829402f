// SPDX-License-Identifier: GPL-3.0-or-later
//! What need not be searched, or not so deeply.
//!
//! All of it is guesswork, and none of it is done when a mate was asked for:
//! such a search must find what is there.

use chess::{Move, Position};
use eval::Evaluator;

use super::Searcher;
use super::node::{Node, Window, is_loss};
use super::picker::Picker;
use super::reduction::{PLY, base_reduction};
use crate::value::{MATE_BOUND, is_mate};

/// Reverse futility: the last depth, and the margin for each ply.
const REVERSE_FUTILITY: (i32, i32) = (7, 80);

/// Null move: the first depth.
const NULL_MOVE_DEPTH: i32 = 3;

/// Futility of quiet moves: the last depth, a base margin, and one for each ply.
const FUTILITY: (i32, i32, i32) = (6, 100, 90);

/// Exchanges that lose: the last depth, and what quiet moves may lose for each
/// ply and noisy ones for each ply squared.
const EXCHANGES: (i32, i32, i32) = (7, 60, 25);

/// The first depth that is reduced for want of a move to begin with.
const UNKNOWN_DEPTH: i32 = 4;

/// The first depth with late move reductions.
const REDUCTION_DEPTH: i32 = 3;

/// A quiet move's history is worth a ply of reduction for each of these.
const HISTORY_PER_PLY: i32 = 4_096;

impl<E: Evaluator> Searcher<'_, E> {
    /// Whether a node in check is searched a ply deeper. Not without end: a line
    /// never becomes longer than twice the iteration's depth by this alone.
    #[inline]
    pub(super) fn extends_check(&self, in_check: bool, ply: usize) -> bool {
        in_check && (ply as i32) < 2 * self.root_depth
    }

    /// Reverse futility: even after losing something for each ply left, the
    /// position is good enough.
    pub(super) fn reverse_futility(&self, node: &Node, beta: i32) -> Option<i32> {
        let (last_depth, margin) = REVERSE_FUTILITY;
        let eval = self.frames[node.ply].eval;
        let margin = margin * (node.depth - i32::from(node.improving));
        let close = node.depth <= last_depth && !is_mate(beta);
        let cut = close && eval - margin >= beta && !self.exhaustive;
        cut.then_some(eval)
    }

    /// Null move: if the position is too good even when the opponent moves twice
    /// in a row, some real move will do. Not with pawns only, where having to
    /// move may be the trouble, and not twice in a row.
    pub(super) fn null_move(&mut self, node: &Node, beta: i32) -> Option<i32> {
        let &Node { position, ply, depth, .. } = node;
        let eval = self.frames[ply].eval;
        let passed_before = self.frames[ply - 1].played.is_null();
        if depth < NULL_MOVE_DEPTH
            || eval < beta
            || is_mate(beta)
            || passed_before
            || self.exhaustive
            || !position.has_pieces(position.turn())
        {
            return None;
        }
        let reduction = 3 + depth / 3 + ((eval - beta) / 200).min(3);
        let child = position.after_null();
        self.frames[ply].played = Move::NULL;
        self.keys.push_null(child.key());
        let window = Window { alpha: beta - 1, beta }.turned();
        let value = -self.negamax::<false>(&child, window, depth - reduction, ply + 1);
        self.keys.pop();
        if self.stopped || value < beta {
            return None;
        }
        // A mate after two moves in a row is no mate.
        Some(if value > MATE_BOUND { beta } else { value })
    }

    /// Internal iterative reduction: an unordered node costs more than it
    /// teaches; the next iteration will know its move.
    pub(super) fn reduces_unknown(&self, node: &Node, hash_move: Move) -> bool {
        node.depth >= UNKNOWN_DEPTH && hash_move.is_null() && !node.in_check && !self.exhaustive
    }

    /// Whether `mv` can be left out. Only once there is a move that is not mated,
    /// so that a mate is never announced by neglect.
    pub(super) fn prunes(&self, node: &Node, mv: Move, alpha: i32, picker: &mut Picker) -> bool {
        if is_loss(node.best) || self.exhaustive {
            return false;
        }
        let position = node.position;
        if mv.is_quiet() && !node.in_check {
            let (last_depth, base, margin) = FUTILITY;
            let enough = late_move_count(node);
            let eval = self.frames[node.ply].eval;
            let futile = node.depth <= last_depth && eval + base + margin * node.depth <= alpha;
            if node.number > enough || futile {
                picker.skip_quiets();
                return !position.gives_check(mv);
            }
        }
        let (last_depth, quiet, noisy) = EXCHANGES;
        if node.depth > last_depth {
            return false;
        }
        let loss = if mv.is_quiet() { quiet * node.depth } else { noisy * node.depth * node.depth };
        (mv.is_quiet() || picker.gave_loss()) && !position.see_at_least(mv, -loss)
    }

    /// How many plies a late move is searched less deeply: more for late ones in
    /// deep nodes, less for what looks forcing or was good elsewhere.
    pub(super) fn reduction<const PV: bool>(&self, node: &Node, mv: Move, child: &Position) -> i32 {
        let free = 1 + 2 * usize::from(PV);
        if node.depth < REDUCTION_DEPTH || node.number <= free || mv.is_noisy() || self.exhaustive {
            return 0;
        }
        let history = self.memory.history.get(node.position.turn(), mv);
        let mut reduction = base_reduction(node.depth, node.number);
        reduction -= history * PLY / HISTORY_PER_PLY;
        reduction += if node.improving { 0 } else { PLY / 2 };
        reduction -= if PV { PLY } else { 0 };
        reduction -= if child.in_check() { PLY } else { 0 };
        reduction -= if self.memory.killers.get(node.ply).contains(&mv) { PLY } else { 0 };
        // At least one ply is left, so that quiet threats are seen.
        (reduction / PLY).clamp(0, node.depth - 2)
    }
}

/// Late move pruning: quiet moves after this many will not raise a shallow node.
fn late_move_count(node: &Node) -> usize {
    let depth = node.depth.min(20) as usize;
    let count = 4 + depth * depth;
    if node.improving { count } else { count / 2 }
}
