// SPDX-License-Identifier: GPL-3.0-or-later
//! What a run of the tuner depends on.

use std::path::PathBuf;

use eval::classical::Weights;

use crate::positions::Source;

/// What to tune with.
#[derive(Clone, Debug)]
pub struct Config {
    /// The positions.
    pub sources: Vec<Source>,
    /// The weights to start from.
    pub start: Weights,
    /// Where the weights file is written after every epoch.
    pub output: Option<PathBuf>,
    /// Where the state of the run is kept after every epoch and when it is ended.
    pub checkpoint: Option<PathBuf>,
    /// Go on from the checkpoint if there is one.
    pub resume: bool,
    /// Where the loss is drawn.
    pub plot: Option<PathBuf>,
    /// Rounds through all positions.
    pub epochs: usize,
    /// Positions for each step.
    pub batch: usize,
    /// Learning rate in centipawns at the beginning
    pub rate: f64,
    /// and at the end; it falls geometrically.
    pub last_rate: f64,
    /// How much weights shrink where nothing speaks for them.
    pub decay: f64,
    /// How much of a target is the result, where it is known, from 0 to 1.
    pub blend: f64,
    /// Width of the sigmoid in centipawns; fitted to the results if not given.
    pub width: Option<f64>,
    /// Threads to compute with; they do not change a bit of the outcome.
    pub threads: usize,
    /// Order of the positions.
    pub seed: u64,
}

impl Default for Config {
    fn default() -> Self {
        Config {
            sources: Vec::new(),
            start: Weights::default(),
            output: None,
            checkpoint: None,
            resume: false,
            plot: None,
            epochs: 20,
            batch: 16_384,
            rate: 1.0,
            last_rate: 0.02,
            decay: 1e-4,
            blend: 0.5,
            width: None,
            threads: 1,
            seed: 1,
        }
    }
}

/// Everything the outcome depends on, by name: what a checkpoint must agree in
/// to be gone on from.
pub type Settings = Vec<(String, String)>;

impl Config {
    /// The settings of this run, once positions and width are known.
    pub(super) fn settings(&self, width: f64, positions: u64) -> Settings {
        let start = fingerprint(self.start.source().bytes());
        [
            ("start", format!("{start:016x}")),
            ("positions", format!("{positions:016x}")),
            ("width", width.to_string()),
            ("blend", self.blend.to_string()),
            ("epochs", self.epochs.to_string()),
            ("batch", self.batch.to_string()),
            ("rate", self.rate.to_string()),
            ("last-rate", self.last_rate.to_string()),
            ("decay", self.decay.to_string()),
            ("seed", self.seed.to_string()),
        ]
        .map(|(name, value)| (name.to_owned(), value))
        .to_vec()
    }
}

/// FNV-1a: enough to notice that something is not what it was.
pub(super) fn fingerprint(bytes: impl IntoIterator<Item = u8>) -> u64 {
    let mix = |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3);
    bytes.into_iter().fold(0xCBF2_9CE4_8422_2325, mix)
}
