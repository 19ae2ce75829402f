// SPDX-License-Identifier: GPL-3.0-or-later
//! What a player is told before a game and before each of its moves.

use std::time::Duration;

use chess::{Color, Game};

/// What an engine may spend on one move, besides its clock.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Budget {
    /// Exactly this long.
    pub movetime: Option<Duration>,
    /// This many nodes.
    pub nodes: Option<u64>,
    /// This many plies.
    pub depth: Option<u32>,
    /// A mate in this many moves (UCI only).
    pub mate: Option<u32>,
}

impl Budget {
    /// Plies alone.
    pub fn depth(depth: u32) -> Budget {
        Budget { depth: Some(depth), ..Budget::default() }
    }

    /// Nodes alone.
    pub fn nodes(nodes: u64) -> Budget {
        Budget { nodes: Some(nodes), ..Budget::default() }
    }

    /// Time alone.
    pub fn movetime(time: Duration) -> Budget {
        Budget { movetime: Some(time), ..Budget::default() }
    }
}

/// The rule of a side's clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Clock {
    /// Moves per session; `None` for the whole game.
    pub moves: Option<u32>,
    /// Time at the start of each session.
    pub base: Duration,
    /// Time added per move.
    pub increment: Duration,
}

/// A side's clock as it stands before a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SideClock {
    /// Time left.
    pub left: Duration,
    /// Time added per move.
    pub increment: Duration,
    /// Moves to the next session.
    pub moves_to_go: Option<u32>,
}

/// Both clocks; a side without one plays by its [`Budget`] alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Clocks {
    /// White's.
    pub white: Option<SideClock>,
    /// Black's.
    pub black: Option<SideClock>,
}

impl Clocks {
    /// No clocks.
    pub const NONE: Clocks = Clocks { white: None, black: None };

    /// The clock of a side.
    pub fn of(&self, color: Color) -> Option<SideClock> {
        match color {
            Color::White => self.white,
            Color::Black => self.black,
        }
    }
}

/// What a player must know before its first move of a game.
#[derive(Debug, Clone, Copy)]
pub struct GameStart<'a> {
    /// The opening: a starting position and the moves already made.
    pub game: &'a Game,
    /// Whether castling is written as king takes rook.
    pub chess960: bool,
    /// Its clock.
    pub clock: Option<Clock>,
    /// Its budget per move.
    pub budget: Budget,
    /// Who sits opposite, for engines that ask.
    pub opponent: &'a str,
}

impl<'a> GameStart<'a> {
    /// A game of ordinary chess without a clock.
    pub fn standard(game: &'a Game, budget: Budget) -> GameStart<'a> {
        GameStart { game, chess960: false, clock: None, budget, opponent: "?" }
    }
}

/// A request for a move.
#[derive(Debug, Clone, Copy)]
pub struct Turn<'a> {
    /// The game so far; the player has the move in its last position.
    pub game: &'a Game,
    /// The clocks.
    pub clocks: Clocks,
    /// The budget.
    pub budget: Budget,
    /// When to stop waiting politely: from then on the player is told to move
    /// at once, and a little later it counts as hung.
    pub patience: Duration,
    /// How much later.
    pub grace: Duration,
    /// Whether the opponent has offered a draw with its last move.
    pub draw_offered: bool,
}

impl<'a> Turn<'a> {
    /// A request without subtleties.
    pub fn new(game: &'a Game, clocks: Clocks, budget: Budget, patience: Duration) -> Turn<'a> {
        let grace = Duration::from_secs(1);
        Turn { game, clocks, budget, patience, grace, draw_offered: false }
    }
}
