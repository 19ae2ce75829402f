// SPDX-License-Identifier: GPL-3.0-or-later
//! One game between two engines: clocks, moves, and how it ends.

pub mod adjudication;
pub mod clock;
mod play;
mod verdict;

pub use adjudication::Adjudicator;
pub use clock::ChessClock;
pub use play::{FinishedGame, GameRules, MoveNote, Oddity, Side, budget, play};
pub use verdict::{Verdict, failure_of};
