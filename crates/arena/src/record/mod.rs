// SPDX-License-Identifier: GPL-3.0-or-later
//! Games on paper: PGN in export format, final positions as EPD.

mod comment;
mod score_sheet;

pub use comment::{move_comment, pawns};
pub use score_sheet::{Players, epd_line, pgn};
