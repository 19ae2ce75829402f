// SPDX-License-Identifier: GPL-3.0-or-later
//! The network with a single hidden layer, in memory and on disk (format 1).
//!
//! ```text
//! side to move: 768 inputs x 4 king buckets ─> 512 ─┐
//!                                                   ├─ squared clipped ReLU ─> 1 of 8 outputs
//! other side:   768 inputs x 4 king buckets ─> 512 ─┘
//! ```
//!
//! ```
//! use xanthos_eval::nnue::SingleLayerNet;
//!
//! let bytes = SingleLayerNet::zero().to_bytes();
//! assert_eq!(SingleLayerNet::from_bytes(&bytes)?.to_bytes(), bytes);
//! assert!(SingleLayerNet::from_bytes(&bytes[..100]).is_err());
//! # Ok::<(), xanthos_eval::NetError>(())
//! ```
//!
//! The file ([`crate::NetError`] says what may be wrong with it): the header of all
//! networks with hidden neurons, king buckets, output buckets, QA, QB and the scale,
//! and the numbers (i16 each): weights of the inputs, feature by feature; hidden
//! biases; output weights, output by output, first those of the side to move, then the
//! other's; output biases (in units of 1 / (QA · QB), as i32).

use super::SCALE;
use super::features::{KingBuckets, OUTPUT_BUCKETS, output_bucket};
use super::inference::Head;
use super::kernels::Kernel;
use super::transformer::{Numbers, Row, Transformer, write_row};
use crate::netfile::{Format, NetError, NetFile};

/// Neurons of the hidden layer, for each perspective.
pub const HIDDEN: usize = 512;

/// Its king buckets.
pub const KING_BUCKETS: KingBuckets = KingBuckets::FOUR;

/// All inputs of one perspective.
pub const FEATURES: usize = KING_BUCKETS.features();

/// The activation 1.0 in the quantised hidden layer.
pub const QA: i32 = 255;

/// The output weight 1.0 in the quantised net. Trained output weights are small,
/// about 0.04: with 64 instead of 256, rounding raised the loss by 4 %.
pub const QB: i32 = 256;

/// No weight of an input is larger than this before quantisation: the sum of a
/// full board then fits 16 bits.
pub const WEIGHT_LIMIT: f32 = 1.98;

/// No output weight is larger than this before quantisation: an activation times
/// an output weight then fits 16 bits.
pub const OUTPUT_LIMIT: f32 = 126.0 / QB as f32;

pub(super) const FORMAT: Format<6> =
    Format { kind: "network", magic: "XANTHNET", version: 1, guards_words: false };

/// Quantised weights.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SingleLayerNet {
    /// The hidden layer.
    pub transformer: Transformer<HIDDEN>,
    /// For each output, the weights of the side to move and of the other side.
    pub output: Box<[[Row<HIDDEN>; 2]]>,
    /// For each output, in units of 1 / (QA · QB).
    pub output_bias: [i32; OUTPUT_BUCKETS],
}

const SHAPE: [(&str, u32); 6] = [
    ("a hidden layer of", HIDDEN as u32),
    ("king buckets", KING_BUCKETS.count as u32),
    ("output buckets", OUTPUT_BUCKETS as u32),
    ("the activation unit", QA as u32),
    ("the weight unit", QB as u32),
    ("the scale", SCALE as u32),
];

impl SingleLayerNet {
    /// All weights 0.
    pub fn zero() -> Self {
        SingleLayerNet {
            transformer: Transformer::zero(&KING_BUCKETS),
            output: vec![[Row([0; HIDDEN]); 2]; OUTPUT_BUCKETS].into(),
            output_bias: [0; OUTPUT_BUCKETS],
        }
    }

    /// Bytes of the numbers.
    fn size() -> usize {
        Transformer::<HIDDEN>::size(&KING_BUCKETS) + OUTPUT_BUCKETS * (2 * 2 * HIDDEN + 4)
    }

    /// Reads a file.
    ///
    /// # Errors
    /// When it is damaged or another kind of file.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, NetError> {
        Self::from_file(&FORMAT.open(bytes)?)
    }

    /// Reads a file whose head and checksum were looked at.
    pub(super) fn from_file(file: &NetFile<'_, 6>) -> Result<Self, NetError> {
        file.expect(&SHAPE)?;
        let mut numbers = Numbers(file.numbers(Self::size())?);
        let mut net = SingleLayerNet::zero();
        net.transformer.read(&mut numbers);
        net.output.iter_mut().flatten().for_each(|row| numbers.read_row(row));
        net.output_bias.iter_mut().for_each(|bias| *bias = numbers.i32());
        Ok(net)
    }

    /// The file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut numbers = Vec::with_capacity(Self::size());
        self.transformer.write(&mut numbers);
        self.output.iter().flatten().for_each(|row| write_row(&mut numbers, row));
        self.output_bias.iter().for_each(|bias| numbers.extend(bias.to_le_bytes()));
        FORMAT.file(SHAPE.map(|(_, number)| number), &numbers)
    }
}

impl Head<HIDDEN> for SingleLayerNet {
    const BOUNDED: bool = false;

    #[inline]
    fn transformer(&self) -> &Transformer<HIDDEN> {
        &self.transformer
    }

    #[inline]
    fn output(&self, kernel: Kernel, rows: [&Row<HIDDEN>; 2], pieces: u32) -> i32 {
        let bucket = output_bucket(pieces);
        let sum = kernel.squared_output(rows, &self.output[bucket]);
        let output = i64::from(sum / QA + self.output_bias[bucket]);
        (output * i64::from(SCALE) / i64::from(QA * QB)) as i32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Vec<u8> {
        let mut net = SingleLayerNet::zero();
        for (index, row) in net.transformer.weights.iter_mut().enumerate() {
            row.0[index % HIDDEN] = index as i16;
        }
        net.output[3][1].0[5] = -77;
        net.output_bias[7] = -123_456;
        net.to_bytes()
    }

    #[test]
    fn a_file_is_read_back_as_it_was() {
        let bytes = sample();
        assert_eq!(bytes.len(), Format::<6>::HEADER + SingleLayerNet::size());
        let net = SingleLayerNet::from_bytes(&bytes).unwrap();
        assert_eq!((net.output[3][1].0[5], net.output_bias[7]), (-77, -123_456));
        assert_eq!(net.to_bytes(), bytes);
    }

    #[test]
    fn what_does_not_fit_is_refused_with_a_reason() {
        let good = sample();
        let refuse = |change: &dyn Fn(&mut Vec<u8>)| {
            let mut bytes = good.clone();
            change(&mut bytes);
            SingleLayerNet::from_bytes(&bytes).unwrap_err()
        };
        assert!(matches!(refuse(&|bytes| bytes[0] = b'Y'), NetError::Magic { .. }));
        assert!(matches!(refuse(&|bytes| bytes[12] ^= 1), NetError::Shape { .. }));
        assert!(matches!(refuse(&|bytes| bytes.truncate(20)), NetError::Size { .. }));
        assert!(matches!(refuse(&|bytes| bytes.push(0)), NetError::Size { .. }));
        assert_eq!(refuse(&|bytes| bytes[SingleLayerNet::size()] ^= 64), NetError::Checksum);
    }
}
