// SPDX-License-Identifier: GPL-3.0-or-later
//! Sixteen numbers at a time: AVX-512 where the processor has it, else plain loops.
//!
//! Sums of the feature transformer are fixed point: half as many bytes to fetch as floating point,
//! and eight times as fine as the weights of the finished network.
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

/// The fixed-point number for 1.0: eight times the activation 1.0 of the networks. Sums saturate
/// at 16.
pub const FIXED_ONE: i16 = 8 * 255;

/// `K` vectors of fixed-point numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(32))]
pub struct FixedRow<const K: usize>(pub [[i16; LANES]; K]);

impl<const K: usize> FixedRow<K> {
    /// All 0.
    pub const ZERO: Self = FixedRow([[0; LANES]; K]);

    /// The nearest fixed-point numbers; those of `row` must be below 16.
    #[inline(always)]
    pub fn round(row: &Row<K>) -> Self {
        // Beyond this number, neighbouring floating-point numbers differ by 1, so that the sum is
        // rounded and its last bits are the integer.
        const ROUND: f32 = 1.5 * (1_u32 << 23) as f32;
        let round = |x: f32| (x * f32::from(FIXED_ONE) + ROUND).to_bits() as i16;
        let mut fixed = FixedRow::ZERO;
        for (to, from) in fixed.0.as_flattened_mut().iter_mut().zip(row.0.as_flattened()) {
            *to = round(*from);
        }
        fixed
    }

    /// The numbers in floating point.
    pub fn floats(&self) -> Row<K> {
        Row(self.0.map(|numbers| numbers.map(|n| f32::from(n) / f32::from(FIXED_ONE))))
    }
}

/// Sixteen numbers in a register.
pub trait Vector: Copy {
    /// Sixteen fixed-point numbers in a register.
    type Fixed: Copy;
    /// From memory.
    fn load_fixed(numbers: &[i16; LANES]) -> Self::Fixed;
    /// To memory.
    fn store_fixed(fixed: Self::Fixed, numbers: &mut [i16; LANES]);
    /// Sums, saturated.
    fn add_fixed(a: Self::Fixed, b: Self::Fixed) -> Self::Fixed;
    /// Clipped to 0 to 1.
    fn clip_fixed(fixed: Self::Fixed) -> Self::Fixed;
    /// In floating point.
    fn from_fixed(fixed: Self::Fixed) -> Self;
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
    type Fixed = [i16; LANES];

    #[inline(always)]
    fn load_fixed(numbers: &[i16; LANES]) -> [i16; LANES] {
        *numbers
    }

    #[inline(always)]
    fn store_fixed(fixed: [i16; LANES], numbers: &mut [i16; LANES]) {
        *numbers = fixed;
    }

    #[inline(always)]
    fn add_fixed(a: [i16; LANES], b: [i16; LANES]) -> [i16; LANES] {
        std::array::from_fn(|i| a[i].saturating_add(b[i]))
    }

    #[inline(always)]
    fn clip_fixed(fixed: [i16; LANES]) -> [i16; LANES] {
        fixed.map(|n| n.clamp(0, FIXED_ONE))
    }

    #[inline(always)]
    fn from_fixed(fixed: [i16; LANES]) -> Self {
        Portable(fixed.map(|n| f32::from(n) * (1.0 / f32::from(FIXED_ONE))))
    }

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
    fn where_inside(self, x: Self) -> Self {
        self.each(x, |number, x| if x > 0.0 && x < 1.0 { number } else { 0.0 })
    }
}

#[cfg(target_arch = "x86_64")]
pub use x86::Avx512;

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::{FIXED_ONE, LANES, Vector};
    use std::arch::x86_64::*;

    /// A register of AVX-512. Used only by functions that [`dispatch`](super::dispatch) calls
    /// after the processor was asked for these instructions.
    #[derive(Clone, Copy)]
    pub struct Avx512(__m512);

    // SAFETY of every block below: see `Avx512`; loads and stores are of whole arrays.
    impl Vector for Avx512 {
        type Fixed = __m256i;

        #[inline(always)]
        fn load_fixed(numbers: &[i16; LANES]) -> __m256i {
            // SAFETY: the array has as many numbers as are read.
            unsafe { _mm256_loadu_si256(numbers.as_ptr().cast()) }
        }

        #[inline(always)]
        fn store_fixed(fixed: __m256i, numbers: &mut [i16; LANES]) {
            // SAFETY: the array has as many numbers as are written.
            unsafe { _mm256_storeu_si256(numbers.as_mut_ptr().cast(), fixed) }
        }

        #[inline(always)]
        fn add_fixed(a: __m256i, b: __m256i) -> __m256i {
            // SAFETY: the processor has AVX-512, which includes AVX2.
            unsafe { _mm256_adds_epi16(a, b) }
        }

        #[inline(always)]
        fn clip_fixed(fixed: __m256i) -> __m256i {
            // SAFETY: the processor has AVX-512, which includes AVX2.
            unsafe {
                let above = _mm256_max_epi16(fixed, _mm256_setzero_si256());
                _mm256_min_epi16(above, _mm256_set1_epi16(FIXED_ONE))
            }
        }

        #[inline(always)]
        fn from_fixed(fixed: __m256i) -> Self {
            // SAFETY: the processor has AVX-512.
            Avx512(unsafe {
                let numbers = _mm512_cvtepi32_ps(_mm512_cvtepi16_epi32(fixed));
                _mm512_mul_ps(numbers, _mm512_set1_ps(1.0 / FIXED_ONE as f32))
            })
        }

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
