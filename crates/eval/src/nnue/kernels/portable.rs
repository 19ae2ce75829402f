// SPDX-License-Identifier: GPL-3.0-or-later
//! Plain loops that every compiler turns into what its processor has.

use super::super::multi::{self, Chunk, L1, Layers};
use super::super::single::QA;
use super::super::transformer::Row;
use super::Change;

/// Numbers worked on at a time: the sums of so many stay in registers.
const BLOCK: usize = 128;

#[inline(always)]
pub fn update<const N: usize>(target: &mut Row<N>, source: &Row<N>, change: Change<'_, N>) {
    const { assert!(N.is_multiple_of(BLOCK)) };
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
fn each<const N: usize>(target: &mut Row<N>, source: &Row<N>, difference: impl Fn(usize) -> i16) {
    for i in 0..N {
        target.0[i] = source.0[i].wrapping_add(difference(i));
    }
}

/// Any number of rows, block by block.
#[inline(always)]
fn blocks<const N: usize>(target: &mut Row<N>, source: &Row<N>, add: &[&Row<N>], sub: &[&Row<N>]) {
    for begin in (0..N).step_by(BLOCK) {
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

pub fn squared_output<const N: usize>(rows: [&Row<N>; 2], weights: &[Row<N>; 2]) -> i32 {
    let mut sum = 0_i32;
    for (row, weights) in rows.into_iter().zip(weights) {
        for (&x, &weight) in row.0.iter().zip(&weights.0) {
            let x = x.clamp(0, QA as i16);
            sum += i32::from(x.wrapping_mul(weight)) * i32::from(x);
        }
    }
    sum
}

pub fn layers<const N: usize>(rows: [&Row<N>; 2], layers: &Layers) -> f32 {
    let mut products = [0_u8; N];
    for (row, products) in rows.into_iter().zip(products.chunks_exact_mut(N / 2)) {
        let (first, second) = row.0.split_at(N / 2);
        for ((product, a), b) in products.iter_mut().zip(first).zip(second) {
            let clip = |x: i16| i32::from(x).clamp(0, multi::QA);
            *product = multi::product(clip(*a), clip(*b)) as u8;
        }
    }
    let mut sums = [0; L1];
    for (inputs, Chunk(weights)) in products.as_chunks::<4>().0.iter().zip(&layers.l1) {
        if *inputs == [0; 4] {
            continue;
        }
        for (sum, weights) in sums.iter_mut().zip(weights) {
            for (&input, &weight) in inputs.iter().zip(weights) {
                *sum += i32::from(input) * i32::from(weight);
            }
        }
    }
    layers.forward(&sums)
}
