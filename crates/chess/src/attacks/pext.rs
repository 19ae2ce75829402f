// SPDX-License-Identifier: GPL-3.0-or-later
//! Slider lookup by PEXT: the relevant blockers, packed together, are the index.

use super::rays::{BISHOP_TABLE, Block, DIAGONAL, ROOK_TABLE, STRAIGHT, blocks, slide};
use crate::{Square, unchecked};

static BISHOP_BLOCKS: [Block; 64] = blocks(&DIAGONAL).0;
static ROOK_BLOCKS: [Block; 64] = blocks(&STRAIGHT).0;

/// Counting through the subsets of a mask in the usual way meets them in the
/// order of their packed value, so no packing is needed here.
const fn table<const N: usize>(directions: &[(i8, i8); 4]) -> [u64; N] {
    let (blocks, _) = blocks(directions);
    let mut table = [0; N];
    let mut i = 0;
    while i < 64 {
        let Block { mask, mut offset } = blocks[i];
        let mut blockers = 0u64;
        loop {
            table[offset] = slide(i, blockers, directions);
            offset += 1;
            blockers = blockers.wrapping_sub(mask) & mask;
            if blockers == 0 {
                break;
            }
        }
        i += 1;
    }
    table
}

static BISHOP: [u64; BISHOP_TABLE] = table(&DIAGONAL);
static ROOK: [u64; ROOK_TABLE] = table(&STRAIGHT);

#[cfg(pext)]
#[inline(always)]
fn pack(value: u64, mask: u64) -> usize {
    crate::unchecked::pext(value, mask) as usize
}

/// The same by hand, so that the table can be tested on any machine.
#[cfg(not(pext))]
fn pack(value: u64, mut mask: u64) -> usize {
    let (mut packed, mut bit) = (0, 1);
    while mask != 0 {
        if value & mask & mask.wrapping_neg() != 0 {
            packed |= bit;
        }
        mask &= mask - 1;
        bit <<= 1;
    }
    packed
}

#[inline(always)]
pub(super) fn bishop(square: Square, occupied: u64) -> u64 {
    let block = &BISHOP_BLOCKS[square.index()];
    unchecked::lookup(&BISHOP, block.offset + pack(occupied, block.mask))
}

#[inline(always)]
pub(super) fn rook(square: Square, occupied: u64) -> u64 {
    let block = &ROOK_BLOCKS[square.index()];
    unchecked::lookup(&ROOK, block.offset + pack(occupied, block.mask))
}
