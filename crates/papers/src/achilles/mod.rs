// SPDX-License-Identifier: GPL-3.0-or-later
//! Achilles: the paper on time management. It says nothing of its evaluation and search but
//! names Axon as its sister.

mod fixed;
mod material;
mod ply;
mod safety;

pub use fixed::{AVERAGE_GAME, FIXED};
pub use material::{MATERIAL, remaining as remaining_by_material};
pub use ply::{PLY, remaining as remaining_by_ply};
pub use safety::{LEVELS, SAFETY, safety};

use search::Adjust;

use crate::{Evaluation, Features, Persona, axon};

/// Axon's evaluation and quiescence; the best line and its close rivals are searched to
/// their values, which the clock compares (§6): the model of §4 under the rule of §6.
pub const PERSONA: Persona = Persona {
    name: "achilles",
    evaluation: Evaluation::Axon,
    features: Features { lines: 2, ..axon::FEATURES },
    time: MATERIAL.adjusted(Adjust::Achilles),
    ..Persona::DOCUMENTED
};
