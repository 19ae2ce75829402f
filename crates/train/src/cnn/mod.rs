// SPDX-License-Identifier: GPL-3.0-or-later
//! Trains a convolutional network (C4).
//!
//! ```no_run
//! use eval::cnn::Shape;
//! use std::ops::ControlFlow;
//! use xanthos_train::{cnn, nnue};
//!
//! let course = nnue::Config {
//!     training: "train.xts".into(),
//!     validation: Some("validation.xts".into()),
//!     output: Some("net.xcn".into()),
//!     ..cnn::usual_course()
//! };
//! let shape = Shape { layers: 3, filters: 16, residual: false, policy: false };
//! let report = cnn::run(&course, shape, "our own games", &mut |progress| {
//!     println!("{progress:?}");
//!     ControlFlow::Continue(())
//! })?;
//! println!("{:?}", report.losses.last());
//! # Ok::<(), nnue::TrainError>(())
//! ```
//!
//! A run is the same as that of the other network, with the same samples, targets,
//! checkpoints, records and plots: see [`crate::nnue`]. The way forward is the
//! engine's own ([`eval::cnn::Net::forward`]); `backward` is the way back.

mod backward;
mod choice;
mod model;

pub use choice::Choice;
pub use model::{Batch, MOVES, Model, Scratch};

use std::ops::ControlFlow;

use eval::cnn::Shape;

use crate::nnue::{Config, Progress, Report, Run, TrainError};

/// What a run is started with if nobody says otherwise. Steps are smaller than
/// those of the other network: a convolution learns more from each position.
pub fn usual_course() -> Config {
    Config {
        batch: 512,
        superbatch: 250_000,
        superbatches: 20,
        rate: 0.002,
        last_rate: 0.00002,
        warm_up: 100,
        blend: 0.0,
        power: 2.0,
        ..Config::default()
    }
}

/// Trains; see [`crate::nnue::run`]. What `course` says about the shape of the
/// other network and about threads does not matter.
///
/// # Errors
/// When samples cannot be read or files not written, and when the checkpoint is
/// not one of this run.
pub fn run(
    course: &Config,
    shape: Shape,
    note: &str,
    progress: &mut dyn FnMut(Progress) -> ControlFlow<()>,
) -> Result<Report, TrainError> {
    if shape.layers == 0 || shape.filters == 0 {
        return Err(TrainError::NoLayers);
    }
    Run::begin(course, note, Model::new(shape, course.seed))?.go(progress)
}
