// SPDX-License-Identifier: GPL-3.0-or-later
//! Trains the network.
//!
//! ```no_run
//! use std::ops::ControlFlow;
//! use xanthos_train::nnue::{self, Config};
//!
//! let config = Config {
//!     training: "train.xts".into(),
//!     validation: Some("validation.xts".into()),
//!     output: Some("net.xnn".into()),
//!     ..Config::default()
//! };
//! let report = nnue::run(&config, "our own games", &mut |progress| {
//!     println!("{progress:?}");
//!     ControlFlow::Continue(())
//! })?;
//! println!("{:?}", report.losses.last());
//! # Ok::<(), nnue::TrainError>(())
//! ```
//!
//! Inputs are few of many: a board has at most 32 men, and a position costs as
//! many rows of weights for each view, read going forward and changed going
//! back. [`Slice`] says how the work is cut so that these rows are near, [`Model`]
//! puts the slices together, [`Feed`] brings positions, [`Config`] has the knobs.

mod adam;
mod batch;
mod checkpoint;
mod config;
mod feed;
mod learner;
mod model;
mod quantise;
mod record;
mod run;
mod slice;

pub(crate) use adam::Row;
pub use adam::Stride;
pub use batch::{Aim, Batch, Entry, Shape, sigmoid};
pub(crate) use checkpoint::checksum;
pub use checkpoint::{Checkpoint, CheckpointFault};
pub use config::{Config, Settings};
pub use feed::Feed;
pub use learner::{Guesses, Learner, Lesson, Numbers};
pub(crate) use model::share_out;
pub use model::{Bench, Loss, Model};
pub use quantise::{Agreement, evaluate};
pub use record::Record;
pub(crate) use run::Run;
pub use run::{Ending, Progress, Report, TrainError, run};
pub use slice::Slice;
pub(crate) use slice::add;
