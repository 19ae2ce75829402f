// SPDX-License-Identifier: GPL-3.0-or-later
//! Is there a second move as good as the best one, or none nearly as good?
//!
//! The rule of Achilles (§6) asks for the scores of several lines. One line is
//! all that is searched here, so the others are held against its score with an
//! null window and half the depth, which costs little.

use eval::Evaluator;

use super::Searcher;
use super::node::Window;
use crate::Gap;
use crate::clock::{CLEAR, CLOSE};
use crate::value::MATE_BOUND;

impl<E: Evaluator> Searcher<'_, E> {
    /// Compares the best move with the others. Leaves no trace but in the transposition
    /// table and the histories.
    pub(super) fn gap(&mut self) -> Gap {
        let best = self.roots[0].value;
        if self.roots.len() < 2 || best.abs() >= MATE_BOUND {
            return Gap::Unknown;
        }
        if self.roots[1].rank < self.roots[0].rank {
            return Gap::Clear;
        }
        let (roots, depth, seldepth) = (self.roots.clone(), self.root_depth, self.seldepth);
        self.root_depth = depth / 2;
        let mut reaches = |gap: i32| {
            let beta = best - gap;
            self.search_root(Window { alpha: beta - 1, beta }, 1) >= beta
        };
        let gap = if reaches(CLOSE) {
            Gap::Close
        } else if reaches(CLEAR) {
            Gap::Unknown
        } else {
            Gap::Clear
        };
        (self.roots, self.root_depth, self.seldepth) = (roots, depth, seldepth);
        gap
    }
}
