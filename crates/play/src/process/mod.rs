// SPDX-License-Identifier: GPL-3.0-or-later
//! An engine's process behind three threads: one reads its lines, one writes
//! to it, one drains its complaints.
//!
//! No method waits longer than it is told to. What the engine prints is
//! bounded in every direction: a line may hold [`lines::LONGEST_LINE`] bytes,
//! a thousand lines may wait to be read (then the engine waits), and of its
//! standard error only the end is kept.

mod ending;
mod input;
pub mod lines;
mod stderr;

use std::fmt;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, TryRecvError};
use std::thread;
use std::time::{Duration, Instant};

use super::fault::Fault;
use input::{Input, Refusal};
use journal::StopFlag;
use lines::{Output, read_lines};
use stderr::Complaints;

/// Lines that may wait to be read before the engine has to.
const QUEUE: usize = 1024;
/// How often a wait looks whether it has been called off.
const GLANCE: Duration = Duration::from_millis(50);

/// How to start an engine.
#[derive(Clone, Default)]
pub struct Launch {
    /// The program.
    pub command: String,
    /// Its arguments.
    pub args: Vec<String>,
    /// Its working directory.
    pub directory: Option<PathBuf>,
    /// A file that gets a copy of its standard error.
    pub stderr: Option<PathBuf>,
    /// Processors that it may run on; empty for all.
    pub cpus: Vec<usize>,
    /// Who listens in.
    pub transcript: Option<Transcript>,
    /// Which lines matter, for a driver that needs few of very many: the others
    /// are dropped where they are read, before anybody is woken.
    pub wanted: Option<fn(&[u8]) -> bool>,
}

/// A listener to the conversation with an engine.
pub type Transcript = Arc<dyn Fn(Stream, &str) + Send + Sync>;

/// The direction of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stream {
    /// To the engine.
    Sent,
    /// From the engine.
    Received,
}

impl Launch {
    /// A program without arguments.
    pub fn new(command: &str) -> Launch {
        Launch { command: command.to_owned(), ..Launch::default() }
    }
}

impl fmt::Debug for Launch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Launch")
            .field("command", &self.command)
            .field("args", &self.args)
            .field("directory", &self.directory)
            .finish_non_exhaustive()
    }
}

/// A line of the engine and the moment it came out of the pipe.
#[derive(Debug, Clone)]
pub struct Line {
    /// Without its end.
    pub text: String,
    /// When it was read.
    pub at: Instant,
}

/// A running engine. Dropping it ends the process, politely at first.
pub struct EngineProcess {
    child: Child,
    output: Receiver<Output>,
    input: Option<Input>,
    complaints: Complaints,
    transcript: Option<Transcript>,
    farewell: &'static str,
    grace: Duration,
}

impl EngineProcess {
    /// Starts the program in a process group of its own, so that a Ctrl-C in
    /// the terminal does not reach it. `farewell` is the line that asks it to
    /// end, `grace` how long it may then take.
    pub fn start(
        launch: &Launch,
        farewell: &'static str,
        grace: Duration,
    ) -> Result<EngineProcess, Fault> {
        let fault = |source| Fault::Start { command: launch.command.clone(), source };
        let mut command = Command::new(&launch.command);
        command.args(&launch.args);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        if let Some(directory) = &launch.directory {
            command.current_dir(directory);
        }
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn().map_err(fault)?;
        ending::pin(&child, &launch.cpus);

        let (from_engine, output) = mpsc::sync_channel(QUEUE);
        let complaints = Complaints::default();
        let (stdin, stdout, stderr) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let hire = |name: &str, work: Box<dyn FnOnce() + Send>| {
            thread::Builder::new().name(name.to_owned()).spawn(work).map(drop)
        };
        let wanted = launch.wanted.unwrap_or(|_| true);
        let hired = (|| {
            if let Some(stdout) = stdout {
                hire("engine output", Box::new(move || read_lines(stdout, wanted, &from_engine)))?;
            }
            if let Some(stderr) = stderr {
                let (complaints, copy) = (complaints.clone(), launch.stderr.clone());
                hire("engine errors", Box::new(move || complaints.drain(stderr, copy)))?;
            }
            stdin.map(Input::new).transpose()
        })();
        let input = match hired {
            Ok(input) => input,
            Err(source) => {
                ending::end(&mut child, Duration::ZERO);
                return Err(fault(source));
            }
        };
        Ok(EngineProcess {
            child,
            output,
            input,
            complaints,
            transcript: launch.transcript.clone(),
            farewell,
            grace,
        })
    }

    /// Queues lines for the engine (several at once are written at once).
    /// Never blocks; an engine that has left a thousand messages unread is
    /// reported as deaf.
    pub fn send(&mut self, lines: &str) -> Result<(), Fault> {
        if let Some(transcript) = &self.transcript {
            lines.lines().for_each(|line| transcript(Stream::Sent, line));
        }
        let mut bytes = Vec::with_capacity(lines.len() + 1);
        bytes.extend_from_slice(lines.as_bytes());
        bytes.push(b'\n');
        let Some(input) = &self.input else { return Err(Fault::DeafInput) };
        match input.send(bytes) {
            Ok(()) => Ok(()),
            Err(Refusal::Full) => Err(Fault::DeafInput),
            // Whether the process has ended or has only closed its ear, its
            // status tells.
            Err(Refusal::Broken) => Err(self.closed()),
        }
    }

    /// Waits for a line until `deadline`; `None` when it has passed.
    pub fn receive(&mut self, deadline: Instant, cancel: &StopFlag) -> Result<Option<Line>, Fault> {
        loop {
            if cancel.is_raised() {
                return Err(Fault::Cancelled);
            }
            // A flood of lines must not hide the deadline, so the clock is read
            // even when the next line is there already.
            let now = Instant::now();
            if now >= deadline {
                return Ok(None);
            }
            match self.output.recv_timeout(GLANCE.min(deadline - now)) {
                Ok(output) => return self.accept(output).map(Some),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(self.closed()),
            }
        }
    }

    /// A line that is there already, if any.
    pub fn receive_pending(&mut self) -> Result<Option<Line>, Fault> {
        match self.output.try_recv() {
            Ok(output) => self.accept(output).map(Some),
            Err(TryRecvError::Empty) => Ok(None),
            Err(TryRecvError::Disconnected) => Err(self.closed()),
        }
    }

    /// When the last message that has reached the pipe began to enter it.
    pub fn last_write(&self) -> Instant {
        self.input.as_ref().map_or_else(Instant::now, Input::last_write)
    }

    /// Identifier of the process.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// The end of what the engine wrote to its standard error.
    pub fn complaints(&self) -> super::fault::StderrTail {
        self.complaints.tail()
    }

    fn accept(&mut self, output: Output) -> Result<Line, Fault> {
        match output {
            Output::Line(line) => {
                if let Some(transcript) = &self.transcript {
                    transcript(Stream::Received, &line.text);
                }
                Ok(line)
            }
            Output::Endless => Err(Fault::EndlessLine { limit: lines::LONGEST_LINE }),
        }
    }

    /// Why nothing more can be read. A dying process closes its pipe a moment
    /// before its status can be had, hence the short wait.
    fn closed(&mut self) -> Fault {
        let status = ending::wait(&mut self.child, Duration::from_millis(200));
        match status {
            Some(status) => Fault::Exited {
                status: ending::describe(status),
                tail: self.complaints.last_words(Duration::from_millis(200)),
            },
            None => Fault::ClosedOutput { tail: self.complaints.tail() },
        }
    }
}

impl Drop for EngineProcess {
    fn drop(&mut self) {
        let farewell = self.farewell;
        let _ = self.send(farewell);
        // Closing the queue closes the pipe: engines that do not know the word
        // see the end of their input.
        self.input = None;
        // The engine may be stuck in a write that nobody reads.
        let (_, nobody) = mpsc::sync_channel(0);
        drop(std::mem::replace(&mut self.output, nobody));
        ending::end(&mut self.child, self.grace);
    }
}

impl fmt::Debug for EngineProcess {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EngineProcess").field("id", &self.child.id()).finish_non_exhaustive()
    }
}
