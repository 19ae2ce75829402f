// SPDX-License-Identifier: GPL-3.0-or-later
//! Reports on games: the score and judgement of every move, turning points, accuracy, times.
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
//! The search: [`Analyst`]. The data: [`Report`], [`accuracy`], `timing.rs`. Whole files:
//! [`batch`]. Outputs: `annotate.rs` (PGN), [`html`], [`plot`] (charts).
#![forbid(unsafe_code)]

pub mod accuracy;
mod analyst;
mod annotate;
pub mod batch;
pub mod html;
mod judge;
mod other_engine;
pub mod plot;
mod report;
mod settings;
pub mod timing;
mod turning;

pub use analyst::{Analyst, Progress, analyse_game};
pub use explain::{Effort, Level, Quality, Thresholds};
pub use other_engine::OtherEngine;
pub use report::{
    FORMAT, MoveExplanation, MoveReport, PlayerReport, Report, ReportSettings, ShownLine, Side,
};
pub use settings::Settings;
pub use turning::{Turn, TurningPoint};

/// Why there is no report.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// It was stopped.
    #[error("the analysis was stopped")]
    Stopped,
    /// There is no memory for the hash table.
    #[error(transparent)]
    Hash(#[from] search::HashError),
    /// The other engine fails.
    #[error("{name}: {why}")]
    Engine {
        /// Its name.
        name: String,
        /// What it did.
        why: String,
    },
}
