// SPDX-License-Identifier: GPL-3.0-or-later
//! Syzygy tablebases: results of positions with few pieces, looked up in files.
//!
//! ```
//! use chess::Position;
//! use search::Wdl;
//! use syzygy::Tables;
//!
//! # let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tables");
//! let (tables, found) = Tables::open(&[folder]);
//! println!("{found}"); // 5 WDL and 5 DTZ tables with up to 3 pieces
//! let position = Position::from_fen("8/8/8/3k4/8/8/8/KR6 w - - 0 1").unwrap();
//! assert_eq!(tables.probe_wdl(&position), Ok(Wdl::Win));
//! assert!(tables.probe_dtz(&position).unwrap().plies > 20);
//! let unknown = Position::from_fen("8/8/8/3k4/8/8/8/KB5q w - - 0 1").unwrap();
//! println!("{}", tables.probe_wdl(&unknown).unwrap_err());
//! ```
//!
//! The engine probes through [`search::Tablebase`], the arena adjudicates games, `xanthos tb`
//! shows results. Files are read by the `shakmaty-syzygy` library, which refuses damaged files
//! instead of crashing, can hold several sets of tables at once, and names the table that is
//! missing; docs/tablebases.md has the comparison that chose it.
#![forbid(unsafe_code)]

mod files;
mod tables;

pub use files::{Found, OpenError, Problem, SEPARATOR, split};
pub use tables::{Answer, ProbeError, Tables};
