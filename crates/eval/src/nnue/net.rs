// SPDX-License-Identifier: GPL-3.0-or-later
//! A network in memory and on disk.
//!
//! ```
//! use xanthos_eval::nnue::Net;
//!
//! let bytes = Net::zero().to_bytes();
//! assert_eq!(Net::from_bytes(&bytes)?.to_bytes(), bytes);
//! assert!(Net::from_bytes(&bytes[..100]).is_err());
//! # Ok::<(), xanthos_eval::nnue::NetError>(())
//! ```
//!
//! The file, little-endian throughout: the magic `XANTHNET`, a version (u32),
//! then hidden neurons, king buckets, output buckets, QA, QB and the scale (u32
//! each), a checksum of what follows (u64), and the numbers (i16 each): weights
//! of the inputs, feature by feature; hidden biases; output weights, output by
//! output, first the own view's, then the other's; output biases (in units of
//! 1 / (QA · QB), as i32).

use super::shape::{FEATURES, HIDDEN, KING_BUCKETS, OUTPUT_BUCKETS, QA, QB, SCALE};

const MAGIC: &[u8; 8] = b"XANTHNET";

/// The version of the file format.
const VERSION: u32 = 1;

/// Bytes before the numbers.
const HEADER: usize = 8 + 4 + 6 * 4 + 8;

const NUMBERS: usize = (FEATURES + 1) * HIDDEN + OUTPUT_BUCKETS * 2 * HIDDEN;
const SIZE: usize = HEADER + NUMBERS * 2 + OUTPUT_BUCKETS * 4;

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

/// Why a file is not a net that fits this engine.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NetError {
    /// Not a network file at all.
    #[error("not a network: the file does not begin with XANTHNET")]
    Magic,
    /// A newer or older format.
    #[error("network format {found}, but this engine reads format {VERSION}")]
    Version {
        /// What the file says.
        found: u32,
    },
    /// Another shape.
    #[error("the network has {what} {found}, but this engine is built for {wanted}")]
    Shape {
        /// Which number differs.
        what: &'static str,
        /// What the file says.
        found: u32,
        /// What this engine has.
        wanted: u32,
    },
    /// Too short or too long.
    #[error("the network file has {found} bytes instead of {SIZE}")]
    Size {
        /// How long it is.
        found: usize,
    },
    /// The numbers were damaged.
    #[error("the network file is damaged: its checksum does not match")]
    Checksum,
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
        let mut reader = Reader(bytes);
        if reader.take(8) != Some(MAGIC) {
            return Err(NetError::Magic);
        }
        let found = reader.u32().ok_or(NetError::Size { found: bytes.len() })?;
        if found != VERSION {
            return Err(NetError::Version { found });
        }
        for (what, wanted) in SHAPE {
            let found = reader.u32().ok_or(NetError::Size { found: bytes.len() })?;
            if found != wanted {
                return Err(NetError::Shape { what, found, wanted });
            }
        }
        if bytes.len() != SIZE {
            return Err(NetError::Size { found: bytes.len() });
        }
        let checksum = reader.u64().ok_or(NetError::Checksum)?;
        if checksum != checksum_of(reader.0) {
            return Err(NetError::Checksum);
        }
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
        let mut numbers = Vec::with_capacity(SIZE - HEADER);
        let outputs = self.output.iter().flatten();
        for row in self.input.iter().chain([&self.bias]).chain(outputs) {
            row.0.iter().for_each(|number| numbers.extend(number.to_le_bytes()));
        }
        self.output_bias.iter().for_each(|bias| numbers.extend(bias.to_le_bytes()));

        let mut bytes = Vec::with_capacity(SIZE);
        bytes.extend(MAGIC);
        bytes.extend(VERSION.to_le_bytes());
        SHAPE.iter().for_each(|(_, number)| bytes.extend(number.to_le_bytes()));
        bytes.extend(checksum_of(&numbers).to_le_bytes());
        bytes.extend(numbers);
        bytes
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

/// FNV-1a over words of eight bytes: enough to notice damage, and quick.
pub(crate) fn checksum_of(bytes: &[u8]) -> u64 {
    bytes.chunks(8).fold(0xCBF2_9CE4_8422_2325, |hash, chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        (hash ^ u64::from_le_bytes(word)).wrapping_mul(0x0000_0100_0000_01B3).rotate_left(23)
    })
}

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

    fn u64(&mut self) -> Option<u64> {
        Some(u64::from_le_bytes(self.take(8)?.try_into().ok()?))
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
        assert_eq!(bytes.len(), SIZE);
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
        assert_eq!(refuse(&|bytes| bytes[0] = b'Y'), NetError::Magic);
        assert_eq!(refuse(&|bytes| bytes.clear()), NetError::Magic);
        assert_eq!(refuse(&|bytes| bytes[8] = 9), NetError::Version { found: 9 });
        assert!(matches!(refuse(&|bytes| bytes[12] ^= 1), NetError::Shape { .. }));
        assert!(matches!(refuse(&|bytes| bytes.truncate(SIZE - 1)), NetError::Size { .. }));
        assert!(matches!(refuse(&|bytes| bytes.push(0)), NetError::Size { .. }));
        assert!(matches!(refuse(&|bytes| bytes.truncate(20)), NetError::Size { .. }));
        assert_eq!(refuse(&|bytes| bytes[SIZE - 5] ^= 64), NetError::Checksum);
        assert_eq!(refuse(&|bytes| bytes[HEADER] ^= 1), NetError::Checksum);
    }
}
