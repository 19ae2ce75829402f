// SPDX-License-Identifier: GPL-3.0-or-later
//! Games on paper: PGN in export format, final positions as EPD.

mod live;
mod score_sheet;

pub use live::LivePgn;
pub use score_sheet::{epd_line, pgn};
