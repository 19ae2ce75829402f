// SPDX-License-Identifier: GPL-3.0-or-later
//! The network in memory and on disk.
//!
//! ```
//! use xanthos_eval::cnn::{Net, Shape};
//!
//! let net = Net::zero(Shape { layers: 2, filters: 8, residual: false }, 191.0);
//! let bytes = net.to_bytes();
//! assert_eq!(Net::from_bytes(&bytes)?, net);
//! assert!(Net::from_bytes(&bytes[..100]).is_err());
//! # Ok::<(), xanthos_eval::cnn::NetError>(())
//! ```
//!
//! The file, little-endian throughout: the magic `XANTHCNN`, a version, layers,
//! filters, whether it is residual (u32 each), the width of the sigmoid in
//! centipawns (f32), a checksum of what follows (u64), and the numbers (f32), in
//! the order that [`Shape`] tells.

use super::shape::Shape;
use crate::nnue::checksum_of;

const MAGIC: &[u8; 8] = b"XANTHCNN";

/// The version of the file format.
const VERSION: u32 = 1;

/// Bytes before the numbers.
const HEADER: usize = 8 + 4 * 4 + 4 + 8;

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

/// Why a file is no such network.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NetError {
    /// Not such a file at all.
    #[error("not a convolutional network: the file does not begin with XANTHCNN")]
    Magic,
    /// A newer or older format.
    #[error("format {found} of a convolutional network, but this engine reads format {VERSION}")]
    Version {
        /// What the file says.
        found: u32,
    },
    /// An outline that cannot be.
    #[error("a convolutional network of {layers} layers and {filters} filters cannot be")]
    Shape {
        /// What the file says.
        layers: u32,
        /// What the file says.
        filters: u32,
    },
    /// Too short or too long.
    #[error("the network file has {found} bytes instead of {wanted}")]
    Size {
        /// How long it is.
        found: usize,
        /// How long it ought to be.
        wanted: usize,
    },
    /// The numbers were damaged, or are none.
    #[error("the network file is damaged: its checksum does not match")]
    Checksum,
}

impl Net {
    /// A net that says 0 to everything.
    pub fn zero(shape: Shape, width: f32) -> Net {
        Net { shape, width, numbers: vec![0.0; shape.size()] }
    }

    /// Reads a file, and refuses what is none.
    pub fn from_bytes(bytes: &[u8]) -> Result<Net, NetError> {
        if bytes.get(..8) != Some(MAGIC.as_slice()) {
            return Err(NetError::Magic);
        }
        let Some(header) = bytes.get(8..HEADER) else {
            return Err(NetError::Size { found: bytes.len(), wanted: HEADER });
        };
        let word = |i: usize| {
            let word = [header[i], header[i + 1], header[i + 2], header[i + 3]];
            u32::from_le_bytes(word)
        };
        let [found, layers, filters, residual] = [0, 4, 8, 12].map(word);
        if found != VERSION {
            return Err(NetError::Version { found });
        }
        let most = Shape::MOST;
        let shape =
            Shape { layers: layers as usize, filters: filters as usize, residual: residual != 0 };
        let width = f32::from_bits(word(16));
        let fits = (1..=most.layers).contains(&shape.layers)
            && (1..=most.filters).contains(&shape.filters)
            && width.is_finite()
            && width > 0.0;
        if !fits {
            return Err(NetError::Shape { layers, filters });
        }
        let wanted = HEADER + 4 * shape.size();
        if bytes.len() != wanted {
            return Err(NetError::Size { found: bytes.len(), wanted });
        }
        let body = &bytes[HEADER..];
        let checksum = u64::from(word(20)) | u64::from(word(24)) << 32;
        let numbers: Vec<f32> = body
            .chunks_exact(4)
            .map(|word| f32::from_le_bytes([word[0], word[1], word[2], word[3]]))
            .collect();
        if checksum != checksum_of(body) || numbers.iter().any(|number| !number.is_finite()) {
            return Err(NetError::Checksum);
        }
        Ok(Net { shape, width, numbers })
    }

    /// The file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let body: Vec<u8> = self.numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
        let mut bytes = Vec::with_capacity(HEADER + body.len());
        bytes.extend(MAGIC);
        let Shape { layers, filters, residual } = self.shape;
        for word in [VERSION, layers as u32, filters as u32, u32::from(residual)] {
            bytes.extend(word.to_le_bytes());
        }
        bytes.extend(self.width.to_le_bytes());
        bytes.extend(checksum_of(&body).to_le_bytes());
        bytes.extend(body);
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_fit_is_refused_with_a_reason() {
        let mut net = Net::zero(Shape { layers: 2, filters: 4, residual: true }, 200.0);
        net.numbers.iter_mut().enumerate().for_each(|(i, number)| *number = i as f32);
        let good = net.to_bytes();
        assert_eq!(Net::from_bytes(&good), Ok(net));
        let refuse = |change: &dyn Fn(&mut Vec<u8>)| {
            let mut bytes = good.clone();
            change(&mut bytes);
            Net::from_bytes(&bytes).unwrap_err()
        };
        assert_eq!(refuse(&|bytes| bytes[0] = b'Y'), NetError::Magic);
        assert_eq!(refuse(&|bytes| bytes.clear()), NetError::Magic);
        assert_eq!(refuse(&|bytes| bytes[8] = 9), NetError::Version { found: 9 });
        for byte in [12, 16] {
            assert!(matches!(refuse(&|bytes| bytes[byte] = 0), NetError::Shape { .. }));
            assert!(matches!(refuse(&|bytes| bytes[byte + 3] = 255), NetError::Shape { .. }));
        }
        assert!(matches!(refuse(&|bytes| bytes[24..28].fill(255)), NetError::Shape { .. }));
        assert!(matches!(refuse(&|bytes| bytes[12] = 3), NetError::Size { .. }));
        assert!(matches!(refuse(&|bytes| bytes.truncate(20)), NetError::Size { .. }));
        assert!(matches!(refuse(&|bytes| bytes.push(0)), NetError::Size { .. }));
        assert_eq!(refuse(&|bytes| bytes[HEADER + 9] ^= 64), NetError::Checksum);
    }
}
