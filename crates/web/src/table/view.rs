// SPDX-License-Identifier: GPL-3.0-or-later
//! A game as others see it: its state, its names, its PGN.

use super::actor::{Kind, Table};
use super::played_move::{SearchInfo, millis};
use super::record;
use super::seat::{self, Seat};
use super::state::{
    Clocks, GameState, GameStatus, PlayInfo, PlayState, PlayerName, Setup, WatchInfo, WatchState,
};
use crate::protocol::{BoardState, Message, dests};
use analyse::Side;
use chess::Color;
use std::time::Instant;

impl Table {
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

    /// The state of the game, for pages.
    pub(super) fn state(&self) -> Message {
        let now = Instant::now();
        let [white, black] = self.names();
        let status = match self.kind {
            _ if self.outcome.is_some() => GameStatus::Over,
            Kind::Play { .. } if self.is_persons_turn() => GameStatus::YourMove,
            Kind::Play { .. } => GameStatus::Thinking,
            Kind::Watch { .. } if !self.all_ready() => GameStatus::Starting,
            Kind::Watch { .. } if self.paused => GameStatus::Paused,
            Kind::Watch { .. } => GameStatus::Playing,
        };
        let [white_ms, black_ms] = Color::ALL.map(|side| self.clock.left(side, now).map(millis));
        let running = self.clock.running().filter(|_| self.outcome.is_none());
        let clocks = Clocks { white_ms, black_ms, running: running.map(Side::from) };
        let state = GameState {
            version: self.version,
            moves: self.played.clone(),
            board: BoardState::of(&self.game),
            clock: (white_ms.is_some() || black_ms.is_some()).then_some(clocks),
            status,
            outcome: self.outcome.clone(),
            started: self.started.clone(),
        };
        let key = self.key.clone();
        match &self.setup {
            Setup::Play(setup) => {
                let dests = match status {
                    GameStatus::YourMove => dests(self.notation, self.game.position()),
                    _ => Default::default(),
                };
                let offer = self.offer.clone();
                let engine_name = if setup.you == Side::White { black } else { white };
                let setup = setup.clone();
                let game = PlayState { game: key, setup, engine_name, state, dests, offer };
                Message::PlayState(Box::new(game))
            }
            Setup::Watch(setup) => Message::WatchState(Box::new(WatchState {
                watch: key,
                setup: setup.clone(),
                white: PlayerName { name: white },
                black: PlayerName { name: black },
                state,
            })),
        }
    }

    /// What the engine of `side` is thinking, for pages.
    pub(super) fn info(&self, side: Color, thinks: &SearchInfo) -> Message {
        let (key, ply, thinks) = (self.key.clone(), self.game.moves().len(), thinks.clone());
        match self.kind {
            Kind::Play { .. } => Message::PlayInfo(PlayInfo { game: key, ply, thinks }),
            Kind::Watch { .. } => {
                let side = side.into();
                Message::WatchInfo(WatchInfo { watch: key, side, ply, thinks })
            }
        }
    }

    /// The game as PGN, for pages.
    pub(super) fn pgn(&self) -> Message {
        let pgn = record::pgn(self);
        let file = format!("xanthos-{}.pgn", self.started.get(..10).unwrap_or("game"));
        let key = self.key.clone();
        match self.kind {
            Kind::Play { .. } => Message::PlayPgn { game: key, pgn, file },
            Kind::Watch { .. } => Message::WatchPgn { watch: key, pgn, file },
        }
    }
}
