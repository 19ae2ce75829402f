// SPDX-License-Identifier: GPL-3.0-or-later
//! The only module of this crate with `unsafe` in it.
//!
//! Each function is a single operation whose condition is asserted in debug
//! builds, stated in a safety line, and kept by its few callers. Everything
//! else in the crate is compiled with `deny(unsafe_code)`.

#![allow(unsafe_code)]

use crate::{Move, Square};
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
