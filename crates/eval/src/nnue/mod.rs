// SPDX-License-Identifier: GPL-3.0-or-later
//! The network's evaluation: small, quantised, updated move by move.
//!
//! [`shape`] says what the net looks like and what its inputs mean, [`Net`] holds
//! its weights and reads and writes its file. The trainer knows both and nothing
//! else of this room.

mod net;
pub mod shape;

pub use net::{Net, NetError, Row};
