// SPDX-License-Identifier: GPL-3.0-or-later
//! Directions and regions of the board, as a side sees them.

use chess::{Bitboard, Color, Square};

/// The squares next to the given ones, a step ahead for `color`.
#[inline(always)]
pub const fn ahead(color: Color, set: Bitboard) -> Bitboard {
    match color {
        Color::White => Bitboard(set.0 << 8),
        Color::Black => Bitboard(set.0 >> 8),
    }
}

/// The squares beside the given ones.
#[inline(always)]
pub const fn beside(set: Bitboard) -> Bitboard {
    Bitboard((set.0 & !Bitboard::FILES[7].0) << 1 | (set.0 & !Bitboard::FILES[0].0) >> 1)
}

/// What pawns on `set` attack.
#[inline(always)]
pub const fn pawn_attacks(color: Color, set: Bitboard) -> Bitboard {
    beside(ahead(color, set))
}

/// What pawns on `set` attack twice.
#[inline(always)]
pub const fn pawn_double_attacks(color: Color, set: Bitboard) -> Bitboard {
    let up = ahead(color, set).0;
    Bitboard((up & !Bitboard::FILES[7].0) << 1 & (up & !Bitboard::FILES[0].0) >> 1)
}

/// Everything in front of the given squares on their files.
#[inline(always)]
pub const fn in_front(color: Color, set: Bitboard) -> Bitboard {
    let mut all = ahead(color, set).0;
    match color {
        Color::White => {
            all |= all << 8;
            all |= all << 16;
            all |= all << 32;
        }
        Color::Black => {
            all |= all >> 8;
            all |= all >> 16;
            all |= all >> 32;
        }
    }
    Bitboard(all)
}

/// The ranks from `from` to `to`, counted by `color`'s own side.
#[inline(always)]
pub const fn ranks(color: Color, from: usize, to: usize) -> Bitboard {
    let white = (!0u64 >> (8 * (7 - to))) & (!0u64 << (8 * from));
    match color {
        Color::White => Bitboard(white),
        Color::Black => Bitboard(white.swap_bytes()),
    }
}

/// A square as `color` sees it.
#[inline(always)]
pub const fn own_view(color: Color, square: Square) -> usize {
    match color {
        Color::White => square.index(),
        Color::Black => square.index() ^ 56,
    }
}

/// Files from the edge, 0 to 3.
#[inline(always)]
pub const fn from_edge(file: usize) -> usize {
    if file < 4 { file } else { 7 - file }
}

/// The files around each king file whose pawns and pieces matter to it.
pub const FLANKS: [Bitboard; 8] = {
    let f = Bitboard::FILES;
    let queen = f[0].0 | f[1].0 | f[2].0 | f[3].0;
    let king = f[4].0 | f[5].0 | f[6].0 | f[7].0;
    let middle = f[2].0 | f[3].0 | f[4].0 | f[5].0;
    let (corner_a, corner_h) = (queen & !f[3].0, king & !f[4].0);
    [
        Bitboard(corner_a),
        Bitboard(queen),
        Bitboard(queen),
        Bitboard(middle),
        Bitboard(middle),
        Bitboard(king),
        Bitboard(king),
        Bitboard(corner_h),
    ]
};

/// Groups of neighbouring files with pawns on them.
pub fn islands(pawns: Bitboard) -> i32 {
    let mut files = pawns.0;
    files |= files >> 32;
    files |= files >> 16;
    files |= files >> 8;
    let files = files & 0xff;
    // A group begins on each file whose left neighbour is empty.
    (files & !(files << 1)).count_ones() as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn islands_of_files() {
        assert_eq!(islands(Bitboard::EMPTY), 0);
        assert_eq!(islands(Bitboard::RANKS[1]), 1);
        assert_eq!(islands(Bitboard::of(Square::A2) | Bitboard::of(Square::H7)), 2);
        assert_eq!(islands(Bitboard::of(Square::A2) | Bitboard::of(Square::B5)), 1);
    }
}
