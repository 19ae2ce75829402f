// SPDX-License-Identifier: GPL-3.0-or-later
//! What the page and the server say to each other; docs/web-protocol.md has it in full.
//!
//! Text stops here: a frame is read once into a [`Request`], and answers are typed values
//! until the outbox turns them into text.

mod board;
mod line;
mod place;
mod refusal;
mod request;

pub use board::{Outcome, PlayedMove, Shown, dests};
pub use line::{Line, wdl};
pub use place::{At, Pen, Place, Start};
pub use refusal::{Code, Refusal};
pub use request::{
    AnalyseLimit, Clock, EffortChoice, EngineChoice, Envelope, MoveLimit, PlaySetup, PlayerChoice,
    Request, TimeControl, TreeMove, WatchSetup, You,
};

/// The number of this protocol.
pub const PROTOCOL: u32 = 1;

/// The largest frame that a page may send.
pub const MESSAGE_BYTES: usize = 1 << 20;
