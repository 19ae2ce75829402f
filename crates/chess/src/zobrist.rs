// SPDX-License-Identifier: GPL-3.0-or-later
//! The numbers behind position keys.
//!
//! They are Polyglot's, so that the key of a position and its Polyglot book key
//! are the same number except where the two disagree on en passant.

use crate::polyglot_numbers::NUMBERS;
use crate::{Piece, Square};

/// One number per piece and square. Polyglot counts black before white.
static PIECES: [[u64; 64]; 12] = {
    let mut table = [[0; 64]; 12];
    let mut piece = 0;
    while piece < 12 {
        let mut square = 0;
        while square < 64 {
            table[piece][square] = NUMBERS[64 * (piece ^ 1) + square];
            square += 1;
        }
        piece += 1;
    }
    table
};

/// Combined numbers of each set of castling rights (bits as in `Castling`).
static CASTLING: [u64; 16] = {
    let mut table = [0; 16];
    let mut rights = 0;
    while rights < 16 {
        let mut bit = 0;
        while bit < 4 {
            if rights >> bit & 1 != 0 {
                table[rights] ^= NUMBERS[768 + bit];
            }
            bit += 1;
        }
        rights += 1;
    }
    table
};

/// The number of a piece on a square, for tables made at compile time.
pub(crate) const fn number(piece: Piece, square: Square) -> u64 {
    NUMBERS[64 * (piece as usize ^ 1) + square as usize]
}

/// White to move.
pub(crate) const TURN: u64 = NUMBERS[780];

#[inline(always)]
pub(crate) fn piece(piece: Piece, square: Square) -> u64 {
    PIECES[piece.index()][square.index()]
}

#[inline(always)]
pub(crate) fn castling(rights: u8) -> u64 {
    CASTLING[(rights & 15) as usize]
}

#[inline(always)]
pub(crate) fn en_passant(square: Square) -> u64 {
    NUMBERS[772 + square.file()]
}
