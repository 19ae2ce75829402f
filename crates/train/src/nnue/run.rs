// SPDX-License-Identifier: GPL-3.0-or-later
//! A run from its first batch to its net.

use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Instant;

use journal::{Timestamp, write_atomic};

use super::batch::Aim;
use super::checkpoint::{Checkpoint, CheckpointFault, checksum};
use super::config::Config;
use super::feed::Feed;
use super::learner::{Guesses, Learner, Lesson};
use super::model::Model;
use super::quantise::Agreement;
use super::record::{self, Record};
use crate::data::{DataError, Reader, Sample};
use crate::texel::fit_width;

/// Held-out positions that are looked at; more tell nothing new.
const EXAMINED: usize = 1 << 18;

/// Held-out positions on which the quantised net is compared.
const COMPARED: usize = 1 << 13;

/// Results that the sigmoid is fitted to.
const FITTED: usize = 1 << 20;

/// The width of the sigmoid if there are no results to fit it to: the worth of a
/// pawn that makes winning and drawing equally likely.
const USUAL_WIDTH: f32 = 183.0;

/// What happens while training.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Progress {
    /// The data is there.
    Data {
        /// Positions to learn from.
        training: u64,
        /// Held-out positions that are looked at.
        validation: usize,
        /// Width of the sigmoid in centipawns.
        width: f32,
    },
    /// A run goes on from its checkpoint, after so many steps.
    Resumed(u64),
    /// A step was made.
    Step {
        /// Steps done,
        step: u64,
        /// of so many.
        of: u64,
        /// Mean loss since the last examination.
        loss: f64,
        /// Positions a second, since the run began or went on.
        speed: f64,
    },
    /// An examination.
    Superbatch {
        /// Its number, from 1,
        number: u64,
        /// of so many.
        of: u64,
        /// Mean loss while learning.
        training: f64,
        /// Mean loss on held-out positions.
        validation: f64,
        /// Step size.
        rate: f32,
        /// Positions a second, since the run began or went on.
        speed: f64,
        /// How well the quantised net speaks for this one.
        agreement: Agreement,
        /// How well it guesses moves, if it does.
        guesses: Option<Guesses>,
    },
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// All superbatches are done.
    Complete,
    /// It was broken off; the checkpoint has it all.
    BrokenOff,
}

/// What came of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// Training and validation loss at each examination.
    pub losses: Vec<(f64, f64)>,
    /// Whether it came to its end.
    pub ending: Ending,
}

/// Why training ended early.
#[derive(Debug, thiserror::Error)]
pub enum TrainError {
    /// The samples could not be read.
    #[error(transparent)]
    Data(#[from] DataError),
    /// A file could not be written or read.
    #[error("{}: {reason}", path.display())]
    File {
        /// Which one.
        path: PathBuf,
        /// Why.
        reason: io::Error,
    },
    /// The file to resume from does not fit.
    #[error("{}: {fault}", path.display())]
    Checkpoint {
        /// Which file.
        path: PathBuf,
        /// Why not.
        fault: CheckpointFault,
    },
    /// The hidden layer cannot be cut into slices.
    #[error("a hidden layer of {0} neurons: a multiple of 8 is wanted")]
    Hidden(usize),
    /// A convolutional network without convolutions.
    #[error("a convolutional network has one layer and one filter at least")]
    NoLayers,
    /// Numbers ran away.
    #[error("the loss is no number any more after step {0}: try a smaller rate")]
    Diverged(u64),
    /// The plot could not be drawn.
    #[error("plot: {0}")]
    Plot(String),
}

/// Trains. `progress` may break the run off after any step; it can then go on
/// from its checkpoint to the same net, to the bit. `note` goes into the record
/// of the net: where the positions come from.
///
/// # Errors
/// When samples cannot be read or files not written, and when the checkpoint is
/// not one of this run.
pub fn run(
    config: &Config,
    note: &str,
    progress: &mut dyn FnMut(Progress) -> ControlFlow<()>,
) -> Result<Report, TrainError> {
    // Slices of 64 were the fastest here; threads share out slices.
    let hidden = config.shape.hidden;
    match hidden {
        0 => Err(TrainError::Hidden(0)),
        _ if hidden.is_multiple_of(64) => {
            let model = Model::<64>::new(config.shape, config.seed);
            Run::begin(config, note, model)?.go(progress)
        }
        _ if hidden.is_multiple_of(8) => {
            let model = Model::<8>::new(config.shape, config.seed);
            Run::begin(config, note, model)?.go(progress)
        }
        _ => Err(TrainError::Hidden(hidden)),
    }
}

/// A run of any kind of network.
pub(crate) struct Run<'a, M: Learner> {
    config: &'a Config,
    note: &'a str,
    feed: Feed,
    held_out: Vec<Sample>,
    lesson: Lesson,
    state: Checkpoint<M>,
    scratch: M::Scratch,
    resumed: bool,
}

impl<'a, M: Learner> Run<'a, M> {
    /// Opens what there is to learn from, and takes up what there is of the run.
    pub(crate) fn begin(
        config: &'a Config,
        note: &'a str,
        mut model: M,
    ) -> Result<Self, TrainError> {
        let mut feed = Feed::open(&config.training, config.seed)?;
        let held_out = match &config.validation {
            Some(path) => Reader::open(path)?.take(EXAMINED).collect::<Result<_, _>>()?,
            None => Vec::new(),
        };
        let width = match config.width {
            Some(width) => width,
            None => fitted(&config.training)?,
        };
        let mut start = None;
        if let Some(path) = &config.start {
            let bytes = std::fs::read(path).map_err(file(path))?;
            model = Checkpoint::restore(&bytes, &model.outline(), model)
                .map_err(|fault| TrainError::Checkpoint { path: path.clone(), fault })?
                .model;
            model.forget_the_way();
            start = Some(checksum(&bytes));
        }
        let settings = config.settings(model.outline(), width, feed.fingerprint()?, start);
        let there = config.checkpoint.as_ref().filter(|path| config.resume && path.exists());
        let state = match there {
            Some(path) => {
                let bytes = std::fs::read(path).map_err(file(path))?;
                Checkpoint::restore(&bytes, &settings, model)
                    .map_err(|fault| TrainError::Checkpoint { path: path.clone(), fault })?
            }
            None => Checkpoint { settings, lost: 0.0, seen: 0, losses: Vec::new(), model },
        };
        Ok(Run {
            config,
            note,
            feed,
            held_out,
            lesson: Lesson { aim: Aim { width, blend: config.blend }, power: config.power },
            state,
            scratch: M::Scratch::default(),
            resumed: there.is_some(),
        })
    }

    /// Trains to the end, or until `progress` has enough.
    pub(crate) fn go(
        mut self,
        progress: &mut dyn FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<Report, TrainError> {
        let config = self.config;
        let _ = progress(Progress::Data {
            training: self.feed.round(),
            validation: self.held_out.len(),
            width: self.lesson.aim.width,
        });
        let start = self.state.model.steps();
        if self.resumed {
            let _ = progress(Progress::Resumed(start));
        }
        let begun = Instant::now();
        let mut samples = Vec::new();
        let mut broken_off = false;
        while !broken_off && self.state.model.steps() < config.steps() {
            let step = self.state.model.steps();
            self.feed.take(step * config.batch as u64, config.batch, &mut samples)?;
            let stride = [config.rate_at(step), config.decay];
            let Run { lesson, scratch, state, .. } = &mut self;
            let lost = state.model.study(&samples, *lesson, stride, scratch, config.threads);
            if !lost.is_finite() {
                return Err(TrainError::Diverged(step + 1));
            }
            self.state.lost += lost;
            self.state.seen += samples.len() as u64;
            let speed = ((step + 1 - start) * config.batch as u64) as f64
                / begun.elapsed().as_secs_f64().max(1e-9);
            let loss = self.state.lost / self.state.seen as f64;
            let told = Progress::Step { step: step + 1, of: config.steps(), loss, speed };
            broken_off = progress(told).is_break();
            if (step + 1).is_multiple_of(config.steps_each()) {
                let told = self.examine(stride[0], speed)?;
                broken_off |= progress(told).is_break();
            }
        }
        // A run that was complete before writes its net again.
        if start >= config.steps() {
            let guesses = self.state.model.guesses(&self.held_out, &mut self.scratch);
            self.export(guesses)?;
        }
        let complete = self.state.model.steps() >= config.steps();
        if !complete {
            self.save()?;
        }
        let ending = if complete { Ending::Complete } else { Ending::BrokenOff };
        Ok(Report { losses: self.state.losses, ending })
    }

    /// Looks how good the net is, and writes everything down.
    fn examine(&mut self, rate: f32, speed: f64) -> Result<Progress, TrainError> {
        let training = self.state.lost / self.state.seen as f64;
        let validation = self.validate();
        self.state.losses.push((training, validation));
        (self.state.lost, self.state.seen) = (0.0, 0);
        self.save()?;
        let guesses = self.state.model.guesses(&self.held_out, &mut self.scratch);
        let agreement = self.export(guesses)?;
        if let Some(path) = &self.config.plot {
            crate::plot::draw(&self.state.losses, "superbatch", path).map_err(TrainError::Plot)?;
        }
        let number = self.state.losses.len() as u64;
        let of = self.config.superbatches;
        Ok(Progress::Superbatch {
            number,
            of,
            training,
            validation,
            rate,
            speed,
            agreement,
            guesses,
        })
    }

    /// Mean loss on held-out positions; no number if there are none.
    fn validate(&mut self) -> f64 {
        let config = self.config;
        let mut lost = 0.0;
        for samples in self.held_out.chunks(config.batch.max(1)) {
            let model = &self.state.model;
            lost += model.examine(samples, self.lesson, &mut self.scratch, config.threads);
        }
        lost / self.held_out.len() as f64
    }

    fn save(&self) -> Result<(), TrainError> {
        match &self.config.checkpoint {
            Some(path) => self.state.save(path).map_err(file(path)),
            None => Ok(()),
        }
    }

    /// Writes net and record, if the net is one for the engine.
    fn export(&mut self, guesses: Option<Guesses>) -> Result<Agreement, TrainError> {
        let examples = &self.held_out[..self.held_out.len().min(COMPARED)];
        let net = self.state.model.export(examples, self.lesson, self.config.threads);
        let Some((bytes, agreement)) = net else { return Ok(Agreement::default()) };
        if let Some(path) = &self.config.output {
            write_atomic(path, &bytes).map_err(file(path))?;
            let record = self.record(path, checksum(&bytes), agreement, guesses);
            let path = Record::path(path);
            write_atomic(&path, record.text().as_bytes()).map_err(file(&path))?;
        }
        Ok(agreement)
    }

    fn record(
        &self,
        net: &Path,
        checksum: u64,
        agreement: Agreement,
        guesses: Option<Guesses>,
    ) -> Record {
        let name = |path: &Path| {
            path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
        };
        let steps = self.state.model.steps();
        Record {
            net: name(net),
            checksum: format!("{checksum:016x}"),
            date: Timestamp::now().iso_minutes(),
            shape: self.state.model.shape(),
            data: record::Data {
                training: name(&self.config.training),
                positions: self.feed.round(),
                validation: self.held_out.len() as u64,
                width: f64::from(self.lesson.aim.width),
                note: self.note.to_owned(),
            },
            settings: self.state.settings.iter().cloned().collect(),
            progress: record::Progress {
                positions: steps * self.config.batch as u64,
                superbatches: self.state.losses.len() as u64,
                of: self.config.superbatches,
                training_loss: self.state.losses.iter().map(|pair| pair.0).collect(),
                validation_loss: self.state.losses.iter().map(|pair| pair.1).collect(),
            },
            quantisation: (agreement.positions > 0).then(|| agreement.into()),
            moves: guesses,
        }
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

fn file(path: &Path) -> impl FnOnce(io::Error) -> TrainError {
    let path = path.to_owned();
    move |reason| TrainError::File { path, reason }
}
