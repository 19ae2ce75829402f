// SPDX-License-Identifier: GPL-3.0-or-later
//! Fits all weights of the classical evaluation at once.
//!
//! ```no_run
//! use std::ops::ControlFlow;
//! use xanthos_train::{positions::Source, texel};
//!
//! let games = Source { path: "games.vf.zst".into(), results: true, limit: 1_000_000, every: 4 };
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
pub mod model;
mod plot;
mod samples;

use std::io;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use eval::Classical;
use eval::classical::{Coefficients, Weights};

use crate::positions::{self, Part, Source, SourceError};

pub use adam::Adam;
pub use checkpoint::Checkpoint;
pub use samples::{Counts, Row, Sample, Samples};

/// The width of the sigmoid if there are no results to fit it to: the worth of
/// a pawn that makes winning and drawing equally likely.
const USUAL_WIDTH: f64 = 183.0;

/// What to tune with.
#[derive(Clone, Debug)]
pub struct Config {
    /// The positions.
    pub sources: Vec<Source>,
    /// The weights to start from.
    pub start: Weights,
    /// Where the weights file is written after every epoch.
    pub output: Option<PathBuf>,
    /// Where the state of the run is kept after every epoch.
    pub checkpoint: Option<PathBuf>,
    /// Go on from the checkpoint if there is one.
    pub resume: bool,
    /// Where the loss is drawn.
    pub plot: Option<PathBuf>,
    /// Rounds through all positions.
    pub epochs: usize,
    /// Positions for each step.
    pub batch: usize,
    /// Step size in centipawns at the beginning
    pub rate: f64,
    /// and at the end; it falls geometrically.
    pub last_rate: f64,
    /// How much weights shrink where nothing speaks for them.
    pub decay: f64,
    /// How much of a target is the result, where it is known, from 0 to 1.
    pub blend: f64,
    /// Width of the sigmoid in centipawns; fitted to the results if not given.
    pub width: Option<f64>,
    /// Threads to compute with.
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

/// What happens while tuning.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Progress {
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
    /// An epoch is done (0: before the first).
    Epoch {
        /// Its number.
        epoch: usize,
        /// Mean squared error while learning.
        training: f64,
        /// Mean squared error on held-out positions, with whole weights.
        validation: f64,
        /// Since the beginning of the epoch.
        time: Duration,
    },
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
    #[error("{}: not a checkpoint of these weights", .0.display())]
    NotACheckpoint(PathBuf),
    /// The plot could not be drawn.
    #[error("plot: {0}")]
    Plot(String),
}

/// Tunes. `progress` may end the run after any epoch.
///
/// # Errors
/// When positions cannot be read or files not written.
pub fn run(
    config: &Config,
    progress: &mut dyn FnMut(Progress) -> ControlFlow<()>,
) -> Result<Report, TuneError> {
    let begun = Instant::now();
    let mut labels = Labels::default();
    let mut held_out = Labels::default();
    for source in &config.sources {
        labels.load(source, Part::Training)?;
        held_out.load(source, Part::HeldOut)?;
    }
    if labels.samples.is_empty() {
        return Err(TuneError::NoPositions);
    }
    let (training, validation) = (labels.samples.len(), held_out.samples.len());
    let _ = progress(Progress::Loaded { training, validation, time: begun.elapsed() });
    let width = config.width.unwrap_or_else(|| labels.fitted_width());
    let _ = progress(Progress::Width(width));
    let (samples, held_out) =
        (labels.aimed(width, config.blend), held_out.aimed(width, config.blend));

    let mut state = resumed(config)?.unwrap_or_else(|| Checkpoint {
        epoch: 0,
        losses: Vec::new(),
        adam: Adam::new(model::vector(&config.start)),
    });
    let mut order: Vec<u32> = (0..samples.len() as u32).collect();
    let fall = (config.last_rate / config.rate).ln() / config.epochs.max(1) as f64;
    while state.epoch < config.epochs {
        let begun = Instant::now();
        shuffle(&mut order, config.seed ^ (state.epoch as u64 + 1) << 32);
        let batches = order.chunks(config.batch.max(1));
        let (mut error, count) = (0.0, batches.len() as f64);
        for (number, numbers) in batches.enumerate() {
            let done = state.epoch as f64 + number as f64 / count;
            let weights = &state.adam.weights;
            let (sum, mut gradient) =
                model::batch(weights, &samples, numbers, width, config.threads);
            error += sum;
            for slopes in &mut gradient {
                *slopes = slopes.map(|slope| slope / numbers.len() as f64);
            }
            state.adam.step(&gradient, config.rate * (fall * done).exp(), config.decay);
        }
        state.epoch += 1;
        let weights = model::rounded(&state.adam.weights);
        let validation = model::loss(&model::vector(&weights), &held_out, width, config.threads);
        state.losses.push((error / samples.len() as f64, validation));
        save(config, &state, &weights)?;
        let training = error / samples.len() as f64;
        let (epoch, time) = (state.epoch, begun.elapsed());
        if progress(Progress::Epoch { epoch, training, validation, time }).is_break() {
            break;
        }
    }
    let weights = model::rounded(&state.adam.weights);
    Ok(Report { weights, width, losses: state.losses })
}

fn resumed(config: &Config) -> Result<Option<Checkpoint>, TuneError> {
    let Some(path) = config.checkpoint.as_ref().filter(|path| config.resume && path.exists())
    else {
        return Ok(None);
    };
    let text = std::fs::read_to_string(path)
        .map_err(|reason| TuneError::File { path: path.clone(), reason })?;
    let state = Checkpoint::parse(&text).ok_or_else(|| TuneError::NotACheckpoint(path.clone()))?;
    Ok(Some(state))
}

fn save(config: &Config, state: &Checkpoint, weights: &Weights) -> Result<(), TuneError> {
    let failed = |path: &PathBuf| {
        let path = path.clone();
        |reason| TuneError::File { path, reason }
    };
    if let Some(path) = &config.checkpoint {
        state.save(path).map_err(failed(path))?;
    }
    if let Some(path) = &config.output {
        std::fs::write(path, weights.source()).map_err(failed(path))?;
    }
    match &config.plot {
        Some(path) => plot::draw(&state.losses, path).map_err(TuneError::Plot),
        None => Ok(()),
    }
}

/// Positions with their labels, before it is known how to blend them.
#[derive(Default)]
struct Labels {
    samples: Samples,
    labels: Vec<(f32, Option<f32>)>,
}

impl Labels {
    fn load(&mut self, source: &Source, part: Part) -> Result<(), SourceError> {
        let classical = Classical::default();
        let mut coefficients = Coefficients::default();
        let mut source = source.clone();
        if part == Part::HeldOut {
            source.limit = (source.limit / (Part::HELD_OUT - 1)).max(1);
        }
        positions::visit(&source, part, &mut |labelled| {
            classical.count(labelled.position, &mut coefficients);
            if !coefficients.adjusted && self.samples.push(&coefficients, 0.0) {
                self.labels.push((labelled.score as f32, labelled.result.map(|r| r as f32)));
            }
        })?;
        Ok(())
    }

    /// The width with which the labels' scores predict the results best.
    fn fitted_width(&self) -> f64 {
        let known: Vec<(f64, f64)> = self
            .labels
            .iter()
            .filter_map(|&(score, result)| Some((f64::from(score), f64::from(result?))))
            .collect();
        if known.is_empty() {
            return USUAL_WIDTH;
        }
        fit_width(&known)
    }

    /// The samples with their targets.
    fn aimed(mut self, width: f64, blend: f64) -> Samples {
        for (number, &(score, result)) in self.labels.iter().enumerate() {
            let by_score = model::sigmoid(f64::from(score), width);
            let target = match result {
                Some(result) => blend * f64::from(result) + (1.0 - blend) * by_score,
                None => by_score,
            };
            self.samples.aim(number, target);
        }
        self.samples
    }
}

/// The width of the sigmoid with the least squared error between scores and
/// results, by golden section.
pub fn fit_width(known: &[(f64, f64)]) -> f64 {
    let error = |k: f64| -> f64 {
        known.iter().map(|&(score, result)| (model::sigmoid(score, k) - result).powi(2)).sum()
    };
    let golden = (5f64.sqrt() - 1.0) / 2.0;
    let (mut low, mut high) = (20.0, 1000.0);
    while high - low > 0.1 {
        let (a, b) = (high - golden * (high - low), low + golden * (high - low));
        if error(a) < error(b) { high = b } else { low = a }
    }
    (low + high) / 2.0
}

/// Fisher and Yates.
fn shuffle(order: &mut [u32], seed: u64) {
    let mut state = seed | 1;
    for i in (1..order.len()).rev() {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        order.swap(i, ((state >> 33) as usize) % (i + 1));
    }
}
