// SPDX-License-Identifier: GPL-3.0-or-later
//! Whole files of games, several at a time.
//!
//! A finished game is written to a journal before it is counted, so that the same batch goes on
//! where it was interrupted, even by a crash. Outputs are made from the journal in the order of
//! the file, with one game in memory at a time.
//!
//! ```no_run
//! use journal::StopFlag;
//! use xanthos_analyse::batch::{Batch, Output};
//!
//! let batch = Batch::new("games.pgn".into(), "report.html.journal".into());
//! let done = batch.run(&StopFlag::new(), &mut |_| ())?;
//! done.write(&Output::for_file("report.html".as_ref()).expect("a known ending"))?;
//! done.remove_journal()?;
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

use self::journal::{Entry, Journal, Location};
use crate::{Analyst, Error, Progress, Report, Settings};

pub use self::journal::JournalError;
pub use output::{Output, OutputError, PlotFormat};

/// Errors kept for the report; more are only counted.
const MOST_ERRORS: usize = 1000;

/// A file of games to analyse.
#[derive(Clone)]
pub struct Batch {
    /// The file; `-` is the standard input.
    pub input: PathBuf,
    /// The journal of finished games.
    pub journal: PathBuf,
    /// How games are analysed.
    pub settings: Settings,
    /// Further engine options; a journal made with others is not continued.
    pub options: Vec<String>,
    /// Games at a time.
    pub jobs: usize,
    /// Drop glyphs, comments and variations of the file, except clocks.
    pub bare: bool,
    /// Ignore an existing journal.
    pub restart: bool,
    /// Analyse every so many games only: the first, and of how many.
    pub part: Option<(usize, usize)>,
}

/// Progress of a batch.
#[derive(Debug)]
pub enum Event<'a> {
    /// A position has been searched.
    Position,
    /// A game is finished.
    Game {
        /// Its number in the file.
        number: usize,
        /// The report.
        report: &'a Report,
    },
    /// A game was finished in an earlier run.
    Resumed {
        /// Its number in the file.
        number: usize,
        /// Its positions.
        positions: usize,
    },
    /// A game could not be read.
    Broken {
        /// The error, with the game's number and line.
        error: &'a str,
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

/// A finished or interrupted batch, ready to be written.
#[derive(Debug)]
pub struct Done {
    /// Games in the journal, those of earlier runs included.
    pub games: usize,
    /// Those of earlier runs.
    pub resumed: usize,
    /// Games that could not be read.
    pub broken: usize,
    /// Whether it was stopped before the end.
    pub stopped: bool,
    errors: Vec<String>,
    settings: Settings,
    source: String,
    journal: PathBuf,
    locations: BTreeMap<usize, Location>,
}

/// The size of a file, for estimates of the remaining time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extent {
    /// Games, readable or not.
    pub games: usize,
    /// Positions to search.
    pub positions: usize,
}

/// A game waiting for a worker.
struct Task {
    number: usize,
    fingerprint: String,
    record: Record,
}

/// What the reader and the workers send to the thread that writes the journal.
enum Message {
    Position,
    Resumed { number: usize, positions: usize },
    Broken(String),
    Finished(Box<Entry>),
    Failed(Error),
}

impl Batch {
    /// A batch with usual settings.
    pub fn new(input: PathBuf, journal: PathBuf) -> Batch {
        let (settings, options) = (Settings::default(), Vec::new());
        Batch {
            input,
            journal,
            settings,
            options,
            jobs: 1,
            bare: false,
            restart: false,
            part: None,
        }
    }

    /// Counts games and positions without parsing moves. `None` for standard input, which
    /// can't be read twice.
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

    /// Analyses the games that are not in the journal. When `stop` is raised, unfinished games
    /// are dropped.
    ///
    /// # Errors
    /// When files can't be read or written, or the journal has other settings.
    pub fn run(
        &self,
        stop: &StopFlag,
        progress: &mut dyn FnMut(Event),
    ) -> Result<Done, BatchError> {
        let source = open_text(&self.input)?;
        let (mut journal, past) = Journal::open(&self.journal, &self.identity(), self.restart)?;
        let jobs = self.jobs.max(1);
        let mut done = Done {
            games: 0,
            resumed: 0,
            broken: 0,
            stopped: false,
            errors: Vec::new(),
            settings: self.settings.clone(),
            source: self
                .input
                .file_name()
                .map_or_else(|| "Games".to_owned(), |name| name.to_string_lossy().into_owned()),
            journal: self.journal.clone(),
            locations: BTreeMap::new(),
        };
        let (give, tasks) = sync_channel::<Task>(jobs);
        let (outbox, messages) = sync_channel::<Message>(jobs * 64);
        let tasks = Mutex::new(tasks);
        let mut failure: Option<BatchError> = None;
        thread::scope(|scope| {
            let reading = outbox.clone();
            let earlier = &past;
            scope.spawn(move || self.read(source, earlier, &give, &reading, stop));
            for _ in 0..jobs {
                let (outbox, tasks) = (outbox.clone(), &tasks);
                scope.spawn(move || self.work(tasks, &outbox, stop));
            }
            drop(outbox);
            for message in messages {
                let failed = match message {
                    Message::Failed(error) => Some(error.into()),
                    message => done.note(message, &mut journal, &past, progress).err(),
                };
                if let Some(error) = failed {
                    // The first failure causes those that follow.
                    failure.get_or_insert(error);
                    stop.raise();
                }
            }
        });
        done.stopped = stop.is_raised();
        match failure {
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

    /// Reads games for the workers, no faster than they take them.
    fn read(
        &self,
        source: impl std::io::Read,
        earlier: &BTreeMap<usize, Location>,
        give: &SyncSender<Task>,
        outbox: &SyncSender<Message>,
        stop: &StopFlag,
    ) {
        let mut games = pgn::read_games(source);
        while let Some(game) = games.next_text() {
            if stop.is_raised() {
                return;
            }
            if let (Ok(text), Some((index, count))) = (&game, self.part)
                && text.number() % count != index % count
            {
                continue;
            }
            let read = game.and_then(|text| Ok((text.number(), text.record(Keep::ALL)?)));
            let sent = match read {
                Err(error) => outbox.send(Message::Broken(error.to_string())).is_ok(),
                Ok((number, mut record)) => {
                    if self.bare {
                        strip(&mut record);
                    }
                    let fingerprint = fingerprint(&record);
                    let positions = record.moves.len() + 1;
                    match earlier
                        .get(&number)
                        .is_some_and(|location| location.fingerprint == fingerprint)
                    {
                        true => outbox.send(Message::Resumed { number, positions }).is_ok(),
                        false => give.send(Task { number, fingerprint, record }).is_ok(),
                    }
                }
            };
            if !sent {
                return;
            }
        }
    }

    /// An analyst; if none can be made, the batch stops.
    fn analyst(&self, outbox: &SyncSender<Message>, stop: &StopFlag) -> Option<Analyst> {
        Analyst::new(self.settings.clone())
            .inspect_err(|error| {
                stop.raise();
                // The receiver is gone only when the batch is over.
                let _ = outbox.send(Message::Failed(error.clone()));
            })
            .ok()
    }

    /// Analyses games until there are no more.
    fn work(&self, tasks: &Mutex<Receiver<Task>>, outbox: &SyncSender<Message>, stop: &StopFlag) {
        let mut analyst = self.analyst(outbox, stop);
        loop {
            let task = tasks.lock().unwrap_or_else(PoisonError::into_inner).recv();
            let Ok(Task { number, fingerprint, record }) = task else { return };
            // After a stop, tasks are still taken: the reader may be waiting to send one.
            let Some(worker) = analyst.as_mut().filter(|_| !stop.is_raised()) else { continue };
            let found = catch_unwind(AssertUnwindSafe(|| {
                worker.analyse(&record, stop, &mut |progress| {
                    if matches!(progress, Progress::Judged { .. }) {
                        // The receiver is gone only when the batch is over.
                        let _ = outbox.send(Message::Position);
                    }
                })
            }));
            let message = match found {
                Ok(Ok(report)) => {
                    let pgn = pgn_text(&report.annotate(record));
                    Message::Finished(Box::new(Entry { number, fingerprint, report, pgn }))
                }
                Ok(Err(Error::Stopped)) => continue,
                Ok(Err(error)) => Message::Failed(error),
                Err(_) => {
                    // One game must not take the others with it.
                    analyst = self.analyst(outbox, stop);
                    Message::Broken(format!("game {number}: the analysis failed"))
                }
            };
            let _ = outbox.send(message);
        }
    }
}

impl Done {
    fn note(
        &mut self,
        message: Message,
        journal: &mut Journal,
        past: &BTreeMap<usize, Location>,
        progress: &mut dyn FnMut(Event),
    ) -> Result<(), BatchError> {
        match message {
            Message::Position => progress(Event::Position),
            Message::Resumed { number, positions } => {
                if let Some(location) = past.get(&number) {
                    self.locations.insert(number, location.clone());
                }
                self.games += 1;
                self.resumed += 1;
                progress(Event::Resumed { number, positions });
            }
            Message::Broken(error) => {
                self.broken += 1;
                progress(Event::Broken { error: &error });
                if self.errors.len() < MOST_ERRORS {
                    self.errors.push(error);
                }
            }
            Message::Finished(entry) => {
                let location = journal.record(&entry)?;
                self.locations.insert(entry.number, location);
                self.games += 1;
                progress(Event::Game { number: entry.number, report: &entry.report });
            }
            Message::Failed(error) => return Err(error.into()),
        }
        Ok(())
    }

    /// Removes the journal of a finished batch.
    ///
    /// # Errors
    /// When it can't be removed.
    pub fn remove_journal(self) -> std::io::Result<()> {
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
        let remark = pgn::Remark::read(played.comment.as_deref().unwrap_or(""));
        let kept =
            pgn::Remark { clock: remark.clock, elapsed: remark.elapsed, ..Default::default() };
        played.comment = Some(kept.to_string()).filter(|text| !text.is_empty());
        played.nags.clear();
        played.variations.clear();
    }
}

fn pgn_text(record: &Record) -> String {
    let mut text = Vec::new();
    // Writing to memory cannot fail, and what is written is UTF-8.
    let _ = pgn::write(record, &mut text);
    String::from_utf8(text).unwrap_or_default()
}

/// A hash of the game's text, to notice that a file has changed between two runs.
fn fingerprint(record: &Record) -> String {
    let text = pgn_text(record);
    // FNV-1a.
    let mix = |hash: u64, &byte: &u8| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    format!("{:016x}", text.as_bytes().iter().fold(0xcbf2_9ce4_8422_2325, mix))
}
