// SPDX-License-Identifier: GPL-3.0-or-later
//! Driving engines that speak UCI.

mod driver;
pub mod info;
pub mod option;
mod request;

pub use driver::UciPlayer;
pub use option::{DeclaredOption, OptionKind};
