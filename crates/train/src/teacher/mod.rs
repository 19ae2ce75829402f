// SPDX-License-Identifier: GPL-3.0-or-later
//! Any UCI engine as a teacher: it is asked what positions are worth.
//!
//! ```no_run
//! use chess::Position;
//! use xanthos_train::teacher::{Teacher, TeacherConfig};
//! use play::Launch;
//!
//! let config = TeacherConfig {
//!     launch: Launch::new("stockfish"),
//!     ask: "eval NNUE evaluation".parse()?,
//!     look_ahead: 64,
//!     ..TeacherConfig::default()
//! };
//! let mut teacher = Teacher::start(config)?;
//! let labels = teacher.label(&[Position::startpos()])?;
//! println!("{:?} centipawns for the side to move", labels[0]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A teacher that reads ahead is asked many questions before the first answer is
//! read, so that neither side waits for the other; whether an engine copes with
//! that is for the user to say, and one question at a time is the default. An
//! engine that dies or falls silent is started again without the position that it
//! stumbled over.

mod ask;

use std::time::{Duration, Instant};

use chess::{Color, Position};
use journal::StopFlag;
use play::process::EngineProcess;
use play::{Fault, Launch};

use ask::{Answer, Hearing};
pub use ask::{Ask, BadAsk};

/// So many failures without an answer between them, and the teacher is given up.
const MOST_FAILURES: u32 = 3;

/// Whom to ask, and how.
#[derive(Clone, Debug)]
pub struct TeacherConfig {
    /// How the engine is started.
    pub launch: Launch,
    /// Its options.
    pub options: Vec<(String, String)>,
    /// The question.
    pub ask: Ask,
    /// Questions that may be open at a time.
    pub look_ahead: usize,
    /// What the engine's centipawns are multiplied with.
    pub scale: f64,
    /// How long an answer may take.
    pub patience: Duration,
    /// Whoever raises it ends every wait: an answer that is on its way is lost.
    pub stop: StopFlag,
}

impl Default for TeacherConfig {
    fn default() -> Self {
        TeacherConfig {
            launch: Launch::default(),
            options: Vec::new(),
            ask: Ask::default(),
            look_ahead: 1,
            scale: 1.0,
            patience: Duration::from_secs(20),
            stop: StopFlag::new(),
        }
    }
}

/// A teacher that can't be worked with.
#[derive(Debug, thiserror::Error)]
pub enum TeacherError {
    /// It did not start.
    #[error("teacher: {0}")]
    Start(Fault),
    /// Somebody raised the flag of its configuration.
    #[error("teacher: stopped")]
    Stopped,
    /// It failed again and again.
    #[error("teacher: failed {failures} times running, the last time at {fen}: {fault}")]
    Useless {
        /// How often.
        failures: u32,
        /// What it was asked about.
        fen: String,
        /// What went wrong.
        fault: Fault,
    },
}

/// A running teacher.
#[derive(Debug)]
pub struct Teacher {
    config: TeacherConfig,
    process: Option<EngineProcess>,
    failures: u32,
    stumbled: u64,
}

impl Teacher {
    /// Starts the engine.
    ///
    /// # Errors
    /// When it can't be started, or does not speak UCI.
    pub fn start(mut config: TeacherConfig) -> Result<Teacher, TeacherError> {
        config.launch.wanted = Some(ask::matters);
        config.look_ahead = config.look_ahead.max(1);
        let process = Some(greet(&config).map_err(TeacherError::Start)?);
        Ok(Teacher { config, process, failures: 0, stumbled: 0 })
    }

    /// Positions that it died of or fell silent over so far.
    pub fn stumbled(&self) -> u64 {
        self.stumbled
    }

    /// What each position is worth for the side to move, in centipawns; `None` for
    /// mates, for positions that it says nothing about, and for those it died of.
    ///
    /// # Errors
    /// When it can't be started again, or fails at position after position.
    pub fn label(&mut self, positions: &[Position]) -> Result<Vec<Option<i16>>, TeacherError> {
        let mut labels = Vec::with_capacity(positions.len());
        let mut asked = 0;
        while labels.len() < positions.len() {
            let now = labels.len();
            let position = &positions[now];
            match self.next(positions, now, &mut asked) {
                Ok(answer) => {
                    self.failures = 0;
                    labels.push(answer.and_then(|answer| self.scaled(answer, position)));
                }
                Err(Fault::Cancelled) => {
                    self.process = None;
                    return Err(TeacherError::Stopped);
                }
                Err(fault) => {
                    self.process = None;
                    self.failures += 1;
                    self.stumbled += 1;
                    if self.failures >= MOST_FAILURES {
                        let (failures, fen) = (self.failures, position.fen());
                        return Err(TeacherError::Useless { failures, fen, fault });
                    }
                    labels.push(None);
                    asked = labels.len();
                }
            }
        }
        Ok(labels)
    }

    /// The answer about position number `now`; others are asked about meanwhile.
    fn next(
        &mut self,
        positions: &[Position],
        now: usize,
        asked: &mut usize,
    ) -> Result<Option<Answer>, Fault> {
        let process = match &mut self.process {
            Some(process) => process,
            gone => gone.insert(greet(&self.config)?),
        };
        let last = positions.len().min(now + self.config.look_ahead);
        // Many questions in one write: half of those that may be open are enough
        // to keep the engine busy.
        if *asked <= now + self.config.look_ahead / 2 && *asked < last {
            let questions: Vec<String> =
                positions[*asked..last].iter().map(|p| self.config.ask.question(p)).collect();
            match process.send(&questions.join("\n")) {
                Ok(()) => *asked = last,
                // What it has said before it died comes first: the answer that is
                // missing then is the one it died of.
                Err(_) if *asked > now => {}
                Err(fault) => return Err(fault),
            }
        }
        let deadline = Instant::now() + self.config.patience;
        let mut hearing = Hearing::default();
        loop {
            let Some(line) = process.receive(deadline, &self.config.stop)? else {
                return Err(Fault::Silent { waited: self.config.patience });
            };
            if hearing.is_over(&self.config.ask, line.text.trim()) {
                return Ok(hearing.answer());
            }
        }
    }

    /// What is written for an answer: scaled, for the side to move.
    fn scaled(&self, answer: Answer, position: &Position) -> Option<i16> {
        let black = position.turn() == Color::Black;
        let worth = match answer {
            Answer::Mover(worth) => worth,
            Answer::White(worth) if black => -worth,
            Answer::White(worth) => worth,
        };
        let worth = (worth * self.config.scale).round();
        (worth.abs() <= f64::from(i16::MAX)).then_some(worth as i16)
    }
}

/// Starts the engine and sets its options.
fn greet(config: &TeacherConfig) -> Result<EngineProcess, Fault> {
    let mut process =
        EngineProcess::start(&config.launch, "stop\nquit", Duration::from_millis(500))?;
    process.send("uci")?;
    let mut chess960 = false;
    await_line(&mut process, config, "uciok", &mut |text| {
        chess960 |= text.starts_with("option name UCI_Chess960");
    })?;
    if chess960 {
        // Castling rights of any rooks are then read as they are meant.
        process.send("setoption name UCI_Chess960 value true")?;
    }
    for (name, value) in &config.options {
        process.send(&format!("setoption name {name} value {value}"))?;
    }
    process.send("isready")?;
    await_line(&mut process, config, "readyok", &mut |_| {})?;
    Ok(process)
}

fn await_line(
    process: &mut EngineProcess,
    config: &TeacherConfig,
    expected: &'static str,
    other: &mut dyn FnMut(&str),
) -> Result<(), Fault> {
    let deadline = Instant::now() + config.patience;
    loop {
        let Some(line) = process.receive(deadline, &config.stop)? else {
            let (waited, tail) = (config.patience, process.complaints());
            return Err(Fault::Handshake { expected, waited, tail });
        };
        match line.text.trim() {
            text if text == expected => return Ok(()),
            text => other(text),
        }
    }
}
