// SPDX-License-Identifier: GPL-3.0-or-later
//! All integration tests of the crate, linked once.

mod accuracy;
mod common;
mod convolution;
mod formats;
mod multi_layer;
mod overnight;
mod policy;
mod real_positions;
mod samples;
mod self_play;
mod single_layer;
mod spsa;
mod teacher;
mod tuning;
