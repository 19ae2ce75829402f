// SPDX-License-Identifier: GPL-3.0-or-later
//! Trains the policy network: which move will be played.
//!
//! ```no_run
//! use std::ops::ControlFlow;
//! use xanthos_train::policy::{self, Games};
//! use xanthos_train::positions::{Format, Source};
//! use xanthos_train::trainer::{Config, TrainError};
//!
//! let path = "games.vf.zst".into();
//! let files = vec![Source { path, format: Format::Games, limit: usize::MAX, every: 1 }];
//! let games = Games { files, validation: 100_000 };
//! let config = Config { output: Some("policy.xpn".into()), ..policy::default_config() };
//! let report = policy::train(&config, &games, &mut |_| ControlFlow::Continue(()))?;
//! println!("{:?}", report.moves);
//! # Ok::<(), TrainError>(())
//! ```
//!
//! The target is the move that was played, the loss its negative log-likelihood among the legal
//! moves. [`Examples`] are positions as the network sees them; [`Slice`] and [`Model`] are cut as
//! those of [`crate::nnue`].

mod examples;
mod model;
mod slice;

pub use examples::{Example, Examples, GameData};
pub use model::{Model, Scratch, count};
pub use slice::Slice;

use std::ops::ControlFlow;

use eval::policy::PolicyNet;
use eval::policy::shape::Candidate;

use crate::positions::Source;
use crate::trainer::{self, Config, MoveAccuracy, MoveTally, Progress, Report, TrainError};

/// Neurons of a slice.
const WIDTH: usize = 32;

/// The games that a policy learns from.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Games {
    /// Files. One game in [`crate::positions::Part::HELD_OUT`] is for validation.
    pub files: Vec<Source>,
    /// Validation positions at most.
    pub validation: usize,
}

/// The default settings of a policy network. A superbatch is an epoch.
pub fn default_config() -> Config {
    Config {
        batch: 4096,
        superbatches: 10,
        learning_rate: 0.002,
        final_learning_rate: 0.00002,
        ..Config::default()
    }
}

/// Trains a policy; see [`trainer::train`]. Settings of samples and targets have no meaning here,
/// and a superbatch is an epoch.
///
/// # Errors
/// When games cannot be read or files not written, and when the checkpoint is of another run.
pub fn train(
    config: &Config,
    games: &Games,
    progress: &mut dyn FnMut(Progress) -> ControlFlow<()>,
) -> Result<Report, TrainError> {
    let data = GameData::read(games, config)?;
    let superbatch = data.training.len() as u64;
    let config = Config { batch: config.batch.max(1), superbatch, ..config.clone() };
    trainer::train(&config, Model::<WIDTH>::new(config.seed), data, progress)
}

/// How well a quantised net predicts the moves of `examples`.
pub fn quantised_accuracy(net: &PolicyNet, examples: &Examples) -> MoveAccuracy {
    let mut tally = MoveTally::default();
    let mut logits = Vec::new();
    for index in 0..examples.len() {
        let example = examples.get(index);
        let hidden = net.hidden(example.features);
        logits.clear();
        let moves = example.rows.iter().zip(example.kinds);
        logits.extend(moves.map(|(&row, &kind)| net.logit(&hidden, Candidate { row, kind })));
        count(&mut tally, &logits, example.played);
    }
    tally.accuracy()
}
