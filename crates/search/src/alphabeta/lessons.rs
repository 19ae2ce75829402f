// SPDX-License-Identifier: GPL-3.0-or-later
//! What a node teaches when it is done.

use chess::Move;
use eval::Evaluator;

use super::Searcher;
use super::node::Node;
use crate::Bound;
use crate::tunables as t;
use crate::value::is_decided;

/// Moves of a node that a lesson may be drawn from.
const LESSONS: usize = 48;

/// Moves that were tried and did not suffice.
pub struct Tried {
    moves: [Move; LESSONS],
    len: usize,
}

impl Tried {
    pub const fn new() -> Self {
        Tried { moves: [Move::NULL; LESSONS], len: 0 }
    }

    pub fn push(&mut self, mv: Move) {
        if self.len < LESSONS {
            self.moves[self.len] = mv;
            self.len += 1;
        }
    }

    pub fn get(&self) -> &[Move] {
        &self.moves[..self.len]
    }
}

impl<E: Evaluator> Searcher<'_, E> {
    /// The best move is praised, those tried before it are not.
    pub(super) fn learn(&mut self, node: &Node, best: Move, tried: &[Move], beta: i32) {
        let depth = node.depth + i32::from(node.best > beta + 50);
        let (bonus, malus) = (bonus(depth), malus(depth));
        let &Node { position, ref situation, .. } = node;
        let history = &mut self.memory.history;
        if best.is_quiet() {
            history.teach_quiet(situation, position, best, bonus);
            for &mv in tried.iter().filter(|mv| mv.is_quiet()) {
                history.teach_quiet(situation, position, mv, -malus);
            }
        } else {
            history.teach_noisy(position, best, bonus);
        }
        for &mv in tried.iter().filter(|mv| mv.is_noisy()) {
            history.teach_noisy(position, mv, -malus);
        }
    }

    /// The opponent's last move is praised or blamed by how the evaluation changed.
    pub(super) fn learn_surprise(&mut self, ply: usize) {
        let last = self.frames[ply - 1];
        if let Some(place) = last.place
            && !last.in_check
        {
            let change = -(last.eval + self.frames[ply].eval);
            let lesson = (change * t::surprise_weight()).clamp(-1_000, 1_000);
            self.memory.history.teach_place(place, lesson);
        }
    }

    /// Nothing refuted the opponent's last move.
    pub(super) fn learn_unrefuted(&mut self, node: &Node) {
        let ply = node.ply;
        if ply == 0 {
            return;
        }
        let last = self.frames[ply - 1];
        if let Some(place) = last.place {
            let lesson = bonus(node.depth) * t::unrefuted_weight() / 100;
            let before = [2, 3, 5, 7].map(|back| self.arrival(ply, back));
            self.memory.history.teach_place(place, lesson);
            self.memory.history.teach_sequel(&before, last.arrival, lesson);
        }
    }

    /// What came out of the search corrects the evaluation of positions like
    /// this one, unless a capture explains the difference, or the score is a
    /// bound that does not contradict.
    pub(super) fn learn_correction(&mut self, node: &Node, best: Move, bound: Bound) {
        let contradicts = match bound {
            Bound::Exact => true,
            Bound::Lower => node.best > node.eval,
            Bound::Upper => node.best < node.eval,
        };
        if !node.in_check && !best.is_noisy() && contradicts && !is_decided(node.best) {
            let error = node.best - node.eval;
            let before = self.last_two(node.ply);
            self.memory.corrections.teach(node.position, before, error, node.depth);
        }
    }
}

/// How much a good move is praised.
pub fn bonus(depth: i32) -> i32 {
    (t::bonus_slope() * depth - 80).clamp(0, t::bonus_limit())
}

/// How much a bad one is blamed.
pub fn malus(depth: i32) -> i32 {
    (t::malus_slope() * depth - 80).clamp(0, t::malus_limit())
}
