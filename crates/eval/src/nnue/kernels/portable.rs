// SPDX-License-Identifier: GPL-3.0-or-later
//! Plain loops that every compiler turns into what its processor has.

use super::super::net::Row;
use super::super::shape::{HIDDEN, QA};
use super::Change;

/// Numbers worked on at a time: the sums of so many stay in registers.
const BLOCK: usize = 128;

const _: () = assert!(HIDDEN.is_multiple_of(BLOCK));

#[inline(always)]
pub fn update(target: &mut Row, source: &Row, change: Change<'_>) {
    match (change.add, change.sub) {
        // A quiet move, a capture, castling: nearly everything there is.
        ([a], [s]) => each(target, source, |i| a.0[i].wrapping_sub(s.0[i])),
        ([a], [s, t]) => {
            each(target, source, |i| a.0[i].wrapping_sub(s.0[i]).wrapping_sub(t.0[i]));
        }
        ([a, b], [s, t]) => each(target, source, |i| {
            a.0[i].wrapping_add(b.0[i]).wrapping_sub(s.0[i]).wrapping_sub(t.0[i])
        }),
        (add, sub) => blocks(target, source, add, sub),
    }
}

#[inline(always)]
fn each(target: &mut Row, source: &Row, difference: impl Fn(usize) -> i16) {
    for i in 0..HIDDEN {
        target.0[i] = source.0[i].wrapping_add(difference(i));
    }
}

/// Any number of rows, block by block.
#[inline(always)]
fn blocks(target: &mut Row, source: &Row, add: &[&Row], sub: &[&Row]) {
    for begin in (0..HIDDEN).step_by(BLOCK) {
        let block = begin..begin + BLOCK;
        let mut sums = [0_i16; BLOCK];
        sums.copy_from_slice(&source.0[block.clone()]);
        for row in add {
            for (sum, number) in sums.iter_mut().zip(&row.0[block.clone()]) {
                *sum = sum.wrapping_add(*number);
            }
        }
        for row in sub {
            for (sum, number) in sums.iter_mut().zip(&row.0[block.clone()]) {
                *sum = sum.wrapping_sub(*number);
            }
        }
        target.0[block].copy_from_slice(&sums);
    }
}

pub fn output(views: [&Row; 2], weights: &[Row; 2]) -> i32 {
    let mut sum = 0_i32;
    for (view, weights) in views.into_iter().zip(weights) {
        for (&x, &weight) in view.0.iter().zip(&weights.0) {
            let x = x.clamp(0, QA as i16);
            sum += i32::from(x.wrapping_mul(weight)) * i32::from(x);
        }
    }
    sum
}
