// SPDX-License-Identifier: GPL-3.0-or-later
//! The same time for each move of a game as long as the user fears (§2, Table 1).

use search::{Adjust, TimeModel};

use super::fixed::equal_parts;

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

/// The levels in per cent.
pub const LEVELS: [&str; TABLE.len()] = {
    let mut names = [""; TABLE.len()];
    let mut i = 0;
    while i < names.len() {
        names[i] = TABLE[i].0;
        i += 1;
    }
    names
};

/// 95 per cent. (Chosen: the paper's own example of such a level.)
pub const SAFETY: TimeModel = of(TABLE[3].1);

/// The model of that level, if there is one.
pub fn safety(level: &str) -> Option<TimeModel> {
    TABLE.iter().find(|row| row.0 == level).map(|row| of(row.1))
}

const fn of(game_length: f64) -> TimeModel {
    TimeModel { name: "safety", plan: equal_parts, game_length, adjust: Adjust::Off }
}

#[cfg(test)]
mod tests {
    use super::super::fixed::AVERAGE_GAME;
    use super::*;

    /// The third line of Table 1: with games of 84.7 half-moves, so
    /// much of the time stays unused on average.
    #[test]
    fn the_table_agrees_with_its_third_line() {
        let lost = [15.3, 25.0, 34.8, 43.2, 45.4, 47.4, 50.5, 55.4, 59.1, 66.0, 69.9, 71.7];
        for ((level, half_moves), lost) in TABLE.iter().zip(lost) {
            let unused = 100.0 * (1.0 - AVERAGE_GAME / half_moves);
            // The paper prints 50.1 for 98 per cent; its own N gives 50.5.
            assert!((unused - lost).abs() < 0.06, "{level}: {unused} {lost}");
        }
    }

    #[test]
    fn every_level_has_a_name() {
        for name in LEVELS {
            assert!(safety(name).is_some());
        }
        assert_eq!(safety("95"), Some(SAFETY));
        assert_eq!(safety("75"), None);
    }
}
