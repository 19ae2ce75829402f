// SPDX-License-Identifier: GPL-3.0-or-later
//! Sliding by walking: what the tables are made from, at compile time.

pub(super) const STRAIGHT: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
pub(super) const DIAGONAL: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];

/// The squares from `from` (excluded) in one direction up to the first blocker (included).
pub(super) const fn ray(from: usize, df: i8, dr: i8, occupied: u64) -> u64 {
    let (mut file, mut rank) = (from as i8 % 8 + df, from as i8 / 8 + dr);
    let mut seen = 0;
    while file >= 0 && file < 8 && rank >= 0 && rank < 8 {
        let bit = 1 << (rank * 8 + file);
        seen |= bit;
        if occupied & bit != 0 {
            break;
        }
        file += df;
        rank += dr;
    }
    seen
}

/// What a slider attacks.
pub(super) const fn slide(from: usize, occupied: u64, directions: &[(i8, i8); 4]) -> u64 {
    let mut seen = 0;
    let mut i = 0;
    while i < 4 {
        seen |= ray(from, directions[i].0, directions[i].1, occupied);
        i += 1;
    }
    seen
}

/// The squares whose occupation changes what a slider attacks: its rays without
/// their last square.
pub(super) const fn relevant(from: usize, directions: &[(i8, i8); 4]) -> u64 {
    const RANKS: u64 = 0xff00_0000_0000_00ff;
    const FILES: u64 = 0x8181_8181_8181_8181;
    let rank = 0xff << (from / 8 * 8);
    let file = 0x0101_0101_0101_0101 << (from % 8);
    slide(from, 0, directions) & !(RANKS & !rank) & !(FILES & !file)
}

/// How one square's block of a table is found.
#[derive(Clone, Copy)]
pub(super) struct Block {
    pub mask: u64,
    pub offset: usize,
}

/// The blocks of all squares, and the length of the table behind them.
pub(super) const fn blocks(directions: &[(i8, i8); 4]) -> ([Block; 64], usize) {
    let mut blocks = [Block { mask: 0, offset: 0 }; 64];
    let mut len = 0;
    let mut i = 0;
    while i < 64 {
        let mask = relevant(i, directions);
        blocks[i] = Block { mask, offset: len };
        len += 1 << mask.count_ones();
        i += 1;
    }
    (blocks, len)
}

pub(super) const BISHOP_TABLE: usize = blocks(&DIAGONAL).1;
pub(super) const ROOK_TABLE: usize = blocks(&STRAIGHT).1;
