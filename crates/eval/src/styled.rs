// SPDX-License-Identifier: GPL-3.0-or-later
//! Style for evaluators that have no weights to change (Axon §1).

use chess::{Move, Position};

use crate::classical::Weights;
use crate::{Classical, Evaluator, Explains, Ledger, Term, Trace, turned};

/// A network with a style: to what it says is added by how much the hand-crafted evaluation
/// of that style, where attacks on kings weigh more and pawn shelters less, or the other way
/// round, differs from the contrary one. Both sides are evaluated alike, so that symmetry
/// holds.
///
/// ```
/// use chess::Position;
/// use xanthos_eval::{Evaluator, Explains, Placement, Styled};
///
/// let attack = "r4rk1/ppp2p1p/3p2p1/8/8/3B1N1Q/PPP3PP/4R1K1 w - - 0 1";
/// let attack = Position::from_fen(attack).unwrap();
/// let [mut cautious, mut bold] = [-100, 100].map(|style| Styled::new(Placement, style));
/// assert!(bold.evaluate(&attack) > cautious.evaluate(&attack));
/// assert_eq!(bold.explain(&attack).total(), bold.evaluate(&attack));
/// ```
#[derive(Clone, Debug)]
pub struct Styled<E> {
    inner: E,
    styled: Classical,
    contrary: Classical,
}

impl<E> Styled<E> {
    /// The evaluator with a style from -100, cautious, to 100, attacking.
    pub fn new(inner: E, style: i32) -> Self {
        let of = |style| Classical::with_weights(Weights::default().styled(style));
        Styled { inner, styled: of(style), contrary: of(-style) }
    }
}

impl<E: Evaluator> Evaluator for Styled<E> {
    fn evaluate(&mut self, position: &Position) -> i32 {
        let style = self.styled.evaluate(position) - self.contrary.evaluate(position);
        (self.inner.evaluate(position) + style).clamp(-crate::LIMIT, crate::LIMIT)
    }

    fn logits(&mut self, position: &Position, moves: &[Move], logits: &mut Vec<f32>) -> bool {
        self.inner.logits(position, moves, logits)
    }

    fn cost(&self) -> u64 {
        self.inner.cost()
    }

    fn push(&mut self, before: &Position, mv: Move, after: &Position) {
        self.inner.push(before, mv, after);
    }

    fn prepare(&mut self, position: &Position) {
        self.inner.prepare(position);
    }

    fn pop(&mut self) {
        self.inner.pop();
    }
}

impl<E: Explains> Explains for Styled<E> {
    fn explain(&self, position: &Position) -> Ledger {
        let mut ledger = self.inner.explain(position);
        let before = ledger.total();
        let score = turned(position, self.clone().evaluate(position));
        ledger.adjust(Term::King, score - before);
        ledger
    }
}
