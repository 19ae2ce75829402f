// SPDX-License-Identifier: GPL-3.0-or-later
//! All integration tests of the crate, linked once.

mod breakdown;
mod kernels;
mod levels;
