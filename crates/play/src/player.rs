// SPDX-License-Identifier: GPL-3.0-or-later
//! Everybody who can be asked for a move and waited for: our engine, and processes that speak
//! UCI or xboard. People are asked by whoever shows the board.

use std::time::Duration;

use super::fault::Fault;
use super::own_engine::OwnEngine;
use super::process::Launch;
use super::reply::Reply;
use super::turn::{GameStart, Turn};
use super::uci::UciPlayer;
use super::xboard::XboardPlayer;
use chess::Game;
use journal::StopFlag;
use search::Limits;

/// How long an engine may take when no clock runs.
#[derive(Debug, Clone, Copy)]
pub struct Timeouts {
    /// Over its handshake.
    pub startup: Duration,
    /// Over `isready` or `ping`, and the preparations before them.
    pub ping: Duration,
    /// Over its farewell.
    pub quit: Duration,
}

impl Default for Timeouts {
    fn default() -> Timeouts {
        Timeouts {
            startup: Duration::from_secs(10),
            ping: Duration::from_secs(60),
            quit: Duration::from_millis(500),
        }
    }
}

/// An engine that is ready to play.
#[derive(Debug)]
pub enum Player {
    /// Our own, in this process.
    Own(Box<OwnEngine>),
    /// It speaks UCI.
    Uci(Box<UciPlayer>),
    /// It speaks the xboard protocol.
    Xboard(Box<XboardPlayer>),
}

impl Player {
    /// Starts a UCI engine and shakes hands.
    pub fn uci(launch: &Launch, timeouts: &Timeouts, cancel: &StopFlag) -> Result<Player, Fault> {
        UciPlayer::start(launch, *timeouts, cancel).map(|p| Player::Uci(Box::new(p)))
    }

    /// Starts an xboard engine and shakes hands.
    pub fn xboard(
        launch: &Launch,
        timeouts: &Timeouts,
        cancel: &StopFlag,
    ) -> Result<Player, Fault> {
        XboardPlayer::start(launch, *timeouts, cancel).map(|p| Player::Xboard(Box::new(p)))
    }

    /// The name the engine gave itself, or its program's.
    pub fn name(&self) -> &str {
        match self {
            Player::Own(_) => concat!("Xanthos ", env!("CARGO_PKG_VERSION")),
            Player::Uci(player) => player.name(),
            Player::Xboard(player) => player.name(),
        }
    }

    /// Sets options, in order; an empty value presses a button. Answers with
    /// warnings about options that the engine does not know.
    pub fn set_options(&mut self, options: &[(String, String)]) -> Result<Vec<String>, Fault> {
        match self {
            Player::Own(player) => player.set_options(options).map(|()| Vec::new()),
            Player::Uci(player) => player.set_options(options),
            Player::Xboard(player) => player.set_options(options),
        }
    }

    /// Sends a line as it is.
    pub fn send_raw(&mut self, line: &str) -> Result<(), Fault> {
        match self {
            Player::Own(_) => Err(Fault::Unsupported("has no pipe to write to".to_owned())),
            Player::Uci(player) => player.send_raw(line),
            Player::Xboard(player) => player.send_raw(line),
        }
    }

    /// Prepares a game; returns when the engine says that it is ready.
    pub fn new_game(&mut self, start: &GameStart<'_>, cancel: &StopFlag) -> Result<(), Fault> {
        match self {
            Player::Own(player) => {
                let chess960 = ("UCI_Chess960".to_owned(), start.chess960.to_string());
                player.set_options(&[chess960])?;
                player.new_game();
                Ok(())
            }
            Player::Uci(player) => player.new_game(start, cancel),
            Player::Xboard(player) => player.new_game(start, cancel),
        }
    }

    /// Asks for a move.
    pub fn think(&mut self, turn: &Turn<'_>, cancel: &StopFlag) -> Result<Reply, Fault> {
        match self {
            Player::Own(player) => player.think(turn, cancel),
            Player::Uci(player) => player.think(turn, cancel),
            Player::Xboard(player) => player.think(turn, cancel),
        }
    }

    /// Lets an engine think on the opponent's time: `game` ends with the move that it expects
    /// of him, and the clocks of `limits` are those after it. [`Player::think`] then finds out
    /// whether it was right. An xboard engine does so by itself, if it was told at the start.
    pub fn ponder(&mut self, game: &Game, limits: &Limits) -> Result<(), Fault> {
        match self {
            Player::Own(player) => {
                player.ponder(game, limits.clone());
                Ok(())
            }
            Player::Uci(player) => player.ponder(game, limits),
            Player::Xboard(_) => Ok(()),
        }
    }

    /// Ends a search on the opponent's time.
    pub fn stop_pondering(&mut self, cancel: &StopFlag) -> Result<(), Fault> {
        match self {
            Player::Own(player) => {
                player.cancel();
                Ok(())
            }
            Player::Uci(player) => player.stop_pondering(cancel),
            Player::Xboard(_) => Ok(()),
        }
    }

    /// Tells how the game ended.
    pub fn game_over(&mut self, result: &str, reason: &str) {
        match self {
            Player::Own(_) | Player::Uci(_) => {}
            Player::Xboard(player) => player.game_over(result, reason),
        }
    }

    /// Whether the same process may play another game.
    pub fn is_reusable(&self) -> bool {
        match self {
            Player::Own(_) | Player::Uci(_) => true,
            Player::Xboard(player) => player.is_reusable(),
        }
    }

    /// Violations seen since the last reply or after it (answers given twice).
    pub fn take_violations(&mut self) -> Vec<String> {
        match self {
            Player::Own(_) => Vec::new(),
            Player::Uci(player) => player.take_violations(),
            Player::Xboard(player) => player.take_violations(),
        }
    }

    /// Identifier of the process, for pinning and measuring.
    pub fn process_id(&self) -> u32 {
        match self {
            Player::Own(_) => std::process::id(),
            Player::Uci(player) => player.process_id(),
            Player::Xboard(player) => player.process_id(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reply::Answer;
    use chess::Position;

    #[test]
    fn our_engine_plays_like_any_other() {
        let mut player = Player::Own(Box::new(OwnEngine::new(&[]).unwrap()));
        let cancel = StopFlag::new();
        let fen = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1";
        let game = Game::new(Position::from_fen(fen).unwrap());
        let limits = Limits { depth: Some(4), ..Limits::default() };
        player.new_game(&GameStart::standard(&game, &limits), &cancel).unwrap();
        let turn = Turn::new(&game, &limits, Duration::from_secs(60));
        let reply = player.think(&turn, &cancel).unwrap();
        let Answer::Move(m) = reply.answer else { panic!("{reply:?}") };
        assert_eq!(game.position().san(m), "Ra8#");
        assert_eq!(reply.thinking.score, Some(search::Score::Mate(1)));
        cancel.raise();
        assert!(matches!(player.think(&turn, &cancel), Err(Fault::Cancelled)));
    }
}
