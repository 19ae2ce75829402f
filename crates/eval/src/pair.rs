// SPDX-License-Identifier: GPL-3.0-or-later
//! A middlegame and an endgame value that travel together.

use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// Two values of one feature: with all pieces on the board, and with none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pair {
    /// Worth in the middlegame.
    pub mg: i32,
    /// Worth in the endgame.
    pub eg: i32,
}

impl Pair {
    /// Nothing, in either phase.
    pub const ZERO: Pair = Pair::new(0, 0);

    /// A feature worth `mg` in the middlegame and `eg` in the endgame.
    pub const fn new(mg: i32, eg: i32) -> Self {
        Pair { mg, eg }
    }

    /// The mixture for a board with `phase` of `full` pieces left. Division
    /// rounds towards zero, so that the negative of a pair gives the negative
    /// mixture exactly.
    pub const fn taper(self, phase: i32, full: i32) -> i32 {
        (self.mg * phase + self.eg * (full - phase)) / full
    }
}

impl Add for Pair {
    type Output = Pair;
    fn add(self, other: Pair) -> Pair {
        Pair::new(self.mg + other.mg, self.eg + other.eg)
    }
}

impl Sub for Pair {
    type Output = Pair;
    fn sub(self, other: Pair) -> Pair {
        Pair::new(self.mg - other.mg, self.eg - other.eg)
    }
}

impl Neg for Pair {
    type Output = Pair;
    fn neg(self) -> Pair {
        Pair::new(-self.mg, -self.eg)
    }
}

impl Mul<i32> for Pair {
    type Output = Pair;
    fn mul(self, factor: i32) -> Pair {
        Pair::new(self.mg * factor, self.eg * factor)
    }
}

impl AddAssign for Pair {
    fn add_assign(&mut self, other: Pair) {
        *self = *self + other;
    }
}

impl SubAssign for Pair {
    fn sub_assign(&mut self, other: Pair) {
        *self = *self - other;
    }
}
