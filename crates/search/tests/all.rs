// SPDX-License-Identifier: GPL-3.0-or-later
//! All integration tests of the crate, linked once.

mod common;
mod draws;
mod endings;
mod limits;
mod lines;
mod mates;
mod mcts;
mod thinking_time;
