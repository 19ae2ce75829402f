// SPDX-License-Identifier: GPL-3.0-or-later
//! The only module of this crate with `unsafe` in it.
//!
//! Each function is a single operation whose condition is asserted in debug
//! builds, stated in a safety line, and kept by its few callers. Everything
//! else in the crate is compiled with `deny(unsafe_code)`.

#![allow(unsafe_code)]

use crate::{Move, Piece, Role, Square};
use std::mem::MaybeUninit;

/// The square with this index.
#[inline(always)]
pub(crate) const fn square(index: u8) -> Square {
    debug_assert!(index < 64);
    // SAFETY: `Square` is `repr(u8)` with exactly the values 0 to 63, and every
    // caller masks with 63, xors a square with a value below 64, or counts the
    // trailing zeros of a non-zero 64-bit word.
    unsafe { std::mem::transmute::<u8, Square>(index) }
}

/// The role with this index.
#[inline(always)]
pub(crate) const fn role(index: u8) -> Role {
    debug_assert!(index < 6);
    // SAFETY: `Role` is `repr(u8)` with exactly the values 0 to 5, and the caller
    // halves the number of a piece, which is below 12.
    unsafe { std::mem::transmute::<u8, Role>(index) }
}

/// The piece with this index.
#[inline(always)]
pub(crate) const fn piece(index: u8) -> Piece {
    debug_assert!(index < 12);
    // SAFETY: `Piece` is `repr(u8)` with exactly the values 0 to 11, and the caller
    // doubles the number of a role, which is below 6, and adds that of a colour.
    unsafe { std::mem::transmute::<u8, Piece>(index) }
}

/// A word of a slider table.
#[inline(always)]
pub(crate) fn lookup(table: &[u64], index: usize) -> u64 {
    debug_assert!(index < table.len());
    // SAFETY: `index` is a square's offset plus a perfect-hash index below the
    // size of that square's block; `attacks` tests visit every index there is.
    unsafe { *table.get_unchecked(index) }
}

/// Writes a move behind the last one of a list.
#[inline(always)]
pub(crate) fn push(moves: &mut [MaybeUninit<Move>; 256], len: usize, m: Move) {
    debug_assert!(len < 256);
    // SAFETY: no position has more than 218 legal moves, also not one with nine
    // queens a side (positions with more than 16 pieces a side are refused), and
    // `MoveList::push`, the door for other callers, checks the length itself.
    unsafe { moves.get_unchecked_mut(len).write(m) };
}

/// Writes a move to each of `targets`, lowest first, behind the last one of a list, and returns
/// how many there are. A move is `base` plus its target in the upper six bits and, with
/// `STEPPED`, in the lower ones as well. All are written at once: how many there are is hard to
/// foretell, and a loop would end with a wrong guess of the processor.
#[cfg(all(target_feature = "avx512bw", target_feature = "avx512vbmi2"))]
#[inline(always)]
pub(crate) fn push_all<const STEPPED: bool>(
    moves: &mut [MaybeUninit<Move>; 256],
    len: usize,
    targets: u64,
    base: u16,
) -> usize {
    use std::arch::x86_64::{
        _mm512_add_epi16, _mm512_castsi512_si256, _mm512_cvtepu8_epi16, _mm512_loadu_si512,
        _mm512_maskz_compress_epi8, _mm512_set1_epi16, _mm512_slli_epi16, _mm512_storeu_si512,
    };
    static SQUARES: [u8; 64] = {
        let mut squares = [0; 64];
        let mut square = 0;
        while square < 64 {
            squares[square] = square as u8;
            square += 1;
        }
        squares
    };
    let count = targets.count_ones() as usize;
    debug_assert!(len + 32 <= 256 && count <= 32);
    let Some(places) = moves.get_mut(len..len + 32) else { return 0 };
    // SAFETY: this is compiled only for processors with these instructions. The load reads the
    // 64 bytes of `SQUARES`, the store writes 32 moves of sixteen bits each into `places`. A
    // piece has at most 27 targets, and the pawns of a side at most 16, so that these 32 contain
    // all that are counted. (A position has at most 218 moves, so that there are places.)
    unsafe {
        let squares = _mm512_loadu_si512(SQUARES.as_ptr().cast());
        let squares = _mm512_maskz_compress_epi8(targets, squares);
        let squares = _mm512_cvtepu8_epi16(_mm512_castsi512_si256(squares));
        let mut all =
            _mm512_add_epi16(_mm512_slli_epi16::<6>(squares), _mm512_set1_epi16(base as i16));
        if STEPPED {
            all = _mm512_add_epi16(all, squares);
        }
        _mm512_storeu_si512(places.as_mut_ptr().cast(), all);
    }
    count
}

/// The same by a loop.
#[cfg(not(all(target_feature = "avx512bw", target_feature = "avx512vbmi2")))]
#[inline(always)]
pub(crate) fn push_all<const STEPPED: bool>(
    moves: &mut [MaybeUninit<Move>; 256],
    len: usize,
    mut targets: u64,
    base: u16,
) -> usize {
    let mut count = 0;
    while targets != 0 {
        let square = targets.trailing_zeros() as u16;
        let from = if STEPPED { square } else { 0 };
        push(
            moves,
            len + count,
            Move::from_bits((square << 6).wrapping_add(base).wrapping_add(from)),
        );
        targets &= targets - 1;
        count += 1;
    }
    count
}

/// The first `len` moves of a list.
#[inline(always)]
pub(crate) fn filled(moves: &[MaybeUninit<Move>; 256], len: usize) -> &[Move] {
    debug_assert!(len <= 256);
    // SAFETY: `MoveList` counts in `len` the entries it has written; a
    // `MaybeUninit<Move>` that is written has the layout of a `Move`.
    unsafe { std::slice::from_raw_parts(moves.as_ptr().cast(), len) }
}

/// The first `len` moves of a list, to be reordered.
#[inline(always)]
pub(crate) fn filled_mut(moves: &mut [MaybeUninit<Move>; 256], len: usize) -> &mut [Move] {
    debug_assert!(len <= 256);
    // SAFETY: as in `filled`, and the list is borrowed mutably.
    unsafe { std::slice::from_raw_parts_mut(moves.as_mut_ptr().cast(), len) }
}

/// The bits of `value` under `mask`, packed to the low end, in one instruction.
#[cfg(pext)]
#[inline(always)]
pub(crate) fn pext(value: u64, mask: u64) -> u64 {
    // SAFETY: `cfg(pext)` is set by the build script only when the target has BMI2.
    unsafe { std::arch::x86_64::_pext_u64(value, mask) }
}

/// Asks the processor to bring `place` nearer. A hint: nothing is read or changed.
#[inline(always)]
pub fn prefetch<T>(place: &T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: prefetching has no effect on memory, and the address is that of a
    // live reference.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(place).cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = place;
}
