// SPDX-License-Identifier: GPL-3.0-or-later
//! Trains the policy network: which move will be played.
//!
//! ```no_run
//! use std::ops::ControlFlow;
//! use xanthos_train::policy::{self, Config};
//! use xanthos_train::positions::{Format, Source};
//!
//! let path = "games.vf.zst".into();
//! let games = vec![Source { path, format: Format::Games, limit: usize::MAX, every: 1 }];
//! let config = Config { games, output: Some("policy.xpn".into()), ..Config::default() };
//! let marks = policy::run(&config, "our own games", &mut |_| ControlFlow::Continue(()))?;
//! println!("{:?}", marks.last().map(|marks| marks.accuracy()));
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
pub use run::{Config, Progress, Record, TrainError, run};
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
