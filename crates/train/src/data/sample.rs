// SPDX-License-Identifier: GPL-3.0-or-later
//! A position in 32 bytes: what the network sees of it, and its labels.

use super::hash::mix;
use chess::{Color, Move, Piece, Position, Role, Square};

/// How the game ended, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Outcome {
    /// It lost.
    Loss = 0,
    /// Nobody won.
    Draw = 1,
    /// It won.
    Win = 2,
    /// Nobody knows.
    Unknown = 3,
}

impl Outcome {
    /// 0, a half or 1, if known.
    pub fn worth(self) -> Option<f32> {
        match self {
            Outcome::Unknown => None,
            known => Some(f32::from(known as u8) / 2.0),
        }
    }

    fn from_bits(byte: u8) -> Outcome {
        [Outcome::Loss, Outcome::Draw, Outcome::Win, Outcome::Unknown][usize::from(byte & 3)]
    }
}

/// A labelled position. The side to move is turned into White, as the network
/// sees it; castling, en passant and move numbers are left out, as it doesn't
/// see them.
///
/// ```
/// use chess::{Position, Square};
/// use xanthos_train::data::{Outcome, Sample};
///
/// let position = Position::from_fen("4k3/8/8/8/8/8/7p/4K3 b - - 0 1")?;
/// let sample = Sample::new(&position, 250, Outcome::Win);
/// let pieces: Vec<String> = sample.pieces().map(|(piece, at)| format!("{piece} {at}")).collect();
/// assert_eq!(pieces, ["white king e1", "white pawn h7", "black king e8"]);
/// assert_eq!(Sample::from_bytes(&sample.to_bytes()), Ok(sample));
/// # Ok::<(), chess::FenError>(())
/// ```
///
/// The bytes, little-endian: occupied squares (u64); 16 bytes of nibbles, the
/// low one first, one for each occupied square from a1 to h8 (bits 0 to 2 the
/// role, pawn 0 to king 5, bit 3 set for the side not to move); score in
/// centipawns for the side to move (i16); result (bits 0 and 1: 0 loss, 1 draw,
/// 2 win, 3 unknown) and the square to which the move played goes (bits 2 to 7);
/// marks (bit 0: that move is a capture or promotion, bit 1: a capture or promotion
/// wins something) and the square that it comes from (bits 2 to 7); number of the
/// game or line (u32). A move from a1 to a1 is none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sample {
    occupied: u64,
    pieces: [u8; 16],
    /// Centipawns, for the side to move.
    pub score: i16,
    /// The game's result, for the side to move.
    pub result: Outcome,
    /// See [`Sample::NOISY_MOVE`] and [`Sample::TACTICAL`].
    pub marks: u8,
    /// Samples of one game or search have one number: a split keeps them together.
    pub group: u32,
    /// From and to, as the mover sees the board; twice 0 if nobody knows.
    played: [u8; 2],
}

/// Why bytes are not a sample.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SampleFault {
    /// More pieces than a board has.
    #[error("{0} pieces on the board")]
    Pieces(u32),
    /// A nibble without meaning.
    #[error("no piece has the number {0}")]
    Piece(u8),
    /// Each side has one king.
    #[error("{0} kings instead of one each")]
    Kings(u32),
    /// A move of nobody.
    #[error("a move from {0}, where the side to move has no piece")]
    Move(Square),
}

impl Sample {
    /// Bytes of a sample.
    pub const SIZE: usize = 32;
    /// The move that was played from here took or promoted something.
    pub const NOISY_MOVE: u8 = 1;
    /// The side to move has a capture or promotion that wins something.
    pub const TACTICAL: u8 = 2;

    /// The sample of a position, with a score and a result for the side to move.
    pub fn new(position: &Position, score: i16, result: Outcome) -> Sample {
        let turned = position.turn() == Color::Black;
        let occupied = position.occupied().0;
        let occupied = if turned { occupied.swap_bytes() } else { occupied };
        let mut pieces = [0; 16];
        let placed = squares(occupied)
            .filter_map(|square| position.piece_on(if turned { square.flip() } else { square }));
        for (i, piece) in placed.enumerate().take(32) {
            let other = u8::from(piece.color() != position.turn());
            pieces[i / 2] |= (piece.role().index() as u8 | other << 3) << (4 * (i % 2));
        }
        Sample { occupied, pieces, score, result, marks: 0, group: 0, played: [0; 2] }
    }

    /// The same, with the move that was played: castling goes to the rook.
    #[must_use]
    pub fn with_move(mut self, position: &Position, played: Move) -> Sample {
        let turned = position.turn() == Color::Black;
        let seen = |square: Square| if turned { square.flip() } else { square };
        self.played = [played.from(), played.to()].map(|square| seen(square).index() as u8);
        self
    }

    /// From where to where the move went that was played, if that is known.
    pub fn played(&self) -> Option<[Square; 2]> {
        let [from, to] = self.played.map(|square| Square::from_index(usize::from(square)));
        (self.played[0] != self.played[1]).then_some([from?, to?])
    }

    /// The pieces on the board, the side to move as White.
    #[inline]
    pub fn pieces(&self) -> impl Iterator<Item = (Piece, Square)> + '_ {
        squares(self.occupied).enumerate().map(|(i, square)| (self.piece(i), square))
    }

    #[inline]
    fn piece(&self, i: usize) -> Piece {
        let nibble = self.pieces[i / 2 % 16] >> (4 * (i % 2)) & 15;
        // Roles are checked when a sample is made.
        let role = Role::ALL[usize::from(nibble & 7).min(5)];
        Piece::new(if nibble & 8 == 0 { Color::White } else { Color::Black }, role)
    }

    fn is_own(&self, square: Square) -> bool {
        let before = self.occupied & ((1 << square.index()) - 1);
        let there = self.occupied >> square.index() & 1 != 0;
        there && self.piece(before.count_ones() as usize).color() == Color::White
    }

    /// How many pieces there are.
    #[inline]
    pub fn count(&self) -> u32 {
        self.occupied.count_ones()
    }

    /// Where the kings stand: the own one, the other's.
    #[inline]
    pub fn kings(&self) -> [Square; 2] {
        let mut kings = [Square::from_index(0); 2];
        for (piece, square) in self.pieces() {
            if piece.role() == Role::King {
                kings[piece.color().index()] = Some(square);
            }
        }
        kings.map(|king| king.unwrap_or(Square::new(0, 0)))
    }

    /// A number that differs when the board does, for finding duplicates.
    pub fn key(&self) -> u64 {
        let half = |bytes: &[u8]| bytes.iter().rev().fold(0, |word, &b| word << 8 | u64::from(b));
        let word = mix(self.occupied) ^ half(&self.pieces[..8]);
        mix(word) ^ mix(half(&self.pieces[8..]).wrapping_add(1))
    }

    /// The bytes of a file.
    pub fn to_bytes(&self) -> [u8; Self::SIZE] {
        let mut bytes = [0; Self::SIZE];
        bytes[..8].copy_from_slice(&self.occupied.to_le_bytes());
        bytes[8..24].copy_from_slice(&self.pieces);
        bytes[24..26].copy_from_slice(&self.score.to_le_bytes());
        bytes[26] = self.result as u8 | self.played[1] << 2;
        bytes[27] = self.marks & 3 | self.played[0] << 2;
        bytes[28..].copy_from_slice(&self.group.to_le_bytes());
        bytes
    }

    /// Reads the bytes of a file, and refuses what is no position.
    pub fn from_bytes(bytes: &[u8; Self::SIZE]) -> Result<Sample, SampleFault> {
        let mut word = [0; 8];
        word.copy_from_slice(&bytes[..8]);
        let occupied = u64::from_le_bytes(word);
        let count = occupied.count_ones();
        if count > 32 {
            return Err(SampleFault::Pieces(count));
        }
        let mut pieces = [0; 16];
        pieces.copy_from_slice(&bytes[8..24]);
        let mut kings = [0; 2];
        for i in 0..count as usize {
            let nibble = pieces[i / 2] >> (4 * (i % 2)) & 15;
            match nibble & 7 {
                0..5 => {}
                5 => kings[usize::from(nibble >> 3)] += 1,
                _ => return Err(SampleFault::Piece(nibble)),
            }
        }
        if kings != [1, 1] {
            return Err(SampleFault::Kings(kings[0] + kings[1]));
        }
        let sample = Sample {
            occupied,
            pieces,
            score: i16::from_le_bytes([bytes[24], bytes[25]]),
            result: Outcome::from_bits(bytes[26]),
            marks: bytes[27] & 3,
            group: u32::from_le_bytes([bytes[28], bytes[29], bytes[30], bytes[31]]),
            played: [bytes[27] >> 2, bytes[26] >> 2],
        };
        match sample.played() {
            Some([from, _]) if !sample.is_own(from) => Err(SampleFault::Move(from)),
            _ => Ok(sample),
        }
    }
}

#[inline]
fn squares(mut occupied: u64) -> impl Iterator<Item = Square> {
    std::iter::from_fn(move || {
        let square = Square::from_index(occupied.trailing_zeros() as usize)?;
        occupied &= occupied - 1;
        Some(square)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const FENS: [&str; 4] = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 b - - 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
    ];

    #[test]
    fn the_board_comes_back_as_the_mover_sees_it() {
        for fen in FENS {
            let position = Position::from_fen(fen).unwrap();
            let mut sample = Sample::new(&position, -123, Outcome::Draw);
            (sample.marks, sample.group) = (Sample::TACTICAL, 0xDEAD_BEEF);
            let back = Sample::from_bytes(&sample.to_bytes()).unwrap();
            assert_eq!(back, sample);
            assert_eq!(back.played(), None);
            for mv in position.legal_moves().iter().copied() {
                let sample = sample.with_move(&position, mv);
                let back = Sample::from_bytes(&sample.to_bytes()).unwrap();
                assert_eq!(back, sample);
                let seen = |square: Square| match position.turn() {
                    Color::White => square,
                    Color::Black => square.flip(),
                };
                assert_eq!(back.played(), Some([seen(mv.from()), seen(mv.to())]), "{fen}");
            }
            assert_eq!(back.count(), position.occupied().count());
            assert_eq!(back.pieces().count() as u32, back.count());
            for (piece, square) in back.pieces() {
                let there = match position.turn() {
                    Color::White => position.piece_on(square),
                    Color::Black => position
                        .piece_on(square.flip())
                        .map(|piece| Piece::new(!piece.color(), piece.role())),
                };
                assert_eq!(Some(piece), there, "{fen}");
            }
            let [own, other] = back.kings();
            let seen = |square: Square| match position.turn() {
                Color::White => square,
                Color::Black => square.flip(),
            };
            assert_eq!(own, seen(position.king(position.turn())));
            assert_eq!(other, seen(position.king(!position.turn())));
        }
    }

    #[test]
    fn every_damaged_byte_is_refused_or_harmless() {
        let sample = Sample::new(&Position::from_fen(FENS[1]).unwrap(), 1, Outcome::Win);
        for i in 0..Sample::SIZE {
            for value in 0..=255 {
                let mut bytes = sample.to_bytes();
                bytes[i] = value;
                if let Ok(sample) = Sample::from_bytes(&bytes) {
                    let _ = (sample.kings(), sample.pieces().count());
                }
            }
        }
        let refuse = |i: usize, value| {
            let mut bytes = sample.to_bytes();
            bytes[i] = value;
            Sample::from_bytes(&bytes).unwrap_err()
        };
        let nobody = |square: &Square| square.index() > 0 && !sample.is_own(*square);
        let empty = Square::ALL.into_iter().find(nobody).unwrap();
        assert_eq!(refuse(27, (empty.index() as u8) << 2), SampleFault::Move(empty));
        assert_eq!(refuse(8, 0x66), SampleFault::Piece(6));
        assert_eq!(refuse(8, 0x55), SampleFault::Kings(3), "a king in the place of a rook");
        assert!(matches!(refuse(1, 255), SampleFault::Pieces(33..)));
    }

    #[test]
    fn keys_tell_boards_apart_and_nothing_else() {
        let of = |fen| Sample::new(&Position::from_fen(fen).unwrap(), 0, Outcome::Draw);
        let keys = FENS.map(|fen| of(fen).key());
        for (i, key) in keys.iter().enumerate() {
            assert!(!keys[..i].contains(key));
        }
        let mut other_label = of(FENS[2]);
        (other_label.score, other_label.group) = (99, 7);
        assert_eq!(other_label.key(), keys[2]);
    }
}
