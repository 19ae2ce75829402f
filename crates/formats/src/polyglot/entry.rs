// SPDX-License-Identifier: GPL-3.0-or-later
//! An entry of sixteen bytes: position, move, weight.

use chess::{Move, Position, Role, Square};

/// The size of an entry in a file.
pub const ENTRY: usize = 16;

/// A move in a position, as it stands in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Entry {
    /// [`Position::polyglot_key`].
    pub key: u64,
    /// The move.
    pub mv: CodedMove,
    /// Relative frequency among the moves of the position.
    pub weight: u16,
    /// The learn field; most programs leave it 0.
    pub learn: u32,
}

impl Entry {
    /// The entry as it stands in a file.
    pub fn to_bytes(self) -> [u8; ENTRY] {
        let mut bytes = [0; ENTRY];
        bytes[..8].copy_from_slice(&self.key.to_be_bytes());
        bytes[8..10].copy_from_slice(&self.mv.0.to_be_bytes());
        bytes[10..12].copy_from_slice(&self.weight.to_be_bytes());
        bytes[12..].copy_from_slice(&self.learn.to_be_bytes());
        bytes
    }

    /// The entry from a file.
    pub fn from_bytes(bytes: [u8; ENTRY]) -> Entry {
        let [a, b, c, d, e, f, g, h, m, n, v, w, i, j, k, l] = bytes;
        Entry {
            key: u64::from_be_bytes([a, b, c, d, e, f, g, h]),
            mv: CodedMove(u16::from_be_bytes([m, n])),
            weight: u16::from_be_bytes([v, w]),
            learn: u32::from_be_bytes([i, j, k, l]),
        }
    }
}

/// A move as Polyglot writes it: six bits to, six bits from, three bits of promotion (1 knight, 2
/// bishop, 3 rook, 4 queen). Castling is the king's move to its rook, `e1h1`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CodedMove(pub u16);

impl From<Move> for CodedMove {
    fn from(mv: Move) -> CodedMove {
        let promotion = mv.promotion().map_or(0, |role| role.index() as u16);
        CodedMove(mv.to().index() as u16 | (mv.from().index() as u16) << 6 | promotion << 12)
    }
}

impl CodedMove {
    /// Whether the bits can be a move: the promotion piece exists.
    pub fn is_one(self) -> bool {
        self.0 >> 12 <= 4
    }

    /// The legal move of a position that is meant. Some programs write castling as the king's two
    /// steps, which can't mean anything else.
    pub fn find(self, position: &Position) -> Option<Move> {
        let square = |shift: u16| Square::from_index(usize::from(self.0 >> shift & 63));
        let (to, from) = (square(0)?, square(6)?);
        let promotion = match self.0 >> 12 {
            0 => None,
            code @ 1..=4 => Some(Role::ALL[usize::from(code)]),
            _ => return None,
        };
        let legal = position.legal_moves();
        let exact = |m: &&Move| m.from() == from && m.to() == to && m.promotion() == promotion;
        let steps = |m: &&Move| {
            m.is_castle()
                && promotion.is_none()
                && m.from() == from
                && position.uci(**m).to_string() == format!("{from}{to}")
        };
        legal.iter().find(exact).or_else(|| legal.iter().find(steps)).copied()
    }
}

impl std::fmt::Display for CodedMove {
    /// The squares as they stand in the file.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let square = |shift: u16| Square::from_index(usize::from(self.0 >> shift & 63));
        let (Some(from), Some(to)) = (square(6), square(0)) else { return Ok(()) };
        write!(f, "{from}{to}")?;
        match self.0 >> 12 {
            0 => Ok(()),
            code => f.write_str(["n", "b", "r", "q", "?", "?", "?"][usize::from(code.min(7)) - 1]),
        }
    }
}
