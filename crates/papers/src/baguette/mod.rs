// SPDX-License-Identifier: GPL-3.0-or-later
//! Baguette: an engine for blitz. Its search is not described: alpha-beta, nothing behind
//! the horizon.

mod evaluator;

pub use evaluator::{Baguette, COUNT, NUMBERS, REPETITION, VALUES};

use search::TimeModel;

use crate::{Evaluation, Persona};

/// Baguette as its paper describes it.
pub const PERSONA: Persona = Persona {
    name: "baguette",
    evaluation: Evaluation::Baguette,
    time: TimeModel::Blitz,
    ..Persona::DOCUMENTED
};
