// SPDX-License-Identifier: GPL-3.0-or-later
//! How quickly the real binary answers, seen from the other end of the pipe.
//!
//! `cargo bench --package xanthos --bench latency` prints, for each question,
//! the median, the 99th percentile and the worst time until the answer. On a
//! busy machine these are mostly times of other programs; `chrt -r 20` in front
//! of the built bench (it needs the word `--bench`) shows the engine's own.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

const STARTS: usize = 100;
const QUESTIONS: usize = 1_000;

struct Engine {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Engine {
    fn start() -> Engine {
        let mut child = Command::new(env!("CARGO_BIN_EXE_xanthos"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the binary starts");
        let input = child.stdin.take().expect("stdin is a pipe");
        let output = BufReader::new(child.stdout.take().expect("stdout is a pipe"));
        Engine { child, input, output }
    }

    fn send(&mut self, command: &str) {
        // One write, as GUIs do it.
        self.input.write_all(format!("{command}\n").as_bytes()).expect("the engine reads");
    }

    fn wait_for(&mut self, word: &str) {
        let mut line = String::new();
        while !line.starts_with(word) {
            line.clear();
            let read = self.output.read_line(&mut line).expect("the engine writes");
            assert!(read > 0, "the engine is gone");
        }
    }

    fn ask(&mut self, question: &str, answer: &str) -> Duration {
        let asked = Instant::now();
        self.send(question);
        self.wait_for(answer);
        asked.elapsed()
    }

    fn quit(mut self) {
        self.send("quit");
        self.child.wait().expect("the engine ends");
    }
}

fn main() {
    // `cargo test --all-targets` runs benches too, without this word: nothing to measure there.
    if !std::env::args().any(|arg| arg == "--bench") {
        return;
    }
    println!(
        "{:<34} {:>6} {:>10} {:>10} {:>10}",
        "milliseconds", "count", "median", "99 %", "worst"
    );
    report("start to uciok", (0..STARTS).map(|_| start_to_uciok()).collect());

    let mut engine = Engine::start();
    engine.ask("isready", "readyok");
    let stops = (0..QUESTIONS)
        .map(|_| {
            engine.send("go infinite");
            std::thread::sleep(Duration::from_millis(10));
            let time = engine.ask("stop", "bestmove");
            // Without a breath Linux would throttle a program of high priority.
            std::thread::sleep(Duration::from_millis(4));
            time
        })
        .collect();
    report("stop to bestmove", stops);

    engine.send("go infinite");
    let ready = (0..QUESTIONS)
        .map(|_| {
            std::thread::sleep(Duration::from_millis(3));
            engine.ask("isready", "readyok")
        })
        .collect();
    report("isready to readyok while searching", ready);
    engine.ask("stop", "bestmove");

    report(
        "isready to readyok while idle",
        (0..QUESTIONS).map(|_| engine.ask("isready", "readyok")).collect(),
    );
    report(
        "go depth 1 to bestmove",
        (0..QUESTIONS).map(|_| engine.ask("go depth 1", "bestmove")).collect(),
    );

    let hits = (0..QUESTIONS / 4)
        .map(|_| {
            engine.send("go ponder wtime 1 btime 1");
            std::thread::sleep(Duration::from_millis(3));
            engine.ask("ponderhit", "bestmove")
        })
        .collect();
    report("ponderhit (1 ms left) to bestmove", hits);
    engine.quit();
}

fn start_to_uciok() -> Duration {
    let started = Instant::now();
    let mut engine = Engine::start();
    engine.ask("uci", "uciok");
    let time = started.elapsed();
    engine.quit();
    time
}

fn report(what: &str, mut times: Vec<Duration>) {
    times.sort();
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize].as_secs_f64() * 1e3;
    println!(
        "{what:<34} {:>6} {:>10.3} {:>10.3} {:>10.3}",
        times.len(),
        at(0.5),
        at(0.99),
        at(1.0)
    );
}
