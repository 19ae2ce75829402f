// SPDX-License-Identifier: GPL-3.0-or-later
//! Kernels for x86-64, written out for each width of register.
//!
//! The compiler does not choose the width: told of a certain processor it may
//! prefer narrower vectors than a kernel was made for, and kernels of 512 bits
//! were then a third slower than they can be.
//!
//! The output layer computes x² · w as (x · w) · x, whose first product fits 16
//! bits because weights are limited, and whose second is summed in pairs into 32
//! bits by one instruction.

use std::arch::x86_64::*;

use super::super::net::Row;
use super::super::shape::{HIDDEN, QA};
use super::Change;

/// One update kernel: how to load, store, add and subtract with registers of so
/// many numbers, and how many of them hold sums while rows go by.
macro_rules! update {
    ($name:ident, $features:literal, $lanes:literal, $held:literal,
     $load:expr, $store:expr, $plus:expr, $minus:expr) => {
        const _: () = assert!(HIDDEN.is_multiple_of($lanes * $held));

        #[target_feature(enable = $features)]
        pub fn $name(target: &mut Row, source: &Row, change: Change<'_>) {
            let at = |row: &Row, place: usize| $load(&row.0[place..place + $lanes]);
            match (change.add, change.sub) {
                // A quiet move, a capture, castling: nearly everything there is.
                ([a], [s]) => {
                    for place in (0..HIDDEN).step_by($lanes) {
                        let sum = $plus(at(source, place), at(a, place));
                        let sum = $minus(sum, at(s, place));
                        $store(&mut target.0[place..place + $lanes], sum);
                    }
                }
                ([a], [s, t]) => {
                    for place in (0..HIDDEN).step_by($lanes) {
                        let sum = $plus(at(source, place), at(a, place));
                        let gone = $plus(at(s, place), at(t, place));
                        $store(&mut target.0[place..place + $lanes], $minus(sum, gone));
                    }
                }
                ([a, b], [s, t]) => {
                    for place in (0..HIDDEN).step_by($lanes) {
                        let sum = $plus(at(source, place), at(a, place));
                        let sum = $plus(sum, at(b, place));
                        let gone = $plus(at(s, place), at(t, place));
                        $store(&mut target.0[place..place + $lanes], $minus(sum, gone));
                    }
                }
                (add, sub) => {
                    for begin in (0..HIDDEN).step_by($held * $lanes) {
                        let mut sums = [at(source, begin); $held];
                        for (n, sum) in sums.iter_mut().enumerate() {
                            *sum = at(source, begin + n * $lanes);
                        }
                        for row in add {
                            for (n, sum) in sums.iter_mut().enumerate() {
                                *sum = $plus(*sum, at(row, begin + n * $lanes));
                            }
                        }
                        for row in sub {
                            for (n, sum) in sums.iter_mut().enumerate() {
                                *sum = $minus(*sum, at(row, begin + n * $lanes));
                            }
                        }
                        for (n, sum) in sums.into_iter().enumerate() {
                            let place = begin + n * $lanes;
                            $store(&mut target.0[place..place + $lanes], sum);
                        }
                    }
                }
            }
        }
    };
}

update!(
    update_sse41,
    "sse4.1",
    8,
    8,
    // SAFETY: the slice has eight numbers, which is what is read.
    |numbers: &[i16]| unsafe { _mm_loadu_si128(numbers.as_ptr().cast()) },
    // SAFETY: the slice has eight numbers, which is what is written.
    |numbers: &mut [i16], sum| unsafe { _mm_storeu_si128(numbers.as_mut_ptr().cast(), sum) },
    |a, b| _mm_add_epi16(a, b),
    |a, b| _mm_sub_epi16(a, b)
);

update!(
    update_avx2,
    "avx2",
    16,
    8,
    // SAFETY: the slice has sixteen numbers, which is what is read.
    |numbers: &[i16]| unsafe { _mm256_loadu_si256(numbers.as_ptr().cast()) },
    // SAFETY: the slice has sixteen numbers, which is what is written.
    |numbers: &mut [i16], sum| unsafe { _mm256_storeu_si256(numbers.as_mut_ptr().cast(), sum) },
    |a, b| _mm256_add_epi16(a, b),
    |a, b| _mm256_sub_epi16(a, b)
);

update!(
    update_avx512,
    "avx512f,avx512bw",
    32,
    16,
    // SAFETY: the slice has 32 numbers, which is what is read.
    |numbers: &[i16]| unsafe { _mm512_loadu_si512(numbers.as_ptr().cast()) },
    // SAFETY: the slice has 32 numbers, which is what is written.
    |numbers: &mut [i16], sum| unsafe { _mm512_storeu_si512(numbers.as_mut_ptr().cast(), sum) },
    |a, b| _mm512_add_epi16(a, b),
    |a, b| _mm512_sub_epi16(a, b)
);

/// One output kernel: how to load, clip, multiply and add up with registers of
/// so many numbers.
macro_rules! output {
    ($name:ident, $features:literal, $lanes:literal, $vector:ty,
     $load:expr, $set:expr, $zero:expr, $min:expr, $max:expr, $mul:expr, $dot:expr, $reduce:expr) => {
        #[target_feature(enable = $features)]
        pub fn $name(views: [&Row; 2], weights: &[Row; 2]) -> i32 {
            let (zero, one) = ($zero, $set(QA as i16));
            // Two sums, so that additions do not wait for each other.
            let mut sums: [$vector; 2] = [$zero; 2];
            for (view, weights) in views.into_iter().zip(weights) {
                for begin in (0..HIDDEN).step_by(2 * $lanes) {
                    for (half, sum) in sums.iter_mut().enumerate() {
                        let at = begin + half * $lanes;
                        let x = $load(&view.0[at..at + $lanes]);
                        let weight = $load(&weights.0[at..at + $lanes]);
                        let x = $min($max(x, zero), one);
                        *sum = $dot(*sum, $mul(x, weight), x);
                    }
                }
            }
            $reduce(sums)
        }
    };
}

output!(
    output_sse41,
    "sse4.1",
    8,
    __m128i,
    // SAFETY: the slice has eight numbers, which is what is read.
    |numbers: &[i16]| unsafe { _mm_loadu_si128(numbers.as_ptr().cast()) },
    |n| _mm_set1_epi16(n),
    _mm_setzero_si128(),
    |a, b| _mm_min_epi16(a, b),
    |a, b| _mm_max_epi16(a, b),
    |a, b| _mm_mullo_epi16(a, b),
    |sum, a, b| _mm_add_epi32(sum, _mm_madd_epi16(a, b)),
    |sums: [__m128i; 2]| {
        let sum = _mm_add_epi32(sums[0], sums[1]);
        let sum = _mm_add_epi32(sum, _mm_shuffle_epi32::<0b01_00_11_10>(sum));
        let sum = _mm_add_epi32(sum, _mm_shuffle_epi32::<0b10_11_00_01>(sum));
        _mm_cvtsi128_si32(sum)
    }
);

output!(
    output_avx2,
    "avx2",
    16,
    __m256i,
    // SAFETY: the slice has sixteen numbers, which is what is read.
    |numbers: &[i16]| unsafe { _mm256_loadu_si256(numbers.as_ptr().cast()) },
    |n| _mm256_set1_epi16(n),
    _mm256_setzero_si256(),
    |a, b| _mm256_min_epi16(a, b),
    |a, b| _mm256_max_epi16(a, b),
    |a, b| _mm256_mullo_epi16(a, b),
    |sum, a, b| _mm256_add_epi32(sum, _mm256_madd_epi16(a, b)),
    |sums: [__m256i; 2]| {
        let sum = _mm256_add_epi32(sums[0], sums[1]);
        let sum = _mm_add_epi32(_mm256_castsi256_si128(sum), _mm256_extracti128_si256::<1>(sum));
        let sum = _mm_add_epi32(sum, _mm_shuffle_epi32::<0b01_00_11_10>(sum));
        let sum = _mm_add_epi32(sum, _mm_shuffle_epi32::<0b10_11_00_01>(sum));
        _mm_cvtsi128_si32(sum)
    }
);

output!(
    output_avx512,
    "avx512f,avx512bw",
    32,
    __m512i,
    // SAFETY: the slice has 32 numbers, which is what is read.
    |numbers: &[i16]| unsafe { _mm512_loadu_si512(numbers.as_ptr().cast()) },
    |n| _mm512_set1_epi16(n),
    _mm512_setzero_si512(),
    |a, b| _mm512_min_epi16(a, b),
    |a, b| _mm512_max_epi16(a, b),
    |a, b| _mm512_mullo_epi16(a, b),
    |sum, a, b| _mm512_add_epi32(sum, _mm512_madd_epi16(a, b)),
    |sums: [__m512i; 2]| _mm512_reduce_add_epi32(_mm512_add_epi32(sums[0], sums[1]))
);

output!(
    output_vnni,
    "avx512f,avx512bw,avx512vnni",
    32,
    __m512i,
    // SAFETY: the slice has 32 numbers, which is what is read.
    |numbers: &[i16]| unsafe { _mm512_loadu_si512(numbers.as_ptr().cast()) },
    |n| _mm512_set1_epi16(n),
    _mm512_setzero_si512(),
    |a, b| _mm512_min_epi16(a, b),
    |a, b| _mm512_max_epi16(a, b),
    |a, b| _mm512_mullo_epi16(a, b),
    |sum, a, b| _mm512_dpwssd_epi32(sum, a, b),
    |sums: [__m512i; 2]| _mm512_reduce_add_epi32(_mm512_add_epi32(sums[0], sums[1]))
);
