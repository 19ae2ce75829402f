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

/// Date and time of a moment, UTC, as ISO 8601 has it.
pub(crate) fn date(moment: std::time::SystemTime) -> String {
    let seconds = moment.duration_since(std::time::UNIX_EPOCH).map_or(0, |past| past.as_secs());
    // Days since 1 March of the year 0 fall into 400-year cycles of 146,097 days,
    // and leap days come last in their year.
    let days = seconds / 86_400 + 719_468;
    let (cycle, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let year = 400 * cycle + year + u64::from(month >= 10);
    let month = if month < 10 { month + 3 } else { month - 9 };
    let (hour, minute) = (seconds / 3600 % 24, seconds / 60 % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}Z")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::{Duration, UNIX_EPOCH};

    #[test]
    fn dates_are_those_of_the_calendar() {
        for (seconds, wanted) in [
            (0, "1970-01-01T00:00Z"),
            (951_782_400, "2000-02-29T00:00Z"),
            (1_709_251_199, "2024-02-29T23:59Z"),
            (1_792_108_800, "2026-10-16T00:00Z"),
            (4_107_542_400, "2100-03-01T00:00Z"),
        ] {
            assert_eq!(date(UNIX_EPOCH + Duration::from_secs(seconds)), wanted);
        }
    }
}
