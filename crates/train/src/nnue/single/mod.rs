// SPDX-License-Identifier: GPL-3.0-or-later
//! The network with a single hidden layer.

mod model;
mod quantise;
mod slice;

pub use model::{Model, Scratch, Shape, loss};
pub use quantise::evaluate;
pub use slice::Slice;
