// SPDX-License-Identifier: GPL-3.0-or-later
//! The one object behind every face of the engine.

use crate::book::OwnBook;
use crate::event::{Event, Notice};
use crate::genfens;
use crate::level::{Level, Player};
use crate::mind::{Mind, Network};
use crate::options::{Change, Id, OptionError, Options, find};
use crate::worker::{Task, Worker};
use chess::{Color, Game};
use papers::Persona;
use rand::Rng;
use rand_xoshiro::SplitMix64;
use search::{Bound, Control, FinishedDepth, Info, Job, Lag, Limits, Score, Search, Settings};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How a search is made around an evaluator: the engine can have any that keeps
/// to [`Search`].
pub type SearchFactory = fn(&Mind) -> Box<dyn Search>;

/// Longest time that is passed on to a search: a century. It keeps sums of
/// instants and durations from overflowing.
const LONGEST: Duration = Duration::from_secs(100 * 365 * 24 * 3600);

/// Options, position and search in one place.
///
/// No method waits for the search: orders are queued for its thread, and its
/// answers arrive as [`Event`]s at the function given to [`Engine::new`],
/// which is called on that thread. The caller hands each `Done`, `TaskDone` and
/// `HashFailed` to [`Engine::note`], so that the engine knows where it stands.
pub struct Engine {
    options: Options,
    /// `None` after a position that could not be read: such an engine has no
    /// move, rather than a move for some other position.
    game: Option<Game>,
    worker: Worker,
    running: Option<Running>,
    /// Searches sleep.
    paused: bool,
    /// The network of `EvalFile`, if there is one.
    net: Option<Network>,
    /// The book of `BookFile`, if there is one.
    book: OwnBook,
    /// What players of limited strength overlook in this game.
    fate: u64,
    /// What the clock lost on the way, move by move.
    lag: Lag,
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

/// What a face needs to know about a search that has begun.
#[derive(Clone, Debug)]
pub struct Started {
    /// The position searched with its history; `None` if none is set.
    pub game: Option<Game>,
    /// About options that have no effect as they are.
    pub notice: Option<Notice>,
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
        Ok(Engine {
            options: Options::default(),
            game: Some(Game::default()),
            worker: Worker::spawn(make, Box::new(tell))?,
            running: None,
            paused: false,
            net: None,
            book: OwnBook::default(),
            fate: rand::make_rng::<SplitMix64>().next_u64(),
            lag: Lag::default(),
        })
    }

    /// The options and their values.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Who plays.
    pub fn persona(&self) -> Persona {
        self.options.text(Id::Persona).parse().unwrap_or_default()
    }

    /// The evaluator that the next search will ask.
    pub fn mind(&self) -> Mind {
        Mind { net: self.net.clone(), ..Mind::of(&self.options) }
    }

    /// Reads the file that an option names, if it is such an option. No name means
    /// the network that is built in, or no book.
    fn read_file_of(&mut self, id: Id) -> Result<(), OptionError> {
        let name = match id {
            Id::EvalFile => "EvalFile",
            Id::BookFile => "BookFile",
            _ => return Ok(()),
        };
        let path = self.options.text(id).to_owned();
        let read = match id {
            Id::BookFile => self.book.load(&path),
            _ => read_net(&path).map(|net| self.net = net),
        };
        read.map_err(|why| OptionError::File { name, path, why })
    }

    /// Sets an option and gives the order that goes with it. A running search
    /// keeps the values it began with.
    pub fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<Change, OptionError> {
        let before = find(name).map(|knob| self.options.value(knob.id).clone());
        let change = self.options.set(name, value)?;
        if let (Change::New(id), Some(before)) = (change, before) {
            self.read_file_of(id).inspect_err(|_| self.options.restore(id, before))?;
        }
        if let Change::New(Id::Persona) | Change::Same(Id::Persona) = change {
            for (name, value) in self.persona().settings() {
                self.set_option(name, Some(&value))?;
            }
        }
        match change {
            Change::New(Id::EvalFile) => self.worker.send(Task::SetMind(self.mind())),
            Change::New(Id::Hash) => self.worker.send(Task::SetHash(self.size(Id::Hash))),
            Change::New(Id::Threads) => self.worker.send(Task::SetThreads(self.size(Id::Threads))),
            Change::New(id) if Mind::is_set_by(id) => self.worker.send(Task::SetMind(self.mind())),
            Change::New(Id::SyzygyPath) => {
                self.worker.send(Task::SetTables(self.options.text(Id::SyzygyPath).to_owned()));
            }
            // Scores of draws in the table are those of the old contempt or rule.
            Change::New(Id::Contempt | Id::Syzygy50MoveRule) | Change::Pressed(Id::ClearHash) => {
                self.worker.send(Task::NewGame);
            }
            _ => {}
        }
        Ok(change)
    }

    fn size(&self, id: Id) -> usize {
        usize::try_from(self.options.number(id)).unwrap_or(1)
    }

    /// Forgets everything that was learnt from earlier games.
    pub fn new_game(&mut self) {
        self.fate = rand::make_rng::<SplitMix64>().next_u64();
        self.lag.interrupted();
        self.worker.send(Task::NewGame);
    }

    /// Sets the position; `None` marks one that could not be read.
    pub fn set_game(&mut self, game: Option<Game>) {
        self.game = game;
    }

    /// The position with its history, if one is set.
    pub fn game(&self) -> Option<&Game> {
        self.game.as_ref()
    }

    /// Starts a search. `started` is when the order arrived: time counts from there.
    pub fn go(&mut self, mut limits: Limits, started: Instant) -> Result<Started, Busy> {
        if self.running.is_some() {
            return Err(Busy);
        }
        let control = Arc::new(Control::new(limits.ponder));
        if self.paused {
            control.pause();
        }
        let on_clock = (!limits.ponder && !limits.infinite).then_some(started);
        self.running = Some(Running {
            control: control.clone(),
            infinite: limits.infinite,
            on_clock,
            search: true,
        });
        let notice = self.book.notice(&self.options);

        let Some(game) = self.game.clone() else {
            self.worker.send(Task::Resign {
                depth: no_score(),
                control,
                infinite: limits.infinite,
            });
            return Ok(Started { game: None, notice });
        };
        limits.move_overhead = self.options.move_overhead();
        complete_clock(&mut limits, game.position().turn());
        match on_clock {
            Some(_) => self.lag.told(game.position().turn(), game.position().ply(), &limits.clock),
            None => self.lag.interrupted(),
        }
        (limits.lag, limits.stall) = (self.lag.usual(), self.lag.stall());
        let legal = game.position().legal_moves();
        let candidates = match &mut limits.searchmoves {
            Some(only) => {
                only.retain(|m| legal.contains(m));
                only.len()
            }
            None => legal.len(),
        };
        let mind = self.mind();
        if let Some(answer) = self.book.answer(&game, &limits, &self.options, &mind) {
            self.worker.send(Task::Play { answer: Box::new(answer), control });
            return Ok(Started { game: Some(game), notice });
        }
        if candidates == 0 && !legal.is_empty() {
            self.worker.send(Task::Resign {
                depth: no_score(),
                control,
                infinite: limits.infinite,
            });
        } else {
            let settings = Settings {
                multipv: self.size(Id::MultiPv),
                show_wdl: self.options.flag(Id::ShowWdl),
                chess960: self.options.flag(Id::Chess960),
                contempt: i32::try_from(self.options.number(Id::Contempt)).unwrap_or(0),
                time_model: self.options.time_model(),
                tables: self.options.tables(),
            };
            let job = Box::new(Job { game: game.clone(), limits, settings, started, tables: None });
            let player = self.player(&job);
            self.worker.send(Task::Think { job, control, player });
        }
        Ok(Started { game: Some(game), notice })
    }

    /// Who plays: nobody in particular at full strength, nor where a mate is looked
    /// for, which is a question and not a move.
    fn player(&mut self, job: &Job) -> Option<Player> {
        let level = Level::of(&self.options).filter(|_| job.limits.mate.is_none())?;
        let seed = match self.options.number(Id::LevelSeed) {
            0 => self.fate,
            seed => seed.unsigned_abs(),
        };
        Some(Player { level, seed })
    }

    /// Starts to count the leaves of the present position; `None` if there is none.
    pub fn perft(&mut self, depth: u32) -> Result<Option<()>, Busy> {
        let Some(game) = &self.game else { return Ok(None) };
        let position = Box::new(*game.position());
        self.begin(|control| Task::Perft { position, depth, control }).map(Some)
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
            Event::Done(_) if self.running.as_ref().is_some_and(|running| running.search) => {
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

    /// Stops and waits for the thread, but not longer than `patience`.
    pub fn shut_down(mut self, patience: Duration) {
        self.stop();
        self.worker.join(patience);
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

/// Fills the gaps of a clock that was told in part only: a missing own clock
/// is taken to stand like the opponent's, and an increment alone is all there is.
fn complete_clock(limits: &mut Limits, turn: Color) {
    let (own, other) = (turn.index(), (!turn).index());
    let clock = &mut limits.clock;
    if clock.time[own].is_none() {
        let increments = clock.inc.iter().any(|inc| !inc.is_zero());
        clock.time[own] = clock.time[other].or(increments.then_some(Duration::ZERO));
    }
    for time in clock.time.iter_mut().flatten().chain(&mut clock.inc).chain(&mut limits.movetime) {
        *time = (*time).min(LONGEST);
    }
}

/// The network in a file, or none without a name.
fn read_net(path: &str) -> Result<Option<Network>, String> {
    if path.is_empty() {
        return Ok(None);
    }
    let bytes = std::fs::read(path).map_err(|error| error.to_string())?;
    Network::from_bytes(&bytes).map(Some)
}

#[cfg(test)]
mod tests {
    use super::*;
    use search::{HashError, Outcome};
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
        let make: SearchFactory = |mind| Box::new(Diary(mind.to_string()));
        // Events are told on the thread of the search.
        let tell = move |event| _ = tell.send((event, READ.with_borrow(String::clone)));
        (Engine::new(make, tell).unwrap(), told)
    }

    fn ask(engine: &mut Engine, told: &Receiver<(Event, String)>) -> String {
        engine.go(Limits::default(), Instant::now()).unwrap();
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
