// SPDX-License-Identifier: GPL-3.0-or-later
//! The network with three layers behind the feature transformer.
//!
//! The transformer and the weights that lead from it are cut into slices of neurons ([`Slice`]),
//! which threads share; the small layers behind them ([`Layers`]) are computed for chunks of
//! samples. Both are cut in the same way on any number of threads, so that all sums have the same
//! order.

mod layers;
mod model;
mod quantise;
mod slice;

pub use layers::Layers;
pub use model::{INPUTS, Model, Scratch};
pub use quantise::{evaluate, sort_by_activity};
pub use slice::Slice;
