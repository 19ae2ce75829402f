// SPDX-License-Identifier: GPL-3.0-or-later
//! What a search says of a line, in numbers and in chances.

use search::Score;
use serde::Serialize;

/// How quickly chances grow with the score: the curve by which people's games are
/// commonly judged, and for which the thresholds of five, ten and twenty per cent
/// were made. (The engine's own curve speaks of engines, which need less.)
const SLOPE: f64 = 0.003_682_08;

/// A verdict from the view of the side to move where the line begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// Centipawns.
    Cp(i32),
    /// Moves to mate; negative: until being mated.
    Mate(i32),
    /// A tablebase win (positive) or loss.
    Tablebase(i32),
}

impl From<Score> for Verdict {
    fn from(score: Score) -> Self {
        match score {
            Score::Cp(n) => Verdict::Cp(n),
            Score::Mate(n) => Verdict::Mate(n),
            Score::Tablebase(n) => Verdict::Tablebase(n),
        }
    }
}

impl Verdict {
    /// The winning chances it means.
    pub fn chance(self) -> Chance {
        match self {
            Verdict::Mate(n) | Verdict::Tablebase(n) => Chance(if n > 0 { 1000 } else { 0 }),
            Verdict::Cp(n) => {
                Chance((1000.0 / (1.0 + (-SLOPE * f64::from(n)).exp())).round() as u16)
            }
        }
    }

    /// The same, seen by the opponent.
    #[must_use]
    pub fn opposite(self) -> Verdict {
        match self {
            Verdict::Cp(n) => Verdict::Cp(-n),
            Verdict::Mate(n) => Verdict::Mate(-n),
            Verdict::Tablebase(n) => Verdict::Tablebase(-n),
        }
    }
}

/// Winning chances in per mille: what a person may expect to score.
///
/// ```
/// use xanthos_explain::Verdict;
/// assert_eq!(Verdict::Cp(0).chance().per_mille(), 500);
/// assert_eq!(Verdict::Mate(3).chance().per_mille(), 1000);
/// assert_eq!(Verdict::Cp(300).chance().per_mille(), 751);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(transparent)]
pub struct Chance(u16);

impl Chance {
    /// From 0, lost, to 1000, won.
    pub fn per_mille(self) -> u16 {
        self.0
    }

    /// The opponent's chances.
    #[must_use]
    pub fn opposite(self) -> Chance {
        Chance(1000 - self.0)
    }

    /// By how much this is less than `other`; zero if it is not.
    pub fn short_of(self, other: Chance) -> u16 {
        other.0.saturating_sub(self.0)
    }
}
