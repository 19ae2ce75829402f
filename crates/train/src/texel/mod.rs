// SPDX-License-Identifier: GPL-3.0-or-later
//! Fits all weights of the classical evaluation at once.
//!
//! ```no_run
//! use std::ops::ControlFlow;
//! use xanthos_train::{positions::{Format, Source}, texel};
//!
//! let games = Source { path: "games.vf.zst".into(), format: Format::Games, limit: 1_000_000, every: 4 };
//! let config = texel::Config { sources: vec![games], ..texel::Config::default() };
//! let report = texel::run(&config, &mut |progress| {
//!     println!("{progress:?}");
//!     ControlFlow::Continue(())
//! })?;
//! println!("{}", report.weights.source());
//! # Ok::<(), texel::TuneError>(())
//! ```
//!
//! The positions are evaluated once, by a trace that only counts which weights
//! spoke how often; from then on an epoch is arithmetic. The error is that of
//! the expected result, the sigmoid of the score: its width is fitted to the
//! results of the games before anything else, so that scores keep the meaning
//! that labels have.

mod adam;
mod checkpoint;
mod config;
mod labels;
pub mod model;
mod samples;

use std::io;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use eval::classical::Weights;

use crate::positions::SourceError;

pub use adam::Adam;
pub use checkpoint::Checkpoint;
pub use config::{Config, Settings};
pub use labels::fit_width;
pub use samples::{Counts, Row, Sample, Samples};

/// What happens while tuning.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Progress {
    /// Positions are being read: so many up to now.
    Reading(usize),
    /// All positions are read.
    Loaded {
        /// For training.
        training: usize,
        /// For validation.
        validation: usize,
        /// How long it took.
        time: Duration,
    },
    /// The width of the sigmoid.
    Width(f64),
    /// A run goes on from its checkpoint.
    Resumed {
        /// Epochs that are done,
        epoch: usize,
        /// and batches of the next one.
        batch: usize,
    },
    /// A step was made.
    Batch {
        /// Epochs done before this one.
        epoch: usize,
        /// Batches done in this one,
        batch: usize,
        /// of so many.
        batches: usize,
        /// Mean squared error of this epoch up to now.
        training: f64,
    },
    /// An epoch is done.
    Epoch {
        /// Its number, from 1.
        epoch: usize,
        /// Mean squared error while learning.
        training: f64,
        /// Mean squared error on held-out positions, with whole weights.
        validation: f64,
        /// Since the beginning of the epoch, or since the run went on.
        time: Duration,
    },
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// All epochs are done.
    Complete,
    /// It was broken off; the checkpoint has it all.
    BrokenOff,
}

/// What came of it.
#[derive(Clone, Debug)]
pub struct Report {
    /// The weights, rounded.
    pub weights: Weights,
    /// Width of the sigmoid.
    pub width: f64,
    /// Training and validation loss of each epoch.
    pub losses: Vec<(f64, f64)>,
    /// Whether it came to its end.
    pub ending: Ending,
}

/// Why tuning ended early.
#[derive(Debug, thiserror::Error)]
pub enum TuneError {
    /// The positions could not be read.
    #[error(transparent)]
    Source(#[from] SourceError),
    /// There are no positions to learn from.
    #[error("no quiet position in the sources")]
    NoPositions,
    /// A file could not be written or read.
    #[error("{}: {reason}", path.display())]
    File {
        /// Which one.
        path: PathBuf,
        /// Why.
        reason: io::Error,
    },
    /// The file to resume from is something else.
    #[error("{}, line {line}: not a checkpoint of these weights", path.display())]
    NotACheckpoint {
        /// Which file.
        path: PathBuf,
        /// The first line that does not fit.
        line: usize,
    },
    /// The checkpoint is of a run with other settings.
    #[error("{}: the run had {name} {then}, not {now}; with other settings start a new run", path.display())]
    OtherRun {
        /// Which file.
        path: PathBuf,
        /// The setting in which they differ.
        name: String,
        /// What it was.
        then: String,
        /// What it is now.
        now: String,
    },
    /// The plot could not be drawn.
    #[error("plot: {0}")]
    Plot(String),
}

/// Tunes. `progress` may break the run off after any step; it can then go on
/// from its checkpoint to the same weights, to the bit.
///
/// # Errors
/// When positions cannot be read or files not written, and when the checkpoint
/// is not one of this run.
pub fn run(
    config: &Config,
    progress: &mut dyn FnMut(Progress) -> ControlFlow<()>,
) -> Result<Report, TuneError> {
    let begun = Instant::now();
    let mut reading = |positions| progress(Progress::Reading(positions));
    let Some([labels, held_out]) = labels::load(&config.sources, config.threads, &mut reading)?
    else {
        let weights = config.start.clone();
        return Ok(Report { weights, width: 0.0, losses: Vec::new(), ending: Ending::BrokenOff });
    };
    if labels.samples.is_empty() {
        return Err(TuneError::NoPositions);
    }
    let (training, validation) = (labels.samples.len(), held_out.samples.len());
    let _ = progress(Progress::Loaded { training, validation, time: begun.elapsed() });
    let width = config.width.unwrap_or_else(|| labels.fitted_width());
    let _ = progress(Progress::Width(width));
    let (samples, held_out) =
        (labels.aimed(width, config.blend), held_out.aimed(width, config.blend));

    let settings = config.settings(width, samples.fingerprint() ^ held_out.fingerprint());
    let mut state = match resumed(config, &settings)? {
        Some(state) => {
            let _ = progress(Progress::Resumed { epoch: state.epoch, batch: state.batch });
            state
        }
        None => Checkpoint {
            settings,
            epoch: 0,
            batch: 0,
            error: 0.0,
            losses: Vec::new(),
            adam: Adam::new(model::vector(&config.start)),
        },
    };
    let mut ending = Ending::Complete;
    while state.epoch < config.epochs && ending == Ending::Complete {
        ending = epoch(config, &samples, &held_out, width, &mut state, progress)?;
    }
    let weights = model::rounded(&state.adam.weights);
    Ok(Report { weights, width, losses: state.losses, ending })
}

/// Goes through the positions once, from the batch at which `state` stands.
fn epoch(
    config: &Config,
    samples: &Samples,
    held_out: &Samples,
    width: f64,
    state: &mut Checkpoint,
    progress: &mut dyn FnMut(Progress) -> ControlFlow<()>,
) -> Result<Ending, TuneError> {
    let begun = Instant::now();
    let fall = (config.last_rate / config.rate).ln() / config.epochs.max(1) as f64;
    let order = order(samples.len(), config.seed, state.epoch);
    let size = config.batch.max(1);
    let batches = order.len().div_ceil(size);
    for numbers in order.chunks(size).skip(state.batch) {
        let done = state.epoch as f64 + state.batch as f64 / batches as f64;
        let weights = &state.adam.weights;
        let (sum, mut gradient) = model::batch(weights, samples, numbers, width, config.threads);
        for pair in &mut gradient {
            *pair = pair.map(|sum| sum / numbers.len() as f64);
        }
        state.adam.step(&gradient, config.rate * (fall * done).exp(), config.decay);
        state.error += sum;
        state.batch += 1;
        let seen = (state.batch * size).min(order.len());
        let training = state.error / seen as f64;
        let step = Progress::Batch { epoch: state.epoch, batch: state.batch, batches, training };
        if progress(step).is_break() {
            save(config, state)?;
            return Ok(Ending::BrokenOff);
        }
    }
    let weights = model::rounded(&state.adam.weights);
    let validation = model::loss(&model::vector(&weights), held_out, width, config.threads);
    let training = state.error / samples.len() as f64;
    state.losses.push((training, validation));
    state.epoch += 1;
    (state.batch, state.error) = (0, 0.0);
    save(config, state)?;
    let told = Progress::Epoch { epoch: state.epoch, training, validation, time: begun.elapsed() };
    let ended = progress(told).is_break() && state.epoch < config.epochs;
    Ok(if ended { Ending::BrokenOff } else { Ending::Complete })
}

fn resumed(config: &Config, settings: &Settings) -> Result<Option<Checkpoint>, TuneError> {
    let Some(path) = config.checkpoint.as_ref().filter(|path| config.resume && path.exists())
    else {
        return Ok(None);
    };
    let text = std::fs::read_to_string(path)
        .map_err(|reason| TuneError::File { path: path.clone(), reason })?;
    let state = Checkpoint::parse(&text)
        .map_err(|line| TuneError::NotACheckpoint { path: path.clone(), line })?;
    for (name, now) in settings {
        let then = state.settings.iter().find(|(known, _)| known == name);
        let then = then.map_or("none", |(_, value)| value);
        if then != now {
            let (path, name) = (path.clone(), name.clone());
            return Err(TuneError::OtherRun {
                path,
                name,
                then: then.to_owned(),
                now: now.clone(),
            });
        }
    }
    Ok(Some(state))
}

fn save(config: &Config, state: &Checkpoint) -> Result<(), TuneError> {
    let failed = |path: &PathBuf| {
        let path = path.clone();
        |reason| TuneError::File { path, reason }
    };
    if let Some(path) = &config.checkpoint {
        state.save(path).map_err(failed(path))?;
    }
    if let Some(path) = &config.output {
        let weights = model::rounded(&state.adam.weights);
        std::fs::write(path, weights.source()).map_err(failed(path))?;
    }
    match &config.plot {
        Some(path) => crate::plot::draw(&state.losses, "epoch", path).map_err(TuneError::Plot),
        None => Ok(()),
    }
}

/// The order of the positions in an epoch (Fisher and Yates): it depends on the
/// seed and the epoch alone, so that a resumed run finds it again.
fn order(positions: usize, seed: u64, epoch: usize) -> Vec<u32> {
    let mut order: Vec<u32> = (0..positions as u32).collect();
    let mut state = seed ^ ((epoch as u64 + 1) << 32);
    for i in (1..order.len()).rev() {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        order.swap(i, ((state >> 33) as usize) % (i + 1));
    }
    order
}
