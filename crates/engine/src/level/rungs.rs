// SPDX-License-Identifier: GPL-3.0-or-later
//! What a rating comes to: the one table of the levels.
//!
//! The settings of a rung were chosen, and then its rating was measured: between
//! neighbours and against engines of known rating, as docs/levels.md tells. Between
//! two rungs everything goes in proportion, numbers of nodes by their logarithm.

/// How a player of some strength thinks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Knobs {
    /// How many half-moves ahead it looks. Two and a half: two or three, by chance.
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

impl Knobs {
    /// Thinks of a task that it has learnt to master.
    pub const TECHNIQUE: Knobs =
        Knobs { depth: 14.0, nodes: 8_000, candidates: 1, blindness: 0.0, haste: 0.0 };
}

struct Rung {
    elo: f64,
    knobs: Knobs,
}

const fn rung(
    elo: f64,
    depth: f64,
    nodes: u64,
    candidates: usize,
    blindness: f64,
    haste: f64,
) -> Rung {
    Rung { elo, knobs: Knobs { depth, nodes, candidates, blindness, haste } }
}

/// From the beginner to the strongest limited player, by measured rating.
#[rustfmt::skip]
static RUNGS: [Rung; 14] = [
    //    Elo  depth    nodes  moves  blind  haste
    rung( 500.0,  1.40,    3_900, 40, 0.7119, 0.0977),
    rung( 700.0,  1.79,    4_200, 40, 0.5767, 0.0794),
    rung( 900.0,  2.18,    4_500, 40, 0.4416, 0.0612),
    rung(1100.0,  2.57,    4_800, 39, 0.3189, 0.0450),
    rung(1300.0,  2.95,    5_800, 34, 0.2287, 0.0330),
    rung(1500.0,  3.31,    6_600, 30, 0.1759, 0.0258),
    rung(1700.0,  3.59,    7_200, 26, 0.1432, 0.0218),
    rung(1900.0,  4.10,    8_100, 23, 0.0966, 0.0161),
    rung(2100.0,  4.91,    9_600, 18, 0.0491, 0.0100),
    rung(2300.0,  6.44,   12_300, 12, 0.0164, 0.0050),
    rung(2500.0,  7.74,   14_900,  8, 0.0073, 0.0029),
    rung(2700.0, 11.05,   26_000,  5, 0.0020, 0.0010),
    rung(2900.0, 15.00,  135_000,  4, 0.0006, 0.0004),
    rung(3000.0, 16.80,  230_000,  4, 0.0003, 0.0002),
];

/// The settings of a rating.
pub(super) fn knobs(elo: f64) -> Knobs {
    let above = RUNGS.partition_point(|rung| rung.elo < elo).clamp(1, RUNGS.len() - 1);
    let (low, high) = (&RUNGS[above - 1], &RUNGS[above]);
    let share = ((elo - low.elo) / (high.elo - low.elo)).clamp(0.0, 1.0);
    let (a, b) = (&low.knobs, &high.knobs);
    // In this form exact at both ends.
    let between = |x: f64, y: f64| x * (1.0 - share) + y * share;
    let scaled = |x: f64, y: f64| between(x.ln(), y.ln()).exp();
    Knobs {
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
        assert_eq!(RUNGS[0].elo, Level::LOWEST.elo() as f64);
        assert_eq!(RUNGS[RUNGS.len() - 1].elo, Level::HIGHEST.elo() as f64);
        for rung in &RUNGS {
            assert_eq!(knobs(rung.elo), rung.knobs, "{}", rung.elo);
        }
    }

    #[test]
    fn every_point_of_rating_sees_no_less() {
        let levels = Level::LOWEST.elo()..Level::HIGHEST.elo();
        for elo in levels {
            let (low, high) = (knobs(elo as f64), knobs(elo as f64 + 1.0));
            assert!(low.depth <= high.depth, "{elo}");
            assert!(low.nodes <= high.nodes, "{elo}");
            assert!(low.candidates >= high.candidates, "{elo}");
            assert!(low.blindness > high.blindness, "{elo}");
            assert!(low.haste > high.haste, "{elo}");
        }
    }
}
