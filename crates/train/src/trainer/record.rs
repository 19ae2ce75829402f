// SPDX-License-Identifier: GPL-3.0-or-later
//! The training record of a net: a TOML file beside it.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::learner::Quantisation;
use super::moves::MoveAccuracy;

/// How a net was trained.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// The net's file name.
    pub net: String,
    /// Checksum of the whole file (the first eight bytes of which are its magic).
    pub checksum: String,
    /// When it was written, UTC.
    pub date: String,
    /// Inputs, layers, outputs.
    pub shape: String,
    /// Where the positions come from.
    pub data: Data,
    /// Everything that the outcome depends on.
    pub settings: std::collections::BTreeMap<String, String>,
    /// How far it came.
    pub progress: Progress,
    /// What rounding did, if the net is quantised.
    pub quantisation: Option<Quantisation>,
    /// How well it predicts the moves of validation games, if it does.
    pub moves: Option<MoveAccuracy>,
}

/// The positions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Data {
    /// Names of the files.
    pub training: String,
    /// Training samples.
    pub positions: u64,
    /// Validation samples.
    pub validation: u64,
    /// Width of the sigmoid in centipawns, if targets are expected results.
    pub width: Option<f64>,
    /// Where the positions come from and what labelled them.
    pub note: String,
}

/// The run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Progress {
    /// Samples trained on, each as often as it came.
    pub positions: u64,
    /// Superbatches (or epochs) done,
    pub superbatches: u64,
    /// of so many.
    pub of: u64,
    /// Training loss of each.
    pub training_loss: Vec<f64>,
    /// Validation loss of each.
    pub validation_loss: Vec<f64>,
}

impl Record {
    /// Where the record of a net lies: beside it.
    pub fn path(net: &Path) -> PathBuf {
        let mut name = net.as_os_str().to_owned();
        name.push(".toml");
        name.into()
    }

    /// Reads a record.
    ///
    /// # Errors
    /// When the text is not a record.
    pub fn parse(text: &str) -> Result<Record, toml::de::Error> {
        toml::from_str(text)
    }

    /// The file.
    pub fn text(&self) -> String {
        toml::to_string(self).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_records_of_the_nets_that_ship_are_read() {
        let nets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../nets");
        let mut records = 0;
        for entry in std::fs::read_dir(nets).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|extension| extension == "toml") {
                let text = std::fs::read_to_string(&path).unwrap();
                let record = Record::parse(&text).unwrap_or_else(|e| panic!("{path:?}: {e}"));
                assert_eq!(Record::parse(&record.text()).unwrap(), record);
                records += 1;
            }
        }
        assert!(records >= 3, "{records}");
    }
}
