// SPDX-License-Identifier: GPL-3.0-or-later
//! The arithmetic of the network, for each kind of processor.
//!
//! Every kernel is integer arithmetic without overflow, so that all of them give
//! the same number to the bit; which one runs is decided once, at run time. This
//! is the only room of the crate with `unsafe` in it: a function compiled for
//! certain instructions may only be called where they exist.

#![allow(unsafe_code)]

mod portable;
#[cfg(target_arch = "x86_64")]
mod x86;

use super::net::Row;

/// Rows of the input layer to be added and taken away.
pub struct Change<'n> {
    /// What appeared.
    pub add: &'n [&'n Row],
    /// What disappeared.
    pub sub: &'n [&'n Row],
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
    pub fn update(self, target: &mut Row, source: &Row, change: Change<'_>) {
        match self {
            Kernel::Portable => portable::update(target, source, change),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: a kernel other than the portable one is made by `available`
            // only, after the processor was asked for its instructions.
            _ => unsafe {
                match self {
                    Kernel::Sse41 => x86::update_sse41(target, source, change),
                    Kernel::Avx2 => x86::update_avx2(target, source, change),
                    _ => x86::update_avx512(target, source, change),
                }
            },
            #[cfg(not(target_arch = "x86_64"))]
            _ => portable::update(target, source, change),
        }
    }

    /// The sum of the squared clipped activations of both views, each times its
    /// weight, in units of 1 / (QA² · QB).
    #[inline]
    pub fn output(self, views: [&Row; 2], weights: &[Row; 2]) -> i32 {
        match self {
            Kernel::Portable => portable::output(views, weights),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: as above.
            _ => unsafe {
                match self {
                    Kernel::Sse41 => x86::output_sse41(views, weights),
                    Kernel::Avx2 => x86::output_avx2(views, weights),
                    Kernel::Avx512 => x86::output_avx512(views, weights),
                    _ => x86::output_vnni(views, weights),
                }
            },
            #[cfg(not(target_arch = "x86_64"))]
            _ => portable::output(views, weights),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::shape::HIDDEN;
    use super::*;

    /// Rows of numbers between `-bound` and `bound`, the extremes among them.
    fn rows(seed: u64, bound: i64) -> Row {
        let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
        Row(std::array::from_fn(|index| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            let number = match index % 17 {
                0 => bound,
                1 => -bound,
                _ => (state >> 20) as i64 % (2 * bound + 1) - bound,
            };
            number as i16
        }))
    }

    #[test]
    fn every_kernel_updates_alike() {
        for kernel in Kernel::available() {
            for (adds, subs) in [(1, 1), (1, 2), (2, 2), (0, 0), (5, 0), (0, 3), (30, 7)] {
                let source = rows(1, 8_000);
                let add: Vec<Row> = (0..adds).map(|n| rows(100 + n, 500)).collect();
                let sub: Vec<Row> = (0..subs).map(|n| rows(200 + n, 500)).collect();
                let (add, sub): (Vec<&Row>, Vec<&Row>) =
                    (add.iter().collect(), sub.iter().collect());
                let mut wanted = source;
                for (index, number) in wanted.0.iter_mut().enumerate() {
                    let sum = |rows: &[&Row]| rows.iter().map(|row| row.0[index]).sum::<i16>();
                    *number += sum(&add) - sum(&sub);
                }
                let mut target = Row([7; HIDDEN]);
                kernel.update(&mut target, &source, Change { add: &add, sub: &sub });
                assert!(target == wanted, "{} {adds} {subs}", kernel.name());
            }
        }
    }

    /// Against plain arithmetic in 64 bits.
    #[test]
    fn every_kernel_gives_the_same_number() {
        for seed in 0..50 {
            let views = [rows(seed, 400), rows(seed + 1_000, 300)];
            let weights = [rows(seed + 2_000, 126), rows(seed + 3_000, 126)];
            let mut exact = 0_i64;
            for (view, weights) in views.iter().zip(&weights) {
                for (&x, &w) in view.0.iter().zip(&weights.0) {
                    let x = i64::from(x).clamp(0, 255);
                    exact += x * x * i64::from(w);
                }
            }
            for kernel in Kernel::available() {
                let found = kernel.output([&views[0], &views[1]], &weights);
                assert_eq!(i64::from(found), exact, "{}", kernel.name());
            }
        }
    }
}
