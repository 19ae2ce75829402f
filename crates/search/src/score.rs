// SPDX-License-Identifier: GPL-3.0-or-later
//! What a position is worth: the one score type of the program.

use std::fmt;

use chess::Color;
use serde::{Deserialize, Serialize};

use crate::WinChance;

/// The score of a position. Searches report it from the point of view of the side to
/// move; [`Score::pov`] turns it to White's and back.
///
/// The three kinds are never mixed up: a mate is counted in moves, a tablebase
/// result in plies, and only centipawns are an estimate.
///
/// ```
/// use chess::Color;
/// use xanthos_search::Score;
///
/// assert_eq!(Score::Cp(34).to_string(), "+0.34");
/// assert_eq!(Score::Mate(-2).to_string(), "#-2");
/// assert_eq!(-Score::Cp(34), Score::Cp(-34));
/// assert_eq!(Score::Cp(34).pov(Color::Black), Score::Cp(-34));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Score {
    /// Centipawns: 100 is worth a pawn.
    Cp(i32),
    /// `n > 0`: mates in `n` own moves; `n < 0`: is mated in `-n` moves of the
    /// opponent; `0`: is mated already.
    Mate(i32),
    /// A win (`n > 0`) or loss (`n < 0`) known from a tablebase that is entered
    /// `|n|` plies from here (at least 1, so that the sign survives).
    // Games saved by older versions of the page have the short name.
    #[serde(alias = "tb")]
    Tablebase(i32),
}

impl Score {
    /// From White's point of view to `side`'s, and from `side`'s to White's.
    #[must_use]
    pub fn pov(self, side: Color) -> Score {
        match side {
            Color::White => self,
            Color::Black => -self,
        }
    }

    /// The winning chances that it means in games between people.
    pub fn win_chance(self) -> WinChance {
        WinChance::of(self)
    }
}

impl std::ops::Neg for Score {
    type Output = Score;

    /// The opponent's score. `Mate(0)` ("mated now") has no mirror image and
    /// stays itself.
    fn neg(self) -> Score {
        match self {
            Score::Cp(n) => Score::Cp(-n),
            Score::Mate(n) => Score::Mate(-n),
            Score::Tablebase(n) => Score::Tablebase(-n),
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

/// How a reported score relates to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bound {
    /// The score itself.
    Exact,
    /// The true score is at least this.
    Lower,
    /// The true score is at most this.
    Upper,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_point_of_view_is_turned_and_turned_back() {
        for score in [Score::Cp(31), Score::Mate(-3), Score::Mate(0), Score::Tablebase(7)] {
            for side in Color::ALL {
                assert_eq!(score.pov(side).pov(side), score);
            }
            assert_eq!(score.pov(Color::White), score);
        }
        assert_eq!(Score::Mate(-3).pov(Color::Black), Score::Mate(3));
    }

    #[test]
    fn json_names_the_kind() {
        for (score, json) in [
            (Score::Cp(-35), r#"{"cp":-35}"#),
            (Score::Mate(3), r#"{"mate":3}"#),
            (Score::Tablebase(-12), r#"{"tablebase":-12}"#),
        ] {
            assert_eq!(serde_json::to_string(&score).unwrap(), json);
            assert_eq!(serde_json::from_str::<Score>(json).unwrap(), score);
        }
        assert_eq!(serde_json::from_str::<Score>(r#"{"tb":5}"#).unwrap(), Score::Tablebase(5));
    }
}
