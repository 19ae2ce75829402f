// SPDX-License-Identifier: GPL-3.0-or-later
//! The list of the documented engines: the one place, beside its folder, that a new one
//! touches.

use eval::Pair;
use search::{Adjust, TimeModel};

use crate::evaluation::evaluations;
use crate::numbers::Number;
use crate::{Persona, achilles, axon, baguette, bannan, comp4121};

evaluations! {
    Axon: axon::Axon,
    Baguette: baguette::Baguette,
    Bannan: bannan::Bannan,
    Comp4121: comp4121::Comp4121,
}

/// Every persona, the engine itself first.
pub const PERSONAS: [Persona; 9] = [
    Persona::XANTHOS,
    axon::PERSONA,
    achilles::PERSONA,
    baguette::PERSONA,
    bannan::PERSONA,
    bannan::WITH_NETWORK,
    bannan::AT_ITS_BEST,
    comp4121::PERSONA,
    comp4121::WITH_MCTS,
];

/// The numbers of every evaluator with their sources, under its chapter in
/// docs/personas.md.
pub static NUMBERS: [(&str, &[Number], &[Pair]); 4] = [
    ("Axon", axon::NUMBERS, &axon::VALUES),
    ("Baguette", baguette::NUMBERS, &baguette::VALUES),
    ("Bannan", bannan::NUMBERS, &bannan::VALUES),
    ("COMP4121bot", comp4121::NUMBERS, &comp4121::VALUES),
];

/// Every time model, the default first.
pub const TIME_MODELS: [TimeModel; 6] = [
    TimeModel::ADAPTIVE,
    achilles::FIXED,
    achilles::SAFETY,
    achilles::PLY,
    achilles::MATERIAL,
    baguette::BLITZ,
];

/// Their names.
pub const TIME_MODEL_NAMES: [&str; TIME_MODELS.len()] = {
    let mut names = [""; TIME_MODELS.len()];
    let mut i = 0;
    while i < names.len() {
        names[i] = TIME_MODELS[i].name;
        i += 1;
    }
    names
};

/// The time model of that name; `safety` is the level of [`achilles::SAFETY`].
pub fn time_model(name: &str, safety: &str) -> Option<TimeModel> {
    let found = TIME_MODELS.into_iter().find(|model| model.name.eq_ignore_ascii_case(name))?;
    if found == achilles::SAFETY { achilles::safety(safety) } else { Some(found) }
}

/// The values of `TimeAdjust`, the default first: as the model is known for, never, always.
pub const TIME_ADJUSTS: [&str; 3] = ["auto", "off", "on"];

/// A model with the layer that is asked for. What is `on` is for `adaptive` its own weights,
/// for the documented models the rule of their paper (Achilles §6).
pub fn adjusted(model: TimeModel, adjust: &str) -> TimeModel {
    match adjust {
        "off" => model.adjusted(Adjust::Off),
        "on" if model.adjust == Adjust::Off => model.adjusted(Adjust::Achilles),
        _ => model,
    }
}
