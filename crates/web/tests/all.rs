// SPDX-License-Identifier: GPL-3.0-or-later
//! All integration tests of the crate, linked once.

mod analyse;
mod crowd;
mod play;
mod safety;
mod searches;
mod support;
