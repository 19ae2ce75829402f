// SPDX-License-Identifier: GPL-3.0-or-later
//! A game as others see it: its state, its names, its PGN.

use super::actor::{Kind, Table};
use super::note::millis;
use super::record;
use super::seat::{self, Seat};
use super::state::{ClockFace, Key, Name, Names, State, Status};
use crate::protocol::{Shown, dests};
use chess::Color;
use serde::Serialize;
use std::time::Instant;

/// What messages are about.
pub(super) enum Word {
    State,
    Info,
    Pgn,
}

/// A game on paper, as an answer.
#[derive(Serialize)]
pub(super) struct PgnMessage {
    #[serde(flatten)]
    key: Key,
    pgn: String,
    file: String,
}

impl Table {
    pub(super) fn word(&self, word: Word) -> &'static str {
        match (&self.kind, word) {
            (Kind::Play { .. }, Word::State) => "play.state",
            (Kind::Play { .. }, Word::Info) => "play.info",
            (Kind::Play { .. }, Word::Pgn) => "play.pgn",
            (Kind::Watch { .. }, Word::State) => "watch.state",
            (Kind::Watch { .. }, Word::Info) => "watch.info",
            (Kind::Watch { .. }, Word::Pgn) => "watch.pgn",
        }
    }

    pub(super) fn key_message(&self) -> Key {
        match self.kind {
            Kind::Play { .. } => Key::Game(self.key.clone()),
            Kind::Watch { .. } => Key::Watch(self.key.clone()),
        }
    }

    pub(super) fn names(&self) -> [String; 2] {
        let own = |side: Color| match &self.seats[side.index()] {
            Seat::Own(own) => Some(seat::own_name(&own.engine)),
            _ => None,
        };
        Color::ALL.map(|side| match &self.kind {
            Kind::Play { name, .. } => {
                own(side).unwrap_or_else(|| name.clone().unwrap_or_else(|| "You".into()))
            }
            Kind::Watch { names } => own(side).unwrap_or_else(|| names[side.index()].clone()),
        })
    }

    pub(super) fn state(&self) -> State {
        let now = Instant::now();
        let [white, black] = self.names();
        let names = match self.kind {
            Kind::Play { you: Color::White, .. } => Names::Play { engine_name: black },
            Kind::Play { .. } => Names::Play { engine_name: white },
            Kind::Watch { .. } => {
                Names::Watch { white: Name { name: white }, black: Name { name: black } }
            }
        };
        let status = match self.kind {
            _ if self.outcome.is_some() => Status::Over,
            Kind::Play { .. } if self.is_persons_turn() => Status::YourMove,
            Kind::Play { .. } => Status::Thinking,
            Kind::Watch { .. } if !self.all_ready() => Status::Starting,
            Kind::Watch { .. } if self.paused => Status::Paused,
            Kind::Watch { .. } => Status::Playing,
        };
        let may_move = match self.kind {
            Kind::Play { .. } if status == Status::YourMove => {
                Some(dests(self.pen, self.game.position()))
            }
            Kind::Play { .. } => Some(Default::default()),
            Kind::Watch { .. } => None,
        };
        let [white, black] = Color::ALL.map(|side| self.clock.left(side, now).map(millis));
        let running = self.clock.running().filter(|_| self.outcome.is_none());
        let face = ClockFace {
            white_ms: white,
            black_ms: black,
            running: running.map(|side| if side == Color::White { "white" } else { "black" }),
        };
        State {
            key: self.key_message(),
            version: self.version,
            setup: self.setup.clone(),
            names,
            moves: self.notes.clone(),
            board: Shown::of(&self.game),
            dests: may_move,
            clock: (white.is_some() || black.is_some()).then_some(face),
            status,
            offer: self.offer.clone(),
            outcome: self.outcome.clone(),
            started: self.started.clone(),
        }
    }

    pub(super) fn pgn(&self) -> PgnMessage {
        let pgn = record::pgn(self);
        let date = self.started.get(..10).unwrap_or("game");
        PgnMessage { key: self.key_message(), pgn, file: format!("xanthos-{date}.pgn") }
    }
}
