// SPDX-License-Identifier: GPL-3.0-or-later
//! Driving engines that speak the xboard protocol, also known as CECP, in its
//! first or second version.

mod driver;
pub mod feature;
pub mod line;
pub mod option;
mod setup;
mod thinking;

pub use driver::XboardPlayer;
