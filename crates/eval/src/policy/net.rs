// SPDX-License-Identifier: GPL-3.0-or-later
//! A policy network in memory and on disk.
//!
//! The file, little-endian throughout: the magic `XANTHPOL`, a version (u32), then
//! inputs, hidden neurons, rows, kinds, QA and QB (u32 each), a checksum of what
//! follows (u64), and the numbers: weights of the inputs, input by input (i8);
//! hidden biases (i16); weights of the rows (i8); what kinds of moves are worth by
//! themselves (f32).

use super::shape::{HIDDEN, INPUTS, KINDS, QA, QB, ROWS};
use crate::nnue::checksum_of;

const MAGIC: &[u8; 8] = b"XANTHPOL";

/// The version of the file format.
const VERSION: u32 = 1;

/// Bytes before the numbers.
const HEADER: usize = 8 + 4 + 6 * 4 + 8;
const SIZE: usize = HEADER + (INPUTS + ROWS) * HIDDEN + 2 * HIDDEN + 4 * KINDS;

const SHAPE: [(&str, u32); 6] = [
    ("inputs", INPUTS as u32),
    ("a hidden layer of", HIDDEN as u32),
    ("rows", ROWS as u32),
    ("kinds of moves", KINDS as u32),
    ("the activation unit", QA as u32),
    ("the weight unit", QB as u32),
];

/// Weights of one input, or of one row. Eight bits each in the file, sixteen
/// here: that is what is multiplied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct Row(pub [i16; HIDDEN]);

/// Quantised weights, ready to be used.
#[derive(Clone, Debug, PartialEq)]
pub struct PolicyNet {
    /// What each input adds to the hidden layer.
    pub input: Box<[Row]>,
    /// The hidden layer of an empty board.
    pub bias: Row,
    /// The rows of moves.
    pub rows: Box<[Row]>,
    /// What kinds of moves are worth by themselves.
    pub kinds: [f32; KINDS],
}

/// Why a file is not a policy that fits this engine.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PolicyError {
    /// Not a policy network at all.
    #[error("not a policy network: the file does not begin with XANTHPOL")]
    Magic,
    /// A newer or older format.
    #[error("policy format {found}, but this engine reads format {VERSION}")]
    Version {
        /// What the file says.
        found: u32,
    },
    /// Another shape.
    #[error("the policy has {what} {found}, but this engine is built for {wanted}")]
    Shape {
        /// Which number differs.
        what: &'static str,
        /// What the file says.
        found: u32,
        /// What this engine has.
        wanted: u32,
    },
    /// Too short or too long.
    #[error("the policy file has {found} bytes instead of {SIZE}")]
    Size {
        /// How long it is.
        found: usize,
    },
    /// The numbers were damaged.
    #[error("the policy file is damaged: its checksum does not match")]
    Checksum,
}

impl PolicyNet {
    /// A net that has no preference.
    pub fn zero() -> Self {
        let row = Row([0; HIDDEN]);
        PolicyNet {
            input: vec![row; INPUTS].into_boxed_slice(),
            bias: row,
            rows: vec![row; ROWS].into_boxed_slice(),
            kinds: [0.0; KINDS],
        }
    }

    /// Reads a file, and refuses what does not fit.
    pub fn from_bytes(bytes: &[u8]) -> Result<PolicyNet, PolicyError> {
        let short = PolicyError::Size { found: bytes.len() };
        if bytes.get(..8) != Some(MAGIC.as_slice()) {
            return Err(PolicyError::Magic);
        }
        let word = |at: usize| -> Option<u32> {
            Some(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?))
        };
        let found = word(8).ok_or_else(|| short.clone())?;
        if found != VERSION {
            return Err(PolicyError::Version { found });
        }
        for (i, (what, wanted)) in SHAPE.into_iter().enumerate() {
            let found = word(12 + 4 * i).ok_or_else(|| short.clone())?;
            if found != wanted {
                return Err(PolicyError::Shape { what, found, wanted });
            }
        }
        if bytes.len() != SIZE {
            return Err(short);
        }
        let (head, numbers) = bytes.split_at(HEADER);
        if head[HEADER - 8..] != checksum_of(numbers).to_le_bytes() {
            return Err(PolicyError::Checksum);
        }
        let mut net = PolicyNet::zero();
        let (input, rest) = numbers.split_at(INPUTS * HIDDEN);
        let (bias, rest) = rest.split_at(2 * HIDDEN);
        let (rows, kinds) = rest.split_at(ROWS * HIDDEN);
        let widen = |row: &mut Row, bytes: &[u8]| {
            for (number, &byte) in row.0.iter_mut().zip(bytes) {
                *number = i16::from(byte as i8);
            }
        };
        for (row, bytes) in net.input.iter_mut().zip(input.chunks_exact(HIDDEN)) {
            widen(row, bytes);
        }
        for (number, pair) in net.bias.0.iter_mut().zip(bias.chunks_exact(2)) {
            *number = i16::from_le_bytes([pair[0], pair[1]]);
        }
        for (row, bytes) in net.rows.iter_mut().zip(rows.chunks_exact(HIDDEN)) {
            widen(row, bytes);
        }
        for (number, word) in net.kinds.iter_mut().zip(kinds.chunks_exact(4)) {
            let bits = [word[0], word[1], word[2], word[3]];
            *number = Some(f32::from_le_bytes(bits)).filter(|x| x.is_finite()).unwrap_or(0.0);
        }
        Ok(net)
    }

    /// The file. Weights that do not fit eight bits are cut off.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut numbers = Vec::with_capacity(SIZE - HEADER);
        let narrow = |number: &i16| (*number).clamp(-127, 127) as i8 as u8;
        numbers.extend(self.input.iter().flat_map(|row| &row.0).map(narrow));
        numbers.extend(self.bias.0.iter().flat_map(|number| number.to_le_bytes()));
        numbers.extend(self.rows.iter().flat_map(|row| &row.0).map(narrow));
        numbers.extend(self.kinds.iter().flat_map(|number| number.to_le_bytes()));
        let mut bytes = Vec::with_capacity(SIZE);
        bytes.extend(MAGIC);
        bytes.extend(VERSION.to_le_bytes());
        SHAPE.iter().for_each(|(_, number)| bytes.extend(number.to_le_bytes()));
        bytes.extend(checksum_of(&numbers).to_le_bytes());
        bytes.extend(numbers);
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_comes_back_as_it_was_and_damage_is_refused() {
        let mut net = PolicyNet::zero();
        net.input[7].0[3] = -127;
        net.bias.0[5] = 300;
        net.rows[ROWS - 1].0[HIDDEN - 1] = 99;
        net.kinds[KINDS - 1] = 0.25;
        let bytes = net.to_bytes();
        assert_eq!(bytes.len(), SIZE);
        assert_eq!(PolicyNet::from_bytes(&bytes), Ok(net));
        let refuse = |change: &dyn Fn(&mut Vec<u8>)| {
            let mut bytes = bytes.clone();
            change(&mut bytes);
            PolicyNet::from_bytes(&bytes).unwrap_err()
        };
        assert_eq!(refuse(&|bytes| bytes[0] = b'Y'), PolicyError::Magic);
        assert_eq!(refuse(&|bytes| bytes.clear()), PolicyError::Magic);
        assert_eq!(refuse(&|bytes| bytes[8] = 9), PolicyError::Version { found: 9 });
        assert!(matches!(refuse(&|bytes| bytes[12] ^= 1), PolicyError::Shape { .. }));
        assert!(matches!(refuse(&|bytes| bytes.truncate(30)), PolicyError::Size { .. }));
        assert!(matches!(refuse(&|bytes| bytes.push(0)), PolicyError::Size { .. }));
        assert_eq!(refuse(&|bytes| bytes[HEADER + 9] ^= 1), PolicyError::Checksum);
    }
}
