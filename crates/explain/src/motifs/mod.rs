// SPDX-License-Identifier: GPL-3.0-or-later
//! Tactical motifs: patterns on one board ([`Motif`]).

mod board;

pub use board::Motif;
pub(crate) use board::{allowed_by, created_by, loose, of_side};
