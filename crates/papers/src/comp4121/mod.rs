// SPDX-License-Identifier: GPL-3.0-or-later
//! COMP4121bot: alpha-beta as it played, and the Monte-Carlo tree search that it was first
//! meant to use.

mod evaluator;

pub use evaluator::{COUNT, Comp4121, NUMBERS, VALUES};

use search::MctsVariant;

use crate::{Evaluation, Features, Method, Order, Persona};

/// UCT with this c, in hundredths. §4.1 names none, and says that it may be tweaked: the default is
/// what the study of the tree search found (docs/studies/mcts.md), far below the usual √2.
pub(crate) fn uct(hundredths: u32) -> MctsVariant {
    MctsVariant::Uct { exploration: f64::from(hundredths) / 100.0 }
}

/// Captures and checks first, root moves shared out to threads (§5), depth 6 (§6.1).
pub const PERSONA: Persona = Persona {
    name: "comp4121",
    evaluation: Evaluation::Comp4121,
    features: Features {
        order: Order::CapturesAndChecksFirst,
        deepest: Some(6),
        split_root: true,
        ..Features::PLAIN
    },
    ..Persona::DOCUMENTED
};

/// The same evaluation with UCT (§4).
pub const WITH_MCTS: Persona = Persona {
    name: "comp4121-mcts",
    evaluation: Evaluation::Comp4121,
    method: Method::Uct,
    ..Persona::DOCUMENTED
};
