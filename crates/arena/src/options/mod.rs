// SPDX-License-Identifier: GPL-3.0-or-later
//! What the user asked for: arguments or a TOML file, validated once into a
//! [`TournamentConfig`].

pub mod config;

pub use config::*;
