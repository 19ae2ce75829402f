// SPDX-License-Identifier: GPL-3.0-or-later
//! The one object behind every user interface of the engine.

use crate::book::OwnBook;
use crate::event::{Event, Notice};
use crate::genfens;
use crate::level::Player;
use crate::nodes_clock::NodesClock;
use crate::options::{Change, Id, OptionError, Options, find};
use crate::request::Request;
use crate::setup::{EngineSetup, Network};
use crate::worker::{Task, Worker};
use chess::Position;
use papers::Persona;
use rand::Rng;
use rand_xoshiro::SplitMix64;
use search::{
    Bound, Control, FinishedDepth, Info, Lag, Limits, Score, Search, TimeTables, TimeTrap,
};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How a search is made around an evaluator: the engine can have any that keeps
/// to [`Search`].
pub type SearchFactory = fn(&EngineSetup) -> Box<dyn Search>;

/// What is put around the search that plays: one that asks other machines too. Tasks that count
/// nodes, such as the benchmark, do without it.
pub type SearchWrap = Arc<dyn Fn(Box<dyn Search>) -> Box<dyn Search> + Send + Sync>;

/// Options and search in one place.
///
/// No method waits for the search: orders are queued for its thread, and its
/// answers arrive as [`Event`]s at the function given to [`Engine::new`],
/// which is called on that thread. The caller hands each `Done`, `TaskDone` and
/// `HashFailed` to [`Engine::note`], so that the engine knows where it stands.
pub struct Engine {
    options: Options,
    worker: Worker,
    running: Option<Running>,
    /// Searches sleep.
    paused: bool,
    /// Threads that the search was given last.
    threads: usize,
    /// `Threads` when it was last looked at whether they are too many.
    crowd: usize,
    /// The network of `EvalFile`, if there is one.
    net: Option<Network>,
    /// The book of `BookFile`, if there is one.
    book: OwnBook,
    /// Those of `TimeTables`, or those that ship.
    time_tables: TimeTables,
    /// What players of limited strength overlook in this game.
    game_seed: u64,
    /// What the clock lost on the way, move by move.
    lag: Lag,
    time_trap: TimeTrap,
    nodes_clock: NodesClock,
    /// Options without effect, as far as they have been told.
    idle: Vec<(&'static str, String)>,
}

/// What is going on right now.
struct Running {
    control: Arc<Control>,
    infinite: bool,
    /// Since when its time has been on the clock of a game.
    on_clock: Option<Instant>,
    /// A search, which ends with `Done`; other tasks end with `TaskDone`.
    search: bool,
}

/// What an interface needs to know about a search that has begun.
#[derive(Clone, Debug)]
pub struct Started {
    /// About options that have no effect as they are.
    pub notices: Vec<Notice>,
}

/// The engine is busy with another search or task.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a search is running")]
pub struct Busy;

impl Engine {
    /// An engine at the start position. `tell` is called on the thread of the search.
    pub fn new(
        make: SearchFactory,
        tell: impl FnMut(Event) + Send + 'static,
    ) -> std::io::Result<Engine> {
        Engine::wrapped(make, Arc::new(|search| search), tell)
    }

    /// The same with something around each search that plays.
    pub fn wrapped(
        make: SearchFactory,
        wrap: SearchWrap,
        tell: impl FnMut(Event) + Send + 'static,
    ) -> std::io::Result<Engine> {
        Ok(Engine {
            options: Options::default(),
            worker: Worker::spawn(make, wrap, Box::new(tell))?,
            running: None,
            paused: false,
            threads: 1,
            crowd: 1,
            net: None,
            book: OwnBook::default(),
            time_tables: TimeTables::default(),
            game_seed: rand::make_rng::<SplitMix64>().next_u64(),
            lag: Lag::default(),
            time_trap: TimeTrap::default(),
            nodes_clock: NodesClock::default(),
            idle: Vec::new(),
        })
    }

    /// The options and their values.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Who plays.
    pub fn persona(&self) -> Persona {
        self.options.persona()
    }

    /// The evaluator and the search that the next request gets.
    pub fn setup(&self) -> EngineSetup {
        EngineSetup { net: self.net.clone(), ..EngineSetup::of(&self.options) }
    }

    /// Reads the file that an option names, if it is such an option. No name means
    /// the network that is built in, no book, or the tables that ship.
    fn read_file_of(&mut self, id: Id) -> Result<(), OptionError> {
        let name = match id {
            Id::EvalFile => "EvalFile",
            Id::BookFile => "BookFile",
            Id::TimeTables => "TimeTables",
            _ => return Ok(()),
        };
        let path = self.options.text(id).to_owned();
        let read = match id {
            Id::BookFile => self.book.load(&path),
            Id::TimeTables => crate::time_tables::load(&path).map(|read| self.time_tables = read),
            _ => Network::load(&path).map(|net| self.net = net),
        };
        read.map_err(|why| OptionError::File { name, path, why })
    }

    /// Sets an option and gives the order that goes with it. A running search
    /// keeps the values it began with.
    pub fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<Change, OptionError> {
        let before = find(name).map(|option| self.options.value(option.id).clone());
        let change = self.options.set(name, value)?;
        if let (Change::New(id), Some(before)) = (change, before) {
            self.read_file_of(id).inspect_err(|_| self.options.restore(id, before))?;
        }
        match change {
            Change::New(Id::EvalFile) | Change::Same(Id::Persona) => self.configure(),
            Change::New(Id::Hash) => self.worker.send(Task::SetHash(self.size(Id::Hash))),
            Change::New(Id::Threads) => self.set_threads(self.size(Id::Threads)),
            Change::New(id) if EngineSetup::is_set_by(id) => self.configure(),
            Change::New(Id::SyzygyPath) => {
                self.worker.send(Task::SetTables(self.options.text(Id::SyzygyPath).to_owned()));
            }
            // Scores of draws in the table are those of the old contempt or rule.
            Change::New(Id::Contempt | Id::Syzygy50MoveRule) | Change::Pressed(Id::ClearHash) => {
                self.worker.send(Task::NewGame);
            }
            _ => {}
        }
        self.worker.send(Task::OptionSet(name.to_owned(), value.map(str::to_owned)));
        Ok(change)
    }

    fn set_threads(&mut self, threads: usize) {
        let threads = useful_threads(threads);
        if self.threads != threads {
            self.threads = threads;
            self.worker.send(Task::SetThreads(threads));
        }
    }

    fn configure(&self) {
        self.worker.send(Task::Configure(self.setup()));
    }

    fn size(&self, id: Id) -> usize {
        usize::try_from(self.options.number(id)).unwrap_or(1)
    }

    /// Forgets everything that was learnt from earlier games.
    pub fn new_game(&mut self) {
        self.game_seed = rand::make_rng::<SplitMix64>().next_u64();
        self.lag.interrupted();
        self.nodes_clock.new_game();
        self.worker.send(Task::NewGame);
    }

    /// Starts a search.
    pub fn go(&mut self, request: Request) -> Result<Started, Busy> {
        if self.running.is_some() {
            return Err(Busy);
        }
        let Limits { ponder, infinite, .. } = request.limits;
        let control = Arc::new(Control::new(ponder));
        if self.paused {
            control.pause();
        }
        let on_clock = (!ponder && !infinite).then_some(request.started);
        self.running = Some(Running { control: control.clone(), infinite, on_clock, search: true });
        let notices = self.notices();
        let Some(game) = &request.game else {
            self.worker.send(Task::Resign { depth: no_score(), control, infinite });
            return Ok(Started { notices });
        };

        let mut job = request.job(game, &self.options);
        job.settings.time_tables = self.time_tables;
        let position = game.position();
        match on_clock {
            Some(_) => self.lag.told(position.turn(), position.ply(), &job.limits.clock),
            None => self.lag.interrupted(),
        }
        (job.latency.lag, job.latency.stall) = (self.lag.usual(), self.lag.stall());
        self.time_trap.observe(self.lag.last_moves());
        if self.time_trap.is_sprung() {
            job.settings.unexpected = self.options.unexpected();
        }
        if on_clock.is_some() {
            self.nodes_clock.begin(&mut job);
        }
        let setup = self.setup();
        if let Some(answer) = self.book.answer(&job, request.analysis, &self.options, &setup) {
            self.worker.send(Task::Play { answer: Box::new(answer), control });
            return Ok(Started { notices });
        }
        let none_allowed = job.limits.searchmoves.as_ref().is_some_and(Vec::is_empty);
        if none_allowed && position.has_legal_move() {
            self.worker.send(Task::Resign { depth: no_score(), control, infinite });
        } else {
            self.set_threads(request.threads.unwrap_or_else(|| self.size(Id::Threads)).max(1));
            let level = request.level(&self.options);
            let player = level.map(|level| Player { level, seed: self.seed() });
            self.worker.send(Task::Think { job: Box::new(job), control, player });
        }
        Ok(Started { notices })
    }

    /// What somebody who set options should know; each thing is said once.
    fn notices(&mut self) -> Vec<Notice> {
        let mut notices: Vec<Notice> = self.book.notice(&self.options).into_iter().collect();
        let idle = EngineSetup::without_effect(&self.options);
        if idle != self.idle && !idle.is_empty() {
            notices.push(Notice::NoEffect(idle.clone()));
        }
        self.idle = idle;
        let asked = self.size(Id::Threads);
        let used = useful_threads(asked);
        if used < asked && self.crowd != asked {
            notices.push(Notice::FewerThreads { asked, used });
        }
        self.crowd = asked;
        notices
    }

    /// What players of limited strength overlook in this game.
    fn seed(&self) -> u64 {
        match self.options.number(Id::LevelSeed) {
            0 => self.game_seed,
            seed => seed.unsigned_abs(),
        }
    }

    /// Starts to count the leaves of a position.
    pub fn perft(&mut self, position: Position, depth: u32) -> Result<(), Busy> {
        self.begin(|control| Task::Perft { position: Box::new(position), depth, control })
    }

    /// Starts the benchmark on a search of its own, with the evaluator that plays
    /// when nobody asks for another: the signature does not hang on options.
    pub fn bench(&mut self, depth: Option<u32>) -> Result<(), Busy> {
        self.begin(|control| Task::Bench { depth, control })
    }

    /// Starts to make start positions.
    pub fn genfens(&mut self, order: genfens::Order) -> Result<(), Busy> {
        self.begin(|control| Task::Fens { order, control })
    }

    fn begin(&mut self, task: impl FnOnce(Arc<Control>) -> Task) -> Result<(), Busy> {
        if self.running.is_some() {
            return Err(Busy);
        }
        let control = Arc::new(Control::default());
        self.worker.send(task(control.clone()));
        self.running = Some(Running { control, infinite: false, on_clock: None, search: false });
        Ok(())
    }

    /// Asks for [`Event::Synced`] once everything ordered so far has taken effect.
    pub fn sync(&mut self) {
        self.worker.send(Task::Sync);
    }

    /// Ends what runs as soon as possible; its answer comes as usual.
    pub fn stop(&self) {
        if let Some(running) = &self.running {
            running.control.stop();
        }
    }

    /// Lets the search of now, and those to come, sleep until [`Engine::resume`]; they
    /// can still be stopped. Time goes on: this is for searches without a clock, of
    /// which several share a machine.
    pub fn pause(&mut self) {
        self.paused = true;
        if let Some(running) = &self.running {
            running.control.pause();
        }
    }

    /// Ends a pause.
    pub fn resume(&mut self) {
        self.paused = false;
        if let Some(running) = &self.running {
            running.control.resume();
        }
    }

    /// The opponent played the expected move. Without effect unless pondering.
    pub fn ponderhit(&self) {
        if let Some(running) = &self.running {
            running.control.ponderhit();
        }
    }

    /// Whether a search waits for the opponent's move.
    pub fn is_pondering(&self) -> bool {
        self.running.as_ref().is_some_and(|running| running.control.is_pondering())
    }

    /// Whether a search or another task is running.
    pub fn is_busy(&self) -> bool {
        self.running.is_some()
    }

    /// Whether a search is running that will not end by itself: infinite or
    /// pondering, and not told to stop.
    pub fn is_open_ended(&self) -> bool {
        self.running.as_ref().is_some_and(|running| {
            !running.control.is_stopped() && (running.infinite || running.control.is_pondering())
        })
    }

    /// Whether what runs has been told to stop.
    pub fn is_stopping(&self) -> bool {
        self.running.as_ref().is_some_and(|running| running.control.is_stopped())
    }

    /// Takes note of an event that came from this engine.
    pub fn note(&mut self, event: &Event) {
        match event {
            Event::Done(outcome) if self.running.as_ref().is_some_and(|running| running.search) => {
                self.nodes_clock.end(outcome.nodes);
                if let Some(since) = self.running.take().and_then(|running| running.on_clock) {
                    self.lag.answered(since.elapsed());
                }
            }
            Event::TaskDone(_) if self.running.as_ref().is_some_and(|running| !running.search) => {
                self.running = None
            }
            Event::HashFailed(error) => {
                self.options.restore_number(Id::Hash, i64::try_from(error.kept).unwrap_or(1));
            }
            _ => {}
        }
    }

    /// Stops and waits for the thread, but not longer than `timeout`.
    pub fn shut_down(mut self, timeout: Duration) {
        self.stop();
        self.worker.join(timeout);
    }
}

/// What is told where nothing can be searched.
fn no_score() -> FinishedDepth {
    let info = Info {
        depth: 0,
        seldepth: 0,
        multipv: 1,
        score: Score::Cp(0),
        bound: Bound::Exact,
        wdl: None,
        nodes: 0,
        time: Duration::ZERO,
        hashfull: 0,
        tbhits: 0,
        pv: Vec::new(),
    };
    FinishedDepth::new(info, [])
}

/// Threads that a processor can have before they only stand in each other's way.
const CROWD: usize = 4;

/// So many threads, but no more than the machine can run. With hundreds on one processor the one
/// that looks at the clock is hardly ever its turn: a search of 100 ms took seconds.
fn useful_threads(asked: usize) -> usize {
    asked.min(std::thread::available_parallelism().map_or(1, usize::from) * CROWD).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use chess::Game;
    use search::{HashError, Job, Outcome};
    use std::cell::RefCell;
    use std::sync::mpsc::{Receiver, channel};

    /// Answers every question with what it has been told so far.
    struct Diary(String);

    impl Search for Diary {
        fn set_hash(&mut self, mib: usize) -> Result<(), HashError> {
            if mib > 1000 {
                return Err(HashError { wanted: mib, kept: 16 });
            }
            self.0 += &format!("; hash {mib}");
            Ok(())
        }
        fn set_threads(&mut self, n: usize) {
            self.0 += &format!("; threads {n}");
        }
        fn new_game(&mut self) {
            self.0 += "; new game";
        }
        fn think(&mut self, _: &Job, _: &Control, _: &mut dyn FnMut(search::Event)) -> Outcome {
            READ.set(self.0.clone());
            Outcome::default()
        }
    }

    thread_local! {
        /// The diary of this thread's search when it was last asked.
        static READ: RefCell<String> = RefCell::default();
    }

    fn start() -> (Engine, Receiver<(Event, String)>) {
        let (tell, told) = channel();
        let make: SearchFactory = |setup| Box::new(Diary(setup.to_string()));
        // Events are told on the thread of the search.
        let tell = move |event| _ = tell.send((event, READ.with_borrow(String::clone)));
        (Engine::new(make, tell).unwrap(), told)
    }

    fn ask(engine: &mut Engine, told: &Receiver<(Event, String)>) -> String {
        // A position that no book knows: the search itself is asked.
        let position = Position::from_fen("4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1").unwrap();
        answer(engine, told, Request::new(Game::new(position), Limits::default()))
    }

    fn answer(engine: &mut Engine, told: &Receiver<(Event, String)>, request: Request) -> String {
        engine.go(request).unwrap();
        for (event, diary) in told {
            engine.note(&event);
            if let Event::Done(_) = event {
                return diary;
            }
        }
        panic!("the engine went away without an answer");
    }

    #[test]
    fn another_evaluator_keeps_threads_and_hash() {
        let (mut engine, told) = start();
        for (name, value) in [("Threads", "3"), ("Hash", "64"), ("Evaluation", "placement")] {
            engine.set_option(name, Some(value)).unwrap();
        }
        assert_eq!(ask(&mut engine, &told), "placement; threads 3; hash 64");
        // The present value: the same search goes on.
        engine.set_option("Evaluation", Some("Placement")).unwrap();
        engine.new_game();
        assert_eq!(ask(&mut engine, &told), "placement; threads 3; hash 64; new game");
    }

    #[test]
    fn a_persona_sets_options_that_can_be_set_otherwise_afterwards() {
        let (mut engine, told) = start();
        engine.set_option("Persona", Some("bannan")).unwrap();
        assert_eq!(ask(&mut engine, &told), "bannan, searched by alpha-beta, captures played out");
        assert_eq!(engine.options().text(Id::TimeModel), "fixed");
        assert!(engine.options().flag(Id::OwnBook));
        assert_eq!(engine.options().number(Id::BookVariety), 100);
        engine.set_option("Evaluation", Some("cnn")).unwrap();
        engine.set_option("TimeModel", Some("ply")).unwrap();
        assert_eq!(ask(&mut engine, &told), "cnn, searched by alpha-beta, captures played out");
        // Chosen again, it is itself again.
        engine.set_option("Persona", Some("Bannan")).unwrap();
        assert_eq!(engine.options().text(Id::Evaluation), "bannan");
        engine.set_option("Persona", Some("xanthos")).unwrap();
        assert_eq!(*engine.options(), Options::default());
        assert_eq!(ask(&mut engine, &told), "nnue");
    }

    #[test]
    fn a_crowd_of_threads_is_cut_to_what_the_machine_can_run() {
        let most = std::thread::available_parallelism().map_or(1, usize::from) * CROWD;
        assert_eq!([0, 1, most, most + 1, 1024].map(useful_threads), [1, 1, most, most, most]);
        let (mut engine, told) = start();
        engine.set_option("Threads", Some("1024")).unwrap();
        assert_eq!(ask(&mut engine, &told), format!("nnue; threads {most}"));
        let many = Notice::FewerThreads { asked: 1024, used: most };
        engine.set_option("Threads", Some("1000")).unwrap();
        assert!(!engine.notices().contains(&many));
        engine.set_option("Threads", Some("1024")).unwrap();
        assert!(engine.notices().contains(&many));
        assert!(!engine.notices().contains(&many), "it is said once");
    }

    #[test]
    fn the_threads_of_a_request_are_for_that_request() {
        let (mut engine, told) = start();
        engine.set_option("Threads", Some("3")).unwrap();
        let request = Request::new(Game::default(), Limits::default()).with_threads(2);
        assert_eq!(answer(&mut engine, &told, request), "nnue; threads 3; threads 2");
        assert_eq!(engine.options().number(Id::Threads), 3);
        assert_eq!(ask(&mut engine, &told), "nnue; threads 3; threads 2; threads 3");
        assert_eq!(ask(&mut engine, &told), "nnue; threads 3; threads 2; threads 3");
    }

    #[test]
    fn several_options_make_one_search() {
        let (mut engine, told) = start();
        engine.set_option("Style", Some("20")).unwrap();
        engine.set_option("Granularity", Some("5")).unwrap();
        assert_eq!(ask(&mut engine, &told), "nnue, style 20, granularity 5");
        engine.new_game();
        engine.set_option("Style", Some("10")).unwrap();
        engine.set_option("Style", Some("20")).unwrap();
        let same = "nnue, style 20, granularity 5; new game";
        assert_eq!(ask(&mut engine, &told), same, "there and back is no change");
    }

    #[test]
    fn a_table_that_was_not_to_be_had_is_not_asked_for_again() {
        let (mut engine, told) = start();
        engine.set_option("Hash", Some("2000")).unwrap();
        engine.set_option("Style", Some("1")).unwrap();
        assert_eq!(ask(&mut engine, &told), "nnue, style 1; hash 16");
        assert_eq!(engine.options().number(Id::Hash), 16);
    }
}
