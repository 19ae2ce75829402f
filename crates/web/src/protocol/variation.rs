// SPDX-License-Identifier: GPL-3.0-or-later
//! Variations in both notations, and chances from White's point of view.

use super::Notation;
use chess::{Color, Game, Move};
use serde::Serialize;

/// Chances of White to win, draw and lose, from those of the side to move.
pub fn wdl([win, draw, loss]: [u16; 3], turn: Color) -> [u16; 3] {
    if turn == Color::White { [win, draw, loss] } else { [loss, draw, win] }
}

/// Moves from a position on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Variation {
    /// In UCI notation.
    pub uci: Vec<String>,
    /// In standard algebraic notation.
    pub san: Vec<String>,
}

impl Variation {
    /// The moves that can be played in `game`, up to the first that can't.
    pub fn of(notation: Notation, game: &Game, moves: &[Move]) -> Variation {
        let mut line = Variation::default();
        let mut position = *game.position();
        for m in engine::line::playable(game, moves) {
            line.uci.push(notation.uci(&position, m));
            line.san.push(position.san(m));
            position.play(m);
        }
        line
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_are_turned_to_whites_point_of_view() {
        assert_eq!(wdl([700, 200, 100], Color::White), [700, 200, 100]);
        assert_eq!(wdl([700, 200, 100], Color::Black), [100, 200, 700]);
    }
}
