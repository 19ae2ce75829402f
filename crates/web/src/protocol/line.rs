// SPDX-License-Identifier: GPL-3.0-or-later
//! Lines and chances as the page gets them: in both notations, from White's point of view.

use super::Pen;
use chess::{Color, Game, Move};
use serde::Serialize;

/// Chances of White to win, draw and lose, from those of the side to move.
pub fn wdl([win, draw, loss]: [u16; 3], turn: Color) -> [u16; 3] {
    if turn == Color::White { [win, draw, loss] } else { [loss, draw, win] }
}

/// A line of play.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Line {
    /// For programs.
    pub uci: Vec<String>,
    /// For people.
    pub san: Vec<String>,
}

impl Line {
    /// The part of a line that can be played in `game`.
    pub fn of(pen: Pen, game: &Game, moves: &[Move]) -> Line {
        let mut line = Line::default();
        let mut position = *game.position();
        for m in engine::line::playable(game, moves) {
            line.uci.push(pen.uci(&position, m));
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
