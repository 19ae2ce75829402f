// SPDX-License-Identifier: GPL-3.0-or-later
//! What a search says about a position.

use std::fmt;

/// A verdict from the view of the side to move.
///
/// The three kinds are never mixed up: a mate is counted in moves, a tablebase
/// result in half-moves, and only the rest is a matter of opinion.
///
/// ```
/// use xanthos_search::Score;
/// assert_eq!(Score::Cp(34).to_string(), "cp 34");
/// assert_eq!(Score::Mate(-2).to_string(), "mate -2");
/// assert_eq!(-Score::Cp(34), Score::Cp(-34));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Score {
    /// Centipawns: 100 is worth a pawn.
    Cp(i32),
    /// `n > 0`: mates in `n` own moves; `n < 0`: is mated in `-n` moves of the
    /// opponent; `0`: is mated already.
    Mate(i32),
    /// A win (`n > 0`) or loss (`n < 0`) known from a tablebase that is entered
    /// `|n|` half-moves from here (at least 1, so that the sign survives).
    Tablebase(i32),
}

impl std::ops::Neg for Score {
    type Output = Score;

    /// The same verdict seen by the opponent. `Mate(0)` ("mated now") has no
    /// mirror image and stays itself.
    fn neg(self) -> Score {
        match self {
            Score::Cp(n) => Score::Cp(-n),
            Score::Mate(n) => Score::Mate(-n),
            Score::Tablebase(n) => Score::Tablebase(-n),
        }
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Score::Cp(n) => write!(f, "cp {n}"),
            Score::Mate(n) => write!(f, "mate {n}"),
            Score::Tablebase(n) => write!(f, "tablebase {n}"),
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
