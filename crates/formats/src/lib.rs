// SPDX-License-Identifier: GPL-3.0-or-later
//! Files of the chess world: games as [`pgn`], positions with tasks as [`epd`], packed or plain.
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
//! Files arrive through [`open_text`], which unpacks gzip, bzip2, Zstandard and zip by looking at
//! the bytes rather than the name.
#![deny(unsafe_code)]

pub mod binpack;
pub mod book;
pub mod epd;
pub mod harvest;
mod mapped;
mod open;
pub mod pgn;
pub mod plain;
pub mod polyglot;
pub mod trie;
pub mod viriformat;

pub use open::{OpenError, open_text};
