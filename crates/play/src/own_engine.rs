// SPDX-License-Identifier: GPL-3.0-or-later
//! Our own engine as a player, in this process.

use std::fmt;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, TryRecvError};
use std::time::{Duration, Instant};

use chess::{Game, Move};
use engine::level::Level;
use engine::options::OptionError;
use engine::{Engine, Event, Request, flagship};
use journal::StopFlag;
use search::{Info, Limits};

use crate::fault::Fault;
use crate::reply::{Answer, Pondered, Reply, Thinking};
use crate::turn::Turn;

/// How long a search may take to notice that it is to stop.
const TIMEOUT: Duration = Duration::from_secs(30);
/// How often a stop flag is looked at.
const GLANCE: Duration = Duration::from_millis(50);

/// An engine that is asked for one move at a time.
pub struct OwnEngine {
    engine: Engine,
    events: Receiver<Event>,
    info: Option<Info>,
    /// The position that it thinks about on the opponent's time.
    pondering: Option<u64>,
}

/// What the engine found.
#[derive(Clone, Debug)]
pub struct OwnAnswer {
    /// The move, if there is one.
    pub best: Option<Move>,
    /// The reply that it expects.
    pub expects: Option<Move>,
    /// The deepest report about the position.
    pub info: Option<Info>,
}

/// An engine that can't be had.
#[derive(Debug, thiserror::Error)]
pub enum OwnEngineError {
    /// The system has no thread for it.
    #[error(transparent)]
    Thread(#[from] std::io::Error),
    /// An option is wrong.
    #[error(transparent)]
    Option(#[from] OptionError),
}

impl OwnEngine {
    /// An engine with these options set.
    ///
    /// # Errors
    /// If an option is wrong, or the system has no thread for it.
    pub fn new(options: &[(String, String)]) -> Result<OwnEngine, OwnEngineError> {
        let (tell, events) = mpsc::channel();
        let engine = Engine::new(flagship, move |event| _ = tell.send(event))?;
        let mut own = OwnEngine { engine, events, info: None, pondering: None };
        for (name, value) in options {
            own.engine.set_option(name, Some(value))?;
        }
        Ok(own)
    }

    /// Whether it plays weaker than it can.
    pub fn is_limited(&self) -> bool {
        Level::of(self.engine.options()).is_some()
    }

    /// Begins to think. `fully` asks for its best, whatever strength it plays at.
    pub fn start(&mut self, game: &Game, limits: Limits, fully: bool) {
        self.info = None;
        let request = Request::new(game.clone(), limits);
        // It is only asked when it is idle.
        let _ = self.engine.go(if fully { request.at_full_strength() } else { request });
    }

    /// Begins to think on the opponent's time; `game` ends with the move that he is expected
    /// to play, and the clock of `limits` is ours after it.
    pub fn ponder(&mut self, game: &Game, limits: Limits) {
        self.start(game, Limits { ponder: true, ..limits }, false);
        self.pondering = Some(game.position().key());
    }

    /// The opponent has moved, and the game stands like this: whether it is what was pondered
    /// about. If so, [`OwnEngine::ponderhit`] goes on from there; if not, nothing runs.
    pub fn catch_up(&mut self, game: &Game) -> Pondered {
        match self.pondering.take() {
            None => Pondered::No,
            Some(key) if key == game.position().key() && self.engine.is_busy() => Pondered::Hit,
            Some(_) => {
                self.cancel();
                Pondered::Miss
            }
        }
    }

    /// From now on the thought is on our own clock.
    pub fn ponderhit(&self) {
        self.engine.ponderhit();
    }

    /// The answer, if there is one by now.
    pub fn poll(&mut self) -> Option<OwnAnswer> {
        loop {
            match self.events.try_recv() {
                Ok(event) => {
                    if let Some(answer) = self.hear(event) {
                        return Some(answer);
                    }
                }
                Err(TryRecvError::Empty) => return None,
                Err(TryRecvError::Disconnected) => return Some(self.answer(None)),
            }
        }
    }

    /// Waits for the answer.
    pub fn wait(&mut self) -> OwnAnswer {
        while let Ok(event) = self.events.recv() {
            if let Some(answer) = self.hear(event) {
                return answer;
            }
        }
        self.answer(None)
    }

    /// Waits for the answer, until somebody has had enough: then there is none.
    pub fn wait_unless(&mut self, stop: &StopFlag) -> Option<OwnAnswer> {
        loop {
            if stop.is_raised() {
                return None;
            }
            match self.events.recv_timeout(GLANCE) {
                Ok(event) => {
                    if let Some(answer) = self.hear(event) {
                        return Some(answer);
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Some(self.answer(None)),
            }
        }
    }

    /// Ends what it is thinking about; there is no answer.
    pub fn cancel(&mut self) {
        self.pondering = None;
        self.engine.stop();
        while self.engine.is_busy() {
            match self.events.recv_timeout(TIMEOUT) {
                Ok(event) => drop(self.hear(event)),
                Err(_) => return,
            }
        }
    }

    /// See [`crate::Player::think`].
    pub(crate) fn think(&mut self, turn: &Turn<'_>, cancel: &StopFlag) -> Result<Reply, Fault> {
        let pondered = self.catch_up(turn.game);
        let began = Instant::now();
        if pondered == Pondered::Hit {
            self.engine.ponderhit();
        } else {
            self.start(turn.game, turn.limits.clone(), false);
        }
        let answer = loop {
            if cancel.is_raised() {
                self.cancel();
                return Err(Fault::Cancelled);
            }
            if began.elapsed() >= turn.timeout {
                self.engine.stop();
            }
            match self.events.recv_timeout(GLANCE) {
                Ok(event) => {
                    if let Some(answer) = self.hear(event) {
                        break answer;
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break self.answer(None),
            }
        };
        let Some(best) = answer.best else {
            let fen = turn.game.position().fen();
            return Err(Fault::NoMove { text: "(none)".to_owned(), fen });
        };
        Ok(Reply {
            answer: Answer::Move(best),
            began,
            elapsed: began.elapsed(),
            thinking: answer.thinking(turn.game),
            expects: answer.expects,
            pondered,
            offers_draw: false,
            violations: Vec::new(),
            false_claims: Vec::new(),
            said: Vec::new(),
        })
    }

    /// See [`crate::Player::set_options`].
    pub(crate) fn set_options(&mut self, options: &[(String, String)]) -> Result<(), Fault> {
        for (name, value) in options {
            self.engine
                .set_option(name, Some(value))
                .map_err(|error| Fault::Option { name: name.clone(), reason: error.to_string() })?;
        }
        Ok(())
    }

    /// A game begins: what was learned of the last one is forgotten.
    pub(crate) fn new_game(&mut self) {
        self.engine.new_game();
    }

    fn hear(&mut self, event: Event) -> Option<OwnAnswer> {
        self.engine.note(&event);
        match event {
            Event::Search(search::Event::Depth(depth)) => {
                self.info = Some(depth.best().clone());
                None
            }
            Event::Done(outcome) => {
                let answer = self.answer(outcome.best);
                Some(OwnAnswer { expects: outcome.ponder, ..answer })
            }
            _ => None,
        }
    }

    fn answer(&mut self, best: Option<Move>) -> OwnAnswer {
        OwnAnswer { best, expects: None, info: self.info.take() }
    }
}

impl fmt::Debug for OwnEngine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OwnEngine").field("info", &self.info).finish_non_exhaustive()
    }
}

impl OwnAnswer {
    /// What the engine thought, for the game record.
    pub fn thinking(&self, game: &Game) -> Thinking {
        let Some(info) = &self.info else { return Thinking::default() };
        let mut position = *game.position();
        let spell = |&m: &Move| {
            let text = position.uci(m).to_string();
            position.play(m);
            text
        };
        Thinking {
            score: Some(info.score),
            depth: Some(info.depth),
            nodes: Some(info.nodes),
            time: Some(info.time),
            pv: info.pv.iter().map(spell).collect(),
            ..Thinking::default()
        }
    }
}
