// SPDX-License-Identifier: GPL-3.0-or-later
//! What layers see of the ones before, forward and back, for any number of boards.
//!
//! Two ways lead to the same sums (a test compares them): [kernels](super::kernels)
//! that look at a board with an edge of zeros, and products of matrices, for which
//! what a square sees is copied into a row.

use super::convolution::{AT_ONCE, add_rows_back, rows};
use super::kernels::{Kernel, PADDED, pad};
use super::product::{Matrix, add_product};
use super::shape::{SQUARES, TAPS};

/// By which instructions boards of some number of channels are looked at, and room
/// for it.
#[derive(Clone, Debug, Default)]
pub struct View {
    kernel: Kernel,
    channels: usize,
    /// A board with an edge, or the rows of a product.
    seen: Vec<f32>,
    /// Gradients of the rows, or weights for the way back.
    turned: Vec<f32>,
}

impl View {
    /// Is to look at boards of so many channels, in the best way that there is.
    pub fn prepare(&mut self, channels: usize) {
        if self.channels != channels {
            *self = View::with(Kernel::best(channels), channels);
        }
    }

    /// With certain instructions, out of [`Kernel::available`].
    pub fn with(kernel: Kernel, channels: usize) -> View {
        let seen = if kernel == Kernel::Product { 0 } else { PADDED * channels };
        View { kernel, channels, seen: vec![0.0; seen], turned: Vec::new() }
    }

    /// Adds a convolution of `input` to `sums`, boards of the same number of channels.
    pub fn convolve(&mut self, input: &[f32], weights: &[f32], sums: &mut [f32]) {
        let channels = self.channels;
        let board = SQUARES * channels;
        if self.kernel != Kernel::Product {
            for (input, sums) in input.chunks_exact(board).zip(sums.chunks_exact_mut(board)) {
                pad(input, channels, &mut self.seen);
                self.kernel.convolve(&self.seen, weights, channels, sums);
            }
            return;
        }
        let weights = Matrix::new(weights, TAPS * channels, channels);
        let some = AT_ONCE * board;
        for (input, sums) in input.chunks(some).zip(sums.chunks_mut(some)) {
            rows(input, channels, &mut self.seen);
            let places = input.len() / channels;
            add_product(Matrix::new(&self.seen, places, TAPS * channels), weights, sums);
        }
    }

    /// The way back from `outer`, the gradients of what [`convolve`](View::convolve) added
    /// to: adds to the gradients of the input, and of the weights.
    pub fn convolve_back(
        &mut self,
        [input, outer]: [&[f32]; 2],
        weights: &[f32],
        below: &mut [f32],
        gradients: &mut [f32],
    ) {
        let channels = self.channels;
        let board = SQUARES * channels;
        if self.kernel != Kernel::Product {
            for (input, outer) in input.chunks_exact(board).zip(outer.chunks_exact(board)) {
                pad(input, channels, &mut self.seen);
                self.kernel.weigh(&self.seen, outer, channels, gradients);
            }
            // A square that is seen through a tap sees back through the one opposite.
            self.turned.clear();
            for tap in (0..TAPS).rev() {
                let taken = &weights[tap * channels * channels..][..channels * channels];
                let column = |from| taken[from..].iter().step_by(channels);
                self.turned.extend((0..channels).flat_map(column));
            }
            for (outer, below) in outer.chunks_exact(board).zip(below.chunks_exact_mut(board)) {
                pad(outer, channels, &mut self.seen);
                self.kernel.convolve(&self.seen, &self.turned, channels, below);
            }
            return;
        }
        let weights = Matrix::new(weights, TAPS * channels, channels);
        let some = AT_ONCE * board;
        let boards = outer.chunks(some).zip(below.chunks_mut(some));
        for (input, (outer, below)) in input.chunks(some).zip(boards) {
            let places = outer.len() / channels;
            rows(input, channels, &mut self.seen);
            let outer = Matrix::new(outer, places, channels);
            let inner = Matrix::new(&self.seen, places, TAPS * channels);
            add_product(inner.turned(), outer, gradients);
            self.turned.clear();
            self.turned.resize(self.seen.len(), 0.0);
            add_product(outer, weights.turned(), &mut self.turned);
            add_rows_back(&self.turned, channels, below);
        }
    }

    /// Adds a dense layer of boards to `sums`, so many numbers for each board.
    pub fn connect(&self, boards: &[f32], weights: &[f32], outputs: usize, sums: &mut [f32]) {
        if self.kernel != Kernel::Product && outputs.is_multiple_of(Kernel::OUTPUTS) {
            return self.kernel.connect(boards, weights, outputs, sums);
        }
        let (count, inputs) = (sums.len() / outputs, weights.len() / outputs);
        let boards = Matrix::new(boards, count, inputs);
        add_product(boards, Matrix::new(weights, inputs, outputs), sums);
    }
}
