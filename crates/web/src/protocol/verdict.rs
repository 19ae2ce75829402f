// SPDX-License-Identifier: GPL-3.0-or-later
//! Scores and lines as the page gets them: from White's view, in both notations.

use super::Pen;
use chess::{Color, Game, Move};
use search::Score;
use serde::{Deserialize, Serialize};

/// A score from White's view: `{"cp": 34}`, `{"mate": -3}`, `{"tb": 12}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// Centipawns.
    Cp(i32),
    /// Moves to mate; 0: the side to move is mated.
    Mate(i32),
    /// Half-moves to a position that tablebases know to be won.
    Tb(i32),
}

impl Verdict {
    /// The score of the side `turn` as White sees it.
    pub fn of(score: Score, turn: Color) -> Verdict {
        match if turn == Color::White { score } else { -score } {
            Score::Cp(n) => Verdict::Cp(n),
            Score::Mate(n) => Verdict::Mate(n),
            Score::Tablebase(n) => Verdict::Tb(n),
        }
    }

    /// The score as `side` sees it.
    pub fn seen_by(self, side: Color) -> Score {
        let score = match self {
            Verdict::Cp(n) => Score::Cp(n),
            Verdict::Mate(n) => Score::Mate(n),
            Verdict::Tb(n) => Score::Tablebase(n),
        };
        if side == Color::White { score } else { -score }
    }
}

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
    fn whites_view_and_back() {
        for score in [Score::Cp(31), Score::Mate(-3), Score::Tablebase(7)] {
            for turn in Color::ALL {
                assert_eq!(Verdict::of(score, turn).seen_by(turn), score);
            }
        }
        let black = Verdict::of(Score::Cp(31), Color::Black);
        assert_eq!(serde_json::to_string(&black).unwrap(), r#"{"cp":-31}"#);
        assert_eq!(wdl([700, 200, 100], Color::Black), [100, 200, 700]);
    }
}
