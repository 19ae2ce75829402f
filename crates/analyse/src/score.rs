// SPDX-License-Identifier: GPL-3.0-or-later
//! Verdicts as readers of games know them: from White's view.

use std::fmt;

use chess::Color;
use explain::Verdict;
use formats::pgn::Evaluation;
use serde::{Deserialize, Serialize};

/// What a position is worth to White.
///
/// ```
/// use xanthos_analyse::Score;
/// assert_eq!(serde_json::to_string(&Score::Cp(-35)).unwrap(), r#"{"cp":-35}"#);
/// assert_eq!(Score::Mate(-3).to_string(), "#-3");
/// assert_eq!(Score::Cp(5).to_string(), "+0.05");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Score {
    /// Centipawns.
    Cp(i32),
    /// White mates in so many moves; negative: is mated; 0: the board shows a mate.
    Mate(i32),
    /// White wins (positive) or loses by tablebase, entered so many half-moves from here.
    Tablebase(i32),
}

impl Score {
    /// A verdict of the side that is to move, as White sees it.
    pub(crate) fn of(verdict: Verdict, turn: Color) -> Score {
        let verdict = if turn == Color::White { verdict } else { verdict.opposite() };
        match verdict {
            Verdict::Cp(n) => Score::Cp(n),
            Verdict::Mate(n) => Score::Mate(n),
            Verdict::Tablebase(n) => Score::Tablebase(n),
        }
    }

    /// White's view of `color`'s view, or the other way round.
    #[must_use]
    pub fn seen_by(self, color: Color) -> Score {
        match (color, self) {
            (Color::White, score) => score,
            (Color::Black, Score::Cp(n)) => Score::Cp(-n),
            (Color::Black, Score::Mate(n)) => Score::Mate(-n),
            (Color::Black, Score::Tablebase(n)) => Score::Tablebase(-n),
        }
    }

    /// As `%eval` writes it. A mate that is on the board needs no number.
    pub(crate) fn evaluation(self) -> Option<Evaluation> {
        /// What a won tablebase position is worth where only pawns are understood.
        const TABLEBASE_WIN: i32 = 10_000;
        match self {
            Score::Cp(n) => Some(Evaluation::Centipawns(n)),
            Score::Mate(0) => None,
            Score::Mate(n) => Some(Evaluation::Mate(n)),
            Score::Tablebase(n) => Some(Evaluation::Centipawns(n.signum() * TABLEBASE_WIN)),
        }
    }
}

impl fmt::Display for Score {
    /// `+0.31`, `-1.20`, `0.00`, `#3`, `#-2`, `#` for a mate on the board, `TB` and `-TB`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Score::Cp(0) => f.write_str("0.00"),
            Score::Cp(n) => write!(f, "{:+.2}", f64::from(n) / 100.0),
            Score::Mate(0) => f.write_str("#"),
            Score::Mate(n) => write!(f, "#{n}"),
            Score::Tablebase(n) => f.write_str(if n < 0 { "-TB" } else { "TB" }),
        }
    }
}

impl From<Score> for Verdict {
    fn from(score: Score) -> Verdict {
        match score {
            Score::Cp(n) => Verdict::Cp(n),
            Score::Mate(n) => Verdict::Mate(n),
            Score::Tablebase(n) => Verdict::Tablebase(n),
        }
    }
}

/// White's winning chances in per mille.
pub(crate) fn chance(score: Score) -> u16 {
    Verdict::from(score).chance().per_mille()
}
