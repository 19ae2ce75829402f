// SPDX-License-Identifier: GPL-3.0-or-later
//! Baguette: an engine for blitz. Its search is not described: alpha-beta, nothing behind
//! the horizon.

mod blitz;
mod evaluator;

pub use blitz::BLITZ;
pub use evaluator::{Baguette, COUNT, NUMBERS, REPETITION, VALUES};

use crate::{Evaluation, Persona};

/// Baguette as its paper describes it.
pub const PERSONA: Persona = Persona {
    name: "baguette",
    evaluation: Evaluation::Baguette,
    time: BLITZ,
    ..Persona::DOCUMENTED
};
