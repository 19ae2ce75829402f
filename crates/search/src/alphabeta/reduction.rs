// SPDX-License-Identifier: GPL-3.0-or-later
//! How much less deeply a late move is searched.
//!
//! The logarithms are taken in integers at compile time: a node count must be
//! the same on every machine, and floating-point libraries are not.

/// Reductions are added up in 1/1024 of a ply.
pub const PLY: i32 = 1_024;

const SIZE: usize = 64;

static BASE: [[i32; SIZE]; SIZE] = base();

/// The reduction of the `number`th move of a node with `depth` left, before
/// anything else is known about it, in 1/1024 of a ply.
#[inline]
pub fn base_reduction(depth: i32, number: usize) -> i32 {
    BASE[(depth.max(0) as usize).min(SIZE - 1)][number.min(SIZE - 1)]
}

/// 0.6 + log₂(depth) · log₂(number) / 5.
const fn base() -> [[i32; SIZE]; SIZE] {
    let mut table = [[0; SIZE]; SIZE];
    let mut depth = 1;
    while depth < SIZE {
        let mut number = 1;
        while number < SIZE {
            let product = log2(depth as u64) * log2(number as u64) / PLY;
            table[depth][number] = PLY * 3 / 5 + product / 5;
            number += 1;
        }
        depth += 1;
    }
    table
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
        for depth in 1..100 {
            for number in 1..100 {
                let here = base_reduction(depth, number);
                assert!(here <= base_reduction(depth + 1, number));
                assert!(here <= base_reduction(depth, number + 1));
                assert!(here < depth * PLY + PLY);
            }
        }
    }
}
