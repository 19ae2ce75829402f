// SPDX-License-Identifier: GPL-3.0-or-later
//! Sixteen floating-point numbers at a time: AVX-512 where the processor has it, else plain loops.
//!
//! The loops of the trainer are generic over [`Vector`], so that sums stay in registers, and are
//! compiled once for each implementation. Unsafe code is here because a function compiled for
//! certain instructions may only be called where they exist.

#![allow(unsafe_code)]

/// Numbers of a vector.
pub const LANES: usize = 16;

/// `K` vectors of weights or gradients, on cache lines of their own.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C, align(64))]
pub struct Row<const K: usize>(pub [[f32; LANES]; K]);

impl<const K: usize> Row<K> {
    /// All 0.
    pub const ZERO: Self = Row([[0.0; LANES]; K]);
}

/// Sixteen numbers in a register.
pub trait Vector: Copy {
    /// The same number sixteen times.
    fn splat(number: f32) -> Self;
    /// From memory.
    fn load(numbers: &[f32; LANES]) -> Self;
    /// To memory.
    fn store(self, numbers: &mut [f32; LANES]);
    /// Sums.
    fn add(self, other: Self) -> Self;
    /// Products.
    fn mul(self, other: Self) -> Self;
    /// `self * factor + sum`.
    fn mul_add(self, factor: Self, sum: Self) -> Self;
    /// Clipped to 0 to 1.
    fn clip(self) -> Self;
    /// 0 where `x` is not between 0 and 1: the derivative of clipping.
    fn where_inside(self, x: Self) -> Self;
    /// The sum of all sixteen, halves of halves.
    #[inline(always)]
    fn sum(self) -> f32 {
        let mut parts = [0.0; LANES];
        self.store(&mut parts);
        for width in [8, 4, 2, 1] {
            for i in 0..width {
                parts[i] += parts[i + width];
            }
        }
        parts[0]
    }
}

/// Plain Rust.
#[derive(Clone, Copy)]
pub struct Portable([f32; LANES]);

impl Portable {
    #[inline(always)]
    fn each(self, other: Self, f: impl Fn(f32, f32) -> f32) -> Self {
        Portable(std::array::from_fn(|i| f(self.0[i], other.0[i])))
    }
}

impl Vector for Portable {
    #[inline(always)]
    fn splat(number: f32) -> Self {
        Portable([number; LANES])
    }

    #[inline(always)]
    fn load(numbers: &[f32; LANES]) -> Self {
        Portable(*numbers)
    }

    #[inline(always)]
    fn store(self, numbers: &mut [f32; LANES]) {
        *numbers = self.0;
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        self.each(other, |a, b| a + b)
    }

    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        self.each(other, |a, b| a * b)
    }

    #[inline(always)]
    fn mul_add(self, factor: Self, sum: Self) -> Self {
        self.mul(factor).add(sum)
    }

    #[inline(always)]
    fn clip(self) -> Self {
        Portable(self.0.map(|x| x.clamp(0.0, 1.0)))
    }

    #[inline(always)]
    fn where_inside(self, x: Self) -> Self {
        self.each(x, |number, x| if x > 0.0 && x < 1.0 { number } else { 0.0 })
    }
}

#[cfg(target_arch = "x86_64")]
pub use x86::Avx512;

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::{LANES, Vector};
    use std::arch::x86_64::*;

    /// A register of AVX-512. Used only by functions that [`dispatch`](super::dispatch) calls
    /// after the processor was asked for these instructions.
    #[derive(Clone, Copy)]
    pub struct Avx512(__m512);

    // SAFETY of every block below: see `Avx512`; loads and stores are of whole arrays.
    impl Vector for Avx512 {
        #[inline(always)]
        fn splat(number: f32) -> Self {
            // SAFETY: the processor has AVX-512.
            Avx512(unsafe { _mm512_set1_ps(number) })
        }

        #[inline(always)]
        fn load(numbers: &[f32; LANES]) -> Self {
            // SAFETY: the array has as many numbers as are read.
            Avx512(unsafe { _mm512_loadu_ps(numbers.as_ptr()) })
        }

        #[inline(always)]
        fn store(self, numbers: &mut [f32; LANES]) {
            // SAFETY: the array has as many numbers as are written.
            unsafe { _mm512_storeu_ps(numbers.as_mut_ptr(), self.0) }
        }

        #[inline(always)]
        fn add(self, other: Self) -> Self {
            // SAFETY: the processor has AVX-512.
            Avx512(unsafe { _mm512_add_ps(self.0, other.0) })
        }

        #[inline(always)]
        fn mul(self, other: Self) -> Self {
            // SAFETY: the processor has AVX-512.
            Avx512(unsafe { _mm512_mul_ps(self.0, other.0) })
        }

        #[inline(always)]
        fn mul_add(self, factor: Self, sum: Self) -> Self {
            // SAFETY: the processor has AVX-512.
            Avx512(unsafe { _mm512_fmadd_ps(self.0, factor.0, sum.0) })
        }

        #[inline(always)]
        fn clip(self) -> Self {
            // SAFETY: the processor has AVX-512.
            Avx512(unsafe {
                _mm512_min_ps(_mm512_max_ps(self.0, _mm512_setzero_ps()), _mm512_set1_ps(1.0))
            })
        }

        #[inline(always)]
        fn where_inside(self, x: Self) -> Self {
            // SAFETY: the processor has AVX-512.
            Avx512(unsafe {
                let above = _mm512_cmp_ps_mask::<_CMP_GT_OQ>(x.0, _mm512_setzero_ps());
                let inside = _mm512_mask_cmp_ps_mask::<_CMP_LT_OQ>(above, x.0, _mm512_set1_ps(1.0));
                _mm512_maskz_mov_ps(inside, self.0)
            })
        }
    }
}

/// Work that is compiled for each kind of vector.
pub trait Work {
    /// Does it with vectors `V`.
    fn run<V: Vector>(self);
}

/// Does work with the best vectors that the processor has.
#[inline]
pub fn dispatch(work: impl Work) {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx512f") {
        #[target_feature(enable = "avx512f")]
        fn with_avx512(work: impl Work) {
            work.run::<Avx512>();
        }
        // SAFETY: the processor has just been asked for these instructions.
        return unsafe { with_avx512(work) };
    }
    work.run::<Portable>();
}
