// SPDX-License-Identifier: GPL-3.0-or-later
//! Trains the policy network: which move will be played.
//!
//! ```no_run
//! use std::ops::ControlFlow;
//! use xanthos_train::nnue::Config;
//! use xanthos_train::policy::{self, Games};
//! use xanthos_train::positions::{Format, Source};
//!
//! let path = "games.vf.zst".into();
//! let files = vec![Source { path, format: Format::Games, limit: usize::MAX, every: 1 }];
//! let games = Games { files, held_out: 100_000, note: "our own games".into() };
//! let course = Config { output: Some("policy.xpn".into()), ..policy::usual_course() };
//! let report = policy::run(&course, &games, &mut |_| ControlFlow::Continue(()))?;
//! println!("{:?}", report.marks.map(|marks| marks.accuracy()));
//! # Ok::<(), policy::TrainError>(())
//! ```
//!
//! The target is the move that was played, the loss minus the logarithm of the
//! chance that the net gave it among the legal moves. [`Examples`] are positions as
//! the net sees them, [`Slice`] and [`Model`] learn as those of [`crate::nnue`] do.

mod examples;
mod model;
mod run;
mod slice;

pub use examples::{Example, Examples};
pub use model::{Bench, Marks, Model};
pub use run::{Games, Progress, Record, Report, TrainError, run, usual_course};
pub use slice::Slice;

use eval::policy::PolicyNet;
use eval::policy::shape::Candidate;

/// How well a quantised net predicts the moves of `examples`.
pub fn quantised_marks(net: &PolicyNet, examples: &Examples) -> Marks {
    let mut marks = Marks::default();
    let mut logits = Vec::new();
    for index in 0..examples.len() {
        let example = examples.get(index);
        let hidden = net.hidden(example.features);
        logits.clear();
        let moves = example.rows.iter().zip(example.kinds);
        logits.extend(moves.map(|(&row, &kind)| net.logit(&hidden, Candidate { row, kind })));
        marks.take(&logits, example.played);
    }
    marks
}
