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
//! let player = || Box::new(AlphaBeta::new(Classical::default())) as Box<dyn search::Search>;
//! datagen::run(&config, &player, &mut |progress| {
//!     println!("{progress:?}");
//!     ControlFlow::Continue(())
//! })?;
//! # Ok::<(), datagen::DatagenError>(())
//! ```
//!
//! Game number *n* depends on the seed and *n* alone, and games are written in
//! their order: the file is the same for any number of threads, and a run that
//! was broken off goes on with the first game that is missing.

mod game;

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;

use formats::viriformat::{self, Record};
use search::{Control, Search};

pub use game::{Rules, play};

/// What to play.
#[derive(Clone, Debug, PartialEq, Eq)]
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
        }
    }
}

/// How far it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Games that were there before.
    pub found: u64,
    /// Games in the file.
    pub games: u64,
    /// Positions of games that were played now.
    pub positions: u64,
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
}

/// Plays until the file has all games, or until `progress`, called after each
/// game, breaks off.
///
/// # Errors
/// When the file cannot be read or written, or is no file of games.
pub fn run(
    config: &Config,
    player: &(dyn Fn() -> Box<dyn Search> + Sync),
    progress: &mut dyn FnMut(Progress) -> ControlFlow<()>,
) -> Result<Progress, DatagenError> {
    let file = |reason| DatagenError::File { path: config.output.clone(), reason };
    let (found, length) = games_in(&config.output)?;
    let out = OpenOptions::new().create(true).append(true).open(&config.output).map_err(file)?;
    // A game that was being written when the power went is played again.
    out.set_len(length).map_err(file)?;
    let mut out = BufWriter::new(out);
    let mut now = Progress { found, games: found, positions: 0 };
    if progress(now).is_break() {
        return Ok(now);
    }
    let next = AtomicU64::new(found);
    let ended = AtomicBool::new(false);
    let (sender, receiver) = mpsc::channel::<(u64, Record)>();
    std::thread::scope(|scope| {
        for _ in 0..config.threads.max(1) {
            let (sender, next, ended) = (sender.clone(), &next, &ended);
            scope.spawn(move || {
                let mut search = player();
                search.set_threads(1);
                // Less hash changes the games, not their worth.
                let _ = search.set_hash(config.hash);
                let control = Control::new(false);
                while !ended.load(Ordering::Relaxed) {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= config.games {
                        return;
                    }
                    let record = play(&mut *search, &config.rules, config.seed, number, &control);
                    if sender.send((number, record)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        // Games come as they end, and are written in their order.
        let mut waiting = BTreeMap::new();
        for (number, record) in &receiver {
            waiting.insert(number, record);
            while let Some(record) = waiting.remove(&now.games) {
                now.games += 1;
                now.positions += record.len() as u64;
                let written = record.write(&mut out).and_then(|()| out.flush());
                if let Err(reason) = written {
                    ended.store(true, Ordering::Relaxed);
                    return Err(file(reason));
                }
                if progress(now).is_break() {
                    ended.store(true, Ordering::Relaxed);
                }
            }
        }
        Ok(now)
    })
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
