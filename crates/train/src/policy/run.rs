// SPDX-License-Identifier: GPL-3.0-or-later
//! A run: games in, a policy network out.

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_xoshiro::SplitMix64;
use std::collections::BTreeMap;
use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Instant;

use eval::NetError;
use eval::policy::PolicyNet;
use eval::policy::shape::{HIDDEN, INPUTS, ROWS};
use journal::{Timestamp, write_atomic};
use serde::{Deserialize, Serialize};

use super::examples::Examples;
use super::model::{Bench, Marks, Model};
use crate::nnue::{self, Checkpoint, CheckpointFault, Config, Ending, Numbers, checksum};
use crate::positions::{Part, Source, SourceError};

/// Neurons of a slice.
const WIDTH: usize = 32;

/// The games that a policy learns from.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Games {
    /// Files. One game in [`Part::HELD_OUT`] is held out of each.
    pub files: Vec<Source>,
    /// Held-out positions that are looked at, at most.
    pub held_out: usize,
    /// Whose games they are, for the record.
    pub note: String,
}

/// What a run is started with if nobody says otherwise: a superbatch is a round
/// through all positions.
pub fn usual_course() -> Config {
    Config { batch: 4096, superbatches: 10, rate: 0.002, last_rate: 0.00002, ..Config::default() }
}

/// What a run tells while it lasts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Progress {
    /// The positions are there.
    Data {
        /// To learn from.
        training: usize,
        /// Held out.
        held_out: usize,
    },
    /// A run goes on from its checkpoint, after so many steps.
    Resumed(u64),
    /// A step is done.
    Step {
        /// Its number, from 1,
        step: u64,
        /// of so many.
        of: u64,
        /// Mean loss of its positions.
        loss: f64,
        /// Positions a second, since the run began or went on.
        speed: f64,
    },
    /// A round is done, and the net is written.
    Epoch {
        /// Its number, from 1,
        number: u64,
        /// of so many.
        of: u64,
        /// Mean loss of the round while learning,
        training: f64,
        /// how well the moves of held-out games are predicted,
        held_out: Marks,
        /// and by the quantised net.
        quantised: Marks,
        /// Positions a second, since the run began or went on.
        speed: f64,
    },
}

/// What came of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// Mean loss while learning and on held-out games, round by round.
    pub losses: Vec<(f64, f64)>,
    /// How well the quantised net predicts held-out games, if a round was finished.
    pub marks: Option<Marks>,
    /// Whether it came to its end.
    pub ending: Ending,
}

/// What may go wrong.
#[derive(Debug, thiserror::Error)]
pub enum TrainError {
    /// A file of games.
    #[error(transparent)]
    Games(#[from] SourceError),
    /// There is nothing to learn from.
    #[error("there are no positions with a choice of moves in these files")]
    Empty,
    /// The policy to begin with cannot be used.
    #[error("{}: {fault}", path.display())]
    Start {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        fault: NetError,
    },
    /// The file to resume from does not fit.
    #[error("{}: {fault}", path.display())]
    Checkpoint {
        /// Which file.
        path: PathBuf,
        /// Why not.
        fault: CheckpointFault,
    },
    /// A file could not be read or written.
    #[error("{}: {reason}", path.display())]
    File {
        /// Which.
        path: PathBuf,
        /// Why.
        reason: io::Error,
    },
    /// The plot could not be drawn.
    #[error("the plot: {0}")]
    Plot(String),
}

/// The training record of a policy, a TOML file beside it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// The net's file name.
    pub net: String,
    /// Checksum of the whole file.
    pub checksum: String,
    /// When it was written, UTC.
    pub date: String,
    /// Outline: inputs, hidden layer, rows of moves.
    pub shape: String,
    /// Files of games,
    pub games: Vec<String>,
    /// and whose they are.
    pub note: String,
    /// Positions to learn from,
    pub positions: usize,
    /// and held out.
    pub held_out: usize,
    /// What the run was started with.
    pub settings: BTreeMap<String, String>,
    /// Rounds done.
    pub epochs: u64,
    /// Mean loss while learning, round by round.
    pub training_loss: Vec<f64>,
    /// Mean loss on held-out games.
    pub held_out_loss: Vec<f64>,
    /// Share of held-out moves that are the first choice of the quantised net,
    pub first_choice: f64,
    /// and that are among its first five.
    pub first_five: f64,
    /// Mean loss of the quantised net.
    pub quantised_loss: f64,
}

/// Trains. What `course` says about samples, shape, blend and power does not
/// matter; a superbatch is a round through all positions. `progress` may break
/// the run off after any step; it can then go on from its checkpoint to the same
/// policy, to the bit.
///
/// # Errors
/// When games cannot be read or the net cannot be written, and when the checkpoint
/// is not one of this run.
pub fn run(
    course: &Config,
    games: &Games,
    progress: &mut dyn FnMut(Progress) -> ControlFlow<()>,
) -> Result<Report, TrainError> {
    let run = Run::begin(course, games)?;
    let (training, held_out) = (run.training.len(), run.held_out.len());
    let _ = progress(Progress::Data { training, held_out });
    run.go(progress)
}

struct Run<'a> {
    course: Config,
    games: &'a Games,
    training: Examples,
    held_out: Examples,
    state: Checkpoint<Model<WIDTH>>,
    bench: Bench<WIDTH>,
}

impl<'a> Run<'a> {
    /// Reads what there is to learn from, and takes up what there is of the run.
    fn begin(course: &Config, games: &'a Games) -> Result<Self, TrainError> {
        let (mut training, mut held_out) = (Examples::new(), Examples::new());
        for source in &games.files {
            training.read(source, Part::Training)?;
            let few = games.held_out / games.files.len().max(1);
            held_out.read(&Source { limit: few, ..source.clone() }, Part::HeldOut)?;
        }
        if training.is_empty() {
            return Err(TrainError::Empty);
        }
        let batch = course.batch.max(1);
        let course = Config { batch, superbatch: training.len() as u64, ..course.clone() };
        let (model, start) = match &course.start {
            Some(path) => {
                let bytes = std::fs::read(path).map_err(file(path))?;
                let known = PolicyNet::from_bytes(&bytes)
                    .map_err(|fault| TrainError::Start { path: path.clone(), fault })?;
                (Model::from_net(&known, course.seed), Some(checksum(&bytes)))
            }
            None => (Model::new(course.seed), None),
        };
        let settings = course.settings_of(model.outline(), training.fingerprint(), start);
        let there = course.checkpoint.as_ref().filter(|path| course.resume && path.exists());
        let state = match there {
            Some(path) => {
                let bytes = std::fs::read(path).map_err(file(path))?;
                Checkpoint::restore(&bytes, &settings, model)
                    .map_err(|fault| TrainError::Checkpoint { path: path.clone(), fault })?
            }
            None => Checkpoint { settings, lost: 0.0, seen: 0, losses: Vec::new(), model },
        };
        Ok(Run { course, games, training, held_out, state, bench: Bench::default() })
    }

    fn go(
        mut self,
        progress: &mut dyn FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<Report, TrainError> {
        let Config { batch, threads, decay, superbatches: epochs, .. } = self.course;
        let (each, start) = (self.course.steps_each(), self.state.model.steps);
        if start > 0 {
            let _ = progress(Progress::Resumed(start));
        }
        let begun = Instant::now();
        let mut taken = 0;
        let mut marks = None;
        let mut random = SplitMix64::seed_from_u64(self.course.seed ^ 0x00C0_FFEE);
        let mut order: Vec<u32> = (0..self.training.len() as u32).collect();
        for number in 1..=epochs {
            // Every round has an order that follows from the one before.
            order.shuffle(&mut random);
            let done = self.state.model.steps.saturating_sub((number - 1) * each);
            if done >= each {
                continue;
            }
            for batch in order.chunks(batch).skip(done as usize) {
                let stride = [self.course.rate_at(self.state.model.steps), decay];
                let Run { state, training, bench, .. } = &mut self;
                let lesson = state.model.learn(training, batch, stride, bench, threads);
                state.lost += lesson.lost;
                state.seen += lesson.positions;
                taken += lesson.positions;
                let speed = taken as f64 / begun.elapsed().as_secs_f64().max(1e-9);
                let (step, of, loss) = (state.model.steps, self.course.steps(), lesson.loss());
                // The last step of a round is told with the round.
                if progress(Progress::Step { step, of, loss, speed }).is_break()
                    && !step.is_multiple_of(each)
                {
                    self.save()?;
                    let losses = self.state.losses;
                    return Ok(Report { losses, marks, ending: Ending::BrokenOff });
                }
            }
            let speed = taken as f64 / begun.elapsed().as_secs_f64().max(1e-9);
            let training = self.state.lost / self.state.seen.max(1) as f64;
            let all: Vec<u32> = (0..self.held_out.len() as u32).collect();
            let Run { state, held_out, bench, .. } = &mut self;
            let held_out = state.model.examine(held_out, &all, bench, threads);
            state.losses.push((training, held_out.loss()));
            (state.lost, state.seen) = (0.0, 0);
            self.save()?;
            let quantised = self.export()?;
            marks = Some(quantised);
            let told = Progress::Epoch { number, of: epochs, training, held_out, quantised, speed };
            if progress(told).is_break() && number < epochs {
                let losses = self.state.losses;
                return Ok(Report { losses, marks, ending: Ending::BrokenOff });
            }
        }
        // A run that was complete before writes its net again.
        if marks.is_none() {
            marks = Some(self.export()?);
        }
        Ok(Report { losses: self.state.losses, marks, ending: Ending::Complete })
    }

    fn save(&self) -> Result<(), TrainError> {
        match &self.course.checkpoint {
            Some(path) => self.state.save(path).map_err(file(path)),
            None => Ok(()),
        }
    }

    /// Writes net, record and plot; gives the marks of the quantised net.
    fn export(&self) -> Result<Marks, TrainError> {
        let net = self.state.model.quantised();
        let marks = super::quantised_marks(&net, &self.held_out);
        if let Some(path) = &self.course.plot {
            crate::plot::draw(&self.state.losses, "epoch", path).map_err(TrainError::Plot)?;
        }
        let Some(path) = &self.course.output else { return Ok(marks) };
        let bytes = net.to_bytes();
        write_atomic(path, &bytes).map_err(file(path))?;
        let record = self.record(path, checksum(&bytes), marks);
        let path = nnue::Record::path(path);
        let text = toml::to_string(&record).unwrap_or_default();
        write_atomic(&path, text.as_bytes()).map_err(file(&path))?;
        Ok(marks)
    }

    fn record(&self, net: &Path, checksum: u64, marks: Marks) -> Record {
        let name = |path: &Path| {
            path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
        };
        let [first_choice, first_five] = marks.accuracy();
        let losses = &self.state.losses;
        Record {
            net: name(net),
            checksum: format!("{checksum:016x}"),
            date: Timestamp::now().iso_minutes(),
            shape: format!("{INPUTS} -> {HIDDEN} -> {ROWS}"),
            games: self.games.files.iter().map(|source| name(&source.path)).collect(),
            note: self.games.note.clone(),
            positions: self.training.len(),
            held_out: self.held_out.len(),
            settings: self.state.settings.iter().cloned().collect(),
            epochs: losses.len() as u64,
            training_loss: losses.iter().map(|pair| pair.0).collect(),
            held_out_loss: losses.iter().map(|pair| pair.1).collect(),
            first_choice,
            first_five,
            quantised_loss: marks.loss(),
        }
    }
}

fn file(path: &Path) -> impl FnOnce(io::Error) -> TrainError {
    let path = path.to_owned();
    move |reason| TrainError::File { path, reason }
}
