// SPDX-License-Identifier: GPL-3.0-or-later
//! One face for both protocols.

use std::time::Duration;

use super::fault::Fault;
use super::process::Launch;
use super::reply::Reply;
use super::turn::{GameStart, Turn};
use super::uci::UciPlayer;
use super::xboard::XboardPlayer;
use journal::StopFlag;

/// How long an engine may take when no clock runs.
#[derive(Debug, Clone, Copy)]
pub struct Patience {
    /// Over its handshake.
    pub startup: Duration,
    /// Over `isready` or `ping`, and the preparations before them.
    pub ping: Duration,
    /// Over its farewell.
    pub quit: Duration,
}

impl Default for Patience {
    fn default() -> Patience {
        Patience {
            startup: Duration::from_secs(10),
            ping: Duration::from_secs(60),
            quit: Duration::from_millis(500),
        }
    }
}

/// An engine that is ready to play.
#[derive(Debug)]
pub enum Player {
    /// It speaks UCI.
    Uci(Box<UciPlayer>),
    /// It speaks the xboard protocol.
    Xboard(Box<XboardPlayer>),
}

impl Player {
    /// Starts a UCI engine and shakes hands.
    pub fn uci(launch: &Launch, patience: &Patience, cancel: &StopFlag) -> Result<Player, Fault> {
        UciPlayer::start(launch, *patience, cancel).map(|p| Player::Uci(Box::new(p)))
    }

    /// Starts an xboard engine and shakes hands.
    pub fn xboard(
        launch: &Launch,
        patience: &Patience,
        cancel: &StopFlag,
    ) -> Result<Player, Fault> {
        XboardPlayer::start(launch, *patience, cancel).map(|p| Player::Xboard(Box::new(p)))
    }

    /// The name the engine gave itself, or its program's.
    pub fn name(&self) -> &str {
        match self {
            Player::Uci(player) => player.name(),
            Player::Xboard(player) => player.name(),
        }
    }

    /// Sets options, in order; an empty value presses a button. Answers with
    /// warnings about options that the engine does not know.
    pub fn set_options(&mut self, options: &[(String, String)]) -> Result<Vec<String>, Fault> {
        match self {
            Player::Uci(player) => player.set_options(options),
            Player::Xboard(player) => player.set_options(options),
        }
    }

    /// Sends a line as it is.
    pub fn send_raw(&mut self, line: &str) -> Result<(), Fault> {
        match self {
            Player::Uci(player) => player.send_raw(line),
            Player::Xboard(player) => player.send_raw(line),
        }
    }

    /// Prepares a game; returns when the engine says that it is ready.
    pub fn new_game(&mut self, start: &GameStart<'_>, cancel: &StopFlag) -> Result<(), Fault> {
        match self {
            Player::Uci(player) => player.new_game(start, cancel),
            Player::Xboard(player) => player.new_game(start, cancel),
        }
    }

    /// Asks for a move.
    pub fn think(&mut self, turn: &Turn<'_>, cancel: &StopFlag) -> Result<Reply, Fault> {
        match self {
            Player::Uci(player) => player.think(turn, cancel),
            Player::Xboard(player) => player.think(turn, cancel),
        }
    }

    /// Tells how the game ended.
    pub fn game_over(&mut self, result: &str, reason: &str) {
        match self {
            Player::Uci(_) => {}
            Player::Xboard(player) => player.game_over(result, reason),
        }
    }

    /// Whether the same process may play another game.
    pub fn is_reusable(&self) -> bool {
        match self {
            Player::Uci(_) => true,
            Player::Xboard(player) => player.is_reusable(),
        }
    }

    /// Oddities seen since the last reply or after it (answers given twice).
    pub fn take_oddities(&mut self) -> Vec<String> {
        match self {
            Player::Uci(player) => player.take_oddities(),
            Player::Xboard(player) => player.take_oddities(),
        }
    }

    /// Identifier of the process, for pinning and measuring.
    pub fn process_id(&self) -> u32 {
        match self {
            Player::Uci(player) => player.process_id(),
            Player::Xboard(player) => player.process_id(),
        }
    }
}
