// SPDX-License-Identifier: GPL-3.0-or-later
//! Any evaluator behind one type.

use chess::{Move, Position};

use crate::{Evaluator, Explains, Ledger};

/// Any evaluator behind one type, so that one search is compiled for all of them: a
/// virtual call is nothing beside a hand-crafted evaluation. The engine's own evaluators
/// have searches of their own.
///
/// ```
/// use chess::Position;
/// use xanthos_eval::{AnyEvaluator, Evaluator, Placement};
///
/// let start = Position::startpos();
/// let mut any = AnyEvaluator::new(Placement);
/// assert_eq!(any.evaluate(&start), Placement.evaluate(&start));
/// ```
pub struct AnyEvaluator(Box<dyn Object>);

/// [`Explains`] as far as it can be called without knowing the type.
trait Object: Send {
    fn evaluate(&mut self, position: &Position) -> i32;
    fn evaluate_all(&mut self, positions: &[Position], scores: &mut Vec<i32>);
    fn logits(&mut self, position: &Position, moves: &[Move], logits: &mut Vec<f32>) -> bool;
    fn batch(&self) -> usize;
    fn cost(&self) -> u64;
    fn push(&mut self, before: &Position, mv: Move, after: &Position);
    fn prepare(&mut self, position: &Position);
    fn pop(&mut self);
    fn explain(&self, position: &Position) -> Ledger;
    fn boxed(&self) -> Box<dyn Object>;
}

struct Typed<E>(E);

impl<E: Explains> Object for Typed<E> {
    fn evaluate(&mut self, position: &Position) -> i32 {
        self.0.evaluate(position)
    }

    fn evaluate_all(&mut self, positions: &[Position], scores: &mut Vec<i32>) {
        self.0.evaluate_all(positions, scores);
    }

    fn logits(&mut self, position: &Position, moves: &[Move], logits: &mut Vec<f32>) -> bool {
        self.0.logits(position, moves, logits)
    }

    fn batch(&self) -> usize {
        self.0.batch()
    }

    fn cost(&self) -> u64 {
        self.0.cost()
    }

    fn push(&mut self, before: &Position, mv: Move, after: &Position) {
        self.0.push(before, mv, after);
    }

    fn prepare(&mut self, position: &Position) {
        self.0.prepare(position);
    }

    fn pop(&mut self) {
        self.0.pop();
    }

    fn explain(&self, position: &Position) -> Ledger {
        self.0.explain(position)
    }

    fn boxed(&self) -> Box<dyn Object> {
        Box::new(Typed(self.0.clone()))
    }
}

impl AnyEvaluator {
    /// Hides the type of `evaluator`.
    pub fn new(evaluator: impl Explains) -> AnyEvaluator {
        AnyEvaluator(Box::new(Typed(evaluator)))
    }
}

impl Clone for AnyEvaluator {
    fn clone(&self) -> Self {
        AnyEvaluator(self.0.boxed())
    }
}

impl Evaluator for AnyEvaluator {
    fn evaluate(&mut self, position: &Position) -> i32 {
        self.0.evaluate(position)
    }

    fn evaluate_all(&mut self, positions: &[Position], scores: &mut Vec<i32>) {
        self.0.evaluate_all(positions, scores);
    }

    fn logits(&mut self, position: &Position, moves: &[Move], logits: &mut Vec<f32>) -> bool {
        self.0.logits(position, moves, logits)
    }

    fn batch(&self) -> usize {
        self.0.batch()
    }

    fn cost(&self) -> u64 {
        self.0.cost()
    }

    fn push(&mut self, before: &Position, mv: Move, after: &Position) {
        self.0.push(before, mv, after);
    }

    fn prepare(&mut self, position: &Position) {
        self.0.prepare(position);
    }

    fn pop(&mut self) {
        self.0.pop();
    }
}

impl Explains for AnyEvaluator {
    fn explain(&self, position: &Position) -> Ledger {
        self.0.explain(position)
    }
}
