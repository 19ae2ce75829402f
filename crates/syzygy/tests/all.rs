// SPDX-License-Identifier: GPL-3.0-or-later
//! All integration tests of the crate, linked once.

mod common;
mod damaged;
mod knowledge;
mod play;
mod published;
mod retrograde;
mod second;
mod second_reader;
mod self_play;
