// SPDX-License-Identifier: GPL-3.0-or-later
//! The thread that owns the search.
//!
//! Whatever may take long (a search, a new hash table, a perft) is a [`Task`]
//! in its queue, so the caller is never kept waiting; order is kept by the
//! queue alone. What happens is told by [`Event`]s from this thread.

use crate::book::Answer;
use crate::event::{Event, Notice};
use crate::level::Player;
use crate::tables::Tablebases;
use crate::{EngineSetup, SearchFactory, SearchWrap, bench, genfens, perft};
use chess::{Move, Position};
use search::{Control, FinishedDepth, Job, Outcome, Search};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// An order to the worker.
pub(crate) enum Task {
    Think {
        job: Box<Job>,
        control: Arc<Control>,
        /// Who plays, if not the engine with all its strength.
        player: Option<Player>,
    },
    /// Play a move out of the book.
    Play {
        answer: Box<Answer>,
        control: Arc<Control>,
    },
    /// Answer without a move: there is nothing to search.
    Resign {
        depth: FinishedDepth,
        control: Arc<Control>,
        infinite: bool,
    },
    Perft {
        position: Box<Position>,
        depth: u32,
        control: Arc<Control>,
    },
    Bench {
        depth: Option<u32>,
        control: Arc<Control>,
    },
    Fens {
        order: genfens::Order,
        control: Arc<Control>,
    },
    SetHash(usize),
    SetThreads(usize),
    Configure(EngineSetup),
    SetTables(String),
    /// For whoever searches elsewhere too.
    OptionSet(String, Option<String>),
    NewGame,
    Sync,
}

/// A handle on the thread. Dropping it ends the thread after its present task.
pub(crate) struct Worker {
    tasks: Option<Sender<Task>>,
    ended: Receiver<()>,
    thread: Option<JoinHandle<()>>,
}

impl Worker {
    pub(crate) fn spawn(
        make: SearchFactory,
        wrap: SearchWrap,
        tell: Box<dyn FnMut(Event) + Send>,
    ) -> std::io::Result<Worker> {
        let (tasks, queue) = mpsc::channel();
        let (end, ended) = mpsc::channel();
        let thread = thread::Builder::new().name("search".into()).spawn(move || {
            // The search is made here, so that the first answer of a program
            // (`uciok`) does not wait for memory.
            let setup = EngineSetup::default();
            let search = wrap(make(&setup));
            let mut thread = SearchThread {
                search,
                make,
                wrap,
                tell,
                wanted: setup.clone(),
                setup,
                tablebases: Tablebases::default(),
                hash: None,
                threads: None,
            };
            for task in queue {
                thread.perform_safely(task);
            }
            let _ = end.send(());
        })?;
        Ok(Worker { tasks: Some(tasks), ended, thread: Some(thread) })
    }

    pub(crate) fn send(&self, task: Task) {
        if let Some(tasks) = &self.tasks {
            // The thread only ends when this sender is gone.
            let _ = tasks.send(task);
        }
    }

    /// Waits for the thread to finish its queue, but not longer than `timeout`.
    pub(crate) fn join(&mut self, timeout: Duration) {
        self.tasks = None;
        if self.ended.recv_timeout(timeout).is_ok()
            && let Some(thread) = self.thread.take()
        {
            let _ = thread.join();
        }
    }
}

/// What lives on the thread.
struct SearchThread {
    search: Box<dyn Search>,
    make: SearchFactory,
    wrap: SearchWrap,
    tell: Box<dyn FnMut(Event) + Send>,
    /// The evaluator of the present search.
    setup: EngineSetup,
    /// The one that options ask for.
    wanted: EngineSetup,
    tablebases: Tablebases,
    /// Orders that a search made anew has to be given again.
    hash: Option<usize>,
    threads: Option<usize>,
}

/// What is still owed when a task breaks down.
enum Debt {
    Move(Option<Move>),
    Task,
    Synced,
    Nothing,
}

impl SearchThread {
    /// Does a task; one that breaks down (there is no memory, or no thread to be had) is answered
    /// all the same, and the search is made anew as small as it can be: an engine that is alive
    /// and mute costs the game.
    fn perform_safely(&mut self, task: Task) {
        let debt = match &task {
            Task::Think { job, .. } => Debt::Move(allowed_moves(job).first().copied()),
            Task::Play { .. } | Task::Resign { .. } => Debt::Move(None),
            Task::Perft { .. } | Task::Bench { .. } | Task::Fens { .. } => Debt::Task,
            Task::Sync => Debt::Synced,
            _ => Debt::Nothing,
        };
        if catch_unwind(AssertUnwindSafe(|| self.perform(task))).is_ok() {
            return;
        }
        (self.threads, self.hash) = (Some(1), Some(1));
        let _ = catch_unwind(AssertUnwindSafe(|| self.renew()));
        (self.tell)(Event::Notice(Notice::SearchRestarted));
        match debt {
            Debt::Move(best) => (self.tell)(Event::Done(Outcome { best, ..Outcome::default() })),
            Debt::Task => (self.tell)(Event::TaskDone(Err("it broke down".to_owned()))),
            Debt::Synced => (self.tell)(Event::Synced),
            Debt::Nothing => {}
        }
    }

    fn perform(&mut self, task: Task) {
        match task {
            Task::Think { mut job, control, player } => {
                self.settle();
                self.tell_notices();
                job.tables = self.tablebases.tables();
                self.think(&job, &control, player);
            }
            Task::Play { answer, control } => {
                let Answer { depth, book_move, outcome } = *answer;
                (self.tell)(Event::Book(book_move));
                (self.tell)(Event::Search(search::Event::Depth(depth)));
                hold_back(&control, false);
                (self.tell)(Event::Done(outcome));
            }
            Task::Resign { depth, control, infinite } => {
                (self.tell)(Event::Search(search::Event::Depth(depth)));
                hold_back(&control, infinite);
                (self.tell)(Event::Done(Outcome::default()));
            }
            Task::Perft { position, depth, control } => {
                let stop = || control.is_stopped();
                if let Some(division) = perft::divide(&position, depth, 1, &stop, &mut |_, _| {}) {
                    (self.tell)(Event::Perft(division));
                }
                (self.tell)(Event::TaskDone(Ok(())));
            }
            Task::Bench { depth, control } => {
                let mut search = (self.make)(&EngineSetup::default());
                let tell = &mut self.tell;
                let report = bench::run(&mut *search, depth, &control, &mut |step| {
                    tell(Event::BenchStep(step))
                });
                if let Some(report) = report {
                    tell(Event::BenchDone(report));
                }
                tell(Event::TaskDone(Ok(())));
            }
            Task::Fens { order, control } => {
                let mut search = (self.make)(&EngineSetup::default());
                let tell = &mut self.tell;
                let done =
                    genfens::run(&mut *search, &order, &control, &mut |fen| tell(Event::Fen(fen)));
                tell(Event::TaskDone(done.map_err(|error| error.to_string())));
            }
            Task::SetHash(mib) => {
                self.settle();
                self.set_hash(mib);
            }
            Task::SetThreads(n) => {
                self.threads = Some(n);
                self.search.set_threads(n);
            }
            Task::Configure(setup) => self.wanted = setup,
            Task::SetTables(path) => self.tablebases.want(path),
            Task::OptionSet(name, value) => self.search.option_set(&name, value.as_deref()),
            Task::NewGame => self.search.new_game(),
            Task::Sync => {
                self.settle();
                (self.tell)(Event::Synced);
            }
        }
    }

    /// Makes the search for the evaluator that is wanted and opens the tables that
    /// are. Not sooner than needed: GUIs set several options in a row, and a hash
    /// table is large.
    fn settle(&mut self) {
        self.tablebases.settle();
        if self.setup != self.wanted {
            self.setup = self.wanted.clone();
            self.renew();
        }
    }

    /// A new search with the same threads and the same size of its table, which
    /// is empty: scores of one evaluator mean nothing to another.
    fn renew(&mut self) {
        // The old table is gone before the new one gets its size: both at once
        // may be more than there is.
        self.search = (self.wrap)((self.make)(&self.setup));
        if let Some(threads) = self.threads {
            self.search.set_threads(threads);
        }
        if let Some(hash) = self.hash {
            self.set_hash(hash);
        }
    }

    fn set_hash(&mut self, mib: usize) {
        match self.search.set_hash(mib) {
            Ok(()) => self.hash = Some(mib),
            Err(error) => {
                self.hash = Some(error.kept);
                (self.tell)(Event::HashFailed(error));
            }
        }
    }

    fn think(&mut self, job: &Job, control: &Control, player: Option<Player>) {
        let (search, tell) = (&mut self.search, &mut self.tell);
        let several = self.threads.filter(|&threads| threads > 1 && player.is_some());
        let thinking = catch_unwind(AssertUnwindSafe(|| {
            let tell = &mut |event| tell(Event::Search(event));
            let Some(player) = player else { return search.think(job, control, tell) };
            // One head, so that the same game is played again.
            several.into_iter().for_each(|_| search.set_threads(1));
            player.think(&mut **search, job, control, tell)
        }));
        if let Some(threads) = several {
            self.search.set_threads(threads);
        }
        let outcome = thinking.unwrap_or_else(|_| self.after_panic(job));
        self.tell_notices();
        hold_back(control, job.limits.infinite);
        (self.tell)(Event::Done(outcome));
    }

    fn tell_notices(&mut self) {
        for notice in self.tablebases.notices() {
            (self.tell)(Event::Notice(notice));
        }
    }

    /// A search that broke down (a bug: the panic itself is on stderr) must
    /// not cost the game: a legal move is played, and a new search is made.
    fn after_panic(&mut self, job: &Job) -> Outcome {
        self.renew();
        (self.tell)(Event::Notice(Notice::SearchRestarted));
        Outcome { best: allowed_moves(job).first().copied(), ..Outcome::default() }
    }
}

/// The root moves that the job allows.
fn allowed_moves(job: &Job) -> Vec<Move> {
    let legal = job.game.position().legal_moves();
    let allowed = |m: &&Move| job.limits.searchmoves.as_ref().is_none_or(|only| only.contains(m));
    legal.iter().filter(allowed).copied().collect()
}

/// The answer of an infinite or pondering search waits for `stop` or
/// `ponderhit`, even if there is nothing left to think about.
fn hold_back(control: &Control, infinite: bool) {
    if control.is_pondering() {
        control.wait_until_released();
    }
    if infinite && !control.is_stopped() {
        control.wait_until_released();
    }
}
