// SPDX-License-Identifier: GPL-3.0-or-later
//! Convolutions as sums: of rows where the input is zeros and ones, of products
//! elsewhere.
//!
//! A layer lies in memory position by position, square by square, channel by
//! channel. What a convolution sees around a square is copied into a row of
//! `9 x channels` numbers (zeros beyond the edge); the layer is then the product
//! of these rows and the weights.

use super::planes::{PLANES, Planes};
use super::shape::{SQUARES, TAPS};

/// Positions whose rows are made at once: they fit the second-level cache.
pub const AT_ONCE: usize = 8;

/// The squares that see a square, each with the tap it is seen through.
#[derive(Clone, Copy)]
struct Neighbours {
    count: u8,
    each: [(u8, u8); TAPS],
}

static NEIGHBOURS: [Neighbours; SQUARES] = {
    let mut table = [Neighbours { count: 0, each: [(0, 0); TAPS] }; SQUARES];
    let mut square = 0;
    while square < SQUARES {
        let mut tap = 0;
        while tap < TAPS {
            // The output at (rank, file) sees (rank + tap / 3 - 1, file + tap % 3 - 1).
            let (rank, file) = (square / 8 + 1, square % 8 + 1);
            let (down, left) = (tap / 3, tap % 3);
            if rank >= down && rank < down + 8 && file >= left && file < left + 8 {
                let neighbours = &mut table[square];
                let neighbour = (rank - down) * 8 + file - left;
                neighbours.each[neighbours.count as usize] = (neighbour as u8, tap as u8);
                neighbours.count += 1;
            }
            tap += 1;
        }
        square += 1;
    }
    table
};

/// Calls `tell` with every plane, square that sees a one in it, and tap.
#[inline(always)]
pub fn for_each_one(planes: &Planes, mut tell: impl FnMut(usize, usize, usize)) {
    for (plane, &board) in planes.0.iter().enumerate() {
        let mut rest = board;
        while rest != 0 {
            let neighbours = &NEIGHBOURS[rest.trailing_zeros() as usize];
            rest &= rest - 1;
            for &(neighbour, tap) in &neighbours.each[..usize::from(neighbours.count)] {
                tell(plane, usize::from(neighbour), usize::from(tap));
            }
        }
    }
}

/// The first convolution: adds the weights of the ones to `layer`.
pub fn first_layer(planes: &Planes, weights: &[f32], filters: usize, layer: &mut [f32]) {
    match filters {
        8 => add_ones::<8>(planes, weights, layer),
        16 => add_ones::<16>(planes, weights, layer),
        32 => add_ones::<32>(planes, weights, layer),
        _ => for_each_one(planes, |plane, neighbour, tap| {
            let from = (tap * PLANES + plane) * filters;
            let sums = layer[neighbour * filters..][..filters].iter_mut();
            sums.zip(&weights[from..][..filters]).for_each(|(sum, weight)| *sum += weight);
        }),
    }
}

/// The same for a number of filters that the compiler knows, a fifth of the time.
fn add_ones<const FILTERS: usize>(planes: &Planes, weights: &[f32], layer: &mut [f32]) {
    let (weights, _) = weights.as_chunks::<FILTERS>();
    let (layer, _) = layer.as_chunks_mut::<FILTERS>();
    for_each_one(planes, |plane, neighbour, tap| {
        let row = &weights[tap * PLANES + plane];
        layer[neighbour].iter_mut().zip(row).for_each(|(sum, weight)| *sum += weight);
    });
}

/// The rows that a convolution sees, for whole positions.
pub fn rows(layer: &[f32], channels: usize, rows: &mut Vec<f32>) {
    let board = SQUARES * channels;
    rows.clear();
    rows.resize(layer.len() * TAPS, 0.0);
    for (layer, rows) in layer.chunks_exact(board).zip(rows.chunks_exact_mut(board * TAPS)) {
        for_each_stretch(channels, |row, from, length| {
            rows[row..row + length].copy_from_slice(&layer[from..from + length]);
        });
    }
}

/// The way back: adds the gradients of the rows to those of what they were made of.
pub fn add_rows_back(rows: &[f32], channels: usize, layer: &mut [f32]) {
    let board = SQUARES * channels;
    for (layer, rows) in layer.chunks_exact_mut(board).zip(rows.chunks_exact(board * TAPS)) {
        for_each_stretch(channels, |row, from, length| {
            let gradients = rows[row..row + length].iter();
            layer[from..from + length]
                .iter_mut()
                .zip(gradients)
                .for_each(|(to, gradient)| *to += gradient);
        });
    }
}

/// The stretches of numbers that go from a layer into its rows: three squares
/// side by side are one, two at the edge.
#[inline]
fn for_each_stretch(channels: usize, mut copy: impl FnMut(usize, usize, usize)) {
    for square in 0..SQUARES {
        let (rank, file) = (square / 8, square % 8);
        for across in 0..3 {
            let Some(seen) = (rank + across).checked_sub(1).filter(|&rank| rank < 8) else {
                continue;
            };
            let first = file.saturating_sub(1);
            let last = (file + 1).min(7);
            let skipped = usize::from(file == 0);
            let row = (square * TAPS + across * 3 + skipped) * channels;
            copy(row, (seen * 8 + first) * channels, (last + 1 - first) * channels);
        }
    }
}
