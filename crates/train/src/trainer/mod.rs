// SPDX-License-Identifier: GPL-3.0-or-later
//! The trainer: one loop for all kinds of networks.
//!
//! A [`Learner`] is a network with its gradients, a [`Dataset`] its training and validation
//! samples; [`crate::nnue`], [`crate::cnn`] and [`crate::policy`] are the kinds. [`train`] runs
//! superbatches with a [`Config`]'s learning rates, validates, and writes checkpoint, net,
//! [`Record`] and plot after each. A run that was interrupted goes on from its [`Checkpoint`] to
//! the same bits, and threads change nothing.

mod adamw;
mod checkpoint;
mod config;
mod feed;
mod learner;
mod moves;
mod objective;
pub(crate) mod parallel;
mod record;
mod run;
mod samples;

pub use adamw::{AdamW, Rates, Row};
pub use checkpoint::{Checkpoint, CheckpointFault};
pub(crate) use checkpoint::{checksum, read_into as read_checkpoint};
pub use config::{Config, Settings};
pub use feed::Feed;
pub use learner::{Dataset, Export, Learner, Parameters, Quantisation};
pub use moves::{MoveAccuracy, MoveTally};
pub use objective::{Loss, Objective, sigmoid};
pub use record::Record;
pub(crate) use run::file_name;
pub use run::{Ending, Progress, Report, TrainError, train};
pub use samples::SampleData;
