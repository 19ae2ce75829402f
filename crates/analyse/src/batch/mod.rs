// SPDX-License-Identifier: GPL-3.0-or-later
//! Whole files of games, several at a time.
//!
//! A finished game is written to a journal before it is counted, so that the same order
//! goes on where it was interrupted, however that happened. The outputs are made from the
//! journal, one game in memory at a time and in the order of the file.
//!
//! ```no_run
//! use journal::StopFlag;
//! use xanthos_analyse::batch::{Batch, Output};
//!
//! let batch = Batch::new("games.pgn".into(), "report.html.journal".into());
//! let done = batch.run(&StopFlag::new(), &mut |_| ())?;
//! done.write(&Output::for_file("report.html".as_ref()).expect("a known ending"))?;
//! done.forget()?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod journal;
mod output;

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread;

use ::journal::AppendError;
use ::journal::StopFlag;
use formats::pgn::{self, Keep, Record};
use formats::{OpenError, open_text};

use self::journal::{Entry, Journal, Place};
use crate::{Analyst, Error, Progress, Report, Settings};

pub use self::journal::JournalError;
pub use output::{Output, OutputError, PlotFormat};

/// Reasons that are kept for the report; more are only counted.
const REASONS: usize = 1000;

/// An order to analyse a file.
#[derive(Clone)]
pub struct Batch {
    /// The file; `-` is the standard input.
    pub input: PathBuf,
    /// Where finished games are written down.
    pub journal: PathBuf,
    /// How the games are looked at.
    pub settings: Settings,
    /// Words about the settings that a report does not tell; a journal made with others
    /// is not continued.
    pub options: Vec<String>,
    /// Games at a time.
    pub jobs: usize,
    /// Drop the signs, words and variations that the file has, clocks excepted.
    pub bare: bool,
    /// Begin anew even if there is a journal.
    pub restart: bool,
}

/// What happens meanwhile.
#[derive(Debug)]
pub enum Event<'a> {
    /// A position has been judged.
    Position,
    /// A game is finished.
    Game {
        /// Its number in the file.
        number: usize,
        /// What came out.
        report: &'a Report,
    },
    /// A game was finished in an earlier run.
    Known {
        /// Its number in the file.
        number: usize,
        /// Its positions.
        positions: usize,
    },
    /// A game could not be read.
    Broken {
        /// What is wrong, with the game's number and line.
        why: &'a str,
    },
}

/// Why a file could not be analysed.
#[derive(Debug, thiserror::Error)]
pub enum BatchError {
    /// The file of games.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The journal.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The journal takes no more.
    #[error(transparent)]
    Append(#[from] AppendError),
    /// The search.
    #[error(transparent)]
    Analyst(#[from] Error),
}

/// What has been done, ready to be written.
#[derive(Debug)]
pub struct Done {
    /// Games in the journal, those of earlier runs included.
    pub games: usize,
    /// Those of earlier runs.
    pub known: usize,
    /// Games that could not be read.
    pub broken: usize,
    /// Whether somebody asked to stop before the end.
    pub stopped: bool,
    reasons: Vec<String>,
    settings: Settings,
    source: String,
    journal: PathBuf,
    places: BTreeMap<usize, Place>,
}

/// What a file holds, for those who want to know how long it will take.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extent {
    /// Games, sound or not.
    pub games: usize,
    /// Positions to judge.
    pub positions: usize,
}

/// A game on its way to the analysts.
struct Task {
    number: usize,
    mark: String,
    record: Record,
}

/// What the threads tell the one who writes.
enum Word {
    Position,
    Known { number: usize, positions: usize },
    Broken(String),
    Finished(Box<Entry>),
    Failed(Error),
}

impl Batch {
    /// An order with usual settings.
    pub fn new(input: PathBuf, journal: PathBuf) -> Batch {
        let (settings, options) = (Settings::default(), Vec::new());
        Batch { input, journal, settings, options, jobs: 1, bare: false, restart: false }
    }

    /// Counts what the file holds, without looking at moves. Standard input can't be read
    /// twice: `None`.
    ///
    /// # Errors
    /// When the file can't be opened.
    pub fn extent(&self) -> Result<Option<Extent>, BatchError> {
        if self.input.as_os_str() == "-" {
            return Ok(None);
        }
        let mut games = pgn::read_games(open_text(&self.input)?);
        let mut extent = Extent::default();
        while let Some(Ok(game)) = games.next_text() {
            extent.games += 1;
            extent.positions += game.count_moves() + 1;
        }
        Ok(Some(extent))
    }

    /// Analyses what has not been analysed yet. When `stop` is raised, games that are not
    /// finished are left alone.
    ///
    /// # Errors
    /// When files can't be read or written, or the journal belongs to another order.
    pub fn run(&self, stop: &StopFlag, tell: &mut dyn FnMut(Event)) -> Result<Done, BatchError> {
        let source = open_text(&self.input)?;
        let (mut journal, past) = Journal::open(&self.journal, &self.identity(), self.restart)?;
        let jobs = self.jobs.max(1);
        let mut done = Done {
            games: 0,
            known: 0,
            broken: 0,
            stopped: false,
            reasons: Vec::new(),
            settings: self.settings.clone(),
            source: self
                .input
                .file_name()
                .map_or_else(|| "Games".to_owned(), |name| name.to_string_lossy().into_owned()),
            journal: self.journal.clone(),
            places: BTreeMap::new(),
        };
        let (give, tasks) = sync_channel::<Task>(jobs);
        let (say, words) = sync_channel::<Word>(jobs * 64);
        let tasks = Mutex::new(tasks);
        let mut trouble: Option<BatchError> = None;
        thread::scope(|scope| {
            let reading = say.clone();
            let known = &past;
            scope.spawn(move || self.read(source, known, &give, &reading, stop));
            for _ in 0..jobs {
                let (say, tasks) = (say.clone(), &tasks);
                scope.spawn(move || self.work(tasks, &say, stop));
            }
            drop(say);
            for word in words {
                let failed = match word {
                    Word::Failed(error) => Some(error.into()),
                    word => done.note(word, &mut journal, &past, tell).err(),
                };
                if let Some(error) = failed {
                    // The first trouble is the cause of those that follow.
                    trouble.get_or_insert(error);
                    stop.raise();
                }
            }
        });
        done.stopped = stop.is_raised();
        match trouble {
            Some(error) => Err(error),
            None => Ok(done),
        }
    }

    fn identity(&self) -> journal::Identity {
        journal::Identity {
            how: self.settings.how(),
            options: self.options.clone(),
            bare: self.bare,
        }
    }

    /// Reads games for the analysts, but not more than they ask for.
    fn read(
        &self,
        source: impl std::io::Read,
        known: &BTreeMap<usize, Place>,
        give: &SyncSender<Task>,
        say: &SyncSender<Word>,
        stop: &StopFlag,
    ) {
        let mut games = pgn::read_games(source);
        while let Some(game) = games.next_text() {
            if stop.is_raised() {
                return;
            }
            let read = game.and_then(|text| Ok((text.number(), text.record(Keep::ALL)?)));
            let sent = match read {
                Err(error) => say.send(Word::Broken(error.to_string())).is_ok(),
                Ok((number, mut record)) => {
                    if self.bare {
                        strip(&mut record);
                    }
                    let mark = mark(&record);
                    let positions = record.moves.len() + 1;
                    match known.get(&number).is_some_and(|place| place.mark == mark) {
                        true => say.send(Word::Known { number, positions }).is_ok(),
                        false => give.send(Task { number, mark, record }).is_ok(),
                    }
                }
            };
            if !sent {
                return;
            }
        }
    }

    /// An analyst; if there can be none, all is over.
    fn analyst(&self, say: &SyncSender<Word>, stop: &StopFlag) -> Option<Analyst> {
        Analyst::new(self.settings.clone())
            .inspect_err(|error| {
                stop.raise();
                // Nobody listens only when all is over.
                let _ = say.send(Word::Failed(error.clone()));
            })
            .ok()
    }

    /// Looks at games until there are none.
    fn work(&self, tasks: &Mutex<Receiver<Task>>, say: &SyncSender<Word>, stop: &StopFlag) {
        let mut analyst = self.analyst(say, stop);
        loop {
            let task = tasks.lock().unwrap_or_else(PoisonError::into_inner).recv();
            let Ok(Task { number, mark, record }) = task else { return };
            // Whoever stops still takes what is there: the reader may be waiting for it.
            let Some(at_work) = analyst.as_mut().filter(|_| !stop.is_raised()) else { continue };
            let found = catch_unwind(AssertUnwindSafe(|| {
                at_work.analyse(&record, stop, &mut |progress| {
                    if matches!(progress, Progress::Judged { .. }) {
                        // Nobody listens only when all is over.
                        let _ = say.send(Word::Position);
                    }
                })
            }));
            let word = match found {
                Ok(Ok(report)) => {
                    let pgn = written(&report.annotate(record));
                    Word::Finished(Box::new(Entry { number, mark, report, pgn }))
                }
                Ok(Err(Error::Stopped)) => continue,
                Ok(Err(error)) => Word::Failed(error),
                Err(_) => {
                    // One game must not take the others with it.
                    analyst = self.analyst(say, stop);
                    Word::Broken(format!("game {number}: the analysis failed"))
                }
            };
            let _ = say.send(word);
        }
    }
}

impl Done {
    fn note(
        &mut self,
        word: Word,
        journal: &mut Journal,
        past: &BTreeMap<usize, Place>,
        tell: &mut dyn FnMut(Event),
    ) -> Result<(), BatchError> {
        match word {
            Word::Position => tell(Event::Position),
            Word::Known { number, positions } => {
                if let Some(place) = past.get(&number) {
                    self.places.insert(number, place.clone());
                }
                self.games += 1;
                self.known += 1;
                tell(Event::Known { number, positions });
            }
            Word::Broken(why) => {
                self.broken += 1;
                tell(Event::Broken { why: &why });
                if self.reasons.len() < REASONS {
                    self.reasons.push(why);
                }
            }
            Word::Finished(entry) => {
                let place = journal.record(&entry)?;
                self.places.insert(entry.number, place);
                self.games += 1;
                tell(Event::Game { number: entry.number, report: &entry.report });
            }
            Word::Failed(error) => return Err(error.into()),
        }
        Ok(())
    }

    /// Removes the journal: there is nothing left to go on with.
    ///
    /// # Errors
    /// When it can't be removed.
    pub fn forget(self) -> std::io::Result<()> {
        std::fs::remove_file(&self.journal)
    }

    /// The journal.
    pub fn journal(&self) -> &Path {
        &self.journal
    }
}

/// Keeps the moves and their clocks.
fn strip(record: &mut Record) {
    record.comment = None;
    for played in &mut record.moves {
        let said = pgn::Remark::read(played.comment.as_deref().unwrap_or(""));
        let kept = pgn::Remark { clock: said.clock, elapsed: said.elapsed, ..Default::default() };
        played.comment = Some(kept.to_string()).filter(|text| !text.is_empty());
        played.nags.clear();
        played.variations.clear();
    }
}

fn written(record: &Record) -> String {
    let mut text = Vec::new();
    // Writing to memory cannot fail, and what is written is UTF-8.
    let _ = pgn::write(record, &mut text);
    String::from_utf8(text).unwrap_or_default()
}

/// What a game is known by: a file may have changed between two runs.
fn mark(record: &Record) -> String {
    let text = written(record);
    // FNV-1a: enough to notice a change.
    let mix = |hash: u64, &byte: &u8| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    format!("{:016x}", text.as_bytes().iter().fold(0xcbf2_9ce4_8422_2325, mix))
}
