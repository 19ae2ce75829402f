// SPDX-License-Identifier: GPL-3.0-or-later
//! Axon: a hand-crafted evaluation in a plain negamax frame.

mod development;
mod evaluator;
mod king;
mod numbers;
mod pawns;
mod pieces;
mod survey;

pub use evaluator::Axon;
pub use numbers::{COUNT, NUMBERS, VALUES};

use crate::{Evaluation, Features, Horizon, Order, Persona};

/// Half-moves of quiescence with every capture. (Chosen: with six, nine tenths of the nodes
/// of sharp positions are quiescence and half of those of calm ones, as §1 wants it.)
const CAPTURES_FOR: u32 = 6;

/// Negamax (§5) with captures, promotions and some checks in quiescence (§1), which is kept
/// short, as the paper warns of anything else; alpha-beta, which changes no value; Table II
/// wherever it appears (§2.B).
pub(crate) const FEATURES: Features = Features {
    order: Order::VictimsFirst,
    horizon: Horizon::CapturesPromotionsChecks,
    captures_for: Some(CAPTURES_FOR),
    table_draws: true,
    ..Features::PLAIN
};

/// Axon as its paper describes it.
pub const PERSONA: Persona = Persona {
    name: "axon",
    evaluation: Evaluation::Axon,
    features: FEATURES,
    ..Persona::DOCUMENTED
};
