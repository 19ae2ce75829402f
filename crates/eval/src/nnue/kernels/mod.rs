// SPDX-License-Identifier: GPL-3.0-or-later
//! The arithmetic of the network, for each kind of processor.
//!
//! Kernels are integer arithmetic without overflow, and floating point in one fixed order, so
//! that all of them give the same bits; which one runs is decided once, at run time. Unsafe code
//! is here because a function compiled for certain instructions may only be called where they
//! exist.

#![allow(unsafe_code)]

mod portable;
#[cfg(target_arch = "x86_64")]
mod x86;

use super::multi::Layers;
use super::transformer::Row;

/// Rows of weights to be added and subtracted.
pub(super) struct Change<'n, const N: usize> {
    /// Pieces that appeared.
    pub add: &'n [&'n Row<N>],
    /// Pieces that disappeared.
    pub sub: &'n [&'n Row<N>],
}

/// A set of instructions that this processor has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kernel {
    /// Plain Rust, for any processor; on ARM the compiler makes NEON of it.
    Portable,
    /// SSE4.1.
    Sse41,
    /// AVX2.
    Avx2,
    /// AVX-512.
    Avx512,
    /// AVX-512 with its instructions for neural networks.
    Vnni,
}

impl Kernel {
    /// All that this processor can run, the best last.
    pub fn available() -> Vec<Kernel> {
        let mut kernels = vec![Kernel::Portable];
        #[cfg(target_arch = "x86_64")]
        {
            let avx512 =
                is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512bw");
            let found = [
                (Kernel::Sse41, is_x86_feature_detected!("sse4.1")),
                (Kernel::Avx2, is_x86_feature_detected!("avx2")),
                (Kernel::Avx512, avx512),
                (Kernel::Vnni, avx512 && is_x86_feature_detected!("avx512vnni")),
            ];
            kernels.extend(found.iter().filter(|(_, there)| *there).map(|(kernel, _)| kernel));
        }
        kernels
    }

    /// The best that this processor can run.
    pub fn best() -> Kernel {
        Kernel::available().pop().unwrap_or(Kernel::Portable)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Kernel::Portable => "portable",
            Kernel::Sse41 => "sse4.1",
            Kernel::Avx2 => "avx2",
            Kernel::Avx512 => "avx512",
            Kernel::Vnni => "avx512-vnni",
        }
    }

    /// `target` becomes `source` with the change applied.
    #[inline]
    pub(super) fn update<const N: usize>(
        self,
        target: &mut Row<N>,
        source: &Row<N>,
        change: Change<'_, N>,
    ) {
        match self {
            Kernel::Portable => portable::update(target, source, change),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: a kernel other than the portable one is made by `available`
            // only, after the processor was asked for its instructions.
            _ => unsafe {
                match self {
                    Kernel::Sse41 => x86::update_sse41::<N, 8>(target, source, change),
                    Kernel::Avx2 => x86::update_avx2::<N, 8>(target, source, change),
                    _ if N.is_multiple_of(512) => {
                        x86::update_avx512::<N, 16>(target, source, change);
                    }
                    _ => x86::update_avx512::<N, 8>(target, source, change),
                }
            },
            #[cfg(not(target_arch = "x86_64"))]
            _ => portable::update(target, source, change),
        }
    }

    /// The sum of the squared clipped activations of both perspectives, each times its
    /// weight, in units of 1 / (QA² · QB).
    #[inline]
    pub(super) fn squared_output<const N: usize>(
        self,
        rows: [&Row<N>; 2],
        weights: &[Row<N>; 2],
    ) -> i32 {
        match self {
            Kernel::Portable => portable::squared_output(rows, weights),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: as above.
            _ => unsafe {
                match self {
                    Kernel::Sse41 => x86::squared_output_sse41(rows, weights),
                    Kernel::Avx2 => x86::squared_output_avx2(rows, weights),
                    Kernel::Avx512 => x86::squared_output_avx512(rows, weights),
                    _ => x86::squared_output_vnni(rows, weights),
                }
            },
            #[cfg(not(target_arch = "x86_64"))]
            _ => portable::squared_output(rows, weights),
        }
    }

    /// From both perspectives through pairwise products and the layers of one output bucket.
    #[inline]
    pub(super) fn layers<const N: usize>(self, rows: [&Row<N>; 2], layers: &Layers) -> f32 {
        match self {
            Kernel::Portable => portable::layers(rows, layers),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: as above.
            _ => unsafe {
                match self {
                    Kernel::Sse41 => x86::layers_sse41(rows, layers),
                    Kernel::Avx2 => x86::layers_avx2(rows, layers),
                    Kernel::Avx512 => x86::layers_avx512(rows, layers),
                    _ => x86::layers_vnni(rows, layers),
                }
            },
            #[cfg(not(target_arch = "x86_64"))]
            _ => portable::layers(rows, layers),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::multi::{Chunk, L1, L2, L2_INPUTS, MultiLayerNet};
    use super::*;

    /// Numbers between `-bound` and `bound`, the extremes among them.
    fn numbers(seed: u64, bound: i64) -> impl FnMut() -> i64 {
        let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
        let mut index = 0;
        move || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            index += 1;
            match index % 17 {
                0 => bound,
                1 => -bound,
                _ => (state >> 20) as i64 % (2 * bound + 1) - bound,
            }
        }
    }

    fn row<const N: usize>(seed: u64, bound: i64) -> Row<N> {
        let mut next = numbers(seed, bound);
        Row(std::array::from_fn(|_| next() as i16))
    }

    fn check_updates<const N: usize>() {
        for kernel in Kernel::available() {
            for (adds, subs) in [(1, 1), (1, 2), (2, 2), (0, 0), (5, 0), (0, 3), (30, 7)] {
                let source = row::<N>(1, 8_000);
                let add: Vec<Row<N>> = (0..adds).map(|n| row(100 + n, 500)).collect();
                let sub: Vec<Row<N>> = (0..subs).map(|n| row(200 + n, 500)).collect();
                let (add, sub): (Vec<&Row<N>>, Vec<&Row<N>>) =
                    (add.iter().collect(), sub.iter().collect());
                let mut expected = source;
                for (index, number) in expected.0.iter_mut().enumerate() {
                    let sum = |rows: &[&Row<N>]| rows.iter().map(|row| row.0[index]).sum::<i16>();
                    *number += sum(&add) - sum(&sub);
                }
                let mut target = Row([7; N]);
                kernel.update(&mut target, &source, Change { add: &add, sub: &sub });
                assert!(target == expected, "{} {adds} {subs}", kernel.name());
            }
        }
    }

    #[test]
    fn every_kernel_updates_alike() {
        check_updates::<512>();
        check_updates::<768>();
        check_updates::<1024>();
    }

    /// Against plain arithmetic in 64 bits.
    #[test]
    fn every_kernel_has_the_same_squared_output() {
        for seed in 0..50 {
            let rows: [Row<512>; 2] = [row(seed, 400), row(seed + 1_000, 300)];
            let weights = [row(seed + 2_000, 126), row(seed + 3_000, 126)];
            let mut exact = 0_i64;
            for (row, weights) in rows.iter().zip(&weights) {
                for (&x, &w) in row.0.iter().zip(&weights.0) {
                    let x = i64::from(x).clamp(0, 255);
                    exact += x * x * i64::from(w);
                }
            }
            for kernel in Kernel::available() {
                let found = kernel.squared_output([&rows[0], &rows[1]], &weights);
                assert_eq!(i64::from(found), exact, "{}", kernel.name());
            }
        }
    }

    fn layers<const N: usize>(seed: u64) -> Layers {
        let mut next = numbers(seed, 127);
        let mut layers = MultiLayerNet::<N>::zero().layers[0].clone();
        for Chunk(weights) in &mut layers.l1 {
            weights.iter_mut().flatten().for_each(|weight| *weight = next() as i8);
        }
        let mut float = |scale: f32| next() as f32 / 127.0 * scale;
        layers.l1_bias = std::array::from_fn(|_| float(1.0));
        layers.l2 = std::array::from_fn(|_| std::array::from_fn(|_| float(0.7)));
        layers.l2_bias = std::array::from_fn(|_| float(0.5));
        layers.output = std::array::from_fn(|_| float(1.0));
        layers.output_bias = float(0.3);
        layers
    }

    /// The first layer by its definition.
    fn sums<const N: usize>(rows: [&Row<N>; 2], layers: &Layers) -> [i32; L1] {
        let mut sums = [0; L1];
        for (side, row) in rows.into_iter().enumerate() {
            for i in 0..N / 2 {
                let clip = |x: i16| i32::from(x).clamp(0, 255);
                let product = (clip(row.0[i]) * clip(row.0[i + N / 2]) + 256) / 512;
                let input = side * N / 2 + i;
                for (neuron, sum) in sums.iter_mut().enumerate() {
                    *sum += product * i32::from(layers.l1[input / 4].0[neuron][input % 4]);
                }
            }
        }
        sums
    }

    /// The other layers by their definition, in double precision.
    fn tail(sums: &[i32; L1], layers: &Layers) -> f64 {
        let unit = 255.0 * 255.0 / 512.0 * 64.0;
        let x = |i: usize| f64::from(sums[i]) / unit + f64::from(layers.l1_bias[i]);
        let input = |i: usize| match i {
            ..L1 => x(i).clamp(0.0, 1.0),
            _ => (x(i - L1) * x(i - L1)).min(1.0),
        };
        let neuron = |j: usize| {
            let inputs = (0..L2_INPUTS).map(|i| input(i) * f64::from(layers.l2[i][j]));
            (f64::from(layers.l2_bias[j]) + inputs.sum::<f64>()).clamp(0.0, 1.0).powi(2)
        };
        let outputs = (0..L2).map(|j| neuron(j) * f64::from(layers.output[j]));
        f64::from(layers.output_bias) + outputs.sum::<f64>()
    }

    fn check_layers<const N: usize>() {
        for seed in 0..30 {
            // From dense activations to none at all.
            let bound = [2_000, 300, 120, 20, 0][seed as usize % 5];
            let mut rows: [Row<N>; 2] = [row(seed, bound), row(seed + 1_000, bound)];
            if seed % 3 == 0 {
                rows[0].0.iter_mut().step_by(2).for_each(|number| *number = -1);
            }
            let rows = [&rows[0], &rows[1]];
            let layers = layers::<N>(seed + 5);
            let sums = sums(rows, &layers);
            let expected = layers.forward(&sums);
            assert!((f64::from(expected) - tail(&sums, &layers)).abs() < 1e-4);
            for kernel in Kernel::available() {
                let found = kernel.layers(rows, &layers);
                assert_eq!(found.to_bits(), expected.to_bits(), "{} {seed}", kernel.name());
            }
        }
    }

    #[test]
    fn every_kernel_has_the_same_layers() {
        check_layers::<512>();
        check_layers::<768>();
        check_layers::<1024>();
    }
}
