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

use crate::{Evaluation, Features, Horizon, Persona};

/// Negamax (§5) with captures, promotions and some checks in quiescence (§1); alpha-beta,
/// which changes no value.
pub(crate) const FEATURES: Features =
    Features { horizon: Horizon::CapturesPromotionsChecks, ..Features::PLAIN };

/// Axon as its paper describes it.
pub const PERSONA: Persona = Persona {
    name: "axon",
    evaluation: Evaluation::Axon,
    features: FEATURES,
    ..Persona::DOCUMENTED
};
