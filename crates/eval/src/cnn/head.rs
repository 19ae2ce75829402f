// SPDX-License-Identifier: GPL-3.0-or-later
//! The policy head: an opinion on moves.
//!
//! Of every square it says [`POLICY_CHANNELS`] numbers for a piece that leaves it and as many for
//! one that comes there; a move is worth the product of the two. So a head of the size
//! of a small convolution speaks about every move that there is. Castling goes to
//! the rook, and a pawn that promotes to less than a queen is held to have chosen the
//! worse ([`LESS`]).

use chess::{Color, Move, Position, Role, Square};

use super::forward::Between;
use super::net::Net;
use super::shape::{POLICY_CHANNELS, SQUARES};

/// What is taken off a promotion to less than a queen, in logarithms of odds.
pub const LESS: f32 = 3.0;

/// How the network sees squares: turned for Black, and mirrored so that the mover's
/// king stands on the queen's side.
#[derive(Clone, Copy, Debug)]
pub struct Orientation(usize);

impl Orientation {
    /// How this position is seen.
    pub fn of(position: &Position) -> Orientation {
        let turn = if position.turn() == Color::White { 0 } else { 56 };
        Orientation(turn).and_mirrored(position.king(position.turn()))
    }

    /// For boards that have been turned already, with the own king here.
    pub fn of_king(king: Square) -> Orientation {
        Orientation(0).and_mirrored(king)
    }

    fn and_mirrored(self, king: Square) -> Orientation {
        Orientation(if king.file() >= 4 { self.0 ^ 7 } else { self.0 })
    }

    /// Where a square is seen.
    pub fn seen(self, square: Square) -> usize {
        square.index() ^ self.0
    }
}

impl Net {
    /// What the head says of every square of the positions that went
    /// [forward](Net::forward) last: `2 x POLICY_CHANNELS` numbers each.
    ///
    /// # Panics
    /// If the network has no head.
    pub fn policy_features(&self, between: &Between, features: &mut Vec<f32>) {
        assert!(self.shape.policy, "a network without a policy head");
        let last = &between.layers[self.shape.layers - 1];
        let part = self.shape.head();
        features.clear();
        let squares = last.len() / self.shape.filters;
        (0..squares).for_each(|_| features.extend_from_slice(&self.numbers[part.bias.clone()]));
        between.view.connect(last, &self.numbers[part.weights], 2 * POLICY_CHANNELS, features);
    }
}

/// What a move between two squares is worth, by the features of its board.
#[inline]
pub fn logit(features: &[f32], from: usize, to: usize) -> f32 {
    let leaves = &features[from * 2 * POLICY_CHANNELS..][..POLICY_CHANNELS];
    let comes = &features[to * 2 * POLICY_CHANNELS + POLICY_CHANNELS..][..POLICY_CHANNELS];
    // Eight sums side by side: one after the other would wait for each other.
    let mut sums = [0.0; 8];
    for (leaves, comes) in leaves.as_chunks::<8>().0.iter().zip(comes.as_chunks::<8>().0) {
        for lane in 0..8 {
            sums[lane] += leaves[lane] * comes[lane];
        }
    }
    sums.iter().sum()
}

/// What the head says to these moves.
pub(super) fn logits(features: &[f32], position: &Position, moves: &[Move], logits: &mut Vec<f32>) {
    assert_eq!(features.len(), SQUARES * 2 * POLICY_CHANNELS);
    let orientation = Orientation::of(position);
    logits.clear();
    logits.extend(moves.iter().map(|mv| {
        let less = mv.promotion().is_some_and(|role| role != Role::Queen);
        let says = logit(features, orientation.seen(mv.from()), orientation.seen(mv.to()));
        if less { says - LESS } else { says }
    }));
}
