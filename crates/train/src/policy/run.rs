// SPDX-License-Identifier: GPL-3.0-or-later
//! A run: games in, a policy network out.

use std::collections::BTreeMap;
use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Instant, SystemTime};

use eval::policy::shape::{HIDDEN, INPUTS, ROWS};
use eval::policy::{PolicyError, PolicyNet};
use serde::{Deserialize, Serialize};

use super::examples::Examples;
use super::model::{Bench, Marks, Model};
use crate::data::Random;
use crate::nnue::{self, checksum, date, replace};
use crate::positions::{Part, Source, SourceError};

/// Neurons of a slice.
const WIDTH: usize = 32;

/// Settings of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Config {
    /// Files of games. One game in [`Part::HELD_OUT`] is held out of each.
    pub games: Vec<Source>,
    /// Held-out positions that are looked at, at most.
    pub held_out: usize,
    /// Positions of a step.
    pub batch: usize,
    /// Rounds through all positions.
    pub epochs: u64,
    /// Step size after the warm-up,
    pub rate: f32,
    /// and at the end.
    pub last_rate: f32,
    /// Steps in which the size grows from nothing.
    pub warm_up: u64,
    /// How much weights shrink where nothing speaks for them.
    pub decay: f32,
    /// First weights and order of the positions.
    pub seed: u64,
    /// Threads; the outcome does not depend on them.
    pub threads: usize,
    /// A policy whose weights are the first ones, in place of chance.
    pub start: Option<PathBuf>,
    /// The net to write, after every round.
    pub output: Option<PathBuf>,
    /// Where the losses are drawn.
    pub plot: Option<PathBuf>,
}

impl Default for Config {
    fn default() -> Self {
        Config {
            games: Vec::new(),
            held_out: 100_000,
            batch: 4096,
            epochs: 10,
            rate: 0.002,
            last_rate: 0.00002,
            warm_up: 100,
            decay: 0.01,
            seed: 1,
            threads: 1,
            start: None,
            output: None,
            plot: None,
        }
    }
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
    /// A step is done.
    Step {
        /// Its number, from 1,
        step: u64,
        /// of so many.
        of: u64,
        /// Mean loss of its positions.
        loss: f64,
        /// Positions a second.
        speed: f64,
    },
    /// A round is done, and the net is written.
    Epoch {
        /// Its number, from 1,
        number: u64,
        /// of so many.
        of: u64,
        /// How well the moves of the round were predicted while learning,
        training: Marks,
        /// those of held-out games,
        held_out: Marks,
        /// and those by the quantised net.
        quantised: Marks,
        /// Positions a second.
        speed: f64,
    },
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
        fault: PolicyError,
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

/// Trains. `note` says where the games come from; `progress` may break off after
/// any step, and what was reached by the last round is kept.
///
/// # Errors
/// When games cannot be read or the net cannot be written.
pub fn run(
    config: &Config,
    note: &str,
    progress: &mut dyn FnMut(Progress) -> ControlFlow<()>,
) -> Result<Vec<Marks>, TrainError> {
    let (mut training, mut held_out) = (Examples::new(), Examples::new());
    for source in &config.games {
        training.read(source, Part::Training)?;
        let few = Source { limit: config.held_out / config.games.len().max(1), ..source.clone() };
        held_out.read(&few, Part::HeldOut)?;
    }
    if training.is_empty() {
        return Err(TrainError::Empty);
    }
    let _ = progress(Progress::Data { training: training.len(), held_out: held_out.len() });
    let schedule = nnue::Config {
        batch: config.batch.max(1),
        superbatch: training.len() as u64,
        superbatches: config.epochs,
        rate: config.rate,
        last_rate: config.last_rate,
        warm_up: config.warm_up,
        ..nnue::Config::default()
    };
    let mut model: Model<WIDTH> = match &config.start {
        Some(path) => {
            let bytes = std::fs::read(path).map_err(file(path))?;
            let known = PolicyNet::from_bytes(&bytes)
                .map_err(|fault| TrainError::Start { path: path.clone(), fault })?;
            Model::from_net(&known, config.seed)
        }
        None => Model::new(config.seed),
    };
    let mut random = Random::new(config.seed ^ 0x00C0_FFEE);
    let mut order: Vec<u32> = (0..training.len() as u32).collect();
    let mut bench = Bench::default();
    let mut losses: Vec<(f64, f64)> = Vec::new();
    let mut found = Vec::new();
    for number in 1..=config.epochs {
        random.shuffle(&mut order);
        let began = Instant::now();
        let mut lessons = Marks::default();
        for batch in order.chunks(schedule.batch) {
            let rate = schedule.rate_at(model.steps);
            let marks =
                model.learn(&training, batch, [rate, config.decay], &mut bench, config.threads);
            lessons.positions += marks.positions;
            lessons.lost += marks.lost;
            lessons.first += marks.first;
            lessons.five += marks.five;
            let speed = lessons.positions as f64 / began.elapsed().as_secs_f64().max(1e-9);
            let (step, of) = (model.steps, schedule.steps());
            if progress(Progress::Step { step, of, loss: marks.loss(), speed }).is_break() {
                return Ok(found);
            }
        }
        let speed = lessons.positions as f64 / began.elapsed().as_secs_f64().max(1e-9);
        let all: Vec<u32> = (0..held_out.len() as u32).collect();
        let seen = model.examine(&held_out, &all, &mut bench, config.threads);
        losses.push((lessons.loss(), seen.loss()));
        let quantised = export(config, note, &model, &training, &held_out, &losses)?;
        found.push(quantised);
        let of = config.epochs;
        let told =
            Progress::Epoch { number, of, training: lessons, held_out: seen, quantised, speed };
        if progress(told).is_break() {
            break;
        }
    }
    Ok(found)
}

/// Writes net, record and plot; gives the marks of the quantised net.
fn export(
    config: &Config,
    note: &str,
    model: &Model<WIDTH>,
    training: &Examples,
    held_out: &Examples,
    losses: &[(f64, f64)],
) -> Result<Marks, TrainError> {
    let net = model.quantised();
    let marks = super::quantised_marks(&net, held_out);
    if let Some(path) = &config.plot {
        crate::plot::draw(losses, "epoch", path).map_err(TrainError::Plot)?;
    }
    let Some(path) = &config.output else { return Ok(marks) };
    let bytes = net.to_bytes();
    replace(path, &bytes).map_err(file(path))?;
    let name =
        |path: &Path| path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
    let settings = [
        ("batch", config.batch.to_string()),
        ("epochs", config.epochs.to_string()),
        ("rate", config.rate.to_string()),
        ("last-rate", config.last_rate.to_string()),
        ("warm-up", config.warm_up.to_string()),
        ("decay", config.decay.to_string()),
        ("seed", config.seed.to_string()),
        ("start", config.start.as_deref().map_or("chance".to_owned(), name)),
        ("optimiser", "adamw".to_owned()),
    ];
    let [first_choice, first_five] = marks.accuracy();
    let record = Record {
        net: name(path),
        checksum: format!("{:016x}", checksum(&bytes)),
        date: date(SystemTime::now()),
        shape: format!("{INPUTS} -> {HIDDEN} -> {ROWS}"),
        games: config.games.iter().map(|source| name(&source.path)).collect(),
        note: note.to_owned(),
        positions: training.len(),
        held_out: held_out.len(),
        settings: settings.into_iter().map(|(name, value)| (name.to_owned(), value)).collect(),
        epochs: losses.len() as u64,
        training_loss: losses.iter().map(|pair| pair.0).collect(),
        held_out_loss: losses.iter().map(|pair| pair.1).collect(),
        first_choice,
        first_five,
        quantised_loss: marks.loss(),
    };
    let path = nnue::Record::path(path);
    let text = toml::to_string(&record).unwrap_or_default();
    replace(&path, text.as_bytes()).map_err(file(&path))?;
    Ok(marks)
}

fn file(path: &Path) -> impl FnOnce(io::Error) -> TrainError {
    let path = path.to_owned();
    move |reason| TrainError::File { path, reason }
}
