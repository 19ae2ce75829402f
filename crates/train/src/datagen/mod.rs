// SPDX-License-Identifier: GPL-3.0-or-later
//! Games that the engine plays against itself, to learn from.
//!
//! ```no_run
//! use std::ops::ControlFlow;
//! use eval::Classical;
//! use search::AlphaBeta;
//! use xanthos_train::datagen::{self, Config};
//!
//! let config = Config { output: "games.vf".into(), games: 1000, ..Config::default() };
//! let player = |_: &_| Box::new(AlphaBeta::new(Classical::default())) as Box<dyn search::Search>;
//! datagen::run(&config, &player, &mut |progress| {
//!     println!("{progress:?}");
//!     ControlFlow::Continue(())
//! })?;
//! # Ok::<(), datagen::DatagenError>(())
//! ```
//!
//! Game number *n* depends on the seed, *n* and the openings alone, and games are
//! written in their order: the file is the same for any number of threads, and a run
//! that was broken off goes on with the first game that is missing.
//!
//! With [`Labels`] a [teacher](crate::teacher) labels the positions of the games,
//! and, if the player is built around a [`Sampler`], others that its searches met:
//! samples to train with come out beside the games.

mod game;
mod labels;
mod openings;
mod sampler;
mod shards;
mod start;

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};

use formats::viriformat;
use search::{Control, Search};

use crate::data::DataError;
use crate::teacher::{Teacher, TeacherError};
use labels::{Labelled, label};
use shards::Shards;

pub use game::{Played, Rules, play};
pub use labels::Labels;
pub use openings::{Openings, OpeningsError};
pub use sampler::{Basket, Sampler};

/// What to play.
#[derive(Clone, Debug)]
pub struct Config {
    /// The file to write or to go on with, in viriformat.
    pub output: PathBuf,
    /// Games in it at the end.
    pub games: u64,
    /// Another seed, other games.
    pub seed: u64,
    /// Games at a time.
    pub threads: usize,
    /// Hash table of each player, in MiB.
    pub hash: usize,
    /// How a game is played.
    pub rules: Rules,
    /// Files of positions or games to begin from, besides Chess960; without them games
    /// begin from the start position.
    pub openings: Vec<PathBuf>,
    /// The teacher, and what becomes of the labelled positions.
    pub labels: Option<Labels>,
}

impl Default for Config {
    fn default() -> Self {
        Config {
            output: PathBuf::new(),
            games: 1000,
            seed: 1,
            threads: 1,
            hash: 8,
            rules: Rules::default(),
            openings: Vec::new(),
            labels: None,
        }
    }
}

/// How far it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Games that were there before.
    pub found: u64,
    /// Games in the file.
    pub games: u64,
    /// Positions of games that were played now.
    pub positions: u64,
    /// Samples that were written now.
    pub samples: u64,
    /// Positions that the teacher died of or fell silent over.
    pub stumbled: u64,
}

/// Why it ended early.
#[derive(Debug, thiserror::Error)]
pub enum DatagenError {
    /// The file could not be read or written.
    #[error("{}: {reason}", path.display())]
    File {
        /// Which one.
        path: PathBuf,
        /// Why.
        reason: io::Error,
    },
    /// The file is something else.
    #[error("{}: not a file of games that can go on: {reason}", path.display())]
    NotGames {
        /// Which one.
        path: PathBuf,
        /// What is wrong with it, and where.
        reason: viriformat::ViriError,
    },
    /// Openings could not be read.
    #[error(transparent)]
    Openings(#[from] OpeningsError),
    /// Samples could not be written.
    #[error(transparent)]
    Samples(#[from] DataError),
    /// Nobody answers.
    #[error(transparent)]
    Teacher(#[from] TeacherError),
}

/// Makes players; what one meets on the way may go into its basket.
pub type Players<'a> = dyn Fn(&Basket) -> Box<dyn Search> + Sync + 'a;

/// A game with its number, or why there is none.
type Arrival = Result<(u64, Labelled), TeacherError>;

/// Plays until the file has all games, or until `progress`, called after each
/// game, breaks off.
///
/// # Errors
/// When a file cannot be read or written, or is no file of games, when openings
/// are wrong, or when the teacher gives no answers.
pub fn run(
    config: &Config,
    players: &Players<'_>,
    progress: &mut dyn FnMut(Progress) -> ControlFlow<()>,
) -> Result<Progress, DatagenError> {
    let file = |reason| DatagenError::File { path: config.output.clone(), reason };
    let openings = Openings::read(&config.openings)?;
    let (found, length) = games_in(&config.output)?;
    let shards = config.labels.as_ref();
    let mut shards = shards.map(|l| Shards::resume(&l.stem, l.shard, found)).transpose()?;
    let out = OpenOptions::new().create(true).append(true).open(&config.output).map_err(file)?;
    // A game that was being written when the power went is played again.
    out.set_len(length).map_err(file)?;
    let mut out = BufWriter::new(out);
    let mut now = Progress { found, games: found, ..Progress::default() };
    if progress(now).is_break() {
        return Ok(now);
    }
    let next = AtomicU64::new(found);
    let ended = AtomicBool::new(false);
    let (sender, receiver) = mpsc::channel();
    let done = std::thread::scope(|scope| {
        for _ in 0..config.threads.max(1) {
            let (sender, openings) = (sender.clone(), &openings);
            let (next, ended) = (&next, &ended);
            scope.spawn(move || work(config, players, openings, next, ended, &sender));
        }
        drop(sender);
        let mut write = |game: Labelled| {
            now.games += 1;
            now.positions += game.record.len() as u64;
            now.samples += game.samples.len() as u64;
            now.stumbled += game.stumbled;
            // First the samples: a game that is in the file has all of them.
            if let Some(shards) = &mut shards {
                shards.push(&game.samples)?;
            }
            game.record.write(&mut out).and_then(|()| out.flush()).map_err(file)?;
            if let Some(shards) = &mut shards {
                shards.turn_over()?;
            }
            if progress(now).is_break() {
                ended.store(true, Ordering::Relaxed);
            }
            Ok(())
        };
        let done = in_order(found, &receiver, &mut write);
        // After an error nobody begins another game.
        ended.store(true, Ordering::Relaxed);
        done
    });
    done?;
    if let Some(shards) = shards
        && now.games >= config.games
    {
        shards.finish()?;
    }
    Ok(now)
}

/// Games come as they end, and are written in their order.
fn in_order(
    mut next: u64,
    arrivals: &Receiver<Arrival>,
    write: &mut dyn FnMut(Labelled) -> Result<(), DatagenError>,
) -> Result<(), DatagenError> {
    let mut waiting = BTreeMap::new();
    for arrival in arrivals {
        let (number, game) = arrival?;
        waiting.insert(number, game);
        while let Some(game) = waiting.remove(&next) {
            next += 1;
            write(game)?;
        }
    }
    Ok(())
}

/// A thread: plays, and has a teacher of its own that labels the game before
/// while the next is being played.
fn work(
    config: &Config,
    players: &Players<'_>,
    openings: &Openings,
    next: &AtomicU64,
    ended: &AtomicBool,
    sender: &Sender<Arrival>,
) {
    let basket = Basket::new(config.labels.as_ref().map_or(0, |labels| labels.tree));
    let mut search = players(&basket);
    search.set_threads(1);
    // Less hash changes the games, not their worth.
    let _ = search.set_hash(config.hash);
    let control = Control::new(false);
    let mut another = || {
        let number = next.fetch_add(1, Ordering::Relaxed);
        if number >= config.games || ended.load(Ordering::Relaxed) {
            return None;
        }
        let (rules, seed) = (&config.rules, config.seed);
        Some((number, play(&mut *search, rules, openings, seed, number, &basket, &control)))
    };
    let Some(labels) = &config.labels else {
        while let Some((number, Played { record, .. })) = another() {
            let game = Labelled { record, samples: Vec::new(), stumbled: 0 };
            if sender.send(Ok((number, game))).is_err() {
                return;
            }
        }
        return;
    };
    let (games, to_judge) = mpsc::sync_channel(1);
    std::thread::scope(|scope| {
        scope.spawn(move || {
            let judged = Teacher::start(labels.teacher.clone()).and_then(|mut teacher| {
                for (number, played) in to_judge {
                    let game = label(&mut teacher, labels, number, played)?;
                    if sender.send(Ok((number, game))).is_err() {
                        break;
                    }
                }
                Ok(())
            });
            if let Err(error) = judged {
                let _ = sender.send(Err(error));
            }
        });
        while let Some(game) = another() {
            if games.send(game).is_err() {
                return;
            }
        }
        drop(games);
    });
}

/// Whole games in a file, and how many bytes they have.
fn games_in(path: &Path) -> Result<(u64, u64), DatagenError> {
    if !path.exists() {
        return Ok((0, 0));
    }
    let file = |reason| DatagenError::File { path: path.to_owned(), reason };
    let mut records = viriformat::read(io::BufReader::new(File::open(path).map_err(file)?));
    let (mut games, mut length) = (0, 0);
    while let Some(record) = records.next() {
        match record {
            Ok(_) => games += 1,
            Err(viriformat::ViriError::CutOff { .. }) => break,
            Err(reason) => return Err(DatagenError::NotGames { path: path.to_owned(), reason }),
        }
        length = records.offset();
    }
    Ok((games, length))
}
