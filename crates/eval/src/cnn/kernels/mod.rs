// SPDX-License-Identifier: GPL-3.0-or-later
//! The arithmetic of convolutions, for each kind of processor.
//!
//! A general product of matrices spends more time on packing what a board of 64
//! squares and sixteen channels holds than on multiplying it. Here the sums of a
//! rank stay in registers while all that the rank sees goes by. Every sum takes its
//! parts in the same order on all processors with fused multiplication, and for any
//! number of positions, so that they agree to the bit.
//!
//! Channels that do not fill registers, and other processors, take the way of
//! [`super::product`].

#![allow(unsafe_code)]

#[cfg(target_arch = "x86_64")]
mod x86;

use super::shape::{SQUARES, TAPS};

/// Squares of a board with an edge of zeros around it, and of one of its ranks.
pub const PADDED: usize = 100;
pub(super) const PADDED_RANK: usize = 10;

/// Positions that share the fetching of a dense layer's weights.
const TOGETHER: usize = 4;

/// A set of instructions that this processor has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Kernel {
    /// Whatever `matrixmultiply` finds.
    #[default]
    Product,
    /// AVX2 with fused multiplication.
    Avx2,
    /// AVX-512.
    Avx512,
}

impl Kernel {
    /// Of so many outputs a dense layer has a multiple.
    pub const OUTPUTS: usize = 64;

    /// All that this processor can run with so many channels, the best last.
    pub fn available(filters: usize) -> Vec<Kernel> {
        let mut kernels = vec![Kernel::Product];
        #[cfg(target_arch = "x86_64")]
        {
            let fused = is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma");
            let wide = is_x86_feature_detected!("avx512f");
            let found = [(Kernel::Avx2, fused, 8), (Kernel::Avx512, wide, 16)];
            let fits =
                |&(_, there, lanes): &(_, bool, usize)| there && filters.is_multiple_of(lanes);
            kernels.extend(found.into_iter().filter(fits).map(|(kernel, ..)| kernel));
        }
        kernels
    }

    /// The best that this processor can run with so many channels.
    pub fn best(filters: usize) -> Kernel {
        Kernel::available(filters).pop().unwrap_or_default()
    }

    /// Adds a convolution of `padded`, a board with an edge, to `layer`, a board
    /// without. `weights` are ordered by tap, channel, filter.
    ///
    /// # Panics
    /// If the sizes do not fit.
    pub fn convolve(self, padded: &[f32], weights: &[f32], filters: usize, layer: &mut [f32]) {
        let channels = padded.len() / PADDED;
        assert_eq!(padded.len(), PADDED * channels, "a padded board");
        assert_eq!(weights.len(), TAPS * channels * filters, "weights of a convolution");
        assert_eq!(layer.len(), SQUARES * filters, "a board");
        self.assert_fits(filters);
        match self {
            Kernel::Product => unreachable!("products have their own way"),
            // SAFETY: `available` found the instructions, `best` and tests take kernels
            // from there alone, and sizes were compared above.
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2 => unsafe { x86::avx2::convolve(padded, weights, filters, layer) },
            // SAFETY: As above.
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512 => unsafe { x86::avx512::convolve(padded, weights, filters, layer) },
            #[cfg(not(target_arch = "x86_64"))]
            _ => unreachable!("never available"),
        }
    }

    /// The way back to the weights: adds what each of them saw in `padded`, times the
    /// gradient of what it added to, to `gradients`.
    ///
    /// # Panics
    /// If the sizes do not fit.
    pub fn weigh(self, padded: &[f32], outer: &[f32], filters: usize, gradients: &mut [f32]) {
        let channels = padded.len() / PADDED;
        assert_eq!(padded.len(), PADDED * channels, "a padded board");
        assert_eq!(gradients.len(), TAPS * channels * filters, "gradients of a convolution");
        assert_eq!(outer.len(), SQUARES * filters, "a board");
        assert!(channels.is_multiple_of(8), "channels by eights");
        self.assert_fits(filters);
        match self {
            Kernel::Product => unreachable!("products have their own way"),
            // SAFETY: See `convolve`.
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2 => unsafe { x86::avx2::weigh(padded, outer, filters, gradients) },
            // SAFETY: See `convolve`.
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512 => unsafe { x86::avx512::weigh(padded, outer, filters, gradients) },
            #[cfg(not(target_arch = "x86_64"))]
            _ => unreachable!("never available"),
        }
    }

    /// Adds a dense layer of some boards to `dense`, `outputs` numbers for each board.
    ///
    /// # Panics
    /// If the sizes do not fit.
    pub fn connect(self, boards: &[f32], weights: &[f32], outputs: usize, dense: &mut [f32]) {
        let inputs = weights.len() / outputs;
        assert_eq!(weights.len(), inputs * outputs, "weights of a dense layer");
        assert_eq!(dense.len() * inputs, boards.len() * outputs, "a dense layer");
        assert!(outputs.is_multiple_of(Kernel::OUTPUTS), "outputs by sixty-fours");
        let some = boards.chunks(TOGETHER * inputs).zip(dense.chunks_mut(TOGETHER * outputs));
        for (boards, dense) in some {
            match self {
                Kernel::Product => unreachable!("products have their own way"),
                // SAFETY: See `convolve`.
                #[cfg(target_arch = "x86_64")]
                Kernel::Avx2 => unsafe { x86::avx2::connect(boards, weights, outputs, dense) },
                // SAFETY: See `convolve`.
                #[cfg(target_arch = "x86_64")]
                Kernel::Avx512 => unsafe { x86::avx512::connect(boards, weights, outputs, dense) },
                #[cfg(not(target_arch = "x86_64"))]
                _ => unreachable!("never available"),
            }
        }
    }

    fn assert_fits(self, filters: usize) {
        let lanes = match self {
            Kernel::Product => 1,
            Kernel::Avx2 => 8,
            Kernel::Avx512 => 16,
        };
        assert!(filters.is_multiple_of(lanes), "{filters} channels in registers of {lanes}");
    }
}

/// Copies a board into one with an edge, which stays as it is.
pub fn pad(layer: &[f32], channels: usize, padded: &mut [f32]) {
    let (rank, wide) = (8 * channels, PADDED_RANK * channels);
    let inner = padded[wide..].chunks_exact_mut(wide);
    for (from, to) in layer.chunks_exact(rank).zip(inner) {
        to[channels..channels + rank].copy_from_slice(from);
    }
}
