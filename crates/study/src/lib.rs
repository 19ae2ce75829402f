// SPDX-License-Identifier: GPL-3.0-or-later
//! The experiments of the papers, rerun by anyone with one command.
//!
//! ```
//! use study::{Order, StopFlag};
//! # use xanthos_study as study;
//!
//! let folder = tempfile::tempdir()?;
//! let order = Order { quick: true, ..Order::new(folder.path().to_owned(), "xanthos".into()) };
//! let two_move = study::find("two-move").unwrap();
//! let written = study::run(two_move, &order, &StopFlag::new(), &mut |_| {})?;
//! assert!(written.claims.iter().any(|claim| claim.measured.contains("50.3 %")));
//! assert!(folder.path().join("index.html").exists());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A study is declared once ([`Study`]): its name, question and source, its parameters, what it
//! measures, which charts it draws, and the function that does it. The driver ([`run`]) gives that
//! function a [`Lab`], which remembers every finished measurement in a journal, so that the
//! same command goes on where it was interrupted; and it writes the [`Report`] as a page, as
//! Markdown, as CSV and as JSON. The chapters of docs/studies are written by the same driver, and
//! their table of claims is collected from the JSON files beside them.
#![forbid(unsafe_code)]

mod claims;
mod declare;
mod driver;
mod error;
mod fit;
mod games;
mod lab;
mod page;
mod positions;
mod report;
mod studies;

pub use claims::{claims_page, write_claims};
pub use declare::{Files, Kind, Parameter, Study};
pub use driver::{Order, Written, run};
pub use error::StudyError;
pub use journal::StopFlag;
pub use lab::{Lab, Progress};
pub use report::{Claim, Report, Table, Value, Verdict};
pub use studies::{ALL, find};
