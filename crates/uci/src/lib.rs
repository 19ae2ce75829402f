// SPDX-License-Identifier: GPL-3.0-or-later
//! The UCI protocol, both ends, and the xboard protocol's driving end.
#![forbid(unsafe_code)]

pub mod client;
