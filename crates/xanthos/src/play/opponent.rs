// SPDX-License-Identifier: GPL-3.0-or-later
//! The engine across the table.

use chess::{Game, Move};
use engine::level::Level;
use engine::{Engine, Event, Request, flagship};
use play::Thinking;
use search::{Info, Limits};
use std::sync::mpsc::{self, Receiver, TryRecvError};
use std::time::Duration;

/// How long a search may take to notice that it is to stop.
const PATIENCE: Duration = Duration::from_secs(30);

/// An engine that is asked for one move at a time.
pub struct Opponent {
    engine: Engine,
    events: Receiver<Event>,
    info: Option<Info>,
}

/// What the engine found.
pub struct Answer {
    pub best: Option<Move>,
    pub info: Option<Info>,
}

impl Opponent {
    /// An engine with these options set.
    pub fn new(options: &[(String, String)]) -> Result<Opponent, anyhow::Error> {
        let (tell, events) = mpsc::channel();
        let engine = Engine::new(flagship, move |event| _ = tell.send(event))?;
        let mut opponent = Opponent { engine, events, info: None };
        for (name, value) in options {
            opponent.engine.set_option(name, Some(value))?;
        }
        Ok(opponent)
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

    /// The answer, if there is one by now.
    pub fn poll(&mut self) -> Option<Answer> {
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
    pub fn wait(&mut self) -> Answer {
        while let Ok(event) = self.events.recv() {
            if let Some(answer) = self.hear(event) {
                return answer;
            }
        }
        self.answer(None)
    }

    /// Ends what it is thinking about; there is no answer.
    pub fn cancel(&mut self) {
        self.engine.stop();
        while self.engine.is_busy() {
            match self.events.recv_timeout(PATIENCE) {
                Ok(event) => drop(self.hear(event)),
                Err(_) => return,
            }
        }
    }

    fn hear(&mut self, event: Event) -> Option<Answer> {
        self.engine.note(&event);
        match event {
            Event::Search(search::Event::Depth(depth)) => {
                self.info = Some(depth.best().clone());
                None
            }
            Event::Done(outcome) => Some(self.answer(outcome.best)),
            _ => None,
        }
    }

    fn answer(&mut self, best: Option<Move>) -> Answer {
        Answer { best, info: self.info.take() }
    }
}

/// What the engine thought, for the score sheet.
pub fn thinking(game: &Game, info: &Info) -> Thinking {
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
