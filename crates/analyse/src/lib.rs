// SPDX-License-Identifier: GPL-3.0-or-later
//! Reports on games: what every move was worth, where the game turned, how well it was
//! played, and how long it took.
//!
//! ```
//! use journal::StopFlag;
//! use formats::pgn;
//! use xanthos_analyse::{Effort, Quality, Settings, analyse_game};
//!
//! let text = "1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0";
//! let game = pgn::read_games(text.as_bytes()).next().expect("one game")?;
//! let settings = Settings { effort: Effort::Nodes(2_000), ..Settings::default() };
//! let report = analyse_game(&game, &settings, &StopFlag::new(), &mut |_| ())?;
//!
//! let king_walk = &report.moves[3];
//! assert_eq!((king_walk.san.as_str(), king_walk.judgement), ("Ke7", Quality::Blunder));
//! assert!(report.black.accuracy < report.white.accuracy);
//! assert!(report.to_pgn().contains("Ke7 $4"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Where do I look? What is asked of the search: [`Analyst`]. What a report holds:
//! [`Report`]. How well somebody played: [`accuracy`]. Where the times come from:
//! `timing.rs`. Whole files: [`batch`]. What is written: `annotate.rs` (PGN), [`html`], [`plot`].
#![forbid(unsafe_code)]

pub mod accuracy;
mod analyst;
mod annotate;
pub mod batch;
pub mod html;
mod judge;
pub mod plot;
mod report;
mod settings;
mod timing;
mod turning;

pub use analyst::{Analyst, Progress, analyse_game};
pub use explain::{Effort, Level, Quality, Thresholds};
pub use report::{FORMAT, How, MoveReport, Player, Remark, Report, Shown, Side};
pub use settings::Settings;
pub use turning::{Turn, TurningPoint};

/// Why there is no report.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// Somebody asked to stop.
    #[error("the analysis was stopped")]
    Stopped,
    /// The search could not have its table.
    #[error(transparent)]
    Hash(#[from] search::HashError),
}
