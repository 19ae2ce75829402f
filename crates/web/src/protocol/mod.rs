// SPDX-License-Identifier: GPL-3.0-or-later
//! The messages between page and server.
//!
//! A frame is read once into a [`Request`]; answers and events are [`Message`]s until the
//! outbox turns them into text. The page's TypeScript types are generated from these types
//! (`typescript.rs`); docs/web-protocol.md says what types can't: order, limits, errors.

mod board;
mod message;
mod place;
mod refusal;
mod request;
#[cfg(test)]
mod typescript;
mod variation;

pub use board::{BoardState, MoveAndFen, Outcome, dests};
pub use message::{ANSWERS, Message};
pub use place::{At, Notation, Place, Start, StartPosition};
pub use refusal::{Refusal, RefusalCode};
pub use request::{
    AnalyseLimit, EffortChoice, EngineChoice, Envelope, MoveLimit, PlayClock, PlaySetup,
    PlayerChoice, ReportFormat, Request, TimeControlMs, TreeMove, WatchClock, WatchSetup, You,
};
pub use variation::{Variation, wdl};

/// The number of this protocol.
pub const PROTOCOL: u32 = 1;

/// The largest frame that a page may send.
pub const MESSAGE_BYTES: usize = 1 << 20;
