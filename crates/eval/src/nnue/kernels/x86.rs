// SPDX-License-Identifier: GPL-3.0-or-later
//! Kernels for x86-64, written out for each width of register.
//!
//! The compiler does not choose the width: told of a certain processor it may
//! prefer narrower vectors than a kernel was made for, and kernels of 512 bits
//! were then a third slower than they can be.
//!
//! The squared output computes x² · w as (x · w) · x, whose first product fits 16
//! bits because weights are limited, and whose second is summed in pairs into 32
//! bits by one instruction.
//!
//! Pairwise products are a · b / 512, rounded: with a shifted left by six, one instruction that
//! multiplies, divides by 2^15 and rounds. A negative b gives a negative product, which the packing
//! to bytes makes 0. The first layer behind them takes four bytes at a time and skips those that
//! are all 0.

use std::arch::x86_64::*;
use std::mem::MaybeUninit;

use super::super::multi::{self, Chunk, L1, L2, L2_INPUTS, Layers};
use super::super::single::QA;
use super::super::transformer::Row;
use super::Change;

/// One update kernel: how to load, store, add and subtract with registers of so
/// many numbers. `HELD` of them hold sums while rows go by.
macro_rules! update {
    ($name:ident, $features:literal, $lanes:literal,
     $load:expr, $store:expr, $plus:expr, $minus:expr) => {
        #[target_feature(enable = $features)]
        pub fn $name<const N: usize, const HELD: usize>(
            target: &mut Row<N>,
            source: &Row<N>,
            change: Change<'_, N>,
        ) {
            let at = |row: &Row<N>, place: usize| $load(&row.0[place..place + $lanes]);
            match (change.add, change.sub) {
                // A quiet move, a capture, castling: nearly everything there is.
                ([a], [s]) => {
                    for place in (0..N).step_by($lanes) {
                        let sum = $plus(at(source, place), at(a, place));
                        let sum = $minus(sum, at(s, place));
                        $store(&mut target.0[place..place + $lanes], sum);
                    }
                }
                ([a], [s, t]) => {
                    for place in (0..N).step_by($lanes) {
                        let sum = $plus(at(source, place), at(a, place));
                        let gone = $plus(at(s, place), at(t, place));
                        $store(&mut target.0[place..place + $lanes], $minus(sum, gone));
                    }
                }
                ([a, b], [s, t]) => {
                    for place in (0..N).step_by($lanes) {
                        let sum = $plus(at(source, place), at(a, place));
                        let sum = $plus(sum, at(b, place));
                        let gone = $plus(at(s, place), at(t, place));
                        $store(&mut target.0[place..place + $lanes], $minus(sum, gone));
                    }
                }
                (add, sub) => {
                    for begin in (0..N).step_by(HELD * $lanes) {
                        let mut sums = [at(source, begin); HELD];
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
    // SAFETY: the slice has 32 numbers, which is what is read.
    |numbers: &[i16]| unsafe { _mm512_loadu_si512(numbers.as_ptr().cast()) },
    // SAFETY: the slice has 32 numbers, which is what is written.
    |numbers: &mut [i16], sum| unsafe { _mm512_storeu_si512(numbers.as_mut_ptr().cast(), sum) },
    |a, b| _mm512_add_epi16(a, b),
    |a, b| _mm512_sub_epi16(a, b)
);

/// One kernel of the squared output: how to load, clip, multiply and add up with registers of
/// so many numbers.
macro_rules! squared_output {
    ($name:ident, $features:literal, $lanes:literal, $vector:ty,
     $load:expr, $set:expr, $zero:expr, $min:expr, $max:expr, $mul:expr, $dot:expr, $reduce:expr) => {
        #[target_feature(enable = $features)]
        pub fn $name<const N: usize>(rows: [&Row<N>; 2], weights: &[Row<N>; 2]) -> i32 {
            let (zero, one) = ($zero, $set(QA as i16));
            // Two sums, so that additions do not wait for each other.
            let mut sums: [$vector; 2] = [$zero; 2];
            for (row, weights) in rows.into_iter().zip(weights) {
                for begin in (0..N).step_by(2 * $lanes) {
                    for (half, sum) in sums.iter_mut().enumerate() {
                        let at = begin + half * $lanes;
                        let x = $load(&row.0[at..at + $lanes]);
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

squared_output!(
    squared_output_sse41,
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

squared_output!(
    squared_output_avx2,
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

squared_output!(
    squared_output_avx512,
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

squared_output!(
    squared_output_vnni,
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

/// Reads one register of numbers.
macro_rules! load {
    ($load:ident, $from:expr) => {{
        let from = $from;
        // SAFETY: every caller passes a slice of exactly as many numbers as are read.
        unsafe { $load(from.as_ptr().cast()) }
    }};
}

/// Writes one register of numbers.
macro_rules! store {
    ($store:ident, $to:expr, $numbers:expr) => {{
        let to = $to;
        // SAFETY: every caller passes a slice of exactly as many numbers as are written.
        unsafe { $store(to.as_mut_ptr().cast(), $numbers) }
    }};
}

/// Numbers on cache lines of their own.
#[repr(align(64))]
struct Floats<const N: usize>([f32; N]);

/// Bytes on cache lines of their own. They are not cleared: each is written before it is read.
#[repr(align(64))]
struct Products<const N: usize>([MaybeUninit<u8>; N]);

/// The numbers of the groups of four products that are not all 0. Only [`Groups::note`] and
/// [`Groups::note_sixteen`] add some, for groups that there are.
struct Groups {
    numbers: [MaybeUninit<u16>; MOST_GROUPS],
    count: usize,
}

/// Groups of the largest network, and what is written beyond the last.
const MOST_GROUPS: usize = 1024 / 4 + 16;

/// The places of the bits of a byte, lowest first.
static PLACES: [[u16; 8]; 256] = {
    let mut places = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut bit, mut count) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 != 0 {
                places[byte][count] = bit;
                count += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    places
};

impl Groups {
    /// The numbers that were noted.
    #[inline]
    fn noted(&self) -> &[u16] {
        let noted = &self.numbers[..self.count];
        // SAFETY: whoever raises the count has written as many numbers before.
        unsafe { std::slice::from_raw_parts(noted.as_ptr().cast(), noted.len()) }
    }

    /// Notes the groups from `first` on whose bit is set: eight are written, the count says how
    /// many of them are meant.
    #[inline]
    #[target_feature(enable = "sse4.1")]
    fn note(&mut self, mask: u8, first: u16) {
        let places = load!(_mm_loadu_si128, PLACES[usize::from(mask)]);
        let numbers = _mm_add_epi16(places, _mm_set1_epi16(first as i16));
        store!(_mm_storeu_si128, &mut self.numbers[self.count..self.count + 8], numbers);
        self.count += mask.count_ones() as usize;
    }

    /// The same for sixteen groups.
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn note_sixteen(&mut self, mask: u16, first: u16) {
        let places = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
        let numbers = _mm512_add_epi32(places, _mm512_set1_epi32(i32::from(first)));
        let numbers = _mm512_cvtepi32_epi16(_mm512_maskz_compress_epi32(mask, numbers));
        store!(_mm256_storeu_si256, &mut self.numbers[self.count..self.count + 16], numbers);
        self.count += mask.count_ones() as usize;
    }
}

/// One kernel of the layers: how to make `lanes` products of two registers of activations each
/// and note the groups of four products that are not all 0, and how to add such a group times its
/// weights to the sums. There are several sums (`chains`), so that additions do not wait for each
/// other. `forward` goes on from the sums.
macro_rules! layers {
    ($name:ident, $features:literal, $lanes:literal, $chains:literal, $products:expr,
     $zero:expr, $accumulate:expr, $sums:expr, $forward:ident) => {
        #[target_feature(enable = $features)]
        pub fn $name<const N: usize>(rows: [&Row<N>; 2], layers: &Layers) -> f32 {
            const { assert!(N.is_multiple_of(4 * $lanes) && N / 4 + 16 <= MOST_GROUPS) };
            assert!(layers.l1.len() == N / 4);
            let mut products = Products([MaybeUninit::<u8>::uninit(); N]);
            let mut groups = Groups { numbers: [MaybeUninit::uninit(); MOST_GROUPS], count: 0 };
            for (side, row) in rows.into_iter().enumerate() {
                let (first, second) = row.0.split_at(N / 2);
                for begin in (0..N / 2).step_by($lanes) {
                    let (a, b) = (&first[begin..begin + $lanes], &second[begin..begin + $lanes]);
                    let begin = side * N / 2 + begin;
                    let bytes = &mut products.0[begin..begin + $lanes];
                    $products(a, b, bytes, &mut groups, (begin / 4) as u16);
                }
            }
            let mut sums = [$zero; $chains];
            let (sets, last) = groups.noted().as_chunks::<$chains>();
            // SAFETY: the loop above has written every product, `lanes` at a time.
            let products: &[u8; N] = unsafe { &*(&raw const products.0).cast() };
            let four = products.as_chunks::<4>().0;
            let at = |group: u16| {
                let group = usize::from(group);
                // SAFETY: groups are noted from 0 to N / 4 only, and both slices are as long.
                unsafe {
                    (i32::from_le_bytes(*four.get_unchecked(group)), layers.l1.get_unchecked(group))
                }
            };
            for set in sets {
                for (sum, &group) in sums.iter_mut().zip(set) {
                    let (products, weights) = at(group);
                    *sum = $accumulate(*sum, products, weights);
                }
            }
            for &group in last {
                let (products, weights) = at(group);
                sums[0] = $accumulate(sums[0], products, weights);
            }
            $forward(layers, &$sums(sums))
        }
    };
}

/// From the sums of the first layer to the output, as [`Layers::forward`] has it. `HELD` registers
/// for each of the two sums of neurons.
macro_rules! forward {
    ($name:ident, $features:literal, $lanes:literal, $held:literal, $load:ident, $store:ident,
     $load_integers:ident, $convert:ident, $set:ident, $add:ident, $mul:ident, $min:ident, $max:ident) => {
        #[inline]
        #[target_feature(enable = $features)]
        fn $name(layers: &Layers, sums: &[i32; L1]) -> f32 {
            let (zero, one) = ($set(0.0), $set(1.0));
            let mut inputs = Floats([0.0; L2_INPUTS]);
            for at in (0..L1).step_by($lanes) {
                let sum = $convert(load!($load_integers, &sums[at..at + $lanes]));
                let bias = load!($load, &layers.l1_bias[at..at + $lanes]);
                let x = $add($mul(sum, $set(1.0 / multi::UNIT)), bias);
                let clipped = $min($max(x, zero), one);
                store!($store, &mut inputs.0[at..at + $lanes], clipped);
                let squared = $min($mul(x, x), one);
                store!($store, &mut inputs.0[L1 + at..L1 + at + $lanes], squared);
            }
            let mut products = Floats([0.0; L2]);
            for begin in (0..L2).step_by($held * $lanes) {
                let mut sums = [[zero; $held]; 2];
                for (inputs, weights) in
                    inputs.0.as_chunks::<2>().0.iter().zip(layers.l2.as_chunks::<2>().0)
                {
                    for ((sums, input), weights) in sums.iter_mut().zip(inputs).zip(weights) {
                        let input = $set(*input);
                        for (n, sum) in sums.iter_mut().enumerate() {
                            let at = begin + n * $lanes;
                            let weights = load!($load, &weights[at..at + $lanes]);
                            *sum = $add(*sum, $mul(input, weights));
                        }
                    }
                }
                for n in 0..$held {
                    let at = begin + n * $lanes;
                    let bias = load!($load, &layers.l2_bias[at..at + $lanes]);
                    let x = $add(bias, $add(sums[0][n], sums[1][n]));
                    let x = $min($max(x, zero), one);
                    let weights = load!($load, &layers.output[at..at + $lanes]);
                    let product = $mul($mul(x, x), weights);
                    store!($store, &mut products.0[at..at + $lanes], product);
                }
            }
            // A tree: sixteen sums, eight, four, two, one.
            let at = |place: usize| load!(_mm_load_ps, &products.0[4 * place..4 * place + 4]);
            let four = |n: usize| _mm_add_ps(at(n), at(n + 4));
            let sum = _mm_add_ps(_mm_add_ps(four(0), four(2)), _mm_add_ps(four(1), four(3)));
            let sum = _mm_add_ps(sum, _mm_movehl_ps(sum, sum));
            let sum = _mm_add_ss(sum, _mm_shuffle_ps::<1>(sum, sum));
            _mm_cvtss_f32(sum) + layers.output_bias
        }
    };
}

forward!(
    forward_sse41,
    "sse4.1",
    4,
    4,
    _mm_loadu_ps,
    _mm_storeu_ps,
    _mm_loadu_si128,
    _mm_cvtepi32_ps,
    _mm_set1_ps,
    _mm_add_ps,
    _mm_mul_ps,
    _mm_min_ps,
    _mm_max_ps
);

forward!(
    forward_avx2,
    "avx2",
    8,
    4,
    _mm256_loadu_ps,
    _mm256_storeu_ps,
    _mm256_loadu_si256,
    _mm256_cvtepi32_ps,
    _mm256_set1_ps,
    _mm256_add_ps,
    _mm256_mul_ps,
    _mm256_min_ps,
    _mm256_max_ps
);

forward!(
    forward_avx512,
    "avx512f",
    16,
    2,
    _mm512_loadu_ps,
    _mm512_storeu_ps,
    _mm512_loadu_si512,
    _mm512_cvtepi32_ps,
    _mm512_set1_ps,
    _mm512_add_ps,
    _mm512_mul_ps,
    _mm512_min_ps,
    _mm512_max_ps
);

type Quarters = [__m128i; 4];
type Halves = [__m256i; 2];

layers!(
    layers_sse41,
    "sse4.1",
    16,
    2,
    |a: &[i16], b: &[i16], bytes: &mut [MaybeUninit<u8>], groups: &mut Groups, first: u16| {
        let (zero, one) = (_mm_setzero_si128(), _mm_set1_epi16(multi::QA as i16));
        let product = |at: usize| {
            let a = load!(_mm_loadu_si128, &a[at..at + 8]);
            let b = load!(_mm_loadu_si128, &b[at..at + 8]);
            let a = _mm_slli_epi16::<6>(_mm_min_epi16(_mm_max_epi16(a, zero), one));
            _mm_mulhrs_epi16(a, _mm_min_epi16(b, one))
        };
        let packed = _mm_packus_epi16(product(0), product(8));
        store!(_mm_storeu_si128, &mut bytes[..16], packed);
        let empty = _mm_movemask_ps(_mm_castsi128_ps(_mm_cmpeq_epi32(packed, zero)));
        groups.note(!empty as u8 & 0xF, first);
    },
    [_mm_setzero_si128(); 4],
    |sums: Quarters, inputs: i32, weights: &Chunk| -> Quarters {
        let inputs = _mm_set1_epi32(inputs);
        let ones = _mm_set1_epi16(1);
        let weights = weights.0.as_flattened();
        let mut sums = sums;
        for (sum, weights) in sums.iter_mut().zip(weights.as_chunks::<16>().0) {
            let pairs = _mm_maddubs_epi16(inputs, load!(_mm_loadu_si128, weights));
            *sum = _mm_add_epi32(*sum, _mm_madd_epi16(pairs, ones));
        }
        sums
    },
    |[a, b]: [Quarters; 2]| {
        let mut sums = [0_i32; L1];
        for (part, (a, b)) in sums.as_chunks_mut::<4>().0.iter_mut().zip(a.into_iter().zip(b)) {
            store!(_mm_storeu_si128, part, _mm_add_epi32(a, b));
        }
        sums
    },
    forward_sse41
);

layers!(
    layers_avx2,
    "avx2",
    32,
    2,
    |a: &[i16], b: &[i16], bytes: &mut [MaybeUninit<u8>], groups: &mut Groups, first: u16| {
        let (zero, one) = (_mm256_setzero_si256(), _mm256_set1_epi16(multi::QA as i16));
        let product = |at: usize| {
            let a = load!(_mm256_loadu_si256, &a[at..at + 16]);
            let b = load!(_mm256_loadu_si256, &b[at..at + 16]);
            let a = _mm256_slli_epi16::<6>(_mm256_min_epi16(_mm256_max_epi16(a, zero), one));
            _mm256_mulhrs_epi16(a, _mm256_min_epi16(b, one))
        };
        // Packing works within halves of the register.
        let packed = _mm256_packus_epi16(product(0), product(16));
        let packed = _mm256_permute4x64_epi64::<0b11_01_10_00>(packed);
        store!(_mm256_storeu_si256, &mut bytes[..32], packed);
        let empty = _mm256_movemask_ps(_mm256_castsi256_ps(_mm256_cmpeq_epi32(packed, zero)));
        groups.note(!empty as u8, first);
    },
    [_mm256_setzero_si256(); 2],
    |sums: Halves, inputs: i32, weights: &Chunk| -> Halves {
        let inputs = _mm256_set1_epi32(inputs);
        let ones = _mm256_set1_epi16(1);
        let weights = weights.0.as_flattened();
        let mut sums = sums;
        for (sum, weights) in sums.iter_mut().zip(weights.as_chunks::<32>().0) {
            let pairs = _mm256_maddubs_epi16(inputs, load!(_mm256_loadu_si256, weights));
            *sum = _mm256_add_epi32(*sum, _mm256_madd_epi16(pairs, ones));
        }
        sums
    },
    |[a, b]: [Halves; 2]| {
        let mut sums = [0_i32; L1];
        for (part, (a, b)) in sums.as_chunks_mut::<8>().0.iter_mut().zip(a.into_iter().zip(b)) {
            store!(_mm256_storeu_si256, part, _mm256_add_epi32(a, b));
        }
        sums
    },
    forward_avx2
);

/// Sixty-four products, and which of sixteen groups are not all 0.
macro_rules! products_avx512 {
    () => {
        |a: &[i16], b: &[i16], bytes: &mut [MaybeUninit<u8>], groups: &mut Groups, first: u16| {
            let (zero, one) = (_mm512_setzero_si512(), _mm512_set1_epi16(multi::QA as i16));
            let product = |at: usize| {
                let a = load!(_mm512_loadu_si512, &a[at..at + 32]);
                let b = load!(_mm512_loadu_si512, &b[at..at + 32]);
                let a = _mm512_slli_epi16::<6>(_mm512_min_epi16(_mm512_max_epi16(a, zero), one));
                _mm512_mulhrs_epi16(a, _mm512_min_epi16(b, one))
            };
            // Packing works within quarters of the register.
            let packed = _mm512_packus_epi16(product(0), product(32));
            let order = _mm512_setr_epi64(0, 2, 4, 6, 1, 3, 5, 7);
            let packed = _mm512_permutexvar_epi64(order, packed);
            store!(_mm512_storeu_si512, &mut bytes[..64], packed);
            groups.note_sixteen(_mm512_test_epi32_mask(packed, packed), first);
        }
    };
}

/// Four registers of sums become one array.
macro_rules! sums_avx512 {
    () => {
        |[a, b, c, d]: [__m512i; 4]| {
            let mut sums = [0_i32; L1];
            let sum = _mm512_add_epi32(_mm512_add_epi32(a, b), _mm512_add_epi32(c, d));
            store!(_mm512_storeu_si512, &mut sums, sum);
            sums
        }
    };
}

layers!(
    layers_avx512,
    "avx512f,avx512bw",
    64,
    4,
    products_avx512!(),
    _mm512_setzero_si512(),
    |sum, inputs: i32, weights: &Chunk| {
        let weights = load!(_mm512_loadu_si512, weights.0);
        let pairs = _mm512_maddubs_epi16(_mm512_set1_epi32(inputs), weights);
        _mm512_add_epi32(sum, _mm512_madd_epi16(pairs, _mm512_set1_epi16(1)))
    },
    sums_avx512!(),
    forward_avx512
);

layers!(
    layers_vnni,
    "avx512f,avx512bw,avx512vnni",
    64,
    4,
    products_avx512!(),
    _mm512_setzero_si512(),
    |sum, inputs: i32, weights: &Chunk| {
        let weights = load!(_mm512_loadu_si512, weights.0);
        _mm512_dpbusd_epi32(sum, _mm512_set1_epi32(inputs), weights)
    },
    sums_avx512!(),
    forward_avx512
);
