// SPDX-License-Identifier: GPL-3.0-or-later
//! Scores as the search counts them: one integer, 16 bits wide (Axon §1).
//!
//! ```text
//! 0 ──────── 28000 ─────── 29000 … 29999 ─────── 30001 ……… 32000
//!   evaluations              tablebase wins          mates
//! ```
//!
//! A mate is worth [`MATE`] minus the half-moves from the *root*; the
//! transposition table keeps half-moves from the *node* instead, since a
//! position may be met at many distances.

use crate::Score;

/// The longest line, in half-moves; also the deepest iteration.
pub const MAX_PLY: usize = 246;

/// Larger than any score, so that every window fits inside ±INFINITE.
pub const INFINITE: i32 = 32_001;

/// The side to move has just mated (never a node's own value, but its origin).
pub const MATE: i32 = 32_000;

/// Beyond this a score means mate.
pub const MATE_BOUND: i32 = 30_000;

/// A tablebase win at the root; one less for each half-move.
const TABLEBASE: i32 = 29_999;

/// Beyond this (and below [`MATE_BOUND`]) a score comes from a tablebase.
const TABLEBASE_BOUND: i32 = 29_000;

/// A draw, by any rule.
pub const DRAW: i32 = 0;

/// Being mated at `ply` half-moves from the root.
pub const fn mated_in(ply: usize) -> i32 {
    ply as i32 - MATE
}

/// Entering a won tablebase position at `ply` half-moves from the root.
pub const fn tablebase_in(ply: usize) -> i32 {
    TABLEBASE - ply as i32
}

/// Mating with the half-move that leads to `ply`.
pub const fn mate_in(ply: usize) -> i32 {
    MATE - ply as i32
}

/// Whether the score announces a mate, for either side.
pub const fn is_mate(value: i32) -> bool {
    value.abs() > MATE_BOUND
}

/// Whether the score is decided: mate or tablebase, for either side.
pub const fn is_decided(value: i32) -> bool {
    value.abs() > TABLEBASE_BOUND
}

/// From half-moves counted from the root to half-moves counted from the node.
pub const fn to_tt(value: i32, ply: usize) -> i32 {
    if value > TABLEBASE_BOUND {
        value + ply as i32
    } else if value < -TABLEBASE_BOUND {
        value - ply as i32
    } else {
        value
    }
}

/// The reverse of [`to_tt`]. `None` if the stored mate, or the way to the
/// tablebase, lies beyond the fifty-move rule as the clock stands here: it was
/// found with a younger clock.
pub const fn from_tt(value: i32, ply: usize, halfmove_clock: u32) -> Option<i32> {
    if !is_decided(value) {
        return Some(value);
    }
    let distance = if is_mate(value) { MATE } else { TABLEBASE } - value.abs();
    if distance + halfmove_clock as i32 > 100 {
        return None;
    }
    Some(if value > 0 { value - ply as i32 } else { value + ply as i32 })
}

impl Score {
    /// The score for the world outside.
    pub fn from_value(value: i32) -> Score {
        let size = value.abs();
        let toward = |n: i32| if value < 0 { -n } else { n };
        if size > MATE_BOUND {
            // The winner moves at odd distances: half-moves rounded up.
            Score::Mate(toward((MATE - size + 1) / 2))
        } else if size > TABLEBASE_BOUND {
            Score::Tablebase(toward(TABLEBASE - size + 1))
        } else {
            Score::Cp(value)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_fits_sixteen_bits() {
        assert!(INFINITE <= i32::from(i16::MAX));
        assert!(mate_in(MAX_PLY) > MATE_BOUND);
        const { assert!(eval::LIMIT < TABLEBASE_BOUND) };
        assert_eq!(to_tt(mate_in(MAX_PLY), MAX_PLY), MATE);
    }

    #[test]
    fn mates_are_counted_in_moves() {
        assert_eq!(Score::from_value(mate_in(1)), Score::Mate(1));
        assert_eq!(Score::from_value(mate_in(3)), Score::Mate(2));
        assert_eq!(Score::from_value(mated_in(0)), Score::Mate(0));
        assert_eq!(Score::from_value(mated_in(2)), Score::Mate(-1));
        assert_eq!(Score::from_value(mated_in(4)), Score::Mate(-2));
        assert_eq!(Score::from_value(-130), Score::Cp(-130));
        assert_eq!(Score::from_value(TABLEBASE), Score::Tablebase(1));
        assert_eq!(Score::from_value(-TABLEBASE + 4), Score::Tablebase(-5));
    }

    #[test]
    fn the_table_keeps_distances_from_the_node() {
        for value in [0, 77, -4_000, mate_in(9), mated_in(8), TABLEBASE - 7] {
            for ply in [0, 1, 5] {
                assert_eq!(from_tt(to_tt(value, ply), ply, 0), Some(value));
            }
        }
        // A mate six half-moves below the node, met at distance two.
        assert_eq!(from_tt(MATE - 6, 2, 0), Some(mate_in(8)));
    }

    #[test]
    fn a_mate_beyond_fifty_moves_is_not_believed() {
        assert_eq!(from_tt(MATE - 6, 0, 94), Some(mate_in(6)));
        assert_eq!(from_tt(MATE - 6, 0, 95), None);
        assert_eq!(from_tt(-MATE + 6, 0, 95), None);
        assert_eq!(from_tt(TABLEBASE - 6, 0, 94), Some(TABLEBASE - 6));
        assert_eq!(from_tt(TABLEBASE - 6, 0, 95), None);
        assert_eq!(from_tt(300, 0, 99), Some(300));
    }
}
