// SPDX-License-Identifier: GPL-3.0-or-later
//! File formats: games ([`pgn`]), positions with tasks ([`epd`]), opening books ([`polyglot`],
//! [`trie`]), training data ([`viriformat`], [`binpack`], [`plain`]), compressed or not.
//!
//! ```
//! use xanthos_formats::pgn;
//!
//! let text = "[White \"Anna\"]\n\n1. f3 e5 2. g4 {brave} Qh4# 0-1\n";
//! for game in pgn::read_games(text.as_bytes()) {
//!     let game = game?;
//!     assert_eq!(game.tag("White"), Some("Anna"));
//!     assert_eq!(game.moves.len(), 4);
//!     assert_eq!(game.result, pgn::GameResult::BlackWins);
//! }
//! # Ok::<(), xanthos_formats::pgn::PgnError>(())
//! ```
//!
//! [`open_text`] opens files and unpacks gzip, bzip2, Zstandard and zip, recognised by content.
#![deny(unsafe_code)]

pub mod binpack;
pub mod book;
pub mod epd;
mod line;
mod mapped;
pub mod move_stats;
mod open;
pub mod pgn;
pub mod plain;
pub mod polyglot;
pub mod puzzles;
pub mod trie;
pub mod viriformat;

pub use line::{LONGEST_LINE, next_line};
pub use open::{OpenError, open_text};
