// SPDX-License-Identifier: GPL-3.0-or-later
//! The engine's side of UCI.
//!
//! Four threads, none of which waits for another: one reads lines and stamps
//! them with the time, one searches, one writes, and the controller — the
//! thread that calls [`Shell::run`] — takes one message after another, decides,
//! and never does anything that lasts. So `isready`, `stop`, `ponderhit`,
//! `quit` and the end of input are answered at any moment. What may be said
//! while a search runs is told in [`queue`].

mod orders;
mod people;
mod queue;

use crate::command::{Command, parse, quoted, shortened};
use crate::format::{self, Notation};
use crate::input::{self, InputLine};
use crate::output::{Backlog, Output};
use crate::protocol_log::{Direction, ProtocolLog};
use crate::reporter::Reporter;
use chess::Game;
use engine::options::Id;
use engine::{Engine, Event, SearchFactory, SearchWrap};
use queue::{Admission, EngineState, Order, Queue, admit};
use std::collections::VecDeque;
use std::io::{self, BufReader, Read, Write};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::{Duration, Instant};

/// After `quit` or the end of input, the time for a running search to end and
/// for what waits to be answered. The whole program has a second.
const CLOSING: Duration = Duration::from_millis(600);
/// Then, the time for each thread to end.
const FAREWELL: Duration = Duration::from_millis(150);

/// Characters of a command that `debug on` echoes.
const ECHO: usize = 400;

/// Who speaks.
#[derive(Clone)]
pub struct Identity {
    /// Name and version, as GUIs show them.
    pub name: String,
    /// For `id author`.
    pub author: String,
    /// One line for people, printed before anything is read.
    pub banner: Option<String>,
    /// What `compiler` answers: how the program was built.
    pub build: String,
    /// How the search is made.
    pub search: SearchFactory,
    /// What is put around it, if anything.
    pub wrap: Option<SearchWrap>,
}

/// Where the commands come from.
pub enum Source {
    /// A stream, read to its end on a thread of its own.
    Stream(Box<dyn Read + Send>),
    /// A list, of which each is done when the next begins; then the program ends.
    Script(Vec<String>),
}

/// How it went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExitStatus {
    /// Everything was understood.
    Clean,
    /// At least one command was refused, which a script may want to know.
    Refused,
}

/// What the controller hears.
enum Message {
    Input(InputLine),
    EndOfInput,
    Interrupt,
    OutputBroken,
    Engine(Box<Event>),
}

/// Ends a running shell from outside, for example from a signal handler.
#[derive(Clone)]
pub struct Interrupter(Sender<Message>);

impl Interrupter {
    /// Stops the search, lets it answer, and ends the shell.
    pub fn interrupt(&self) {
        let _ = self.0.send(Message::Interrupt);
    }
}

/// The controller and everything it decides about.
pub struct Shell {
    identity: Identity,
    engine: Engine,
    /// The position with its history; `None` after one that could not be read.
    game: Option<Game>,
    output: Output,
    log: ProtocolLog,
    messages: Receiver<Message>,
    sender: Sender<Message>,
    script: VecDeque<String>,
    is_script: bool,
    queue: Queue,
    reporter: Option<Reporter>,
    /// An `isready` waits for the engine to be idle.
    syncing: bool,
    /// When to leave at the latest, once somebody wants to.
    closing: Option<Instant>,
    broken: bool,
    debug: bool,
    refused: bool,
}

impl Shell {
    /// Starts the threads. Nothing is printed but the banner before a line is read.
    pub fn new(
        identity: Identity,
        source: Source,
        sink: Box<dyn Write + Send>,
    ) -> io::Result<Shell> {
        let (sender, messages) = mpsc::channel();
        let tell = sender.clone();
        let output = Output::spawn(sink, move || _ = tell.send(Message::OutputBroken))?;
        let tell = sender.clone();
        let tell = move |event| _ = tell.send(Message::Engine(Box::new(event)));
        let engine = match identity.wrap.clone() {
            Some(wrap) => Engine::wrapped(identity.search, wrap, tell)?,
            None => Engine::new(identity.search, tell)?,
        };
        let (script, is_script) = match source {
            Source::Script(lines) => (lines.into(), true),
            Source::Stream(stream) => {
                let (tell, backlog) = (sender.clone(), output.backlog().clone());
                let work = move || listen(stream, &tell, &backlog);
                thread::Builder::new().name("input".into()).spawn(work)?;
                (VecDeque::new(), false)
            }
        };
        Ok(Shell {
            identity,
            engine,
            game: Some(Game::default()),
            output,
            log: ProtocolLog::default(),
            messages,
            sender,
            script,
            is_script,
            queue: Queue::default(),
            reporter: None,
            syncing: false,
            closing: None,
            broken: false,
            debug: false,
            refused: false,
        })
    }

    /// A handle to end the shell with.
    pub fn interrupter(&self) -> Interrupter {
        Interrupter(self.sender.clone())
    }

    /// Serves until `quit` or the end of the commands.
    pub fn run(mut self) -> ExitStatus {
        if let Some(banner) = self.identity.banner.clone() {
            banner.lines().for_each(|line| self.say(line.to_owned()));
        }
        loop {
            self.run_what_waits();
            self.take_from_script();
            if self.is_over() {
                break;
            }
            match self.next_message() {
                Some(message) => self.hear(message),
                None => self.tick(),
            }
        }
        let status = if self.refused { ExitStatus::Refused } else { ExitStatus::Clean };
        self.engine.shut_down(FAREWELL);
        self.output.finish(FAREWELL);
        status
    }

    fn is_over(&self) -> bool {
        let idle = !self.engine.is_busy() && !self.syncing && self.queue.is_empty();
        match self.closing {
            _ if self.broken => true,
            Some(deadline) => idle || Instant::now() >= deadline,
            None => self.is_script && idle && self.script.is_empty(),
        }
    }

    /// The next message, or `None` if there is something to do before one arrives.
    fn next_message(&self) -> Option<Message> {
        let ticks = [self.closing, self.reporter.as_ref().map(Reporter::next_tick)];
        match ticks.into_iter().flatten().min() {
            // The shell holds a sender itself: the channel can't be closed.
            None => self.messages.recv().ok(),
            Some(tick) => {
                let patience = tick.saturating_duration_since(Instant::now());
                self.messages.recv_timeout(patience).ok()
            }
        }
    }

    fn hear(&mut self, message: Message) {
        match message {
            Message::Input(line) => {
                self.read(&line);
                self.output.backlog().answered();
            }
            Message::EndOfInput | Message::Interrupt => self.close(),
            Message::OutputBroken => self.broken = true,
            Message::Engine(event) => self.engine_says(*event),
        }
    }

    /// Time has passed.
    fn tick(&mut self) {
        if let Some(reporter) = &mut self.reporter {
            let lines = reporter.tick(Instant::now());
            self.say_all(lines);
        }
    }

    fn read(&mut self, line: &InputLine) {
        self.note(Direction::In, &line.text);
        if line.cut {
            return self.refuse(&format!("a line of more than {} bytes", input::LONGEST));
        }
        match parse(&line.text) {
            Ok(command) => {
                if is_echoed(&command) {
                    self.explain(|| format!("received: {}", shortened(&line.text, ECHO)));
                }
                self.receive(command, line.at);
            }
            Err(refusal) => self.refuse(&refusal.to_string()),
        }
    }

    fn receive(&mut self, command: Command, at: Instant) {
        let state = EngineState {
            busy: self.engine.is_busy(),
            open_ended: self.engine.is_open_ended(),
            stopping: self.engine.is_stopping(),
            syncing: self.syncing,
            queued: !self.queue.is_empty(),
        };
        let mut order = Order::new(command, at);
        match admit(&order.command, state) {
            Admission::Now => self.perform(order),
            Admission::Later => {
                order.after_search = state.busy && !state.stopping;
                self.queue.push(order);
            }
            Admission::Never => self.refuse("a search without end is running; stop it first"),
        }
    }

    fn run_what_waits(&mut self) {
        while !self.engine.is_busy() && !self.syncing {
            let Some(order) = self.queue.pop() else { break };
            self.perform(order);
        }
    }

    /// In a script a command begins when the one before it is done, or will never be.
    fn take_from_script(&mut self) {
        while self.closing.is_none() {
            let idle = !self.engine.is_busy() && !self.syncing;
            if !idle && !self.engine.is_open_ended() {
                break;
            }
            let Some(text) = self.script.pop_front() else { break };
            self.read(&InputLine { text, at: Instant::now(), cut: false });
        }
    }

    /// Somebody wants to leave: what runs is stopped, what waits is answered.
    fn close(&mut self) {
        self.closing.get_or_insert_with(|| Instant::now() + CLOSING);
        self.script.clear();
        self.stop();
    }

    fn stop(&mut self) {
        self.engine.stop();
        self.queue.stop();
    }

    fn notation(&self) -> Notation {
        let options = self.engine.options();
        // Castling of a Chess960 position can't be written the old way.
        let needs_960 = |game: &Game| !game.start().is_standard_castling();
        Notation {
            chess960: options.flag(Id::Chess960) || self.game.as_ref().is_some_and(needs_960),
            wdl: options.flag(Id::ShowWdl),
        }
    }

    /// Prints a line.
    fn say(&mut self, line: impl Into<String>) {
        let line = format::harmless(line.into());
        self.note(Direction::Out, &line);
        self.output.line(line);
    }

    fn say_all(&mut self, lines: impl IntoIterator<Item = String>) {
        lines.into_iter().for_each(|line| self.say(line));
    }

    /// Prints a text of several lines.
    fn say_text(&mut self, text: &str) {
        text.lines().for_each(|line| self.say(line));
    }

    /// Tells what can't be done, and goes on.
    fn refuse(&mut self, why: &str) {
        self.refused = true;
        self.say(format!("info string error: {why}"));
    }

    /// Talks more, if that is wanted.
    fn explain(&mut self, text: impl FnOnce() -> String) {
        if self.debug {
            let text = text();
            self.say(format!("info string {text}"));
        }
    }

    /// Whether the reasons for the time of a move are wanted.
    fn tells_time(&self) -> bool {
        self.debug || self.engine.options().flag(Id::TimeReport)
    }

    fn note(&mut self, direction: Direction, line: &str) {
        if let Err(error) = self.log.note(direction, line) {
            // Straight to the output: the journal is closed by now.
            self.output.line(format::harmless(format!(
                "info string error: the log file can't be written: {}",
                quoted(&error.to_string())
            )));
        }
    }
}

/// Whether debug mode repeats a command: those that are answered in any phase are taken out
/// before (Baguette §3.3).
fn is_echoed(command: &Command) -> bool {
    use Command::{Debug, IsReady, Nothing, Quit};
    !matches!(command, Nothing | Debug(_) | IsReady | Quit)
}

/// The reading thread.
fn listen(stream: Box<dyn Read + Send>, tell: &Sender<Message>, backlog: &Backlog) {
    let mut source = BufReader::with_capacity(1 << 16, stream);
    // Input that can't be read any more has ended.
    while let Ok(Some(line)) = input::next_line(&mut source, input::LONGEST) {
        backlog.wait();
        backlog.asked();
        if tell.send(Message::Input(line)).is_err() {
            return;
        }
    }
    let _ = tell.send(Message::EndOfInput);
}
