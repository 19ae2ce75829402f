// SPDX-License-Identifier: GPL-3.0-or-later
//! The static evaluation of a node, corrected by correction history.

use chess::{Move, Position};
use eval::Evaluator;

use super::Searcher;
use super::history::HistoryContext;
use super::node::Node;
use super::tt_probe::TtHit;
use crate::tt::NO_EVAL;
use crate::tunables as t;
use crate::value::{INFINITE, is_decided};

/// The evaluation without search.
#[derive(Clone, Copy)]
pub struct StaticEval {
    /// As the evaluator gives it.
    pub raw: i16,
    /// As it counts here: damped by the fifty-move rule, corrected by history.
    pub eval: i32,
    /// What correction history added.
    pub correction: i32,
}

impl<E: Evaluator> Searcher<'_, E> {
    /// The evaluation, raw and corrected. In check there is none, and that of two
    /// plies before has to do.
    pub(super) fn static_eval(
        &mut self,
        position: &Position,
        tt_hit: Option<&TtHit>,
        in_check: bool,
        ply: usize,
    ) -> StaticEval {
        if in_check {
            let eval = if ply >= 2 { self.stack[ply - 2].eval } else { 0 };
            return StaticEval { raw: NO_EVAL, eval, correction: 0 };
        }
        let raw = match tt_hit {
            Some(tt_hit) if tt_hit.eval != NO_EVAL => tt_hit.eval,
            _ => self.evaluator.evaluate(position) as i16,
        };
        let correction = self.data.correction_history.get(position, self.last_two(ply));
        let eval = damped(raw, position) + correction;
        StaticEval { raw, eval: eval.clamp(-eval::LIMIT, eval::LIMIT), correction }
    }

    /// The evaluation of a line that has become too long.
    pub(super) fn evaluate(&mut self, position: &Position, ply: usize) -> i32 {
        self.static_eval(position, None, false, ply).eval
    }

    /// Gathers what the steps need to know about the node, and updates the history of
    /// the opponent's last move by how the evaluation changed.
    pub(super) fn make_node<'p, const PV: bool>(
        &mut self,
        position: &'p Position,
        tt_hit: Option<&TtHit>,
        static_eval: StaticEval,
        depth: i32,
        ply: usize,
        cut: bool,
    ) -> Node<'p> {
        let in_check = position.in_check();
        let StaticEval { eval, correction, .. } = static_eval;
        // A search without the table's move is about the same node.
        let was_pv = match self.stack[ply].excluded.is_null() {
            true => PV || tt_hit.is_some_and(|tt_hit| tt_hit.pv),
            false => self.stack[ply].was_pv,
        };
        let better =
            tt_hit.and_then(|tt_hit| tt_hit.beyond(eval)).filter(|value| !is_decided(*value));
        let estimate = if t::tt_estimate() != 0 { better.unwrap_or(eval) } else { eval };
        let improving = !in_check && ply >= 2 && eval > self.stack[ply - 2].eval;

        // Threats are looked up when quiet moves are next: many nodes end before.
        let context = HistoryContext::new(position, self.before(ply));

        let frame = &mut self.stack[ply];
        (frame.eval, frame.in_check, frame.was_pv) = (eval, in_check, was_pv);
        self.stack[ply + 2].cutoffs = 0;
        if ply > 0 && !in_check && self.stack[ply].excluded.is_null() {
            self.update_by_eval_change(ply);
        }
        Node {
            position,
            ply,
            depth,
            in_check,
            cut,
            was_pv,
            eval,
            correction,
            estimate,
            improving,
            tt_move: tt_hit.map_or(Move::NULL, |tt_hit| tt_hit.best),
            context,
            number: 0,
            best: -INFINITE,
        }
    }
}

/// An advantage counts less as the fifty-move rule comes nearer, so that the search
/// prefers to make progress.
fn damped(eval: i16, position: &Position) -> i32 {
    let eval = i32::from(eval);
    eval - eval * position.halfmove_clock().min(100) as i32 / 200
}
