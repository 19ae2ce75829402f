// SPDX-License-Identifier: GPL-3.0-or-later
//! Turning points: moves that changed the expected result.

use chess::Color;
use explain::Quality;
use serde::{Deserialize, Serialize};

use crate::report::{MoveReport, Side};

/// Winning chances in per mille from which on a game should be won.
const WINNING: u16 = 750;

/// What a move changed, for the side that made it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Turn {
    /// A won game became a lost one.
    ThrewAwayGame,
    /// A won game became an even one.
    LetSlipWin,
    /// An even game became a lost one.
    LostBalance,
    /// A worse game became a lost one.
    LostChances,
}

impl Turn {
    /// What happened, behind a name: `Anna threw away the win`.
    pub fn words(self) -> &'static str {
        match self {
            Turn::ThrewAwayGame => "went from winning to losing",
            Turn::LetSlipWin => "threw away the win",
            Turn::LostBalance => "threw away equality",
            Turn::LostChances => "went from worse to losing",
        }
    }
}

/// A move that changed the expected result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TurningPoint {
    /// Which move: [`MoveReport::ply`].
    pub ply: usize,
    /// Who made it.
    pub color: Side,
    /// What it changed.
    pub turn: Turn,
    /// White's winning chances before it, in per mille.
    pub before: u16,
    /// White's winning chances after it.
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
            let turn = change(own(before), own(m.win_chance))?;
            let (ply, color, after) = (m.ply, m.color, m.win_chance);
            Some(TurningPoint { ply, color, turn, before, after })
        })
        .collect()
}

/// What a move changed that left its side these chances of those.
fn change(before: u16, after: u16) -> Option<Turn> {
    match (before, after) {
        (WINNING.., ..=LOSING) => Some(Turn::ThrewAwayGame),
        (WINNING.., EVEN..WINNING) => Some(Turn::LetSlipWin),
        (WORSE.., ..=LOSING) => Some(Turn::LostBalance),
        (EVEN..WORSE, ..=LOSING) => Some(Turn::LostChances),
        _ => None,
    }
}

/// Below these chances nobody calls a game even, though it can still be saved.
const WORSE: u16 = 400;

/// The highest chances of a lost game, and the lowest of an even one.
const LOSING: u16 = 1000 - WINNING;
const EVEN: u16 = LOSING + 1;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_side_that_was_worse_threw_no_equality_away() {
        assert_eq!(change(900, 100), Some(Turn::ThrewAwayGame));
        assert_eq!(change(750, 500), Some(Turn::LetSlipWin));
        assert_eq!(change(500, 250), Some(Turn::LostBalance));
        assert_eq!(change(400, 250), Some(Turn::LostBalance));
        assert_eq!(change(290, 110), Some(Turn::LostChances));
        for (before, after) in [(290, 260), (700, 300), (240, 50), (900, 800)] {
            assert_eq!(change(before, after), None, "{before} {after}");
        }
    }
}
