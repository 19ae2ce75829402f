// SPDX-License-Identifier: GPL-3.0-or-later
//! Kernels for x86-64, written out for each width of register: the compiler, told
//! of a certain processor, may prefer narrower vectors.

/// Three kernels for registers of so many numbers, of which so many hold the sums of
/// a board in a dense layer.
macro_rules! kernels {
    ($name:ident, $features:literal, $lanes:literal, $held:literal, $load:ident, $store:ident, $all:ident,
     $zero:ident, $fused:ident) => {
        pub mod $name {
            use std::arch::x86_64::*;

            use super::super::super::shape::TAPS;
            use super::super::{PADDED_RANK, TOGETHER};

            /// # Safety
            /// The processor has the instructions; `padded` is a board with an edge,
            /// `weights` nine taps of its channels times `filters`, `layer` a board of
            /// `filters` channels, which fill registers.
            #[target_feature(enable = $features)]
            pub unsafe fn convolve(
                padded: &[f32],
                weights: &[f32],
                filters: usize,
                layer: &mut [f32],
            ) {
                let channels = padded.len() / (PADDED_RANK * PADDED_RANK);
                for block in (0..filters).step_by($lanes) {
                    for rank in 0..8 {
                        let place = |file: usize| (rank * 8 + file) * filters + block;
                        let mut sums = [$zero(); 8];
                        for (file, sum) in sums.iter_mut().enumerate() {
                            // SAFETY: Square, channel and lanes lie on the board.
                            *sum = unsafe { $load(layer.as_ptr().add(place(file))) };
                        }
                        for tap in 0..TAPS {
                            let corner = (rank + tap / 3) * PADDED_RANK + tap % 3;
                            let seen = padded[corner * channels..].as_ptr();
                            let row = weights[tap * channels * filters + block..].as_ptr();
                            for channel in 0..channels {
                                // SAFETY: The tap's weights have a row for each channel, and
                                // eight squares from the corner on lie on the padded board.
                                unsafe {
                                    let weight = $load(row.add(channel * filters));
                                    for (file, sum) in sums.iter_mut().enumerate() {
                                        let number = *seen.add(file * channels + channel);
                                        *sum = $fused($all(number), weight, *sum);
                                    }
                                }
                            }
                        }
                        for (file, sum) in sums.into_iter().enumerate() {
                            // SAFETY: As above.
                            unsafe { $store(layer.as_mut_ptr().add(place(file)), sum) };
                        }
                    }
                }
            }

            /// # Safety
            /// As above, with `outer` the board of `filters` channels, `gradients` like
            /// weights, and channels by eights.
            #[target_feature(enable = $features)]
            pub unsafe fn weigh(
                padded: &[f32],
                outer: &[f32],
                filters: usize,
                gradients: &mut [f32],
            ) {
                let channels = padded.len() / (PADDED_RANK * PADDED_RANK);
                for block in (0..filters).step_by($lanes) {
                    for tap in 0..TAPS {
                        for first in (0..channels).step_by(8) {
                            let place = |n: usize| (tap * channels + first + n) * filters + block;
                            let mut sums = [$zero(); 8];
                            for (n, sum) in sums.iter_mut().enumerate() {
                                // SAFETY: Tap, channel and lanes lie within the gradients.
                                *sum = unsafe { $load(gradients.as_ptr().add(place(n))) };
                            }
                            for rank in 0..8 {
                                let corner = (rank + tap / 3) * PADDED_RANK + tap % 3;
                                let seen = padded[corner * channels + first..].as_ptr();
                                let row = outer[rank * 8 * filters + block..].as_ptr();
                                for file in 0..8 {
                                    // SAFETY: Eight squares from the corner on lie on the
                                    // padded board, and the rank on the other one.
                                    unsafe {
                                        let gradient = $load(row.add(file * filters));
                                        for (n, sum) in sums.iter_mut().enumerate() {
                                            let number = *seen.add(file * channels + n);
                                            *sum = $fused($all(number), gradient, *sum);
                                        }
                                    }
                                }
                            }
                            for (n, sum) in sums.into_iter().enumerate() {
                                // SAFETY: As above.
                                unsafe { $store(gradients.as_mut_ptr().add(place(n)), sum) };
                            }
                        }
                    }
                }
            }

            /// # Safety
            /// The processor has the instructions; `dense` has `outputs` numbers for each
            /// of at most four boards, `weights` a row of them for each number of a board,
            /// and they fill the registers that are held.
            #[target_feature(enable = $features)]
            pub unsafe fn connect(
                boards: &[f32],
                weights: &[f32],
                outputs: usize,
                dense: &mut [f32],
            ) {
                // SAFETY: Handed on.
                unsafe {
                    match dense.len() / outputs {
                        1 => some::<1>(boards, weights, outputs, dense),
                        2 => some::<2>(boards, weights, outputs, dense),
                        3 => some::<3>(boards, weights, outputs, dense),
                        _ => some::<TOGETHER>(boards, weights, outputs, dense),
                    }
                }
            }

            #[target_feature(enable = $features)]
            unsafe fn some<const BOARDS: usize>(
                boards: &[f32],
                weights: &[f32],
                outputs: usize,
                dense: &mut [f32],
            ) {
                let inputs = weights.len() / outputs;
                let boards: [&[f32]; BOARDS] =
                    std::array::from_fn(|n| &boards[n * inputs..(n + 1) * inputs]);
                for block in (0..outputs).step_by($held * $lanes) {
                    let place = |n: usize, h: usize| n * outputs + block + h * $lanes;
                    let mut sums = [[$zero(); $held]; BOARDS];
                    for (n, sums) in sums.iter_mut().enumerate() {
                        for (h, sum) in sums.iter_mut().enumerate() {
                            // SAFETY: Board, block and lanes lie within the layer.
                            *sum = unsafe { $load(dense.as_ptr().add(place(n, h))) };
                        }
                    }
                    for input in 0..inputs {
                        let numbers: [f32; BOARDS] = std::array::from_fn(|n| boards[n][input]);
                        // Half of what a ReLU leaves is nothing, and adds nothing.
                        if numbers.iter().all(|&number| number == 0.0) {
                            continue;
                        }
                        for h in 0..$held {
                            // SAFETY: Input, block and lanes lie within the weights.
                            let weight = unsafe { $load(weights.as_ptr().add(place(input, h))) };
                            for n in 0..BOARDS {
                                sums[n][h] = $fused($all(numbers[n]), weight, sums[n][h]);
                            }
                        }
                    }
                    for (n, sums) in sums.into_iter().enumerate() {
                        for (h, sum) in sums.into_iter().enumerate() {
                            // SAFETY: As above.
                            unsafe { $store(dense.as_mut_ptr().add(place(n, h)), sum) };
                        }
                    }
                }
            }
        }
    };
}

kernels!(
    avx2,
    "avx2,fma",
    8,
    2,
    _mm256_loadu_ps,
    _mm256_storeu_ps,
    _mm256_set1_ps,
    _mm256_setzero_ps,
    _mm256_fmadd_ps
);
kernels!(
    avx512,
    "avx512f",
    16,
    4,
    _mm512_loadu_ps,
    _mm512_storeu_ps,
    _mm512_set1_ps,
    _mm512_setzero_ps,
    _mm512_fmadd_ps
);
