// SPDX-License-Identifier: GPL-3.0-or-later
//! What is written down beside a net: how it came to be.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::learner::Guesses;
use super::quantise::Agreement;

/// The training record of a net, a TOML file beside it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// The net's file name.
    pub net: String,
    /// Checksum of the whole file (the first eight bytes of which are its magic).
    pub checksum: String,
    /// When it was written, UTC.
    pub date: String,
    /// Outline: inputs, hidden layer, outputs.
    pub shape: String,
    /// Where the positions come from.
    pub data: Data,
    /// What the run was started with.
    pub settings: std::collections::BTreeMap<String, String>,
    /// How far it came.
    pub progress: Progress,
    /// How well the quantised net speaks for the trained one, if it is quantised.
    pub quantisation: Option<Quantisation>,
    /// How well it guesses the moves of held-out games, if it does.
    pub moves: Option<Guesses>,
}

/// The positions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Data {
    /// Files, as they were named.
    pub training: String,
    /// Positions in it.
    pub positions: u64,
    /// Held-out positions.
    pub validation: u64,
    /// Width of the sigmoid in centipawns.
    pub width: f64,
    /// Words of the person who trained it: sources, and who made the labels.
    pub note: String,
}

/// The run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Progress {
    /// Positions seen, each as often as it was.
    pub positions: u64,
    /// Superbatches done,
    pub superbatches: u64,
    /// of so many.
    pub of: u64,
    /// Loss while learning, superbatch by superbatch.
    pub training_loss: Vec<f64>,
    /// Loss on held-out positions.
    pub validation_loss: Vec<f64>,
}

/// The step to whole numbers.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Quantisation {
    /// Positions compared.
    pub positions: usize,
    /// Mean difference in centipawns.
    pub mean: f64,
    /// The largest.
    pub largest: f64,
    /// Mean loss of the trained net on these positions,
    pub trained_loss: f64,
    /// and of the quantised one.
    pub quantised_loss: f64,
}

impl From<Agreement> for Quantisation {
    fn from(agreement: Agreement) -> Self {
        let Agreement { positions, mean, largest, trained_loss, quantised_loss } = agreement;
        Quantisation { positions, mean, largest, trained_loss, quantised_loss }
    }
}

impl Record {
    /// Where the record of a net lies: beside it.
    pub fn path(net: &Path) -> PathBuf {
        let mut name = net.as_os_str().to_owned();
        name.push(".toml");
        name.into()
    }

    /// The file.
    pub fn text(&self) -> String {
        toml::to_string(self).unwrap_or_default()
    }
}
