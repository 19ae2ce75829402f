// SPDX-License-Identifier: GPL-3.0-or-later
//! From a score to the winning chances of a person.

use serde::Serialize;

use crate::Score;

/// Winning chances in per mille: what a person may expect to score.
///
/// ```
/// use xanthos_search::Score;
/// assert_eq!(Score::Cp(0).win_chance().per_mille(), 500);
/// assert_eq!(Score::Mate(3).win_chance().per_mille(), 1000);
/// assert_eq!(Score::Cp(300).win_chance().per_mille(), 751);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(transparent)]
pub struct WinChance(u16);

impl WinChance {
    /// Steepness of the logistic curve by which people's games are commonly judged, and
    /// for which the thresholds of five, ten and twenty per cent were made. The curve of
    /// engine games ([`chances`](crate::chances)) is steeper: engines need less to win.
    pub const STEEPNESS: f64 = 0.003_682_08;

    pub(crate) fn of(score: Score) -> WinChance {
        match score {
            Score::Mate(n) | Score::Tablebase(n) => WinChance(if n > 0 { 1000 } else { 0 }),
            Score::Cp(n) => WinChance(
                (1000.0 / (1.0 + (-WinChance::STEEPNESS * f64::from(n)).exp())).round() as u16,
            ),
        }
    }

    /// From 0, lost, to 1000, won.
    pub fn per_mille(self) -> u16 {
        self.0
    }

    /// The opponent's chances.
    #[must_use]
    pub fn opposite(self) -> WinChance {
        WinChance(1000 - self.0)
    }

    /// By how much this is less than `other`; zero if it is not.
    pub fn short_of(self, other: WinChance) -> u16 {
        other.0.saturating_sub(self.0)
    }
}
