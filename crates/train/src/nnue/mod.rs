// SPDX-License-Identifier: GPL-3.0-or-later
//! Trains the network of the evaluation.
//!
//! ```no_run
//! use std::ops::ControlFlow;
//! use xanthos_train::nnue::{self, Shape};
//! use xanthos_train::trainer::{Config, TrainError};
//!
//! let config = Config {
//!     training: "train.xts".into(),
//!     validation: Some("validation.xts".into()),
//!     output: Some("net.xnn".into()),
//!     note: "our own games".into(),
//!     ..Config::default()
//! };
//! let report = nnue::train(&config, Shape::default(), &mut |progress| {
//!     println!("{progress:?}");
//!     ControlFlow::Continue(())
//! })?;
//! println!("{:?}", report.losses.last());
//! # Ok::<(), TrainError>(())
//! ```
//!
//! Few of many inputs are active: a board has at most 32 pieces, and a sample costs as many rows
//! of weights for each perspective, read in the forward pass and changed in the backward pass.
//! [`Slice`] says how the work is cut so that these rows stay in the cache; [`Model`] joins the
//! slices.

mod batch;
mod model;
mod quantise;
mod slice;

pub use batch::{Batch, Entry, Shape};
pub use model::{Model, Scratch, loss};
pub use quantise::evaluate;
pub use slice::Slice;
pub(crate) use slice::add;

use std::ops::ControlFlow;

use crate::trainer::{self, Config, Progress, Report, SampleData, TrainError};

/// Trains a network of this shape; see [`trainer::train`].
///
/// # Errors
/// When samples cannot be read or files not written, and when the checkpoint is of another run.
pub fn train(
    config: &Config,
    shape: Shape,
    progress: &mut dyn FnMut(Progress) -> ControlFlow<()>,
) -> Result<Report, TrainError> {
    // Slices of 64 were the fastest here; threads share slices.
    if shape.hidden > 0 && shape.hidden.is_multiple_of(64) {
        let model = Model::<64>::new(shape, config.seed);
        trainer::train(config, model, SampleData::open(config)?, progress)
    } else if shape.hidden > 0 && shape.hidden.is_multiple_of(8) {
        let model = Model::<8>::new(shape, config.seed);
        trainer::train(config, model, SampleData::open(config)?, progress)
    } else {
        Err(TrainError::Hidden(shape.hidden))
    }
}
