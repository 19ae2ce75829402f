// SPDX-License-Identifier: GPL-3.0-or-later
//! How good a move is, by the winning chances it gives away.

use search::{Score, WinChance};
use serde::{Deserialize, Serialize};

use crate::evidence_line::Rated;
use crate::settings::Thresholds;

/// The name of a move's quality.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Quality {
    /// Nothing better was found.
    Best,
    /// It gives away less than an inaccuracy does.
    Good,
    /// Gives away a little.
    Inaccuracy,
    /// Gives away much.
    Mistake,
    /// Gives away the game, or half of it.
    Blunder,
}

/// A move compared with the best one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Judgement {
    /// The name for it.
    pub quality: Quality,
    /// Chances given away, in per mille.
    pub lost: u16,
    /// The move that is judged.
    pub played: Stake,
    /// The best one.
    pub best: Stake,
    /// Where the names begin.
    pub thresholds: Thresholds,
}

/// A move and what it is worth to the mover.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Stake {
    /// In standard algebraic notation.
    pub san: String,
    /// In UCI notation.
    pub uci: String,
    /// What the search says.
    pub score: Score,
    /// The chances that this means.
    pub chance: WinChance,
}

impl From<&Rated> for Stake {
    fn from(rated: &Rated) -> Self {
        Stake {
            san: rated.san.clone(),
            uci: rated.uci.clone(),
            score: rated.score,
            chance: rated.chance,
        }
    }
}

impl Judgement {
    pub(crate) fn new(played: &Rated, best: &Rated, thresholds: Thresholds) -> Judgement {
        let lost = played.chance.short_of(best.chance);
        let quality = match lost {
            _ if played.mv == best.mv => Quality::Best,
            lost => thresholds.quality(lost),
        };
        Judgement { quality, lost, played: played.into(), best: best.into(), thresholds }
    }
}

impl Thresholds {
    /// The name for a move that is not the best and gives away so many chances.
    pub fn quality(&self, lost: u16) -> Quality {
        match lost {
            lost if lost >= self.blunder => Quality::Blunder,
            lost if lost >= self.mistake => Quality::Mistake,
            lost if lost >= self.inaccuracy => Quality::Inaccuracy,
            _ => Quality::Good,
        }
    }
}
