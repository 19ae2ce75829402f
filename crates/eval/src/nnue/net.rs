// SPDX-License-Identifier: GPL-3.0-or-later
//! A network in memory and on disk.
//!
//! ```
//! use xanthos_eval::nnue::Net;
//!
//! let bytes = Net::zero().to_bytes();
//! assert_eq!(Net::from_bytes(&bytes)?.to_bytes(), bytes);
//! assert!(Net::from_bytes(&bytes[..100]).is_err());
//! # Ok::<(), xanthos_eval::NetError>(())
//! ```
//!
//! The file ([`crate::NetError`] says what may be wrong with it): the header of all
//! networks with hidden neurons, king buckets, output buckets, QA, QB and the scale,
//! and the numbers (i16 each): weights of the inputs, feature by feature; hidden
//! biases; output weights, output by output, first the own view's, then the
//! other's; output biases (in units of 1 / (QA · QB), as i32).

use super::shape::{FEATURES, HIDDEN, KING_BUCKETS, OUTPUT_BUCKETS, QA, QB, SCALE};
use crate::netfile::{Format, NetError};

const FORMAT: Format<6> = Format { kind: "network", magic: "XANTHNET", version: 1 };

const NUMBERS: usize = (FEATURES + 1) * HIDDEN + OUTPUT_BUCKETS * 2 * HIDDEN;

/// Bytes of the numbers.
const SIZE: usize = NUMBERS * 2 + OUTPUT_BUCKETS * 4;

/// One view's hidden layer, on cache lines of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct Row(pub [i16; HIDDEN]);

/// Quantised weights, ready to be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Net {
    /// What each input adds to the hidden layer.
    pub input: Box<[Row]>,
    /// The hidden layer of an empty board.
    pub bias: Row,
    /// For each output, the weights of the own and of the other view.
    pub output: Box<[[Row; 2]]>,
    /// For each output, in units of 1 / (QA · QB).
    pub output_bias: [i32; OUTPUT_BUCKETS],
}

impl Net {
    /// A net that says 0 to everything.
    pub fn zero() -> Self {
        let row = Row([0; HIDDEN]);
        Net {
            input: vec![row; FEATURES].into_boxed_slice(),
            bias: row,
            output: vec![[row; 2]; OUTPUT_BUCKETS].into_boxed_slice(),
            output_bias: [0; OUTPUT_BUCKETS],
        }
    }

    /// Reads a file, and refuses what does not fit.
    pub fn from_bytes(bytes: &[u8]) -> Result<Net, NetError> {
        let file = FORMAT.open(bytes)?;
        file.expect(&SHAPE)?;
        let mut reader = Reader(file.numbers(SIZE)?);
        let mut net = Net::zero();
        net.input.iter_mut().for_each(|row| reader.row(row));
        reader.row(&mut net.bias);
        net.output.iter_mut().flatten().for_each(|row| reader.row(row));
        for bias in &mut net.output_bias {
            *bias = reader.u32().map_or(0, |bits| bits as i32);
        }
        Ok(net)
    }

    /// The file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut numbers = Vec::with_capacity(SIZE);
        let outputs = self.output.iter().flatten();
        for row in self.input.iter().chain([&self.bias]).chain(outputs) {
            row.0.iter().for_each(|number| numbers.extend(number.to_le_bytes()));
        }
        self.output_bias.iter().for_each(|bias| numbers.extend(bias.to_le_bytes()));
        FORMAT.file(SHAPE.map(|(_, number)| number), &numbers)
    }
}

const SHAPE: [(&str, u32); 6] = [
    ("a hidden layer of", HIDDEN as u32),
    ("king buckets", KING_BUCKETS as u32),
    ("output buckets", OUTPUT_BUCKETS as u32),
    ("the activation unit", QA as u32),
    ("the weight unit", QB as u32),
    ("the scale", SCALE as u32),
];

struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    fn u32(&mut self) -> Option<u32> {
        Some(u32::from_le_bytes(self.take(4)?.try_into().ok()?))
    }

    /// The length was checked before.
    fn row(&mut self, row: &mut Row) {
        let bytes = self.take(2 * HIDDEN).unwrap_or(&[]);
        for (number, pair) in row.0.iter_mut().zip(bytes.chunks_exact(2)) {
            *number = i16::from_le_bytes([pair[0], pair[1]]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Vec<u8> {
        let mut net = Net::zero();
        for (index, row) in net.input.iter_mut().enumerate() {
            row.0[index % HIDDEN] = index as i16;
        }
        net.output[3][1].0[5] = -77;
        net.output_bias[7] = -123_456;
        net.to_bytes()
    }

    #[test]
    fn a_file_comes_back_as_it_was() {
        let bytes = sample();
        assert_eq!(bytes.len(), Format::<6>::HEADER + SIZE);
        let net = Net::from_bytes(&bytes).unwrap();
        assert_eq!((net.output[3][1].0[5], net.output_bias[7]), (-77, -123_456));
        assert_eq!(net.to_bytes(), bytes);
    }

    #[test]
    fn what_does_not_fit_is_refused_with_a_reason() {
        let good = sample();
        let refuse = |change: &dyn Fn(&mut Vec<u8>)| {
            let mut bytes = good.clone();
            change(&mut bytes);
            Net::from_bytes(&bytes).unwrap_err()
        };
        assert!(matches!(refuse(&|bytes| bytes[0] = b'Y'), NetError::Magic { .. }));
        assert!(matches!(refuse(&|bytes| bytes[12] ^= 1), NetError::Shape { .. }));
        assert!(matches!(refuse(&|bytes| bytes.truncate(20)), NetError::Size { .. }));
        assert!(matches!(refuse(&|bytes| bytes.push(0)), NetError::Size { .. }));
        assert_eq!(refuse(&|bytes| bytes[SIZE] ^= 64), NetError::Checksum);
    }
}
