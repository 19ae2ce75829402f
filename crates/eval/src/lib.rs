// SPDX-License-Identifier: GPL-3.0-or-later
//! Evaluators: what a position is worth, and why.
//!
//! ```
//! use chess::Position;
//! use xanthos_eval::{Evaluator, Placement};
//!
//! let start = Position::startpos();
//! let a_rook_up = Position::from_fen("4k3/8/8/8/8/8/4P3/R3K3 w Q - 0 1").unwrap();
//! assert!(Placement.evaluate(&start) < 50); // the move is worth something
//! assert!(Placement.evaluate(&a_rook_up) > 400);
//! ```
#![deny(unsafe_code)]

mod any;
pub mod classical;
pub mod cnn;
pub mod directions;
mod group;
mod netfile;
pub mod nnue;
mod pair;
pub mod placement;
pub mod policy;
mod rounded;
mod styled;
pub mod tally;
mod trace;

pub use any::AnyEvaluator;
pub use classical::{Classical, is_drawn_by_table};
pub use group::{Group, Groups, UnknownGroup};
pub use netfile::NetError;
pub use pair::Pair;
pub use placement::Placement;
pub use rounded::Rounded;
pub use styled::Styled;
pub use trace::{Entry, Ledger, Place, Term, Trace};

use chess::{Color, Move, Position};

/// No evaluation is larger than this, for either side. What lies beyond is kept
/// for tablebase results and mates, all within 16 bits (Axon §1).
pub const LIMIT: i32 = 28_000;

/// Anything that evaluates positions.
///
/// What every evaluator promises (Axon §2): the number is in centipawns from the
/// view of the side to move, within ±[`LIMIT`]; it is the same when the colours
/// are swapped, and, for a hand-crafted evaluator, when the board without castling
/// rights is mirrored a↔h.
///
/// Searches take an evaluator as a type parameter, so that the call costs
/// nothing; it is `&mut` because an evaluator may keep a cache.
pub trait Evaluator: Clone + Send + 'static {
    /// The static evaluation for the side to move.
    ///
    /// A side in check or a finished game has no meaningful one; the number is then
    /// merely well defined.
    fn evaluate(&mut self, position: &Position) -> i32;

    /// The evaluations of several positions, each for its side to move, in place of what
    /// `scores` held. An evaluator that is quicker with many at once says so here.
    fn evaluate_all(&mut self, positions: &[Position], scores: &mut Vec<i32>) {
        scores.clear();
        scores.extend(positions.iter().map(|position| self.evaluate(position)));
    }

    /// The logits of its policy head for these legal moves, if it has one; else `false`.
    fn logits(&mut self, position: &Position, moves: &[Move], logits: &mut Vec<f32>) -> bool {
        let _ = (position, moves, logits);
        false
    }

    /// The batch size that suits it best; it caches as many results at least.
    fn batch(&self) -> usize {
        1
    }

    /// How long it takes, compared with a hand-crafted evaluator, in round numbers: with
    /// a slow one a search polls the clock after fewer nodes.
    fn cost(&self) -> u64 {
        1
    }

    /// A search plays `mv` (the null move passes), which leads from `before` to
    /// `after`. An evaluator that follows the line has less to do when it is
    /// asked about `after`; one that does not may ignore it. Every `push` is
    /// followed by its [`pop`](Evaluator::pop).
    #[inline]
    fn push(&mut self, before: &Position, mv: Move, after: &Position) {
        let _ = (before, mv, after);
    }

    /// The evaluation of `position` will probably be wanted: an evaluator may do the part of its
    /// work that other positions of the line profit from as well.
    #[inline]
    fn prepare(&mut self, position: &Position) {
        let _ = position;
    }

    /// The search takes the last move back.
    #[inline]
    fn pop(&mut self) {}
}

/// An evaluator that can say why: all hand-crafted ones, and the networks piece by piece.
pub trait Explains: Evaluator {
    /// The evaluation with its reasons; the ledger adds up to the score, from
    /// White's view, to the unit.
    fn explain(&self, position: &Position) -> Ledger;
}

/// A score for the side to move, from White's view; or the other way round.
#[inline]
pub(crate) fn turned(position: &Position, score: i32) -> i32 {
    if position.turn() == Color::White { score } else { -score }
}
