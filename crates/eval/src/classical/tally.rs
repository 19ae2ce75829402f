// SPDX-License-Identifier: GPL-3.0-or-later
//! Adding up: one place where a weight meets its count.

use chess::{Bitboard, Color};

use crate::{Pair, Place, Trace};

use super::Weights;
use super::schema::Slot;

/// The running sums of one evaluation. All from White's view.
pub struct Tally<'a, T> {
    pub weights: &'a Weights,
    pub trace: &'a mut T,
    /// Credits.
    pub sum: Pair,
    /// Attack units, by the attacking side.
    pub danger: [Pair; 2],
}

impl<'a, T: Trace> Tally<'a, T> {
    pub fn new(weights: &'a Weights, trace: &'a mut T) -> Self {
        Tally { weights, trace, sum: Pair::ZERO, danger: [Pair::ZERO; 2] }
    }

    /// Credits `color` with weight `index` of `slot`, `count` times.
    #[inline(always)]
    pub fn add(&mut self, color: Color, slot: Slot, index: usize, count: i32, squares: Bitboard) {
        let weight = self.weights.get(slot, index);
        self.trace.count(Place { slot, index }, color, count, weight, squares);
        let worth = weight * count;
        match color {
            Color::White => self.sum += worth,
            Color::Black => self.sum -= worth,
        }
    }

    /// Counts attack units for `attacker`.
    #[inline(always)]
    pub fn threaten(
        &mut self,
        attacker: Color,
        slot: Slot,
        index: usize,
        count: i32,
        squares: Bitboard,
    ) {
        let weight = self.weights.get(slot, index);
        self.trace.count(Place { slot, index }, attacker, count, weight, squares);
        self.danger[attacker.index()] += weight * count;
    }
}
