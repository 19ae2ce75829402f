// SPDX-License-Identifier: GPL-3.0-or-later
//! The same time for each move of a game as long as the user fears (T2).

use super::{Allotment, Situation, fixed};

/// The chance, by the document's Table 1, that a game is over before the clock
/// is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Safety(usize);

/// Per cent of games that ended within so many half-moves.
const TABLE: [(&str, f64); 12] = [
    ("70", 100.0),
    ("80", 113.0),
    ("90", 130.0),
    ("95", 149.0),
    ("96", 155.0),
    ("97", 161.0),
    ("98", 171.0),
    ("99", 190.0),
    ("99.5", 207.0),
    ("99.9", 249.0),
    ("99.99", 281.0),
    ("100", 299.0),
];

impl Default for Safety {
    /// 95 per cent. (Chosen: the document's own example of such a level.)
    fn default() -> Self {
        Safety::NINETY_FIVE
    }
}

impl Safety {
    /// 95 per cent of games.
    pub const NINETY_FIVE: Safety = Safety(3);

    /// The levels in per cent.
    pub const NAMES: [&'static str; TABLE.len()] = {
        let mut names = [""; TABLE.len()];
        let mut i = 0;
        while i < names.len() {
            names[i] = TABLE[i].0;
            i += 1;
        }
        names
    };

    /// The level of that name.
    pub fn named(name: &str) -> Option<Safety> {
        TABLE.iter().position(|row| row.0 == name).map(Safety)
    }

    /// Half-moves after which so many games are over.
    pub(super) fn half_moves(self) -> f64 {
        TABLE[self.0].1
    }
}

pub(super) fn allot(situation: &Situation) -> Allotment {
    fixed::equal_parts(situation, situation.safety.half_moves())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The third line of the document's table: with games of 84.7 half-moves, so
    /// much of the time stays unused on average.
    #[test]
    fn the_table_agrees_with_its_third_line() {
        let lost = [15.3, 25.0, 34.8, 43.2, 45.4, 47.4, 50.5, 55.4, 59.1, 66.0, 69.9, 71.7];
        for ((level, half_moves), lost) in TABLE.iter().zip(lost) {
            let unused = 100.0 * (1.0 - fixed::AVERAGE_GAME / half_moves);
            // The document prints 50.1 for 98 per cent; its own N gives 50.5.
            assert!((unused - lost).abs() < 0.06, "{level}: {unused} {lost}");
        }
    }

    #[test]
    fn every_level_has_a_name() {
        for name in Safety::NAMES {
            assert!(Safety::named(name).is_some());
        }
        assert_eq!(Safety::named("95"), Some(Safety::default()));
        assert_eq!(Safety::named("75"), None);
    }
}
