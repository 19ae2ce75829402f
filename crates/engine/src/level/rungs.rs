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
    //    Elo  depth   nodes  moves  blind  haste
    rung( 500.0,  2.0,   4_000, 40, 0.700, 0.1000),
    rung( 700.0,  2.0,   4_000, 40, 0.520, 0.0750),
    rung( 900.0,  2.3,   4_500, 40, 0.400, 0.0560),
    rung(1100.0,  2.6,   5_000, 36, 0.300, 0.0420),
    rung(1300.0,  3.0,   6_000, 32, 0.220, 0.0310),
    rung(1500.0,  3.5,   7_000, 24, 0.160, 0.0230),
    rung(1700.0,  4.0,   8_000, 18, 0.115, 0.0170),
    rung(1900.0,  5.0,   9_000, 14, 0.080, 0.0125),
    rung(2100.0,  6.0,  10_000, 10, 0.055, 0.0090),
    rung(2300.0,  7.0,  11_000,  8, 0.035, 0.0060),
    rung(2500.0,  8.5,  13_000,  6, 0.020, 0.0040),
    rung(2700.0, 10.0,  18_000,  4, 0.010, 0.0020),
    rung(2850.0, 13.0,  25_000,  3, 0.004, 0.0010),
    rung(3000.0, 40.0,  50_000,  1, 0.000, 0.0000),
];

/// The settings of a rating.
pub(super) fn knobs(elo: f64) -> Knobs {
    let above = RUNGS.partition_point(|rung| rung.elo < elo).clamp(1, RUNGS.len() - 1);
    let (low, high) = (&RUNGS[above - 1], &RUNGS[above]);
    let share = ((elo - low.elo) / (high.elo - low.elo)).clamp(0.0, 1.0);
    let (a, b) = (&low.knobs, &high.knobs);
    let between = |x: f64, y: f64| x + (y - x) * share;
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
