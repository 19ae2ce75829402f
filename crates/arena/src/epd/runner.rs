// SPDX-License-Identifier: GPL-3.0-or-later
//! Asking an engine, several processes at once.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use chess::Game;
use journal::StopFlag;
use play::{Answer, Fault, GameStart, Player, Reply, Timeouts, Turn};

use super::report::{Attempt, PositionResult, SuiteReport};
use super::task::{Suite, Task};
use crate::game::move_limits;
use crate::launcher;
use crate::options::{ClockRule, EngineConfig};
use play::clock::AMPLE;

/// How late an answer may be before the engine is told to stop. A test of
/// strength is no test of clocks.
const LATENESS: Duration = Duration::from_secs(1);
/// How late it may then still be.
const GRACE: Duration = Duration::from_secs(3);
/// Starts in a row that may fail.
const TRIES: u32 = 3;

/// An engine and how it is asked.
#[derive(Debug, Clone)]
pub struct SuiteRunner {
    /// The engine; of its limits, time per move, nodes and depth count.
    pub engine: EngineConfig,
    /// Processes at once.
    pub concurrency: usize,
    /// Limits of handshakes.
    pub timeouts: Timeouts,
}

/// A position has been answered.
#[derive(Debug)]
pub struct Progress<'a> {
    /// The result.
    pub result: &'a PositionResult,
    /// Positions answered so far.
    pub done: usize,
    /// Those of them that were solved.
    pub solved: usize,
    /// All positions.
    pub total: usize,
}

/// The engine cannot be asked.
#[derive(Debug, thiserror::Error)]
pub enum SuiteRunError {
    /// It does not start.
    #[error("{name}: {fault}")]
    Engine {
        /// Its name.
        name: String,
        /// How it fails.
        fault: Fault,
    },
    /// Without a limit it would think for ever.
    #[error("a time per move, nodes or a depth is needed")]
    NoLimit,
}

enum Message {
    Name(String),
    Result(PositionResult),
    Unstartable(Fault),
}

impl SuiteRunner {
    /// One process at a time.
    pub fn new(engine: EngineConfig) -> SuiteRunner {
        SuiteRunner { engine, concurrency: 1, timeouts: Timeouts::default() }
    }

    /// Asks every question of a suite.
    pub fn run(
        &self,
        suite: &Suite,
        progress: &mut dyn FnMut(&Progress<'_>),
        stop: &StopFlag,
    ) -> Result<SuiteReport, SuiteRunError> {
        let limits = &self.engine.limits;
        let has_time = matches!(limits.clock, ClockRule::PerMove(_));
        if !has_time && limits.nodes.is_none() && limits.depth.is_none() {
            return Err(SuiteRunError::NoLimit);
        }
        let started = Instant::now();
        let next = AtomicUsize::new(0);
        let halt = StopFlag::new();
        let mut report = SuiteReport {
            engine: self.engine.name.clone(),
            results: Vec::new(),
            duration: Duration::ZERO,
            interrupted: false,
        };
        let (sender, messages) = mpsc::channel();
        let fault = thread::scope(|scope| {
            for _ in 0..self.concurrency.clamp(1, suite.tasks.len().max(1)) {
                let (sender, halt, next) = (sender.clone(), &halt, &next);
                scope.spawn(move || self.work(suite, next, &sender, halt));
            }
            drop(sender);
            let mut unstartable = None;
            let mut solved = 0;
            loop {
                if stop.is_raised() {
                    report.interrupted = true;
                    halt.raise();
                }
                match messages.recv_timeout(Duration::from_millis(50)) {
                    Ok(Message::Name(name)) => report.engine = name,
                    Ok(Message::Unstartable(fault)) => {
                        unstartable.get_or_insert(fault);
                        halt.raise();
                    }
                    Ok(Message::Result(result)) => {
                        solved += usize::from(result.solved);
                        let (done, total) = (report.results.len() + 1, suite.tasks.len());
                        progress(&Progress { result: &result, done, solved, total });
                        report.results.push(result);
                    }
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => return unstartable,
                }
            }
        });
        if let Some(fault) = fault {
            return Err(SuiteRunError::Engine { name: self.engine.name.clone(), fault });
        }
        report.results.sort_by_key(|result| result.index);
        report.duration = started.elapsed();
        Ok(report)
    }

    fn work(&self, suite: &Suite, next: &AtomicUsize, sender: &Sender<Message>, halt: &StopFlag) {
        let mut player = None;
        let mut failed_starts = 0;
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(task) = suite.tasks.get(index) else { return };
            let reply = loop {
                if halt.is_raised() {
                    return;
                }
                if player.is_none() {
                    match self.start(halt) {
                        Ok(new) => {
                            failed_starts = 0;
                            let _ = sender.send(Message::Name(new.name().to_owned()));
                            player = Some(new);
                        }
                        Err(Fault::Cancelled) => return,
                        Err(fault) => {
                            failed_starts += 1;
                            if failed_starts >= TRIES {
                                let _ = sender.send(Message::Unstartable(fault));
                                return;
                            }
                            continue;
                        }
                    }
                }
                if let Some(player) = &mut player {
                    break self.ask(player, task, halt);
                }
            };
            let attempt = match reply {
                Ok(reply) => judge(task, index, &reply),
                Err(Fault::Cancelled) => return,
                Err(fault) => {
                    if !fault.leaves_engine_usable() {
                        player = None;
                    }
                    miss(task, index, Attempt::Failed { reason: fault.to_string() })
                }
            };
            if player.as_ref().is_some_and(|player| !player.is_reusable()) {
                player = None;
            }
            if sender.send(Message::Result(attempt)).is_err() {
                return;
            }
        }
    }

    fn start(&self, halt: &StopFlag) -> Result<Player, Fault> {
        let launch = launcher::launch(&self.engine);
        launcher::start(&self.engine, &launch, &self.timeouts, halt).map(|started| started.player)
    }

    fn ask(&self, player: &mut Player, task: &Task, halt: &StopFlag) -> Result<Reply, Fault> {
        let game = Game::new(task.position);
        let limits = move_limits(&self.engine);
        let start = GameStart {
            chess960: !task.position.is_standard_castling(),
            ..GameStart::standard(&game, &limits)
        };
        player.new_game(&start, halt)?;
        let timeout = limits.movetime.map_or(AMPLE, |time| time + LATENESS);
        let turn = Turn { grace: GRACE, ..Turn::new(&game, &limits, timeout) };
        let reply = player.think(&turn, halt)?;
        player.game_over("*", "the next position");
        Ok(reply)
    }
}

fn judge(task: &Task, index: usize, reply: &Reply) -> PositionResult {
    let Answer::Move(mv) = reply.answer else {
        return miss(task, index, Attempt::Failed { reason: "resigns".to_owned() });
    };
    let thinking = &reply.thinking;
    let attempt = Attempt::Move {
        san: task.position.san(mv),
        score: thinking.score.map(|score| score.to_string()),
        depth: thinking.depth,
        nodes: thinking.nodes,
        elapsed: reply.elapsed,
    };
    PositionResult {
        solved: task.is_solved_by(mv, thinking.score),
        points: task.points_for(mv),
        ..miss(task, index, attempt)
    }
}

fn miss(task: &Task, index: usize, attempt: Attempt) -> PositionResult {
    PositionResult {
        index,
        id: task.id.clone(),
        fen: task.position.fen(),
        question: task.question(),
        attempt,
        solved: false,
        points: 0,
        most_points: task.most_points(),
    }
}
