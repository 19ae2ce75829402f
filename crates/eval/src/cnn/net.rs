// SPDX-License-Identifier: GPL-3.0-or-later
//! The network in memory and on disk.
//!
//! ```
//! use xanthos_eval::cnn::{Net, Shape};
//!
//! let net = Net::zero(Shape { layers: 2, filters: 8, residual: false, policy: false }, 191.0);
//! let bytes = net.to_bytes();
//! assert_eq!(Net::from_bytes(&bytes)?, net);
//! assert!(Net::from_bytes(&bytes[..100]).is_err());
//! # Ok::<(), xanthos_eval::NetError>(())
//! ```
//!
//! The file: the header of all networks with layers, filters, what it has (1 for
//! residual, 2 for a policy head) and the width of the sigmoid in centipawns (f32), and
//! the numbers (f32), in the order that [`Shape`] tells.

use super::shape::Shape;
use crate::netfile::{Format, NetError};

const FORMAT: Format<4> =
    Format { kind: "convolutional network", magic: "XANTHCNN", version: 2, guards_words: true };

/// Widths of the sigmoid that make sense, in centipawns: others are damage.
const WIDTHS: std::ops::RangeInclusive<f32> = 1.0..=100_000.0;

/// Numbers smaller than this are taken for zero. They change no score, but a processor needs many
/// times as long for a product that is nearly nothing: a net full of them was 38 times slower.
const TINY: f32 = 1e-18;

/// A network.
#[derive(Clone, Debug, PartialEq)]
pub struct Net {
    /// Its outline.
    pub shape: Shape,
    /// Centipawns of an output of 1: what turns an opinion into a score.
    pub width: f32,
    /// All weights and biases.
    pub numbers: Vec<f32>,
}

impl Net {
    /// A net that says 0 to everything.
    pub fn zero(shape: Shape, width: f32) -> Net {
        Net { shape, width, numbers: vec![0.0; shape.size()] }
    }

    /// Reads a file, and refuses what is none.
    pub fn from_bytes(bytes: &[u8]) -> Result<Net, NetError> {
        let file = FORMAT.open(bytes)?;
        let [layers, filters, has, width] = file.words;
        let most = Shape::MOST;
        let shape = Shape {
            layers: layers as usize,
            filters: filters as usize,
            residual: has & 1 != 0,
            policy: has & 2 != 0,
        };
        let width = f32::from_bits(width);
        let fits = (1..=most.layers).contains(&shape.layers)
            && (1..=most.filters).contains(&shape.filters)
            && has < 4
            && WIDTHS.contains(&width);
        if !fits {
            return Err(NetError::Outline { layers, filters });
        }
        let body = file.numbers(4 * shape.size())?;
        let numbers: Vec<f32> = body
            .chunks_exact(4)
            .map(|word| f32::from_le_bytes([word[0], word[1], word[2], word[3]]))
            .map(|number| if number.abs() < TINY { 0.0 } else { number })
            .collect();
        if numbers.iter().any(|number| !number.is_finite()) {
            return Err(NetError::Checksum);
        }
        Ok(Net { shape, width, numbers })
    }

    /// The file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let body: Vec<u8> = self.numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
        let Shape { layers, filters, residual, policy } = self.shape;
        let has = u32::from(residual) | u32::from(policy) << 1;
        let words = [layers as u32, filters as u32, has, self.width.to_bits()];
        FORMAT.file(words, &body)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_fit_is_refused_with_a_reason() {
        let mut net =
            Net::zero(Shape { layers: 2, filters: 4, residual: true, policy: false }, 200.0);
        net.numbers.iter_mut().enumerate().for_each(|(i, number)| *number = i as f32);
        let good = net.to_bytes();
        assert_eq!(Net::from_bytes(&good), Ok(net));
        let refuse = |change: &dyn Fn(&mut Vec<u8>)| {
            let mut bytes = good.clone();
            change(&mut bytes);
            Net::from_bytes(&bytes).unwrap_err()
        };
        assert!(matches!(refuse(&|bytes| bytes[0] = b'Y'), NetError::Magic { .. }));
        for byte in [12, 16] {
            assert!(matches!(refuse(&|bytes| bytes[byte] = 0), NetError::Outline { .. }));
            assert!(matches!(refuse(&|bytes| bytes[byte + 3] = 255), NetError::Outline { .. }));
        }
        assert!(matches!(refuse(&|bytes| bytes[24..28].fill(255)), NetError::Outline { .. }));
        assert!(matches!(refuse(&|bytes| bytes[12] = 3), NetError::Size { .. }));
        assert!(matches!(refuse(&|bytes| bytes.push(0)), NetError::Size { .. }));
        assert_eq!(refuse(&|bytes| bytes[50] ^= 64), NetError::Checksum);
        // Flipped bits of the residual connections, of the width's digits and of its exponent.
        assert_eq!(refuse(&|bytes| bytes[20] ^= 1), NetError::Checksum);
        assert_eq!(refuse(&|bytes| bytes[24] ^= 1), NetError::Checksum);
        assert!(matches!(refuse(&|bytes| bytes[27] ^= 64), NetError::Outline { .. }));
        let mut endless = Net::from_bytes(&good).unwrap();
        endless.numbers[3] = f32::INFINITY;
        assert_eq!(Net::from_bytes(&endless.to_bytes()), Err(NetError::Checksum));
    }

    /// The nets that ship are of the format before, whose checksum is of the numbers alone.
    #[test]
    fn nets_of_the_format_before_are_read() {
        let shipped = include_bytes!("../../../../nets/bannan.xcn");
        assert_eq!(shipped[8..12], [1, 0, 0, 0]);
        let net = Net::from_bytes(shipped).unwrap();
        let written = net.to_bytes();
        assert_eq!(written[8..12], [2, 0, 0, 0]);
        assert_eq!(Net::from_bytes(&written), Ok(net));
    }

    #[test]
    fn numbers_next_to_nothing_are_nothing() {
        let shape = Shape { layers: 1, filters: 4, residual: false, policy: false };
        let mut net = Net::zero(shape, 200.0);
        net.numbers.fill(f32::from_bits(1));
        net.numbers[3] = -0.25;
        let read = Net::from_bytes(&net.to_bytes()).unwrap();
        assert_eq!(read.numbers.iter().filter(|number| **number != 0.0).count(), 1);
        assert_eq!(read.numbers[3], -0.25);
    }
}
