// SPDX-License-Identifier: GPL-3.0-or-later
//! The first layer of a network, the feature transformer.

use chess::{Piece, Square};

use super::features::{KingBuckets, Perspective};
use super::kernels::{Change, Kernel};

/// One perspective's neurons, on cache lines of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct Row<const N: usize>(pub [i16; N]);

/// The weights of `N` neurons for every feature.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transformer<const N: usize> {
    /// Rows of weights, one for each feature.
    pub weights: Box<[Row<N>]>,
    /// The biases.
    pub bias: Row<N>,
    /// How kings choose their features.
    pub buckets: &'static KingBuckets,
}

impl<const N: usize> Transformer<N> {
    /// All weights 0.
    pub fn zero(buckets: &'static KingBuckets) -> Self {
        let row = Row([0; N]);
        Transformer { weights: vec![row; buckets.features()].into(), bias: row, buckets }
    }

    /// The weights of a piece on a square.
    #[inline]
    pub fn row(&self, perspective: Perspective, piece: Piece, square: Square) -> &Row<N> {
        &self.weights[perspective.feature(piece, square)]
    }

    /// The neurons for these pieces, computed from nothing.
    pub fn accumulate(
        &self,
        kernel: Kernel,
        perspective: Perspective,
        pieces: &[(Piece, Square)],
    ) -> Row<N> {
        let rows: Vec<&Row<N>> =
            pieces.iter().map(|&(piece, square)| self.row(perspective, piece, square)).collect();
        let mut row = self.bias;
        kernel.update(&mut row, &self.bias, Change { add: &rows, sub: &[] });
        row
    }

    /// Bytes of the weights and biases in a file.
    pub(super) fn size(buckets: &KingBuckets) -> usize {
        2 * N * (buckets.features() + 1)
    }

    /// Takes weights and biases from the numbers of a file.
    pub(super) fn read(&mut self, numbers: &mut Numbers<'_>) {
        for row in self.weights.iter_mut().chain([&mut self.bias]) {
            numbers.read_row(row);
        }
    }

    /// Puts weights and biases behind the numbers of a file.
    pub(super) fn write(&self, numbers: &mut Vec<u8>) {
        for row in self.weights.iter().chain([&self.bias]) {
            write_row(numbers, row);
        }
    }
}

/// Puts a row behind the numbers of a file.
pub(super) fn write_row<const N: usize>(numbers: &mut Vec<u8>, row: &Row<N>) {
    row.0.iter().for_each(|number| numbers.extend(number.to_le_bytes()));
}

/// What is left of the numbers of a file, whose length was checked before.
pub(super) struct Numbers<'a>(pub &'a [u8]);

impl Numbers<'_> {
    fn next<const B: usize>(&mut self) -> [u8; B] {
        match self.0.split_first_chunk() {
            Some((&bytes, rest)) => {
                self.0 = rest;
                bytes
            }
            None => [0; B],
        }
    }

    pub(super) fn read_row<const N: usize>(&mut self, row: &mut Row<N>) {
        // A whole row at a time: number by number it took three times as long to start.
        let (bytes, rest) = self.0.split_at((2 * N).min(self.0.len()));
        self.0 = rest;
        for (number, pair) in row.0.iter_mut().zip(bytes.as_chunks::<2>().0) {
            *number = i16::from_le_bytes(*pair);
        }
    }

    pub(super) fn i8(&mut self) -> i8 {
        i8::from_le_bytes(self.next())
    }

    pub(super) fn i32(&mut self) -> i32 {
        i32::from_le_bytes(self.next())
    }

    pub(super) fn f32(&mut self) -> f32 {
        f32::from_le_bytes(self.next())
    }
}
