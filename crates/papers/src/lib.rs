// SPDX-License-Identifier: GPL-3.0-or-later
//! The documented engines, each in one folder: its evaluator with every number's source,
//! the habits of its search, its clock model, its opening habit.
//!
//! ```
//! use chess::{Game, Position};
//! use search::{Control, Job, Limits};
//! use xanthos_papers::{Persona, Settings};
//!
//! let bannan: Persona = "bannan".parse().unwrap();
//! assert_eq!(bannan.features.to_string(), "alpha-beta, captures played out");
//!
//! let back_rank = Position::from_fen("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1").unwrap();
//! let job = Job::new(Game::new(back_rank), Limits { depth: Some(2), ..Limits::default() });
//! let mut search = bannan.search(&Settings::default());
//! let outcome = search.think(&job, &Control::default(), &mut |_| {});
//! assert_eq!(back_rank.san(outcome.best.unwrap()), "Ra8#");
//! ```
//!
//! A new engine is a folder, and its lines in [`list`]. What the papers say and what was
//! decided where they are silent: docs/personas.md; the bibliography: docs/papers.md.
#![forbid(unsafe_code)]

pub mod achilles;
pub mod axon;
pub mod baguette;
pub mod bannan;
pub mod comp4121;
mod evaluation;
mod evaluator;
pub mod list;
mod method;
mod michniewski;
pub mod negamax;
pub mod numbers;
mod persona;

pub use evaluation::{Settings, UnknownEvaluation, Visitor};
pub use evaluator::PaperEvaluator;
pub use list::{Evaluation, time_model};
pub use method::{Method, UnknownMethod};
pub use negamax::{Features, Horizon, Negamax, Order};
pub use persona::{Around, Persona, UnknownPersona};
