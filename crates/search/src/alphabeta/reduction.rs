// SPDX-License-Identifier: GPL-3.0-or-later
//! How much less deeply a late move is searched. Worth 106 ±37 Elo at 5,000 nodes
//! a move; what adjusts the reduction of a single move 44 ±41 at 2,000.
//!
//! The logarithms are taken in integers at compile time: a node count must be
//! the same on every machine, and floating-point libraries are not.

use chess::{Move, Position};
use eval::Evaluator;

use super::Searcher;
use super::node::Node;
use crate::tunables as t;

/// Reductions are added up in 1/1024 of a ply.
pub const PLY: i32 = 1_024;

const SIZE: usize = 64;

/// Binary logarithms, in 1/1024.
static LOG2: [i32; SIZE] = {
    let mut table = [0; SIZE];
    let mut n = 1;
    while n < SIZE {
        table[n] = log2(n as u64);
        n += 1;
    }
    table
};

/// The reduction of the `number`th move of a node with `depth` left, before
/// anything else is known about it, in 1/1024 of a ply.
#[inline]
pub fn base_reduction(depth: i32, number: usize, quiet: bool) -> i32 {
    let log = |n: usize| LOG2[n.min(SIZE - 1)];
    let product = log(depth.max(0) as usize) * log(number) / PLY;
    let (base, divisor) = if quiet {
        (t::lmr_quiet_base(), t::lmr_quiet_divisor())
    } else {
        (t::lmr_noisy_base(), t::lmr_noisy_divisor())
    };
    base + product * 100 / divisor
}

impl<E: Evaluator> Searcher<'_, E> {
    /// How many plies less deeply a move is searched at first: the later it
    /// comes and the deeper the node, the more; less for what is forcing, has
    /// been good elsewhere or lies near the principal line. May be negative for
    /// a move that looks better than its place in the order.
    pub(super) fn reduction<const PV: bool>(&self, node: &Node, mv: Move, child: &Position) -> i32 {
        let quiet = mv.is_quiet();
        let history = if quiet {
            self.data.history.quiet_history(&node.context, node.position, mv)
        } else {
            self.data.history.capture_history(node.position, mv)
        };
        let when = |condition: bool, amount: i32| if condition { amount } else { 0 };
        let mut reduction = base_reduction(node.depth, node.number, quiet);
        reduction -= history * PLY / t::lmr_history();
        reduction -= when(node.was_pv, t::lmr_pv());
        reduction -= when(PV, PLY / 2);
        reduction += when(node.cut, t::lmr_cut_node());
        reduction += when(node.cut && node.tt_move.is_null(), t::lmr_no_tt_move());
        reduction += when(!node.improving, t::lmr_not_improving());
        reduction += when(node.tt_move.is_noisy() && quiet, t::lmr_tt_capture());
        reduction -= when(child.in_check(), t::lmr_check());
        reduction += when(self.stack[node.ply + 1].cutoffs > 3, t::lmr_cutoffs());
        reduction -= node.correction.abs() * t::lmr_correction();
        reduction / PLY
    }
}

/// Binary logarithm in 1/1024, digit by digit: squaring a number between 1 and
/// 2 doubles its logarithm, and the next digit is whether the square reaches 2.
const fn log2(n: u64) -> i32 {
    let whole = n.ilog2();
    let mut mantissa = n << (31 - whole);
    let mut log = whole as i32;
    let mut digit = 0;
    while digit < 10 {
        mantissa = (mantissa * mantissa) >> 31;
        log *= 2;
        if mantissa >> 32 != 0 {
            mantissa >>= 1;
            log += 1;
        }
        digit += 1;
    }
    log
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_right() {
        for n in 1..1_000_u32 {
            let exact = f64::from(n).log2() * 1_024.0;
            assert!((f64::from(log2(u64::from(n))) - exact).abs() <= 2.0, "log2({n})");
        }
    }

    #[test]
    fn later_and_deeper_moves_are_reduced_more() {
        for quiet in [false, true] {
            for depth in 1..100 {
                for number in 1..100 {
                    let here = base_reduction(depth, number, quiet);
                    assert!(here <= base_reduction(depth + 1, number, quiet));
                    assert!(here <= base_reduction(depth, number + 1, quiet));
                    assert!(here < depth * PLY + PLY);
                }
            }
        }
    }
}
