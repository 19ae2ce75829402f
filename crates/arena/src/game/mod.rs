// SPDX-License-Identifier: GPL-3.0-or-later
//! One game between two engines: clocks, moves, and how it ends.

pub mod adjudication;
mod play;
pub mod pv_check;

pub use adjudication::Adjudicator;
pub use play::{FinishedGame, GameRules, Side, Violation, Watcher, move_limits, play};
