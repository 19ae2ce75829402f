// SPDX-License-Identifier: GPL-3.0-or-later
//! Trains a convolutional network.
//!
//! ```no_run
//! use eval::cnn::Shape;
//! use std::ops::ControlFlow;
//! use xanthos_train::cnn;
//! use xanthos_train::trainer::{Config, TrainError};
//!
//! let config = Config {
//!     training: "train.xts".into(),
//!     validation: Some("validation.xts".into()),
//!     output: Some("net.xcn".into()),
//!     note: "our own games".into(),
//!     ..cnn::default_config()
//! };
//! let shape = Shape { layers: 3, filters: 16, residual: false, policy: false };
//! let report = cnn::train(&config, shape, &mut |progress| {
//!     println!("{progress:?}");
//!     ControlFlow::Continue(())
//! })?;
//! println!("{:?}", report.losses.last());
//! # Ok::<(), TrainError>(())
//! ```
//!
//! Samples and targets are those of [`crate::nnue`]. The forward pass is the engine's own
//! ([`eval::cnn::Net::forward`]); `backward` is the backward pass.

mod backward;
mod choice;
mod model;

pub use choice::Choice;
pub use model::{Batch, MOVES, Model, Scratch};

use std::ops::ControlFlow;

use eval::cnn::Shape;

use crate::trainer::{self, Config, Progress, Report, SampleData, TrainError};

/// The default settings of a convolutional network. Batches are smaller than those of the other
/// network: a convolution learns more from each position.
pub fn default_config() -> Config {
    Config {
        batch: 512,
        superbatch: 250_000,
        superbatches: 20,
        learning_rate: 0.002,
        final_learning_rate: 0.00002,
        warm_up: 100,
        blend: 0.0,
        power: 2.0,
        ..Config::default()
    }
}

/// Trains a network of this shape; see [`trainer::train`]. Runs on one thread.
///
/// # Errors
/// When samples cannot be read or files not written, and when the checkpoint is of another run.
pub fn train(
    config: &Config,
    shape: Shape,
    progress: &mut dyn FnMut(Progress) -> ControlFlow<()>,
) -> Result<Report, TrainError> {
    if shape.layers == 0 || shape.filters == 0 {
        return Err(TrainError::NoLayers);
    }
    let model = Model::new(shape, config.seed);
    trainer::train(config, model, SampleData::open(config)?, progress)
}
