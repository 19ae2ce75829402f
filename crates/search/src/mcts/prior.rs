// SPDX-License-Identifier: GPL-3.0-or-later
//! How likely a move is before anything is searched.

use chess::{Move, Position};
use eval::Evaluator;
use eval::policy::{Policy, soften};

/// The chance of each of these legal moves, levelled by `heat` per cent. An evaluator
/// that has an opinion on moves is asked; if it has none, the policy network is.
pub(super) fn priors<E: Evaluator>(
    evaluator: &mut E,
    policy: &Policy,
    position: &Position,
    moves: &[Move],
    heat: i32,
    chances: &mut Vec<f32>,
) {
    if !evaluator.logits(position, moves, chances) {
        policy.logits(position, moves, chances);
    }
    soften(chances, heat as f32 / 100.0);
}
