// SPDX-License-Identifier: GPL-3.0-or-later
//! How likely a move is before anything is searched.

use chess::{Move, Position};
use eval::Evaluator;
use eval::policy::{Policy, soften};

use crate::tunables as t;

/// The chance of each of these legal moves, levelled by `heat` per cent: by the policy
/// network, and by the evaluator if it has an opinion on moves, too.
pub(super) fn priors<E: Evaluator>(
    evaluator: &mut E,
    policy: &Policy,
    position: &Position,
    moves: &[Move],
    heat: i32,
    chances: &mut Vec<f32>,
) {
    let heard = t::mcts_head() as f32 / 100.0;
    if heard > 0.0 && evaluator.logits(position, moves, chances) {
        let mut others = Vec::with_capacity(moves.len());
        policy.logits(position, moves, &mut others);
        let each = chances.iter_mut().zip(others);
        each.for_each(|(own, other)| *own = heard * *own + (1.0 - heard) * other);
    } else {
        policy.logits(position, moves, chances);
    }
    soften(chances, heat as f32 / 100.0);
}
