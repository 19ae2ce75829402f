// SPDX-License-Identifier: GPL-3.0-or-later
//! What a position looks like before anything is searched.

use chess::{Move, Position};
use eval::Evaluator;

use super::Searcher;
use super::history::Situation;
use super::known::Known;
use super::node::Node;
use crate::table::NO_EVAL;
use crate::tunables as t;
use crate::value::{INFINITE, is_decided};

/// What the position looks like without search.
#[derive(Clone, Copy)]
pub struct Look {
    /// As the evaluator sees it.
    pub raw: i16,
    /// As it counts here: faded by the fifty-move rule, corrected by experience.
    pub eval: i32,
    /// What experience added.
    pub correction: i32,
}

impl<E: Evaluator> Searcher<'_, E> {
    /// The evaluation as it is, and as it counts here. In check there is none,
    /// and the one before has to do.
    pub(super) fn look(
        &mut self,
        position: &Position,
        known: Option<&Known>,
        in_check: bool,
        ply: usize,
    ) -> Look {
        if in_check {
            let eval = if ply >= 2 { self.frames[ply - 2].eval } else { 0 };
            return Look { raw: NO_EVAL, eval, correction: 0 };
        }
        let raw = match known {
            Some(known) if known.eval != NO_EVAL => known.eval,
            _ => self.evaluator.evaluate(position) as i16,
        };
        let correction = self.memory.corrections.get(position, self.last_two(ply));
        let eval = damped(raw, position) + correction;
        Look { raw, eval: eval.clamp(-eval::LIMIT, eval::LIMIT), correction }
    }

    /// The evaluation of a line that has become too long.
    pub(super) fn evaluate(&mut self, position: &Position, ply: usize) -> i32 {
        self.look(position, None, false, ply).eval
    }

    /// Gathers what is known about the node, and lets the opponent's last move
    /// learn from how the evaluation changed.
    pub(super) fn survey<'p, const PV: bool>(
        &mut self,
        position: &'p Position,
        known: Option<&Known>,
        look: Look,
        depth: i32,
        ply: usize,
        cut: bool,
    ) -> Node<'p> {
        let in_check = position.in_check();
        let Look { eval, correction, .. } = look;
        let was_pv = PV || known.is_some_and(|known| known.pv);
        let better = known.and_then(|known| known.beyond(eval)).filter(|value| !is_decided(*value));
        let estimate = if t::table_estimate() != 0 { better.unwrap_or(eval) } else { eval };
        let improving = !in_check && ply >= 2 && eval > self.frames[ply - 2].eval;

        let threats = position.attacked_by(!position.turn());
        let situation = Situation::new(position, threats, self.before(ply));

        let frame = &mut self.frames[ply];
        (frame.eval, frame.in_check) = (eval, in_check);
        self.frames[ply + 2].cutoffs = 0;
        if ply > 0 && !in_check && self.frames[ply].excluded.is_null() {
            self.learn_surprise(ply);
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
            hash_move: known.map_or(Move::NULL, |known| known.best),
            situation,
            number: 0,
            best: -INFINITE,
        }
    }
}

/// An advantage that is not turned into anything fades as the fifty-move rule
/// comes nearer, so that the search prefers to make progress.
fn damped(eval: i16, position: &Position) -> i32 {
    let eval = i32::from(eval);
    eval - eval * position.halfmove_clock().min(100) as i32 / 200
}
