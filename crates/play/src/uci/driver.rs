// SPDX-License-Identifier: GPL-3.0-or-later
//! The conversation with a UCI engine.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use chess::{Game, Move, Position};
use search::Limits;

use super::info::Listener;
use super::option::DeclaredOption;
use super::request;
use crate::fault::Fault;
use crate::player::Timeouts;
use crate::process::{EngineProcess, Launch, Line};
use crate::reply::{Answer, Pondered, Reply};
use crate::turn::{GameStart, Turn};
use journal::StopFlag;

/// Lines of an engine that are kept over a move: its last ones.
const MOST_LINES: usize = 4096;

/// After so long without a move on a limit of nodes or depth, somebody is told.
const HINT: Duration = Duration::from_secs(10);

/// Violations that are kept between two moves.
const MOST_VIOLATIONS: usize = 8;

/// A UCI engine that has said `uciok`.
#[derive(Debug)]
pub struct UciPlayer {
    process: EngineProcess,
    timeouts: Timeouts,
    name: String,
    options: Vec<DeclaredOption>,
    chess960: bool,
    violations: Vec<String>,
    /// What it thinks about on the opponent's time, and what it has said so far.
    pondering: Option<(Vec<Move>, Listener)>,
}

impl UciPlayer {
    /// Starts the engine and waits for `uciok`.
    pub fn start(
        launch: &Launch,
        timeouts: Timeouts,
        cancel: &StopFlag,
    ) -> Result<UciPlayer, Fault> {
        let mut process = EngineProcess::start(launch, "stop\nquit", timeouts.quit)?;
        let mut name = launch.command.clone();
        let mut options = Vec::new();
        let deadline = Instant::now() + timeouts.startup;
        process.send("uci")?;
        loop {
            let Some(line) = process.receive(deadline, cancel)? else {
                let (waited, tail) = (timeouts.startup, process.complaints());
                return Err(Fault::Handshake { expected: "uciok", waited, tail });
            };
            let text = line.text.trim();
            if text == "uciok" {
                break;
            } else if let Some(rest) = text.strip_prefix("id name ") {
                name = rest.trim().to_owned();
            } else if let Some(option) = DeclaredOption::parse(text) {
                options.push(option);
            }
        }
        let violations = Vec::new();
        let (chess960, pondering) = (false, None);
        Ok(UciPlayer { process, timeouts, name, options, chess960, violations, pondering })
    }

    /// The name the engine gave itself.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What it declared.
    pub fn options(&self) -> &[DeclaredOption] {
        &self.options
    }

    /// See [`crate::Player::set_options`]. An unknown option is sent all the
    /// same, because engines hide some on purpose.
    pub fn set_options(&mut self, options: &[(String, String)]) -> Result<Vec<String>, Fault> {
        let mut warnings = Vec::new();
        for (name, value) in options {
            match self.declared(name) {
                Some(option) => {
                    option
                        .check(value)
                        .map_err(|reason| Fault::Option { name: name.clone(), reason })?;
                    let command = option.command(value);
                    self.process.send(&command)?;
                }
                None => {
                    warnings.push(format!("doesn't have option {name}"));
                    self.process.send(&format!("setoption name {name} value {value}"))?;
                }
            }
        }
        Ok(warnings)
    }

    /// See [`crate::Player::send_raw`].
    pub fn send_raw(&mut self, line: &str) -> Result<(), Fault> {
        self.process.send(line)
    }

    /// See [`crate::Player::new_game`].
    pub fn new_game(&mut self, start: &GameStart<'_>, cancel: &StopFlag) -> Result<(), Fault> {
        if start.chess960 != self.chess960 {
            if start.chess960 && self.declared("UCI_Chess960").is_none() {
                return Err(Fault::Unsupported("does not play Chess960".to_owned()));
            }
            self.process.send(&format!("setoption name UCI_Chess960 value {}", start.chess960))?;
            self.chess960 = start.chess960;
        }
        self.stop_pondering(cancel)?;
        if start.ponder && self.declared("Ponder").is_some() {
            self.process.send("setoption name Ponder value true")?;
        }
        self.process.send("ucinewgame\nisready")?;
        self.wait_ready(cancel)
    }

    /// See [`crate::Player::ponder`].
    pub fn ponder(&mut self, game: &Game, limits: &Limits) -> Result<(), Fault> {
        let position = request::position(game, self.chess960);
        let go = request::go_ponder(game.position().turn(), limits);
        self.process.send(&format!("{position}\n{go}"))?;
        self.pondering = Some((game.moves().to_vec(), Listener::default()));
        Ok(())
    }

    /// Ends a search on the opponent's time; what it answers is of no interest.
    pub fn stop_pondering(&mut self, cancel: &StopFlag) -> Result<(), Fault> {
        if self.pondering.take().is_none() {
            return Ok(());
        }
        self.process.send("stop")?;
        let deadline = Instant::now() + self.timeouts.ping;
        loop {
            match self.process.receive(deadline, cancel)? {
                Some(line) if best_move(line.text.trim()).is_some() => return Ok(()),
                Some(_) => {}
                None => {
                    let expected = "bestmove after stop".to_owned();
                    return Err(Fault::Unready { expected, waited: self.timeouts.ping });
                }
            }
        }
    }

    /// Whether the engine has thought about this very game on the opponent's time, and is
    /// still at it. What it has said is heard.
    fn is_hit(&mut self, game: &Game) -> Result<bool, Fault> {
        while let Some(line) = self.process.receive_pending()? {
            let text = line.text.trim();
            let Some((_, listener)) = &mut self.pondering else { break };
            if text.starts_with("info") {
                listener.hear(text);
            } else if best_move(text).is_some() {
                // It must not answer before it is told whether it was right.
                self.note_stray(&line);
                self.pondering = None;
            }
        }
        Ok(self.pondering.as_ref().is_some_and(|(moves, _)| moves == game.moves()))
    }

    /// See [`crate::Player::think`].
    pub fn think(&mut self, turn: &Turn<'_>, cancel: &StopFlag) -> Result<Reply, Fault> {
        let position = turn.game.position();
        let ponders = self.pondering.is_some();
        let hit = ponders && self.is_hit(turn.game)?;
        let mut listener = Listener::default();
        if hit {
            listener = self.pondering.take().map_or(listener, |(_, listener)| listener);
        } else {
            self.stop_pondering(cancel)?;
            // Readiness is asked for before the clock starts: whatever the engine
            // still had to say, answers given twice included, is heard first.
            let line = request::position(turn.game, self.chess960);
            self.process.send(&format!("{line}\nisready"))?;
            self.wait_ready(cancel)?;
        }
        let pondered = match (ponders, hit) {
            (false, _) => Pondered::No,
            (true, true) => Pondered::Hit,
            (true, false) => Pondered::Miss,
        };
        let violations = std::mem::take(&mut self.violations);

        let asked = Instant::now();
        if hit {
            self.process.send("ponderhit")?;
        } else {
            self.process.send(&request::go(position.turn(), turn.limits))?;
        }
        let mut deadline = asked + turn.timeout;
        // Without a clock an engine may take its time; one that knows only clocks takes all of it.
        let has_clock = turn.limits.clock.remaining(position.turn()).is_some();
        let mut hint_at = (!has_clock).then(|| asked + HINT).filter(|at| *at < deadline);
        let mut urged = None;
        let mut said = VecDeque::new();
        loop {
            let Some(line) = self.process.receive(hint_at.unwrap_or(deadline), cancel)? else {
                if hint_at.take().is_some() {
                    let go = request::go(position.turn(), turn.limits);
                    let (name, waited) = (&self.name, HINT.as_secs());
                    journal::complain!(
                        "warning: {name}: no move for {waited} s on `{go}`: does it know this limit?"
                    );
                    continue;
                }
                if urged.is_some() {
                    return Err(Fault::Silent { waited: asked.elapsed() });
                }
                // Too late in any case; whether it is slow or dead is still
                // worth knowing.
                urged = Some(self.process.last_write().max(asked));
                self.process.send("stop")?;
                deadline = Instant::now() + turn.grace;
                continue;
            };
            let text = line.text.trim();
            if said.len() == MOST_LINES {
                said.pop_front();
            }
            said.push_back(text.to_owned());
            if text.starts_with("info") {
                listener.hear(text);
            } else if let Some(rest) = best_move(text) {
                let mv = self.understand(position, text, rest)?;
                let answer = Answer::Move(mv);
                let expects = expected(&position.after(mv), rest);
                let began = urged.unwrap_or_else(|| self.process.last_write().max(asked));
                let elapsed = line.at.saturating_duration_since(began);
                let thinking = listener.finish();
                return Ok(Reply {
                    answer,
                    began,
                    elapsed,
                    thinking,
                    expects,
                    pondered,
                    offers_draw: false,
                    violations,
                    false_claims: Vec::new(),
                    said: said.into(),
                });
            }
        }
    }

    /// See [`crate::Player::take_violations`].
    pub fn take_violations(&mut self) -> Vec<String> {
        while let Ok(Some(line)) = self.process.receive_pending() {
            self.note_stray(&line);
        }
        std::mem::take(&mut self.violations)
    }

    /// Identifier of the process.
    pub fn process_id(&self) -> u32 {
        self.process.id()
    }

    fn declared(&self, name: &str) -> Option<&DeclaredOption> {
        self.options.iter().find(|option| option.name.eq_ignore_ascii_case(name))
    }

    fn wait_ready(&mut self, cancel: &StopFlag) -> Result<(), Fault> {
        let deadline = Instant::now() + self.timeouts.ping;
        loop {
            match self.process.receive(deadline, cancel)? {
                Some(line) if line.text.trim() == "readyok" => return Ok(()),
                Some(line) => self.note_stray(&line),
                None => {
                    let expected = "readyok".to_owned();
                    return Err(Fault::Unready { expected, waited: self.timeouts.ping });
                }
            }
        }
    }

    fn note_stray(&mut self, line: &Line) {
        let text = line.text.trim();
        if best_move(text).is_some() && self.violations.len() < MOST_VIOLATIONS {
            let text: String = text.chars().take(80).collect();
            self.violations.push(format!("`{text}` without having been asked"));
        }
    }

    fn understand(&self, position: &Position, text: &str, rest: &str) -> Result<Move, Fault> {
        let word = rest.split_whitespace().next().unwrap_or_default();
        let fen = || position.fen();
        if matches!(word, "" | "(none)" | "0000" | "NULL" | "none" | "null" | "a1a1") {
            return Err(Fault::NoMove { text: text.to_owned(), fen: fen() });
        }
        position.parse_uci(word).map_err(|_| {
            let text = word.chars().take(40).collect();
            Fault::IllegalMove { text, fen: fen() }
        })
    }
}

/// The move behind `ponder`, if it is legal after the one before.
fn expected(after: &Position, rest: &str) -> Option<Move> {
    let mut words = rest.split_whitespace().skip_while(|&word| word != "ponder");
    after.parse_uci(words.nth(1)?).ok()
}

/// What follows `bestmove`, if the line is one.
fn best_move(text: &str) -> Option<&str> {
    let rest = text.strip_prefix("bestmove")?;
    (rest.is_empty() || rest.starts_with(char::is_whitespace)).then_some(rest)
}
