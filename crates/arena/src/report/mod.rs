// SPDX-License-Identifier: GPL-3.0-or-later
//! What is told about a match: typed events go in, lines, tables, JSON and HTML
//! come out.
//!
//! ```
//! use arena::options::{EngineConfig, TournamentConfig};
//! use arena::report::{GameFinished, Lines, MatchEvent, Sink};
//! use arena::stats::{Ending, GameResult, Played, Tally};
//!
//! let config = TournamentConfig::between(vec![
//!     EngineConfig::new("new", "./new"),
//!     EngineConfig::new("old", "./old"),
//! ]);
//! let mut tally = Tally::new(2);
//! let played = Played::new(0, 1, 0, GameResult::WhiteWins, Ending::Checkmate);
//! tally.record(&played);
//!
//! let mut out = Vec::new();
//! Lines::new(&config, &mut out).event(
//!     &MatchEvent::Finished(GameFinished { number: 1, played, plies: 91, duration: Default::default() }),
//!     &tally,
//! );
//! assert_eq!(String::from_utf8(out).unwrap(), "Finished game 1 (new vs old): 1-0 {White mates}\n");
//! ```

pub mod curve;
pub mod cutechess;
pub mod event;
pub mod fastchess;
pub mod file;
pub mod frame;
pub mod html;
pub mod json;
pub mod lines;
pub mod live;
pub mod plot;
pub mod reporter;
pub mod tables;

mod number;

pub use event::*;
pub use lines::Lines;
pub use live::LiveTable;
pub use reporter::Reporter;
