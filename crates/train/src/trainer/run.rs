// SPDX-License-Identifier: GPL-3.0-or-later
//! The training loop: superbatches, validation, checkpoints, nets and their records.

use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Instant;

use journal::{Timestamp, write_atomic};

use super::checkpoint::{Checkpoint, CheckpointFault, checksum};
use super::config::Config;
use super::learner::{Dataset, Export, Learner, Quantisation};
use super::moves::MoveAccuracy;
use super::record::{self, Record};
use crate::data::DataError;
use crate::positions::SourceError;

/// What happens while training.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Progress {
    /// The data is open.
    Data {
        /// Training samples.
        training: u64,
        /// Validation samples.
        validation: u64,
        /// Width of the sigmoid in centipawns, if targets are expected results.
        width: Option<f32>,
    },
    /// A run goes on from its checkpoint, after so many steps.
    Resumed(u64),
    /// A step was made.
    Step {
        /// Steps done,
        step: u64,
        /// of so many.
        of: u64,
        /// Mean loss since the last validation.
        loss: f64,
        /// Samples a second, since the run began or was resumed.
        speed: f64,
    },
    /// A superbatch (or epoch) is done, and the net is written.
    Validated {
        /// What it is called: superbatch or epoch.
        period: &'static str,
        /// Its number, from 1,
        number: u64,
        /// of so many.
        of: u64,
        /// Mean training loss.
        training: f64,
        /// Mean validation loss.
        validation: f64,
        /// Learning rate.
        learning_rate: f32,
        /// Samples a second, since the run began or was resumed.
        speed: f64,
        /// What rounding did to the net, if it was rounded.
        quantisation: Option<Quantisation>,
        /// How well the net that was written predicts moves, if it does.
        moves: Option<MoveAccuracy>,
    },
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// All superbatches are done.
    Complete,
    /// It was interrupted; the checkpoint has everything.
    Interrupted,
}

/// The outcome of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// Training and validation loss of each superbatch.
    pub losses: Vec<(f64, f64)>,
    /// How well the last net that was written predicts moves, if it does.
    pub moves: Option<MoveAccuracy>,
    /// Whether it came to its end.
    pub ending: Ending,
}

/// Why training failed.
#[derive(Debug, thiserror::Error)]
pub enum TrainError {
    /// Samples could not be read.
    #[error(transparent)]
    Data(#[from] DataError),
    /// Games could not be read.
    #[error(transparent)]
    Games(#[from] SourceError),
    /// There is nothing to learn moves from.
    #[error("there are no positions with a choice of moves in these files")]
    NoMoves,
    /// A file could not be written or read.
    #[error("{}: {reason}", path.display())]
    File {
        /// Its path.
        path: PathBuf,
        /// The system's error.
        reason: io::Error,
    },
    /// The file to resume or to start from does not fit.
    #[error("{}: {fault}", path.display())]
    Checkpoint {
        /// Its path.
        path: PathBuf,
        /// What is wrong with it.
        fault: CheckpointFault,
    },
    /// The hidden layer cannot be cut into slices.
    #[error("{neurons} neurons: a multiple of {multiple} is wanted")]
    Hidden {
        /// How many were asked for.
        neurons: usize,
        /// How many a slice has.
        multiple: usize,
    },
    /// A convolutional network without convolutions.
    #[error("a convolutional network has one layer and one filter at least")]
    NoLayers,
    /// The loss is infinite or not a number.
    #[error("the loss diverged at step {0}: try a smaller learning rate")]
    Diverged(u64),
    /// The plot could not be drawn.
    #[error("plot: {0}")]
    Plot(String),
}

/// Trains a network. `progress` may stop the run after any step; resumed from its checkpoint it
/// comes to the same bits.
///
/// # Errors
/// When data cannot be read or files not written, and when the checkpoint is of another run.
pub fn train<L: Learner>(
    config: &Config,
    learner: L,
    data: L::Data,
    progress: &mut dyn FnMut(Progress) -> ControlFlow<()>,
) -> Result<Report, TrainError> {
    Trainer::open(config, learner, data)?.run(progress)
}

struct Trainer<'a, L: Learner> {
    config: &'a Config,
    data: L::Data,
    state: Checkpoint<L>,
    scratch: L::Scratch,
    resumed: bool,
}

impl<'a, L: Learner> Trainer<'a, L> {
    /// Takes up what there is of the run: its checkpoint, else the weights to start with.
    fn open(config: &'a Config, mut learner: L, data: L::Data) -> Result<Self, TrainError> {
        let read = |path: &PathBuf| {
            std::fs::read(path).map_err(|reason| TrainError::File { path: path.clone(), reason })
        };
        let unfit = |path: &PathBuf, fault| TrainError::Checkpoint { path: path.clone(), fault };
        let mut start = None;
        if let Some(path) = &config.start {
            let bytes = read(path)?;
            learner.start_from(&bytes).map_err(|fault| unfit(path, fault))?;
            start = Some(checksum(&bytes));
        }
        let settings = config.settings(learner.shape_settings(), data.settings(), start);
        let there = config.checkpoint.as_ref().filter(|path| config.resume && path.exists());
        let state = match there {
            Some(path) => Checkpoint::restore(&read(path)?, &settings, learner)
                .map_err(|fault| unfit(path, fault))?,
            None => Checkpoint::new(settings, learner),
        };
        Ok(Trainer {
            config,
            data,
            state,
            scratch: L::Scratch::default(),
            resumed: there.is_some(),
        })
    }

    fn run(
        mut self,
        progress: &mut dyn FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<Report, TrainError> {
        let config = self.config;
        let _ = progress(Progress::Data {
            training: self.data.samples(),
            validation: self.data.validation_samples(),
            width: self.data.width(),
        });
        let first = self.state.model.steps();
        if self.resumed {
            let _ = progress(Progress::Resumed(first));
        }
        let (start, mut done) = (Instant::now(), 0);
        let mut moves = None;
        let mut stopped = false;
        while !stopped && self.state.model.steps() < config.steps() {
            let step = self.state.model.steps();
            let samples = self.data.load(step, config.batch)?;
            let rates = config.rates(step);
            let Trainer { data, scratch, state, .. } = &mut self;
            let loss = state.model.train(data, rates, scratch, config.threads);
            if !loss.is_finite() {
                return Err(TrainError::Diverged(step + 1));
            }
            state.loss += loss;
            state.samples += samples;
            done += samples;
            let speed = done as f64 / start.elapsed().as_secs_f64().max(1e-9);
            let loss = state.loss / state.samples as f64;
            let event = Progress::Step { step: step + 1, of: config.steps(), loss, speed };
            stopped = progress(event).is_break();
            if (step + 1).is_multiple_of(config.superbatch_steps()) {
                let (training, validation) = self.validate();
                self.save()?;
                let export = self.export()?;
                self.draw()?;
                moves = export.moves;
                stopped |= progress(Progress::Validated {
                    period: L::Data::PERIOD,
                    number: self.state.losses.len() as u64,
                    of: config.superbatches,
                    training,
                    validation,
                    learning_rate: rates.learning,
                    speed,
                    quantisation: export.quantisation,
                    moves,
                })
                .is_break();
            }
        }
        let complete = self.state.model.steps() >= config.steps();
        // A run that was complete before writes its net again.
        if first >= config.steps() {
            moves = self.export()?.moves;
        }
        if !complete {
            self.save()?;
        }
        let ending = if complete { Ending::Complete } else { Ending::Interrupted };
        Ok(Report { losses: self.state.losses, moves, ending })
    }

    /// The losses of the superbatch that is done.
    fn validate(&mut self) -> (f64, f64) {
        let state = &mut self.state;
        let training = state.loss / state.samples as f64;
        let validation = state.model.validate(&self.data, &mut self.scratch, self.config.threads);
        state.losses.push((training, validation));
        (state.loss, state.samples) = (0.0, 0);
        (training, validation)
    }

    fn save(&self) -> Result<(), TrainError> {
        match &self.config.checkpoint {
            Some(path) => self.state.save(path).map_err(file_error(path)),
            None => Ok(()),
        }
    }

    fn draw(&self) -> Result<(), TrainError> {
        match &self.config.plot {
            Some(path) => crate::plot::draw(&self.state.losses, L::Data::PERIOD, path)
                .map_err(TrainError::Plot),
            None => Ok(()),
        }
    }

    /// Writes net and record, if the engine reads nets of this shape.
    fn export(&mut self) -> Result<Export, TrainError> {
        let Trainer { config, data, state, scratch, .. } = self;
        let Some(export) = state.model.export(data, scratch, config.threads) else {
            return Ok(Export { bytes: Vec::new(), quantisation: None, moves: None });
        };
        if let Some(path) = &config.output {
            write_atomic(path, &export.bytes).map_err(file_error(path))?;
            let record = self.record(path, &export);
            let path = Record::path(path);
            write_atomic(&path, record.text().as_bytes()).map_err(file_error(&path))?;
        }
        Ok(export)
    }

    fn record(&self, net: &Path, export: &Export) -> Record {
        let Trainer { config, data, state, .. } = self;
        Record {
            net: file_name(net),
            checksum: format!("{:016x}", checksum(&export.bytes)),
            date: Timestamp::now().iso_minutes(),
            shape: state.model.shape(),
            data: record::Data {
                training: data.name(),
                positions: data.samples(),
                validation: data.validation_samples(),
                width: data.width().map(f64::from),
                note: config.note.clone(),
            },
            settings: state.settings.iter().cloned().collect(),
            progress: record::Progress {
                positions: state.model.steps() * config.batch as u64,
                superbatches: state.losses.len() as u64,
                of: config.superbatches,
                training_loss: state.losses.iter().map(|pair| pair.0).collect(),
                validation_loss: state.losses.iter().map(|pair| pair.1).collect(),
            },
            quantisation: export.quantisation,
            moves: export.moves,
        }
    }
}

/// The last part of a path.
pub(crate) fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

fn file_error(path: &Path) -> impl FnOnce(io::Error) -> TrainError {
    let path = path.to_owned();
    move |reason| TrainError::File { path, reason }
}
