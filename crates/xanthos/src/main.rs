// SPDX-License-Identifier: GPL-3.0-or-later
//! The one binary: subcommands and wiring only.
fn main() {}
