// SPDX-License-Identifier: GPL-3.0-or-later
//! The list of the documented engines: the one place, beside its folder, that a new one
//! touches.

use crate::evaluation::evaluations;
use crate::{Persona, achilles, axon, baguette, bannan, comp4121};

evaluations! {
    Axon: axon::Axon,
    Baguette: baguette::Baguette,
    Bannan: bannan::Bannan,
    Comp4121: comp4121::Comp4121,
}

/// Every persona, the engine itself first.
pub const PERSONAS: [Persona; 8] = [
    Persona::XANTHOS,
    axon::PERSONA,
    achilles::PERSONA,
    baguette::PERSONA,
    bannan::PERSONA,
    bannan::WITH_NETWORK,
    comp4121::PERSONA,
    comp4121::WITH_MCTS,
];
