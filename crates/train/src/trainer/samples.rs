// SPDX-License-Identifier: GPL-3.0-or-later
//! Samples of files as training and validation data.

use std::path::{Path, PathBuf};

use super::config::{Config, Settings};
use super::feed::Feed;
use super::learner::Dataset;
use super::objective::Objective;
use super::run::{TrainError, file_name};
use crate::data::{DataError, Reader, Sample};
use crate::texel::fit_width;

/// Validation samples that are used; more tell nothing new.
const VALIDATION: usize = 1 << 18;

/// Results that the width of the sigmoid is fitted to.
const FITTED: usize = 1 << 20;

/// The width of the sigmoid if there are no results to fit it to: the worth of a
/// pawn that makes winning and drawing equally likely.
const USUAL_WIDTH: f32 = 183.0;

/// A shuffled file to train on, and one to validate on.
#[derive(Debug)]
pub struct SampleData {
    path: PathBuf,
    feed: Feed,
    fingerprint: u64,
    /// The batch that is loaded.
    pub batch: Vec<Sample>,
    /// Validation samples.
    pub validation: Vec<Sample>,
    /// Their targets.
    pub objective: Objective,
}

impl SampleData {
    /// Opens the files of a run.
    ///
    /// # Errors
    /// When a file cannot be read or holds no samples.
    pub fn open(config: &Config) -> Result<Self, TrainError> {
        let mut feed = Feed::open(&config.training, config.seed)?;
        let validation = match &config.validation {
            Some(path) => Reader::open(path)?.take(VALIDATION).collect::<Result<_, _>>()?,
            None => Vec::new(),
        };
        let width = match config.width {
            Some(width) => width,
            None => fitted(&config.training)?,
        };
        let objective = Objective { width, blend: config.blend, power: config.power };
        let fingerprint = feed.fingerprint()?;
        let path = config.training.clone();
        Ok(SampleData { path, feed, fingerprint, batch: Vec::new(), validation, objective })
    }
}

impl Dataset for SampleData {
    const PERIOD: &'static str = "superbatch";

    fn samples(&self) -> u64 {
        self.feed.len()
    }

    fn validation_samples(&self) -> u64 {
        self.validation.len() as u64
    }

    fn load(&mut self, step: u64, batch: usize) -> Result<u64, TrainError> {
        self.feed.take(step * batch as u64, batch, &mut self.batch)?;
        Ok(self.batch.len() as u64)
    }

    fn settings(&self) -> Settings {
        let Objective { width, blend, power } = self.objective;
        let pairs = [
            ("data", format!("{:016x}", self.fingerprint)),
            ("blend", blend.to_string()),
            ("power", power.to_string()),
            ("width", width.to_string()),
        ];
        pairs.map(|(name, value)| (name.to_owned(), value)).into()
    }

    fn name(&self) -> String {
        file_name(&self.path)
    }

    fn width(&self) -> Option<f32> {
        Some(self.objective.width)
    }
}

/// The width with which scores predict the results best, where there are any.
fn fitted(path: &Path) -> Result<f32, DataError> {
    let mut known = Vec::new();
    for sample in Reader::open(path)?.take(8 * FITTED) {
        let sample = sample?;
        if let Some(result) = sample.result.worth() {
            known.push((f64::from(sample.score), f64::from(result)));
        }
        if known.len() >= FITTED {
            break;
        }
    }
    Ok(if known.is_empty() { USUAL_WIDTH } else { fit_width(&known) as f32 })
}
