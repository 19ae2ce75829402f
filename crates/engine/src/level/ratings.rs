// SPDX-License-Identifier: GPL-3.0-or-later
//! What a rating comes to: the one table of the levels.
//!
//! The settings of a row were chosen, and then its rating was measured: between
//! neighbours and against engines of known rating, as docs/levels.md tells. Between
//! two ratings everything goes in proportion, numbers of nodes by their logarithm.

/// How a player of some strength thinks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LevelSettings {
    /// How many plies ahead it looks. Two and a half: two or three, by chance.
    pub depth: f64,
    /// The most nodes that it looks at.
    pub nodes: u64,
    /// How many of its own moves it compares.
    pub candidates: usize,
    /// How likely it overlooks a move of [difficulty](super::difficulty) one.
    pub blindness: f64,
    /// How large a difference in the expected result escapes it.
    pub haste: f64,
}

impl LevelSettings {
    /// Thinks of a task that it has learnt to master.
    pub const TECHNIQUE: LevelSettings =
        LevelSettings { depth: 14.0, nodes: 8_000, candidates: 1, blindness: 0.0, haste: 0.0 };
}

struct RatingRow {
    elo: f64,
    settings: LevelSettings,
}

const fn row(
    elo: f64,
    depth: f64,
    nodes: u64,
    candidates: usize,
    blindness: f64,
    haste: f64,
) -> RatingRow {
    RatingRow { elo, settings: LevelSettings { depth, nodes, candidates, blindness, haste } }
}

/// From the beginner to the strongest limited player, by measured rating.
#[rustfmt::skip]
static RATINGS: [RatingRow; 14] = [
    //    Elo  depth    nodes  moves  blind  haste
    row( 500.0,  1.40,    8_000, 40, 0.7119, 0.0977),
    row( 700.0,  1.79,    8_000, 40, 0.5767, 0.0794),
    row( 900.0,  2.18,    8_000, 40, 0.4416, 0.0612),
    row(1100.0,  2.57,    8_000, 39, 0.3189, 0.0450),
    row(1300.0,  2.95,    8_000, 34, 0.2287, 0.0330),
    row(1500.0,  3.31,    8_000, 30, 0.1759, 0.0258),
    row(1700.0,  3.59,    8_000, 26, 0.1432, 0.0218),
    row(1900.0,  4.10,    8_100, 23, 0.0966, 0.0161),
    row(2100.0,  4.91,    9_600, 18, 0.0491, 0.0100),
    row(2300.0,  6.44,   12_300, 12, 0.0164, 0.0050),
    row(2500.0,  7.74,   14_900,  8, 0.0073, 0.0029),
    row(2700.0, 11.05,   26_000,  5, 0.0020, 0.0010),
    row(2900.0, 15.00,  135_000,  4, 0.0006, 0.0004),
    row(3000.0, 16.80,  230_000,  4, 0.0003, 0.0002),
];

/// The settings of a rating.
pub(super) fn settings(elo: f64) -> LevelSettings {
    let above = RATINGS.partition_point(|row| row.elo < elo).clamp(1, RATINGS.len() - 1);
    let (low, high) = (&RATINGS[above - 1], &RATINGS[above]);
    let share = ((elo - low.elo) / (high.elo - low.elo)).clamp(0.0, 1.0);
    let (a, b) = (&low.settings, &high.settings);
    // In this form exact at both ends.
    let between = |x: f64, y: f64| x * (1.0 - share) + y * share;
    let scaled = |x: f64, y: f64| between(x.ln(), y.ln()).exp();
    LevelSettings {
        depth: between(a.depth, b.depth),
        nodes: scaled(a.nodes as f64, b.nodes as f64).round() as u64,
        candidates: between(a.candidates as f64, b.candidates as f64).round() as usize,
        blindness: between(a.blindness, b.blindness),
        haste: between(a.haste, b.haste),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Level;

    #[test]
    fn the_table_spans_all_levels() {
        assert_eq!(RATINGS[0].elo, Level::LOWEST.elo() as f64);
        assert_eq!(RATINGS[RATINGS.len() - 1].elo, Level::HIGHEST.elo() as f64);
        for row in &RATINGS {
            assert_eq!(settings(row.elo), row.settings, "{}", row.elo);
        }
    }

    #[test]
    fn every_point_of_rating_sees_no_less() {
        let levels = Level::LOWEST.elo()..Level::HIGHEST.elo();
        for elo in levels {
            let (low, high) = (settings(elo as f64), settings(elo as f64 + 1.0));
            assert!(low.depth <= high.depth, "{elo}");
            assert!(low.nodes <= high.nodes, "{elo}");
            assert!(low.candidates >= high.candidates, "{elo}");
            assert!(low.blindness > high.blindness, "{elo}");
            assert!(low.haste > high.haste, "{elo}");
        }
    }
}
