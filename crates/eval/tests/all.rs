// SPDX-License-Identifier: GPL-3.0-or-later
//! All integration tests of the crate, linked once.

mod classical_ledger;
mod cnn;
mod common;
mod endings;
mod nnue;
mod shipped_net;
