// SPDX-License-Identifier: GPL-3.0-or-later
//! Achilles: the paper on time management. It says nothing of its evaluation and search but
//! names Axon as its sister.

use search::TimeModel;

use crate::{Evaluation, Features, Persona, axon};

/// Axon's evaluation and quiescence; the two best lines are searched to their values,
/// which the clock compares (§6).
pub const PERSONA: Persona = Persona {
    name: "achilles",
    evaluation: Evaluation::Axon,
    features: Features { lines: 2, ..axon::FEATURES },
    time: TimeModel::Adaptive,
    ..Persona::DOCUMENTED
};
