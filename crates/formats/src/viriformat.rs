// SPDX-License-Identifier: GPL-3.0-or-later
//! Games for training, four bytes a move: the file format of the `viriformat` tools.
//!
//! ```
//! use chess::Position;
//! use xanthos_formats::viriformat::{self, Record, Wdl};
//!
//! let start = Position::startpos();
//! let e4 = start.parse_uci("e2e4")?;
//! let mut file = Vec::new();
//! Record::new(start, Wdl::Draw, vec![(e4, 31)]).write(&mut file)?;
//!
//! for record in viriformat::read(file.as_slice()) {
//!     record?.visit(|position, played, eval| {
//!         assert_eq!((position.san(played).as_str(), eval), ("e4", 31));
//!     })?;
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A file is a sequence of records without a header. A record is a start
//! position of 32 bytes, any number of moves with the evaluation of the position
//! *before* each, two bytes and two bytes, and four zero bytes. Evaluations are
//! from White's view, in whatever unit the writer used. Castling rooks are
//! marked, so Chess960 needs nothing special.

use std::io::{self, BufRead, Write};

use chess::{Bitboard, Color, FenError, Move, Piece, Position, Role, Setup, Side, Square};

/// The result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wdl {
    /// Black won.
    Loss = 0,
    /// A draw, or an unknown result.
    Draw = 1,
    /// White won.
    Win = 2,
}

/// A game, or a line, with an evaluation of each position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The start position.
    pub start: Position,
    /// The result.
    pub result: Wdl,
    pairs: Vec<(u16, i16)>,
}

/// An error in a file, with its offset.
#[derive(Debug, thiserror::Error)]
pub enum ViriError {
    /// The file could not be read.
    #[error("training data at byte {at}: {source}")]
    Read {
        /// Offset of the record.
        at: u64,
        /// The error of the system.
        source: io::Error,
    },
    /// The file ends inside a record.
    #[error("training data at byte {at}: the last record is cut off")]
    CutOff {
        /// Offset of the record.
        at: u64,
    },
    /// A byte without a meaning.
    #[error("training data at byte {at}: {what} {value}")]
    Meaningless {
        /// Offset of the record.
        at: u64,
        /// What was expected.
        what: &'static str,
        /// The byte.
        value: u8,
    },
    /// A start position that is not legal.
    #[error("training data at byte {at}: {source}")]
    Position {
        /// Offset of the record.
        at: u64,
        /// What is wrong with the position.
        source: FenError,
    },
    /// A move that is not legal in its position.
    #[error("move {number} ({bits:#06x}) is not legal in {fen}")]
    Move {
        /// Its number in the record, from 0.
        number: usize,
        /// Its bits.
        bits: u16,
        /// The position before it.
        fen: String,
    },
}

/// Reads records one by one.
pub fn read<R: BufRead>(input: R) -> Records<R> {
    Records { input, at: 0, ended: false }
}

/// The records of a file; ends after the first error.
#[derive(Debug)]
pub struct Records<R> {
    input: R,
    at: u64,
    ended: bool,
}

impl<R: BufRead> Records<R> {
    /// Offset of the next record.
    pub fn offset(&self) -> u64 {
        self.at
    }

    /// Fills `bytes`; false if the input had ended before.
    fn fill(&mut self, bytes: &mut [u8], at: u64) -> Result<bool, ViriError> {
        let mut filled = 0;
        while filled < bytes.len() {
            match self.input.read(&mut bytes[filled..]) {
                Ok(0) if filled == 0 => return Ok(false),
                Ok(0) => return Err(ViriError::CutOff { at }),
                Ok(n) => filled += n,
                Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                Err(source) => return Err(ViriError::Read { at, source }),
            }
        }
        self.at += bytes.len() as u64;
        Ok(true)
    }

    fn record(&mut self) -> Result<Option<Record>, ViriError> {
        let at = self.at;
        let mut head = [0; 32];
        if !self.fill(&mut head, at)? {
            return Ok(None);
        }
        let (start, result) = unpack(&head, at)?;
        let mut pairs = Vec::with_capacity(8);
        loop {
            let mut pair = [0; 4];
            if !self.fill(&mut pair, at)? {
                return Err(ViriError::CutOff { at });
            }
            if pair == [0; 4] {
                return Ok(Some(Record { start, result, pairs }));
            }
            let [a, b, c, d] = pair;
            pairs.push((u16::from_le_bytes([a, b]), i16::from_le_bytes([c, d])));
        }
    }
}

impl<R: BufRead> Iterator for Records<R> {
    type Item = Result<Record, ViriError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let next = self.record().transpose();
        self.ended = !matches!(next, Some(Ok(_)));
        next
    }
}

impl Record {
    /// A record of `start` and the moves played from there, which must be
    /// legal, each with the evaluation before it.
    pub fn new(start: Position, result: Wdl, moves: Vec<(Move, i16)>) -> Record {
        Record { start, result, pairs: moves.into_iter().map(|(m, e)| (pack_move(m), e)).collect() }
    }

    /// Number of positions with an evaluation.
    pub fn len(&self) -> usize {
        self.pairs.len()
    }

    /// Whether there is no move.
    pub fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }

    /// Plays through the record: each position with the move that follows and
    /// its evaluation.
    ///
    /// # Errors
    /// At the first move that is not legal.
    pub fn visit(&self, mut visit: impl FnMut(&Position, Move, i16)) -> Result<(), ViriError> {
        let mut position = self.start;
        for (number, &(bits, eval)) in self.pairs.iter().enumerate() {
            let moves = position.legal_moves();
            let Some(m) = moves.iter().copied().find(|&m| pack_move(m) == bits) else {
                return Err(ViriError::Move { number, bits, fen: position.fen() });
            };
            visit(&position, m, eval);
            position.play(m);
        }
        Ok(())
    }

    /// Writes the record.
    ///
    /// # Errors
    /// When `out` cannot be written to.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        out.write_all(&pack(&self.start, self.result))?;
        for (bits, eval) in &self.pairs {
            out.write_all(&bits.to_le_bytes())?;
            out.write_all(&eval.to_le_bytes())?;
        }
        out.write_all(&[0; 4])
    }
}

/// A position in 32 bytes, as it begins a record.
pub fn pack_position(position: &Position) -> [u8; 32] {
    pack(position, Wdl::Draw)
}

/// The position in 32 bytes.
///
/// # Errors
/// If they hold none that is legal.
pub fn unpack_position(bytes: &[u8; 32]) -> Result<Position, ViriError> {
    unpack(bytes, 0).map(|(position, _)| position)
}

const CASTLING_ROOK: u8 = 6;
const NO_SQUARE: u8 = 64;

fn unpack(head: &[u8; 32], at: u64) -> Result<(Position, Wdl), ViriError> {
    let mut bits = [0; 8];
    bits.copy_from_slice(&head[..8]);
    let occupied = Bitboard(u64::from_le_bytes(bits));
    let meaningless = |what, value| ViriError::Meaningless { at, what, value };
    let count = occupied.count();
    if count > 32 {
        return Err(meaningless("a number of pieces up to 32, not", count as u8));
    }
    let mut setup = Setup::empty();
    for (i, square) in occupied.into_iter().enumerate() {
        let nibble = head[8 + i / 2] >> (4 * (i % 2)) & 15;
        let color = if nibble & 8 == 0 { Color::White } else { Color::Black };
        let role = match nibble & 7 {
            CASTLING_ROOK => {
                let file = square.file_letter();
                setup.castling.push(match color {
                    Color::White => file.to_ascii_uppercase(),
                    Color::Black => file,
                });
                Role::Rook
            }
            n => *Role::ALL.get(usize::from(n)).ok_or(meaningless("a piece, not", nibble))?,
        };
        setup.pieces[square.index()] = Some(Piece::new(color, role));
    }
    setup.turn = if head[24] & 128 == 0 { Color::White } else { Color::Black };
    setup.en_passant = Square::from_index(usize::from(head[24] & 127));
    setup.halfmove_clock = head[25].into();
    setup.fullmove_number = u16::from_le_bytes([head[26], head[27]]).max(1).into();
    let result = match head[30] {
        0 => Wdl::Loss,
        1 => Wdl::Draw,
        2 => Wdl::Win,
        other => return Err(meaningless("a result from 0 to 2, not", other)),
    };
    let position = setup.position().map_err(|source| ViriError::Position { at, source })?;
    Ok((position, result))
}

fn pack(position: &Position, result: Wdl) -> [u8; 32] {
    let mut head = [0; 32];
    head[..8].copy_from_slice(&position.occupied().0.to_le_bytes());
    let castling = position.castling();
    let with_right = |square| {
        Color::ALL
            .iter()
            .any(|&color| Side::ALL.iter().any(|&side| castling.rook(color, side) == Some(square)))
    };
    for (i, square) in position.occupied().into_iter().enumerate() {
        let Some(piece) = position.piece_on(square) else { continue };
        let role = if with_right(square) { CASTLING_ROOK } else { piece.role().index() as u8 };
        let nibble = role | (piece.color().index() as u8) << 3;
        head[8 + i / 2] |= nibble << (4 * (i % 2));
    }
    let jumped = position.en_passant().map_or(NO_SQUARE, |square| square.index() as u8);
    head[24] = jumped | (position.turn().index() as u8) << 7;
    head[25] = position.halfmove_clock().min(255) as u8;
    let number = position.fullmove_number().min(u16::MAX.into()) as u16;
    head[26..28].copy_from_slice(&number.to_le_bytes());
    head[30] = result as u8;
    head
}

fn pack_move(m: Move) -> u16 {
    let squares = m.from().index() as u16 | (m.to().index() as u16) << 6;
    let kind = if let Some(role) = m.promotion() {
        3 << 14 | (role.index() as u16 - 1) << 12
    } else if m.is_castle() {
        2 << 14
    } else if m.is_en_passant() {
        1 << 14
    } else {
        0
    };
    squares | kind
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(fen: &str, moves: &[&str]) -> Record {
        let start = Position::from_fen(fen).unwrap();
        let mut position = start;
        let mut played = Vec::new();
        for (i, text) in moves.iter().enumerate() {
            let m = position.parse_uci(text).unwrap();
            played.push((m, 17 * i as i16 - 40));
            position.play(m);
        }
        Record::new(start, Wdl::Win, played)
    }

    fn examples() -> Vec<Record> {
        vec![
            game("rnbqkbnr/ppp1pppp/8/8/3p4/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", &["e2e4", "d4e3"]),
            game("r3k2r/6P1/8/8/8/8/8/R3K2R w KQkq - 7 30", &["e1g1", "e8c8", "g7g8q"]),
            game("1r2k1r1/8/8/8/8/8/1P4P1/1R2K1R1 b GBgb - 0 1", &["e8g8", "e1b1"]),
            game("8/8/8/8/8/k7/7P/K7 w - - 0 1", &[]),
        ]
    }

    #[test]
    fn what_is_written_is_read() {
        let mut file = Vec::new();
        examples().iter().for_each(|record| record.write(&mut file).unwrap());
        let back: Vec<Record> = read(file.as_slice()).map(Result::unwrap).collect();
        assert_eq!(back, examples());
        for record in &back {
            let mut seen = 0;
            record.visit(|_, _, _| seen += 1).unwrap();
            assert_eq!(seen, record.len());
        }
    }

    #[test]
    fn every_cut_is_noticed() {
        let mut file = Vec::new();
        examples()[0].write(&mut file).unwrap();
        for end in 1..file.len() {
            let read: Vec<_> = read(&file[..end]).collect();
            assert!(matches!(read.as_slice(), [Err(ViriError::CutOff { at: 0 })]), "{end}");
        }
    }

    #[test]
    fn nonsense_is_refused_not_played() {
        let mut file = Vec::new();
        examples()[0].write(&mut file).unwrap();
        // Whatever single byte is changed, reading ends without a panic.
        for i in 0..file.len() {
            for value in [0, 7, 64, 255] {
                let mut damaged = file.clone();
                damaged[i] = value;
                for record in read(damaged.as_slice()).flatten() {
                    let _ = record.visit(|_, _, _| {});
                }
            }
        }
        file[32] = 0xff;
        let record = read(file.as_slice()).next().unwrap().unwrap();
        let error = record.visit(|_, _, _| {}).unwrap_err();
        assert!(matches!(error, ViriError::Move { number: 0, .. }), "{error}");
    }
}
