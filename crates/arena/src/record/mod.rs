// SPDX-License-Identifier: GPL-3.0-or-later
//! Games on paper: PGN in export format, final positions as EPD.

mod calendar;
mod comment;
mod file;
mod score_sheet;

pub use calendar::Moment;
pub use comment::{move_comment, pawns};
pub use file::{AppendError, Appender};
pub use score_sheet::{Players, epd_line, pgn};
