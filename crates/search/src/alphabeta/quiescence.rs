// SPDX-License-Identifier: GPL-3.0-or-later
//! Quiescence: no line ends in the middle of an exchange.

use chess::{Move, Position, see};
use eval::Evaluator;

use super::Searcher;
use super::history::HistoryContext;
use super::move_picker::MovePicker;
use super::node::{Node, Window, is_loss};
use super::tt_probe::TtHit;
use crate::Bound;
use crate::tunables as t;
use crate::value::{INFINITE, MAX_PLY, is_decided, mated_in};

impl<E: Evaluator> Searcher<'_, E> {
    /// The value of `position` after captures and promotions that lose nothing;
    /// of all evasions if the side to move is in check. `depth` is 0 where the
    /// search ended and falls from there: with `qs_checks` the first ply also tries checks (Axon §1).
    pub(super) fn quiescence<const PV: bool>(
        &mut self,
        position: &Position,
        window: Window,
        ply: usize,
        depth: i32,
    ) -> i32 {
        let Window { mut alpha, beta } = window;
        if PV {
            self.data.lines.clear(ply);
        }

        // Step 1. Count, and stop if it is time.
        if !self.enter(ply) {
            return self.draw(ply);
        }
        self.qnodes += 1;

        // Step 2. Draws by rule, and lines that have become too long.
        let in_check = position.in_check();
        if self.is_draw(position, ply) {
            return self.draw(ply);
        }
        if ply >= MAX_PLY {
            return if in_check { self.draw(ply) } else { self.evaluate(position, ply) };
        }

        // Step 3. Transposition table: any depth will do. Until it is here, the evaluator begins.
        if !in_check {
            self.evaluator.prepare(position);
        }
        let tt_hit = self.probe_tt(position, ply);
        if !PV && let Some(value) = tt_hit.as_ref().and_then(|tt_hit| tt_hit.cutoff(window)) {
            return value;
        }

        // Step 4. Stand pat, unless in check.
        let static_eval = self.static_eval(position, tt_hit.as_ref(), in_check, ply);
        let mut node = self.qnode::<PV>(position, static_eval.eval, ply, tt_hit.as_ref());
        if !in_check {
            if node.best >= beta {
                if tt_hit.is_none() {
                    self.store_node(&node, Move::NULL, Bound::Lower, static_eval.raw);
                }
                return node.best;
            }
            alpha = alpha.max(node.best);
        }

        // Step 5. Captures, or evasions; then checks, if they are wanted (16 ±40 Elo at 8,000
        // nodes a move, −5 ±13 at 10,000 with other numbers; so they are not).
        let move_stack = &self.data.move_stack;
        let mut picker = if in_check {
            MovePicker::new(move_stack, node.tt_move, node.context)
        } else {
            MovePicker::good_captures(move_stack, node.tt_move, node.context, 0)
        };
        let checks = depth == 0 && !in_check && t::qs_checks() != 0;
        let mut best_move = Move::NULL;
        while let Some(mv) = picker
            .next(position, &mut self.data.move_stack, &self.data.history)
            .or_else(|| picker.next_check(checks, position, &mut self.data.move_stack))
        {
            node.number += 1;
            self.announce(position, mv);
            if skips(&mut node, mv, alpha, &mut picker) {
                continue;
            }
            if self.is_one_too_many(&node, mv) {
                continue;
            }
            let child = self.make_move(node.context, position, mv, ply);
            let window = Window { alpha, beta }.turned();
            let value = -self.quiescence::<PV>(&child, window, ply + 1, depth - 1);
            self.undo_move();
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
                    break;
                }
                alpha = value;
            }
        }
        picker.finish(&mut self.data.move_stack);

        // Step 6. A check without an answer is mate.
        if in_check && node.number == 0 {
            return mated_in(ply);
        }

        // Step 7. Store. Below the window nothing is exact: quiet moves were
        // not looked at.
        let bound = if node.best >= beta { Bound::Lower } else { Bound::Upper };
        self.store_node(&node, best_move, bound, static_eval.raw);
        node.best
    }

    /// Whether enough captures were tried: the best come first, and after two or three the rest seldom
    /// changes anything, unless it takes back or promotes. Worth 0 ±13 at 10,000 nodes, and faster.
    fn is_one_too_many(&self, node: &Node, mv: Move) -> bool {
        let last = if node.ply > 0 { self.stack[node.ply - 1].played } else { Move::NULL };
        node.number > t::qs_captures() as usize
            && !node.in_check
            && !is_loss(node.best)
            && !mv.is_promotion()
            && (last.is_null() || last.to() != mv.to())
            && !node.position.gives_check(mv)
    }

    /// The node of quiescence. The transposition table may have a better estimate than
    /// the static evaluation.
    fn qnode<'p, const PV: bool>(
        &mut self,
        position: &'p Position,
        eval: i32,
        ply: usize,
        tt_hit: Option<&TtHit>,
    ) -> Node<'p> {
        let in_check = position.in_check();
        let better =
            tt_hit.and_then(|tt_hit| tt_hit.beyond(eval)).filter(|value| !is_decided(*value));
        let estimate = better.unwrap_or(eval);
        // Quiet evasions are ordered by the history of squares that are attacked or not.
        let context = HistoryContext::new(position, self.before(ply));
        let context = if in_check { context.with_threats(position) } else { context };
        let frame = &mut self.stack[ply];
        (frame.eval, frame.in_check) = (eval, in_check);
        Node {
            position,
            ply,
            depth: 0,
            in_check,
            cut: false,
            was_pv: PV || tt_hit.is_some_and(|tt_hit| tt_hit.pv),
            eval,
            correction: 0,
            estimate,
            improving: false,
            tt_move: tt_hit.map_or(Move::NULL, |tt_hit| tt_hit.best),
            context,
            number: 0,
            best: if in_check { -INFINITE } else { estimate },
        }
    }
}

/// Whether a move is pruned: in check, a quiet move or a loss of
/// material when there is already a way out; otherwise a capture without check
/// that would not reach `alpha` even if it were free (delta pruning).
fn skips(node: &mut Node, mv: Move, alpha: i32, picker: &mut MovePicker) -> bool {
    if is_loss(node.best) {
        return false;
    }
    if node.in_check {
        if mv.is_quiet() {
            picker.skip_quiets();
        }
        return !node.position.see_at_least(mv, 0);
    }
    if mv.is_promotion() || mv.is_quiet() {
        return false;
    }
    let victim = node.position.piece_on(mv.to()).map_or(0, |piece| piece.role().index());
    let hope = node.eval + see::VALUES[victim] + t::qs_delta_margin();
    let hopeless = hope <= alpha && !node.position.gives_check(mv);
    if hopeless {
        node.best = node.best.max(hope);
    }
    hopeless
}
