// SPDX-License-Identifier: GPL-3.0-or-later
//! What a player is told before a game and before each of its moves.

use std::time::Duration;

use chess::Game;
use search::Limits;

use crate::time_control::TimeControl;

/// What a player must know before its first move of a game.
#[derive(Debug, Clone, Copy)]
pub struct GameStart<'a> {
    /// The opening: a starting position and the moves already made.
    pub game: &'a Game,
    /// Whether castling is written as king takes rook.
    pub chess960: bool,
    /// Its time control, if it has a clock for the game.
    pub control: Option<TimeControl>,
    /// What each of its moves may cost besides.
    pub limits: &'a Limits,
    /// Who sits opposite, for engines that ask.
    pub opponent: &'a str,
    /// Whether it thinks on the opponent's time.
    pub ponder: bool,
}

impl<'a> GameStart<'a> {
    /// A game of ordinary chess without a clock.
    pub fn standard(game: &'a Game, limits: &'a Limits) -> GameStart<'a> {
        GameStart { game, chess960: false, control: None, limits, opponent: "?", ponder: false }
    }
}

/// A request for a move.
#[derive(Debug, Clone, Copy)]
pub struct Turn<'a> {
    /// The game so far; the player has the move in its last position.
    pub game: &'a Game,
    /// The clocks, and what the move may cost besides.
    pub limits: &'a Limits,
    /// When to stop waiting politely: from then on the player is told to move
    /// at once, and a little later it counts as hung.
    pub timeout: Duration,
    /// How much later.
    pub grace: Duration,
    /// Whether the opponent has offered a draw with its last move.
    pub draw_offered: bool,
}

impl<'a> Turn<'a> {
    /// A request without subtleties.
    pub fn new(game: &'a Game, limits: &'a Limits, timeout: Duration) -> Turn<'a> {
        Turn { game, limits, timeout, grace: Duration::from_secs(1), draw_offered: false }
    }
}
