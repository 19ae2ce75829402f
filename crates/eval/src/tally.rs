// SPDX-License-Identifier: GPL-3.0-or-later
//! Adding up: one place where a weight meets its count.

use chess::{Bitboard, Color};

use crate::classical::{Slot, Weights};
use crate::{Pair, Place, Trace};

/// Where the weight of a term is looked up.
pub trait WeightTable {
    /// Weight `index` of `slot`.
    fn get(&self, slot: Slot, index: usize) -> Pair;
}

/// The running sums of one evaluation. All from White's view.
pub struct Tally<'a, T, W = Weights> {
    /// The weights.
    pub weights: &'a W,
    /// Who is told about every term.
    pub trace: &'a mut T,
    /// Credits.
    pub sum: Pair,
    /// Attack units, by the attacking side, where they are counted.
    pub danger: [Pair; 2],
}

impl<'a, T: Trace, W: WeightTable> Tally<'a, T, W> {
    /// Nothing counted yet.
    pub fn new(weights: &'a W, trace: &'a mut T) -> Self {
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
