// SPDX-License-Identifier: GPL-3.0-or-later
//! Updates of the histories when a node is done.

use chess::Move;
use eval::Evaluator;

use super::super::Searcher;
use super::super::node::Node;
use crate::Bound;
use crate::tunables as t;
use crate::value::is_decided;

/// Moves of a node that can get a malus.
const MAX_TRIED: usize = 48;

/// Moves that were searched before the best one.
pub struct TriedMoves {
    moves: [Move; MAX_TRIED],
    len: usize,
}

impl TriedMoves {
    pub const fn new() -> Self {
        TriedMoves { moves: [Move::NULL; MAX_TRIED], len: 0 }
    }

    pub fn push(&mut self, mv: Move) {
        if self.len < MAX_TRIED {
            self.moves[self.len] = mv;
            self.len += 1;
        }
    }

    pub fn get(&self) -> &[Move] {
        &self.moves[..self.len]
    }
}

impl<E: Evaluator> Searcher<'_, E> {
    /// A bonus for the best move, a malus for those tried before it.
    pub(in super::super) fn update_histories(
        &mut self,
        node: &Node,
        best: Move,
        tried: &[Move],
        beta: i32,
    ) {
        let depth = node.depth + i32::from(node.best > beta + 50);
        let (bonus, malus) = (bonus(depth), malus(depth));
        let &Node { position, ref context, .. } = node;
        let history = &mut self.data.history;
        if best.is_quiet() {
            history.update_quiet(context, position, best, bonus);
            for &mv in tried.iter().filter(|mv| mv.is_quiet()) {
                history.update_quiet(context, position, mv, -malus);
            }
        } else {
            history.update_capture(position, best, bonus);
        }
        for &mv in tried.iter().filter(|mv| mv.is_noisy()) {
            history.update_capture(position, mv, -malus);
        }
    }

    /// Bonus or malus for the opponent's last move by how the static evaluation changed.
    pub(in super::super) fn update_by_eval_change(&mut self, ply: usize) {
        let last = self.stack[ply - 1];
        if let Some(butterfly) = last.butterfly
            && !last.in_check
        {
            let change = -(last.eval + self.stack[ply].eval);
            let bonus = (change * t::eval_history_weight()).clamp(-1_000, 1_000);
            self.data.history.update_butterfly(butterfly, bonus);
        }
    }

    /// Fail low: a bonus for the opponent's last move, which nothing refuted.
    pub(in super::super) fn update_prior_move(&mut self, node: &Node) {
        let ply = node.ply;
        if ply == 0 {
            return;
        }
        let last = self.stack[ply - 1];
        if let Some(butterfly) = last.butterfly {
            let bonus = bonus(node.depth) * t::prior_move_weight() / 100;
            let before = [2, 3, 5, 7].map(|back| self.piece_to(ply, back));
            self.data.history.update_butterfly(butterfly, bonus);
            self.data.history.update_continuation(&before, last.piece_to, bonus);
        }
    }

    /// The result of the search updates correction history, unless a capture explains
    /// the difference, or the score is a bound that does not contradict.
    pub(in super::super) fn update_correction(&mut self, node: &Node, best: Move, bound: Bound) {
        let contradicts = match bound {
            Bound::Exact => true,
            Bound::Lower => node.best > node.eval,
            Bound::Upper => node.best < node.eval,
        };
        if !node.in_check && !best.is_noisy() && contradicts && !is_decided(node.best) {
            let error = node.best - node.eval;
            let before = self.last_two(node.ply);
            self.data.correction_history.update(node.position, before, error, node.depth);
        }
    }
}

/// The history bonus of a good move.
pub fn bonus(depth: i32) -> i32 {
    (t::history_bonus_slope() * depth - 80).clamp(0, t::history_bonus_max())
}

/// The malus of a bad one, as a positive number.
pub fn malus(depth: i32) -> i32 {
    (t::history_malus_slope() * depth - 80).clamp(0, t::history_malus_max())
}
