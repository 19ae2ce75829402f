// SPDX-License-Identifier: GPL-3.0-or-later
//! The grain of an evaluation (Axon §1): how far apart two scores are at least.

use chess::{Move, Position};

use crate::{Evaluator, Explains, Ledger, Term, Trace};

/// An evaluator whose scores are multiples of its grain.
///
/// ```
/// use chess::Position;
/// use xanthos_eval::{Evaluator, Explains, Placement, Rounded};
///
/// let position = Position::from_fen("4k3/8/8/8/8/8/4P3/R3K3 w Q - 0 1").unwrap();
/// let mut coarse = Rounded::new(Placement, 16);
/// assert_eq!(coarse.evaluate(&position) % 16, 0);
/// assert_eq!(coarse.explain(&position).total(), coarse.evaluate(&position));
/// ```
#[derive(Clone, Debug)]
pub struct Rounded<E> {
    inner: E,
    grain: i32,
}

impl<E> Rounded<E> {
    /// Rounds what `inner` says to multiples of `grain`; 1, and whatever is
    /// less, leaves it alone.
    pub fn new(inner: E, grain: i32) -> Self {
        Rounded { inner, grain: grain.max(1) }
    }

    /// What is rounded.
    pub fn inner(&self) -> &E {
        &self.inner
    }
}

/// The nearest multiple of `grain`, a half away from zero: the same for both
/// sides (Axon §2).
const fn nearest(score: i32, grain: i32) -> i32 {
    score.signum() * ((score.abs() + grain / 2) / grain * grain)
}

impl<E: Evaluator> Evaluator for Rounded<E> {
    #[inline]
    fn evaluate(&mut self, position: &Position) -> i32 {
        let score = self.inner.evaluate(position);
        if self.grain == 1 { score } else { nearest(score, self.grain) }
    }

    fn evaluate_all(&mut self, positions: &[Position], scores: &mut Vec<i32>) {
        self.inner.evaluate_all(positions, scores);
        scores.iter_mut().for_each(|score| *score = nearest(*score, self.grain));
    }

    fn logits(&mut self, position: &Position, moves: &[Move], logits: &mut Vec<f32>) -> bool {
        self.inner.logits(position, moves, logits)
    }

    fn batch(&self) -> usize {
        self.inner.batch()
    }

    fn cost(&self) -> u64 {
        self.inner.cost()
    }

    #[inline]
    fn push(&mut self, before: &Position, mv: Move, after: &Position) {
        self.inner.push(before, mv, after);
    }

    #[inline]
    fn prepare(&mut self, position: &Position) {
        self.inner.prepare(position);
    }

    #[inline]
    fn pop(&mut self) {
        self.inner.pop();
    }
}

impl<E: Explains> Explains for Rounded<E> {
    fn explain(&self, position: &Position) -> Ledger {
        let mut ledger = self.inner.explain(position);
        let total = ledger.total();
        ledger.adjust(Term::Granularity, nearest(total, self.grain) - total);
        ledger
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_go_away_from_zero_on_both_sides() {
        for (score, grain, wanted) in [(7, 5, 5), (8, 5, 10), (-8, 5, -10), (4, 8, 8), (-4, 8, -8)]
        {
            assert_eq!(nearest(score, grain), wanted);
        }
        for score in -300..300 {
            assert_eq!(nearest(score, 1), score);
            assert_eq!(nearest(score, 16), -nearest(-score, 16));
            assert!((nearest(score, 16) - score).abs() <= 8);
        }
    }
}
