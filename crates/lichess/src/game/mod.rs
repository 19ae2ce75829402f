// SPDX-License-Identifier: GPL-3.0-or-later
//! A game: its stream, its engine, its clock, its notes.

mod board;
mod lag;
mod live;
mod moves;
pub mod notes;
mod online;
mod record;
mod stream;
mod talk;
mod thinker;
mod time;
mod verdict;

pub use board::{Board, Change};
pub use lag::LagMeter;
pub use live::{GameEnd, GameHandle, Stay, start};
pub use online::{Online, OnlineMove};
pub use record::{Finished, over};
pub use thinker::{EnginePool, Thinker};
pub use verdict::{Table, Verdict};
