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
    rung( 500.0,  2.10,   4_400, 40, 0.4700, 0.0650),
    rung( 700.0,  2.35,   4_600, 40, 0.3842, 0.0534),
    rung( 900.0,  2.65,   4_900, 38, 0.2967, 0.0422),
    rung(1100.0,  2.88,   5_600, 35, 0.2394, 0.0345),
    rung(1300.0,  3.20,   6_400, 31, 0.1901, 0.0276),
    rung(1500.0,  3.42,   6_800, 28, 0.1616, 0.0240),
    rung(1700.0,  3.74,   7_500, 25, 0.1265, 0.0198),
    rung(1900.0,  4.23,   8_400, 22, 0.0853, 0.0147),
    rung(2100.0,  4.91,   9_600, 18, 0.0491, 0.0100),
    rung(2300.0,  6.02,  11_600, 13, 0.0195, 0.0057),
    rung(2500.0,  7.66,  14_700,  8, 0.0075, 0.0030),
    rung(2700.0,  9.62,  20_700,  6, 0.0033, 0.0016),
    rung(2900.0, 11.10,  26_200,  4, 0.0019, 0.0010),
    rung(3000.0, 11.91,  29_600,  4, 0.0012, 0.0008),
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
