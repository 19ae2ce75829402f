// SPDX-License-Identifier: GPL-3.0-or-later
//! How likely a move is before anything is searched.

use chess::{Move, Position};
use eval::Evaluator;
use eval::policy::{Policy, soften};

use crate::tunables as t;

/// The chance of each of these legal moves, softened by `temperature` per cent: by the policy
/// network, and by the evaluator if it has an opinion on moves, too.
pub(super) fn priors<E: Evaluator>(
    evaluator: &mut E,
    policy: &Policy,
    position: &Position,
    moves: &[Move],
    temperature: i32,
    chances: &mut Vec<f32>,
) {
    let share = t::mcts_evaluator_policy() as f32 / 100.0;
    if share > 0.0 && evaluator.logits(position, moves, chances) {
        let mut others = Vec::with_capacity(moves.len());
        policy.logits(position, moves, &mut others);
        let each = chances.iter_mut().zip(others);
        each.for_each(|(own, other)| *own = share * *own + (1.0 - share) * other);
    } else {
        policy.logits(position, moves, chances);
    }
    soften(chances, temperature as f32 / 100.0);
}
