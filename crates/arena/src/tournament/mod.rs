// SPDX-License-Identifier: GPL-3.0-or-later
//! Running a tournament: workers play, one coordinator writes and counts.
//!
//! ```no_run
//! use arena::options::{EngineConfig, TournamentConfig};
//! use arena::report::MatchEvent;
//! use arena::stats::Tally;
//! use journal::StopFlag;
//!
//! # fn main() -> Result<(), arena::tournament::ArenaError> {
//! let config = TournamentConfig::between(vec![
//!     EngineConfig::new("new", "./engine-new"),
//!     EngineConfig::new("old", "./engine-old"),
//! ]);
//! let mut print = |event: &MatchEvent, tally: &Tally| {
//!     if let MatchEvent::Finished(game) = event {
//!         println!("game {}: {:?}", game.number, tally.between(0, 1).wdl);
//!     }
//! };
//! let summary = arena::run(&config, &mut print, &StopFlag::new())?;
//! println!("{:?} after {} games", summary.reason, summary.tally.games());
//! # Ok(()) }
//! ```

mod dispatch;
mod recorder;
mod roster;
mod siblings;
mod worker;

use std::io;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use ::journal::{AppendError, StopFlag};
use play::Fault;
use search::Tablebase;
use syzygy::{OpenError, Tables};

use crate::journal::{Identity, Journal, JournalError, Past};
use crate::launcher::Launcher;
use crate::log::Log;
use crate::openings::{Book, BookError};
use crate::options::{ClockRule, TournamentConfig, journal_folder};
use crate::record::LivePgn;
use crate::report::{DoneReason, MatchEvent, Sink};
use crate::schedule::Schedule;
use crate::stall_watch::StallWatch;
use crate::stats::Tally;
use dispatch::Dispatch;
use recorder::Recorder;
use roster::Roster;
use worker::{Message, Workers};

/// How often listeners are told that nothing has happened.
const TICK: Duration = Duration::from_millis(500);
/// How often the stop flag is looked at.
const GLANCE: Duration = Duration::from_millis(50);

/// What a tournament came to.
#[derive(Debug)]
pub struct Summary {
    /// All results.
    pub tally: Tally,
    /// Why it ended.
    pub reason: DoneReason,
    /// Games taken over from an earlier run.
    pub resumed: u64,
    /// Games that were not played because an engine could not be started.
    pub skipped: u64,
}

/// Why a tournament could not be run.
#[derive(Debug, thiserror::Error)]
pub enum ArenaError {
    /// The openings.
    #[error(transparent)]
    Book(#[from] BookError),
    /// The journal.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// A file of results.
    #[error(transparent)]
    Write(#[from] AppendError),
    /// The log.
    #[error("cannot write the log {}: {source}", path.display())]
    Log {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The tablebases.
    #[error(transparent)]
    Tables(#[from] OpenError),
    /// Games that the journal knows are no longer in the PGN.
    #[error(
        "{} has {found} bytes, and had {expected} when its last game was written: finished games \
         are missing from it. Put the whole file back, go on with another -pgnout, or begin anew \
         with -discard",
        path.display()
    )]
    LostGames {
        /// The PGN file.
        path: PathBuf,
        /// Its length.
        found: u64,
        /// The length that it should have at least.
        expected: u64,
    },
    /// An engine does not start, or does not take its options.
    #[error("engine {name}: {fault}")]
    Engine {
        /// Its name.
        name: String,
        /// What is wrong.
        fault: Fault,
    },
    /// Too few engines, or an encounter without games.
    #[error("there is nothing to play")]
    Nothing,
}

/// A function may listen.
impl<F: FnMut(&MatchEvent, &Tally)> Sink for F {
    fn event(&mut self, event: &MatchEvent, tally: &Tally) {
        self(event, tally);
    }
}

/// Runs a tournament to its end, or until `stop` is raised: games in progress are dropped
/// then, finished ones are kept.
pub fn run(
    config: &TournamentConfig,
    sink: &mut dyn Sink,
    stop: &StopFlag,
) -> Result<Summary, ArenaError> {
    let tables =
        config.tablebases.as_ref().map(|rule| Tables::open_all(&rule.paths)).transpose()?;
    let tables = tables.as_ref().map(|tables| tables as &dyn Tablebase);
    run_with_tables(config, tables, sink, stop)
}

/// Like [`run`], with these tablebases for adjudication.
pub fn run_with_tables(
    config: &TournamentConfig,
    tables: Option<&dyn Tablebase>,
    sink: &mut dyn Sink,
    stop: &StopFlag,
) -> Result<Summary, ArenaError> {
    let schedule = Schedule::new(config);
    if schedule.total() == 0 {
        return Err(ArenaError::Nothing);
    }
    let log = Log::open(config.log.as_ref()).map_err(|source| {
        let path = config.log.as_ref().and_then(|log| log.file.clone()).unwrap_or_default();
        ArenaError::Log { path, source }
    })?;
    let book = match &config.openings {
        Some(openings) => Book::load(openings, config.variant, config.seed)?,
        None => Book::initial(config.variant, config.seed),
    };
    let (journal, past) = match &config.journal {
        Some(path) => {
            let identity = Identity::of(config);
            let (journal, past) = open_journal(path, &identity, config.discard_journal)?;
            (Some(journal), past)
        }
        None => (None, Past::default()),
    };
    let dispatch =
        Dispatch::new(&schedule, config.shard, past.games.iter().map(|game| game.number));
    let mut recorder = Recorder::new(config, &log, journal, &past, sink)?;
    recorder.begin(dispatch.total(), &book);
    if past.ended.is_some() && dispatch.is_empty() {
        let text =
            "all games have been played already: more -rounds add games, -discard begins anew";
        recorder.tell(&MatchEvent::Note(text.to_owned()));
    }

    // Two reasons to stop, one flag for the workers: the user's, or the end of
    // a sequential test.
    let halt = StopFlag::new();
    let roster = Roster::new(config);
    let stall_watch = has_clocks(config).then(StallWatch::begin);
    let live = config.live_pgn.as_deref().map(LivePgn::new);
    let workers = Workers {
        config,
        book: &book,
        dispatch: &dispatch,
        roster: &roster,
        log: &log,
        tables,
        halt: &halt,
        stall_watch: stall_watch.as_ref(),
        live: live.as_ref(),
    };
    // A resumed test may have been decided already.
    let outcome = match recorder.decision() {
        Some(reason) => Ok(Some(reason)),
        None => supervise(&workers, &mut recorder, stop),
    };
    let reason = outcome?.unwrap_or(if recorder.skipped() > 0 {
        DoneReason::Failure
    } else {
        DoneReason::Complete
    });
    recorder.finish(reason)
}

/// Opens the journal. One that has no name of its own and belongs to a tournament that is
/// finished, with the engines of an earlier build, makes room under another name.
fn open_journal(
    path: &Path,
    identity: &Identity,
    discard: bool,
) -> Result<(Journal, Past), JournalError> {
    let opened = Journal::open(path, identity, discard);
    let unnamed = journal_folder().is_some_and(|folder| path.starts_with(folder));
    if matches!(opened, Err(JournalError::Different { .. }))
        && unnamed
        && crate::journal::look(path).is_ok_and(|(_, past)| past.ended.is_some())
    {
        let free = (1..)
            .map(|number| path.with_extension(format!("{number}.journal")))
            .find(|other| !other.exists());
        if free.is_some_and(|free| std::fs::rename(path, free).is_ok()) {
            return Journal::open(path, identity, discard);
        }
    }
    opened
}

/// Starts every engine once and sets its options: what is wrong with a command is said before the
/// first game. Answers with warnings about options that engines do not know.
///
/// # Errors
/// The first engine that does not start or does not take its options.
pub fn try_engines(config: &TournamentConfig, stop: &StopFlag) -> Result<Vec<String>, ArenaError> {
    let log = Log::default();
    let launcher = Launcher { config, log: &log };
    let mut warnings = Vec::new();
    for (index, engine) in config.engines.iter().enumerate() {
        match launcher.seat(index, 0, stop) {
            Ok(started) => {
                let name = &engine.name;
                warnings.extend(started.warnings.iter().map(|text| format!("{name}: {text}")));
            }
            Err(Fault::Cancelled) => break,
            Err(fault) => return Err(ArenaError::Engine { name: engine.name.clone(), fault }),
        }
    }
    Ok(warnings)
}

/// Whether anybody can lose on time.
fn has_clocks(config: &TournamentConfig) -> bool {
    config.engines.iter().any(|engine| engine.limits.clock != ClockRule::Unlimited)
}

/// Lets the workers work and writes down what they report. Answers with the
/// reason for an early end.
fn supervise(
    workers: &Workers<'_>,
    recorder: &mut Recorder<'_>,
    stop: &StopFlag,
) -> Result<Option<DoneReason>, ArenaError> {
    let (sender, reports) = mpsc::channel::<Message>();
    thread::scope(|scope| {
        for worker in 0..workers.config.concurrency.max(1) {
            let sender = sender.clone();
            scope.spawn(move || workers.work(worker, &sender));
        }
        drop(sender);
        let mut early = None;
        let mut last_event = Instant::now();
        loop {
            if stop.is_raised() && early.is_none() {
                early = Some(Ok(DoneReason::Interrupted));
                workers.halt.raise();
            }
            match reports.recv_timeout(GLANCE) {
                Ok(message) => {
                    last_event = Instant::now();
                    let decision = match recorder.receive(message) {
                        Ok(()) => recorder.decision().map(Ok),
                        Err(error) => Some(Err(error)),
                    };
                    if let (None, Some(decision)) = (&early, decision) {
                        early = Some(decision);
                        workers.halt.raise();
                    }
                }
                Err(RecvTimeoutError::Timeout) => {
                    if last_event.elapsed() >= TICK {
                        last_event = Instant::now();
                        recorder.tell(&MatchEvent::Tick);
                        // The other parts may have decided the test.
                        if workers.config.shard.is_some()
                            && early.is_none()
                            && let Some(reason) = recorder.decision()
                        {
                            early = Some(Ok(reason));
                            workers.halt.raise();
                        }
                    }
                }
                Err(RecvTimeoutError::Disconnected) => return early.transpose(),
            }
        }
    })
}
