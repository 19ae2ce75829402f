// SPDX-License-Identifier: GPL-3.0-or-later
//! A policy network in memory and on disk.
//!
//! The file: the header of all networks with inputs, hidden neurons, rows, kinds, QA
//! and QB, and the numbers: weights of the inputs, input by input (i8); hidden biases
//! (i16); weights of the rows (i8); what kinds of moves are worth by themselves
//! (f32).

use super::shape::{HIDDEN, INPUTS, KINDS, QA, QB, ROWS};
use crate::netfile::{Format, NetError};

const FORMAT: Format<6> =
    Format { kind: "policy network", magic: "XANTHPOL", version: 1, guards_words: false };

/// Bytes of the numbers.
const SIZE: usize = (INPUTS + ROWS) * HIDDEN + 2 * HIDDEN + 4 * KINDS;

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
    pub fn from_bytes(bytes: &[u8]) -> Result<PolicyNet, NetError> {
        let file = FORMAT.open(bytes)?;
        file.expect(&SHAPE)?;
        let numbers = file.numbers(SIZE)?;
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
        let mut numbers = Vec::with_capacity(SIZE);
        let narrow = |number: &i16| (*number).clamp(-127, 127) as i8 as u8;
        numbers.extend(self.input.iter().flat_map(|row| &row.0).map(narrow));
        numbers.extend(self.bias.0.iter().flat_map(|number| number.to_le_bytes()));
        numbers.extend(self.rows.iter().flat_map(|row| &row.0).map(narrow));
        numbers.extend(self.kinds.iter().flat_map(|number| number.to_le_bytes()));
        FORMAT.file(SHAPE.map(|(_, number)| number), &numbers)
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
        assert_eq!(bytes.len(), Format::<6>::HEADER + SIZE);
        assert_eq!(PolicyNet::from_bytes(&bytes), Ok(net));
        let refuse = |change: &dyn Fn(&mut Vec<u8>)| {
            let mut bytes = bytes.clone();
            change(&mut bytes);
            PolicyNet::from_bytes(&bytes).unwrap_err()
        };
        assert!(matches!(refuse(&|bytes| bytes[0] = b'Y'), NetError::Magic { .. }));
        assert!(matches!(refuse(&|bytes| bytes[12] ^= 1), NetError::Shape { .. }));
        assert!(matches!(refuse(&|bytes| bytes.push(0)), NetError::Size { .. }));
        assert_eq!(refuse(&|bytes| bytes[SIZE] ^= 1), NetError::Checksum);
    }
}
