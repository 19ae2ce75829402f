// SPDX-License-Identifier: GPL-3.0-or-later
//! All integration tests of the crate, linked once.

// What the tests of these crates share is used here too, and knows them by their full names.
extern crate eval as xanthos_eval;
extern crate search as xanthos_search;

mod axon;
mod axon_search;
mod common;
mod ledgers;
mod negamax;
mod personas;
#[path = "../../search/tests/common/mod.rs"]
mod searching;
mod symmetry;
mod time_models;
mod two_move_game;
