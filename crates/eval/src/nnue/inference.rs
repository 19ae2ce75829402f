// SPDX-License-Identifier: GPL-3.0-or-later
//! A network with the accumulators of a line of moves.

use std::sync::Arc;

use chess::{Color, Piece, Position, Role, Square};

use super::accumulator::{Accumulators, Delta};
use super::features::Perspective;
use super::kernels::Kernel;
use super::transformer::{Row, Transformer};
use crate::LIMIT;

/// A kind of network: a feature transformer of `N` neurons and what stands behind it.
pub(super) trait Head<const N: usize> {
    /// The first layer.
    fn transformer(&self) -> &Transformer<N>;

    /// Whether its output is bounded, so that it says little more of a win by far than of a win.
    const BOUNDED: bool;

    /// Centipawns for the neurons of the side to move and of the other side.
    fn output(&self, kernel: Kernel, rows: [&Row<N>; 2], pieces: u32) -> i32;
}

/// A network and its accumulators.
pub(super) struct Inference<H, const N: usize> {
    pub net: Arc<H>,
    pub kernel: Kernel,
    accumulators: Accumulators<N>,
}

impl<H, const N: usize> Clone for Inference<H, N> {
    fn clone(&self) -> Self {
        let Inference { net, kernel, accumulators } = self;
        Inference { net: Arc::clone(net), kernel: *kernel, accumulators: accumulators.clone() }
    }
}

impl<H: Head<N>, const N: usize> Inference<H, N> {
    pub fn new(net: Arc<H>, kernel: Kernel) -> Self {
        let accumulators = Accumulators::new(net.transformer());
        Inference { net, kernel, accumulators }
    }

    #[inline]
    pub fn evaluate(&mut self, position: &Position) -> i32 {
        let transformer = self.net.transformer();
        let [white, black] = self.accumulators.rows(position, transformer, self.kernel);
        let rows = if position.turn() == Color::White { [white, black] } else { [black, white] };
        let score = self.net.output(self.kernel, rows, position.occupied().count());
        limited(self.unbounded(score, || material(position)))
    }

    /// A network whose output is bounded can't tell a queen from two queens where one is enough:
    /// past [`WON`] material that it does not count any more is counted, so that the way to mate
    /// goes on uphill.
    #[inline]
    fn unbounded(&self, score: i32, material: impl FnOnce() -> i32) -> i32 {
        if !H::BOUNDED || score.abs() <= WON {
            return score;
        }
        let beyond = score.signum() * material() - score.abs();
        let share = (score.abs() - WON).min(WON / 2);
        score + score.signum() * beyond.max(0) * share / WON
    }

    /// The evaluation of these pieces, with kings and turn as they are in `position`: computed
    /// from nothing, so it need not be a legal position.
    pub fn evaluate_pieces(&self, position: &Position, pieces: &[(Piece, Square)]) -> i32 {
        let transformer = self.net.transformer();
        let row = |color: Color| {
            let perspective = Perspective::of(position, color, transformer.buckets);
            transformer.accumulate(self.kernel, perspective, pieces)
        };
        let [own, other] = [position.turn(), !position.turn()].map(row);
        let score = self.net.output(self.kernel, [&own, &other], pieces.len() as u32);
        let worth = |&(piece, _): &(Piece, Square)| {
            let worth = WORTH[piece.role().index()];
            if piece.color() == position.turn() { worth } else { -worth }
        };
        limited(self.unbounded(score, || pieces.iter().map(worth).sum()))
    }

    #[inline]
    pub fn push(&mut self, delta: Delta, before: &Position, after: &Position) {
        self.accumulators.push(delta, before, after, self.net.transformer().buckets);
    }

    /// Brings the accumulators up to `position`.
    #[inline]
    pub fn prepare(&mut self, position: &Position) {
        self.accumulators.rows(position, self.net.transformer(), self.kernel);
    }

    #[inline]
    pub fn pop(&mut self) {
        self.accumulators.pop();
    }
}

/// Centipawns past which a bounded output is believed to mean a win.
const WON: i32 = 600;

/// Material in centipawns, by role.
const WORTH: [i32; 6] = [100, 300, 300, 500, 900, 0];

/// Material of the side to move beyond that of the other.
#[cold]
fn material(position: &Position) -> i32 {
    let (own, other) = (position.turn(), !position.turn());
    let balance = |role: Role| {
        let count = |color: Color| position.pieces(color, role).count() as i32;
        (count(own) - count(other)) * WORTH[role.index()]
    };
    Role::ALL.into_iter().map(balance).sum()
}

#[inline]
fn limited(score: i32) -> i32 {
    score.clamp(-LIMIT, LIMIT)
}
