// SPDX-License-Identifier: GPL-3.0-or-later
//! The chat of a game: which command gets which answer in which room. One rule stands above
//! all settings: while a game runs, its opponent learns nothing about the position from us.

mod command;
mod split;
mod why;

pub use command::{Asked, Command, Permission, permission};
pub use split::{LONGEST, messages};
pub(crate) use why::{explain_move, explainer};

/// A text of the configuration with names put in.
pub fn greeting(text: &str, me: &str, opponent: &str) -> String {
    text.replace("{me}", me).replace("{opponent}", opponent)
}
