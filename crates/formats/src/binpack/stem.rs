// SPDX-License-Identifier: GPL-3.0-or-later
//! The first position of a chain, 32 bytes, integers big-endian:
//!
//! | offset | size | content |
//! |---|---|---|
//! | 0 | 8 | occupied squares, a1 the lowest bit |
//! | 8 | 16 | a nibble for each, from a1 on, the low one first |
//! | 24 | 2 | move: kind 2 bits, from 6, to 6, promotion 2 |
//! | 26 | 2 | score |
//! | 28 | 2 | result 2 bits, ply 14 |
//! | 30 | 2 | half-move clock |
//!
//! Nibbles 0 to 11 are white pawn, black pawn, white knight and so on to black king;
//! 12 is a pawn that has just jumped, 13 and 14 a white and a black rook with its
//! castling right, 15 the black king with Black to move. Kinds of moves: 0 normal, 1
//! promotion, 2 castling (king takes rook), 3 en passant. Signed numbers have their
//! sign in the lowest bit.

use chess::{Bitboard, Color, Move, Piece, Position, Role, Setup, Square};

use super::{BinpackFault, Entry, STEM};

const JUMPED: u8 = 12;
const WHITE_CASTLING_ROOK: u8 = 13;
const BLACK_CASTLING_ROOK: u8 = 14;
const BLACK_KING_TO_MOVE: u8 = 15;

pub(super) fn unpack(bytes: &[u8; STEM]) -> Result<Entry, BinpackFault> {
    let word = |at: usize| u16::from_be_bytes([bytes[at], bytes[at + 1]]);
    let mut occupied = [0; 8];
    occupied.copy_from_slice(&bytes[..8]);
    let occupied = Bitboard(u64::from_be_bytes(occupied));
    if occupied.count() > 32 {
        return Err(BinpackFault::Pieces(occupied.count()));
    }
    let ply = word(28) & 0x3FFF;
    let mut setup = Setup::empty();
    setup.halfmove_clock = word(30).into();
    setup.fullmove_number = u32::from(ply / 2) + 1;
    for (i, square) in occupied.into_iter().enumerate() {
        let nibble = bytes[8 + i / 2] >> (4 * (i % 2)) & 15;
        setup.pieces[square.index()] = Some(piece(nibble, square, &mut setup));
    }
    // Castling rights without a king in its place, or a jump that nobody can
    // answer, are of no consequence.
    let (position, _) = setup.position_lenient()?;
    let result = signed(word(28) >> 14);
    if !(-1..=1).contains(&result) {
        return Err(BinpackFault::Result(result));
    }
    let played = played(word(24), &position)?;
    Ok(Entry { position, played, score: signed(word(26)), ply, result: result as i8 })
}

fn piece(nibble: u8, square: Square, setup: &mut Setup) -> Piece {
    match nibble {
        JUMPED => {
            let white = square.index() < 32;
            let passed = square.index().checked_add_signed(if white { -8 } else { 8 });
            setup.en_passant = passed.and_then(Square::from_index);
            Piece::new(if white { Color::White } else { Color::Black }, Role::Pawn)
        }
        WHITE_CASTLING_ROOK => {
            setup.castling.push(square.file_letter().to_ascii_uppercase());
            Piece::new(Color::White, Role::Rook)
        }
        BLACK_CASTLING_ROOK => {
            setup.castling.push(square.file_letter());
            Piece::new(Color::Black, Role::Rook)
        }
        BLACK_KING_TO_MOVE => {
            setup.turn = Color::Black;
            Piece::new(Color::Black, Role::King)
        }
        plain => {
            let color = if plain & 1 == 0 { Color::White } else { Color::Black };
            Piece::new(color, Role::ALL[usize::from(plain / 2)])
        }
    }
}

/// The move; nothing for sixteen bits of zero.
fn played(bits: u16, position: &Position) -> Result<Option<Move>, BinpackFault> {
    if bits == 0 {
        return Ok(None);
    }
    let square = |shift: u16| Square::from_index(usize::from(bits >> shift & 63));
    let promotion = (bits >> 14 == 1).then(|| Role::ALL[1 + usize::from(bits & 3)]);
    let found = legal(position, square(8), square(2), promotion);
    let fault = || BinpackFault::Move { number: 0, fen: position.fen() };
    found.map(Some).ok_or_else(fault)
}

/// The legal move between two squares; a king that castles goes to its rook.
pub(super) fn legal(
    position: &Position,
    from: Option<Square>,
    to: Option<Square>,
    promotion: Option<Role>,
) -> Option<Move> {
    let moves = position.legal_moves();
    moves
        .iter()
        .copied()
        .find(|m| Some(m.from()) == from && Some(m.to()) == to && m.promotion() == promotion)
}

/// The sign is the lowest bit; what is negative has the others turned round.
pub(super) fn signed(word: u16) -> i16 {
    let half = (word >> 1) as i16;
    if word & 1 == 0 { half } else { !half }
}
