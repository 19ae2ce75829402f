// SPDX-License-Identifier: GPL-3.0-or-later
//! Achilles: one engine, and one workshop, on many machines.
//!
//! `mpirun -n N xanthos cluster` starts N ranks of the same program. Rank 0 speaks UCI and alone
//! keeps the clock ([`lead`] is its search, [`hub`] its correspondence); the others are helpers
//! ([`helper`]). They speak in tagged messages ([`message`], [`batch`]) over a [`wire`], which is
//! MPI in earnest and a queue in memory in tests. Nobody ever waits for anybody: a message that
//! does not come is a rank that is not counted on.
//!
//! How the work is shared is told in [`sharing`]; which rank gets which root moves in [`deal`].
#![deny(unsafe_code)]

pub mod batch;
pub mod deal;
pub mod hello;
pub mod helper;
pub mod hub;
pub mod lead;
pub mod message;
#[cfg(feature = "mpi")]
pub mod mpi_wire;
pub mod opinion;
pub mod pace;
pub mod ranks;
pub mod sharing;
pub mod simulate;
pub mod wire;
pub mod work;

pub use hello::Hello;
pub use hub::Hub;
pub use sharing::Sharing;
