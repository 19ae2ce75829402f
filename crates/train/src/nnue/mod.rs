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
//! let report = nnue::train(&config, Shape::Multi { neurons: 768 }, &mut |progress| {
//!     println!("{progress:?}");
//!     ControlFlow::Continue(())
//! })?;
//! println!("{:?}", report.losses.last());
//! # Ok::<(), TrainError>(())
//! ```
//!
//! Few of many inputs are active: a board has at most 32 pieces, and a sample costs as many rows
//! of weights for each perspective, read in the forward pass and changed in the backward pass.
//! The neurons are cut into slices, so that these rows stay in the cache. There are two shapes,
//! [`single`] and [`multi`].

mod batch;
pub mod multi;
pub mod single;
mod transformer;
mod vector;

pub use batch::{Batch, Entry, Inputs};
pub use transformer::TransformerSlice;
pub use vector::{LANES, Row};

use std::ops::ControlFlow;

use eval::nnue::SCALE;

use crate::trainer::{self, Config, Loss, Progress, Quantisation, Report, SampleData, TrainError};

/// The shape of a network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A single hidden layer.
    Single(single::Shape),
    /// Three layers behind a feature transformer.
    Multi {
        /// Neurons of the transformer; the engine reads nets of 512, 768 and 1024.
        neurons: usize,
    },
}

impl Shape {
    /// Whether the engine reads nets of this shape.
    pub fn is_playable(self) -> bool {
        match self {
            Shape::Single(shape) => shape == single::Shape::default(),
            Shape::Multi { neurons } => matches!(neurons, 512 | 768 | 1024),
        }
    }
}

/// Trains a network of this shape; see [`trainer::train`].
///
/// # Errors
/// When samples cannot be read or files not written, and when the checkpoint is of another run.
pub fn train(
    config: &Config,
    shape: Shape,
    progress: &mut dyn FnMut(Progress) -> ControlFlow<()>,
) -> Result<Report, TrainError> {
    // Slices of 64 neurons were the fastest here; threads share slices.
    let fits = |number: usize, multiple: usize| number > 0 && number.is_multiple_of(multiple);
    let data = || SampleData::open(config);
    match shape {
        Shape::Single(shape) if fits(shape.hidden, 64) => {
            let model = single::Model::<4>::new(shape, config.seed);
            trainer::train(config, model, data()?, progress)
        }
        Shape::Single(shape) if fits(shape.hidden, 16) => {
            let model = single::Model::<1>::new(shape, config.seed);
            trainer::train(config, model, data()?, progress)
        }
        Shape::Multi { neurons } if fits(neurons, 64) => {
            let model = multi::Model::<4>::new(neurons, config.seed);
            trainer::train(config, model, data()?, progress)
        }
        Shape::Single(single::Shape { hidden, .. }) => {
            Err(TrainError::Hidden { neurons: hidden, multiple: 16 })
        }
        Shape::Multi { neurons } => Err(TrainError::Hidden { neurons, multiple: 64 }),
    }
}

/// Compares the outputs of a trained net with those of the quantised one, in centipawns; `None`
/// if there are no samples.
fn compare(
    outputs: &[f32],
    quantised: impl Fn(&Entry) -> f32,
    batch: &Batch,
    loss: Loss,
) -> Option<Quantisation> {
    let scale = SCALE as f32;
    let mut sums = Quantisation { positions: batch.len(), ..Quantisation::default() };
    for (&output, entry) in outputs.iter().zip(batch.entries()) {
        let quantised = quantised(entry);
        let difference = f64::from((output * scale - quantised).abs());
        sums.mean += difference;
        sums.largest = sums.largest.max(difference);
        sums.trained_loss += f64::from(loss.of(output, entry.target).0);
        sums.quantised_loss += f64::from(loss.of(quantised / scale, entry.target).0);
    }
    let share = 1.0 / batch.len() as f64;
    let Quantisation { mean, trained_loss, quantised_loss, .. } = sums;
    (!batch.is_empty()).then_some(Quantisation {
        mean: mean * share,
        trained_loss: trained_loss * share,
        quantised_loss: quantised_loss * share,
        ..sums
    })
}
