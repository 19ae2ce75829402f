// SPDX-License-Identifier: GPL-3.0-or-later
//! Bannan and Das: minimax with piece-square tables, and minimax with a convolutional
//! network (`eval::cnn`).

mod evaluator;

pub use evaluator::{Bannan, COUNT, NUMBERS, VALUES};

use crate::{Evaluation, Features, Horizon, Order, Persona};

/// The engine without network (§E.1): alpha-beta, quiescence of captures, a book whose
/// moves are drawn by weight.
pub const PERSONA: Persona = Persona {
    name: "bannan",
    evaluation: Evaluation::Bannan,
    features: Features { horizon: Horizon::Captures, ..Features::PLAIN },
    own_book: true,
    book_variety: 100,
    ..Persona::DOCUMENTED
};

/// The engine with network (§E.2): each root move with an open window, no book.
pub const WITH_NETWORK: Persona = Persona {
    name: "bannan-cnn",
    evaluation: Evaluation::Cnn,
    features: Features { narrow_root: false, ..Features::PLAIN },
    ..Persona::DOCUMENTED
};

/// What the paper could have been: its network inside the search of its other engine, which
/// plays captures out, so that the network is asked about calm positions; captures by victim;
/// and the book.
pub const AT_ITS_BEST: Persona = Persona {
    name: "bannan-cnn-plus",
    evaluation: Evaluation::Cnn,
    features: Features {
        order: Order::VictimsFirst,
        horizon: Horizon::Captures,
        ..Features::PLAIN
    },
    own_book: true,
    book_variety: 100,
    ..Persona::DOCUMENTED
};
