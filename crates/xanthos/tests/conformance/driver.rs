// SPDX-License-Identifier: GPL-3.0-or-later
//! A patient GUI: it sends lines, collects answers, and shows the whole
//! conversation when an answer does not come.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

/// The binary under test.
pub const XANTHOS: &str = env!("CARGO_BIN_EXE_xanthos");
/// How long an answer may take before the engine counts as hung: no measure of speed.
const HUNG: Duration = Duration::from_secs(60);
/// How long to listen for something that must not come.
const WHILE: Duration = Duration::from_millis(300);

/// The engine; with `XANTHOS_RANKS` one of so many ranks, for `cargo xtask test --only cluster`.
fn program() -> Command {
    let Some(ranks) = std::env::var_os("XANTHOS_RANKS") else { return Command::new(XANTHOS) };
    let mut mpirun = Command::new("mpirun");
    mpirun.env("OMPI_ALLOW_RUN_AS_ROOT", "1").env("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1");
    mpirun.args(["--oversubscribe", "--bind-to", "none", "--enable-recovery", "-n"]).arg(ranks);
    mpirun.args([XANTHOS, "cluster"]);
    mpirun
}

pub struct Gui {
    child: Child,
    input: Option<ChildStdin>,
    output: Receiver<String>,
    transcript: Vec<String>,
}

impl Gui {
    /// Starts the engine without a word.
    pub fn start() -> Gui {
        Gui::start_as(&mut program())
    }

    /// Starts it with another command line.
    pub fn start_as(command: &mut Command) -> Gui {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the engine starts");
        let input = child.stdin.take();
        let mut stdout = BufReader::new(child.stdout.take().expect("stdout is a pipe"));
        let (tell, output) = mpsc::channel();
        thread::spawn(move || {
            let mut bytes = Vec::new();
            while stdout.read_until(b'\n', &mut bytes).is_ok_and(|n| n > 0) {
                let line = String::from_utf8(std::mem::take(&mut bytes)).expect("output is UTF-8");
                if tell.send(line).is_err() {
                    break;
                }
            }
        });
        Gui { child, input, output, transcript: Vec::new() }
    }

    /// Starts it and shakes hands.
    pub fn ready() -> Gui {
        let mut gui = Gui::start();
        gui.send("uci");
        gui.until("uciok");
        gui.sync();
        gui
    }

    pub fn send(&mut self, line: &str) {
        self.transcript.push(format!("> {}", line.chars().take(300).collect::<String>()));
        self.send_bytes(format!("{line}\n").as_bytes());
    }

    /// Bytes as they are. An engine that is gone shows when it is listened to.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        if let Some(input) = &mut self.input {
            let _ = input.write_all(bytes).and_then(|()| input.flush());
        }
    }

    pub fn send_all(&mut self, lines: &[&str]) {
        lines.iter().for_each(|line| self.send(line));
    }

    /// The lines up to and with the first that begins with `word`.
    pub fn until(&mut self, word: &str) -> Vec<String> {
        let deadline = Instant::now() + HUNG;
        let mut lines = Vec::new();
        loop {
            match self.next(deadline.saturating_duration_since(Instant::now())) {
                Ok(line) => {
                    let found = line.split(' ').next() == Some(word);
                    lines.push(line);
                    if found {
                        return lines;
                    }
                }
                Err(why) => panic!("no '{word}' ({why:?}):\n{}", self.transcript.join("\n")),
            }
        }
    }

    /// Everything said until all orders have been carried out.
    pub fn sync(&mut self) -> Vec<String> {
        self.send("isready");
        let mut lines = self.until("readyok");
        lines.pop();
        lines
    }

    /// Searches and gives back everything up to `bestmove`.
    pub fn go(&mut self, limits: &str) -> Vec<String> {
        self.send(format!("go {limits}").trim_end());
        self.until("bestmove")
    }

    /// Sets a position and searches it.
    pub fn search(&mut self, position: &str, limits: &str) -> Vec<String> {
        self.send(&format!("position {position}"));
        self.go(limits)
    }

    /// Listens for a while and gives back what was said.
    pub fn listen(&mut self) -> Vec<String> {
        let deadline = Instant::now() + WHILE;
        let mut lines = Vec::new();
        while let Ok(line) = self.next(deadline.saturating_duration_since(Instant::now())) {
            lines.push(line);
        }
        lines
    }

    fn next(&mut self, patience: Duration) -> Result<String, RecvTimeoutError> {
        let line = self.output.recv_timeout(patience)?;
        let line = line.strip_suffix('\n').expect("every line has an end").to_owned();
        self.transcript.push(format!("< {line}"));
        Ok(line)
    }

    /// Closes the input, as a GUI that dies does.
    pub fn hang_up(&mut self) {
        self.input = None;
    }

    /// Waits for the engine to leave; gives back its last words too.
    pub fn wait(mut self) -> (ExitStatus, Vec<String>) {
        let deadline = Instant::now() + HUNG;
        loop {
            if let Some(status) = self.child.try_wait().expect("the engine is our child") {
                let mut lines = Vec::new();
                while let Ok(line) = self.next(Duration::from_secs(5)) {
                    lines.push(line);
                }
                return (status, lines);
            }
            assert!(
                Instant::now() < deadline,
                "the engine does not leave:\n{}",
                self.transcript.join("\n")
            );
            thread::sleep(Duration::from_millis(2));
        }
    }

    pub fn quit(mut self) -> (ExitStatus, Vec<String>) {
        self.send("quit");
        self.wait()
    }

    /// The process, for tests of signals and CPU time.
    pub fn id(&self) -> u32 {
        self.child.id()
    }
}

impl Drop for Gui {
    fn drop(&mut self) {
        // Only matters after a failed assertion.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Runs the binary to its end with these arguments.
pub fn run(arguments: &[&str]) -> Run {
    let output = Command::new(XANTHOS)
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .unwrap_or_else(|error| panic!("xanthos {arguments:?}: {error}"));
    Run {
        code: output.status.code(),
        stdout: String::from_utf8(output.stdout).expect("stdout is UTF-8"),
    }
}

pub struct Run {
    pub code: Option<i32>,
    pub stdout: String,
}

/// The lines that tell of a refusal.
pub fn errors(lines: &[String]) -> Vec<&String> {
    lines.iter().filter(|line| line.starts_with("info string error: ")).collect()
}

/// The move of the `bestmove` at the end of the lines.
pub fn best(lines: &[String]) -> &str {
    let last = lines.last().expect("there is an answer");
    last.split(' ').nth(1).unwrap_or_else(|| panic!("{last}"))
}
