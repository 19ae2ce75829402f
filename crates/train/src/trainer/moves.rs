// SPDX-License-Identifier: GPL-3.0-or-later
//! How well a network predicts the moves that were played.

use serde::{Deserialize, Serialize};

/// Mean figures over validation positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct MoveAccuracy {
    /// Positions with a choice of moves.
    pub positions: u64,
    /// Negative log-likelihood of the move played.
    pub loss: f64,
    /// How often it was the first choice,
    pub first: f64,
    /// and among the first five.
    pub five: f64,
}

/// The sums behind [`MoveAccuracy`].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MoveTally {
    /// Positions.
    pub positions: u64,
    /// Sum of negative log-likelihoods.
    pub loss: f64,
    /// First choices.
    pub first: u64,
    /// Moves among the first five.
    pub five: u64,
}

impl MoveTally {
    /// Counts a position in which `better` moves were preferred to the one played.
    pub fn count(&mut self, loss: f64, better: usize) {
        self.positions += 1;
        self.loss += loss;
        self.first += u64::from(better == 0);
        self.five += u64::from(better < 5);
    }

    /// The means.
    pub fn accuracy(&self) -> MoveAccuracy {
        let positions = self.positions;
        let mean = |sum: f64| sum / positions.max(1) as f64;
        MoveAccuracy {
            positions,
            loss: mean(self.loss),
            first: mean(self.first as f64),
            five: mean(self.five as f64),
        }
    }
}
