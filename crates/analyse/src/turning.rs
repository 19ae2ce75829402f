// SPDX-License-Identifier: GPL-3.0-or-later
//! Where a game turned: moves after which another result had to be expected.

use chess::Color;
use explain::Quality;
use serde::{Deserialize, Serialize};

use crate::report::{MoveReport, Side};

/// From these chances on, in per mille, a game should be won.
const WINNING: u16 = 750;

/// What a move changed, for the one who made it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Turn {
    /// A won game became a lost one.
    ThrewAwayGame,
    /// A won game became an open one.
    LetSlipWin,
    /// An open game became a lost one.
    LostBalance,
}

impl Turn {
    /// What happened, behind a name: `Anna threw away the win`.
    pub fn words(self) -> &'static str {
        match self {
            Turn::ThrewAwayGame => "went from winning to losing",
            Turn::LetSlipWin => "threw away the win",
            Turn::LostBalance => "threw away equality",
        }
    }
}

/// A move that changed the result to be expected.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TurningPoint {
    /// Which move: [`MoveReport::ply`].
    pub ply: usize,
    /// Who made it.
    pub color: Side,
    /// What it changed.
    pub turn: Turn,
    /// White's chances before, in per mille.
    pub before: u16,
    /// White's chances after it.
    pub after: u16,
}

/// The turning points among the moves.
pub(crate) fn turning_points(start: u16, moves: &[MoveReport]) -> Vec<TurningPoint> {
    let before = std::iter::once(start).chain(moves.iter().map(|m| m.win_chance));
    let pairs = moves.iter().zip(before);
    pairs
        .filter(|(m, _)| m.judgement >= Quality::Inaccuracy)
        .filter_map(|(m, before)| {
            let own = |white: u16| match Color::from(m.color) {
                Color::White => white,
                Color::Black => 1000 - white,
            };
            let turn = match (own(before), own(m.win_chance)) {
                (WINNING.., ..=LOSING) => Turn::ThrewAwayGame,
                (WINNING.., OPEN..WINNING) => Turn::LetSlipWin,
                (OPEN..WINNING, ..=LOSING) => Turn::LostBalance,
                _ => return None,
            };
            let (ply, color, after) = (m.ply, m.color, m.win_chance);
            Some(TurningPoint { ply, color, turn, before, after })
        })
        .collect()
}

/// The last chances of a lost game, and the first of an open one.
const LOSING: u16 = 1000 - WINNING;
const OPEN: u16 = LOSING + 1;
