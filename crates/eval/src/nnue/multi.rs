// SPDX-License-Identifier: GPL-3.0-or-later
//! The network with three layers behind the feature transformer, in memory and on disk
//! (format 2).
//!
//! ```text
//! side to move: 768 inputs x 8 king buckets ─> N ─ pairs multiplied ─> N/2 ─┐
//!                                                                           ├─> 16 ─> 32 ─> 1
//! other side:   768 inputs x 8 king buckets ─> N ─ pairs multiplied ─> N/2 ─┘
//! ```
//!
//! Neuron i of the first half is multiplied with neuron i of the second half, both clipped to 0
//! to 1. The product is a byte, most of them 0, so that the layer of 16 skips groups of four
//! zeros. Each of its sums goes on clipped and squared; the layer of 32 is squared clipped ReLU.
//! The three layers exist for each of eight output buckets. The first is u8 × i8 in integers,
//! the others are floating point in an order that all processors share.
//!
//! The file: the header of all networks with N, king buckets, output buckets, the sizes of the
//! two layers, QA, QB and the scale, and the numbers: weights (i16) feature by feature and
//! biases of the transformer; then for each output bucket the weights (i8) of the first layer,
//! input by input, and its biases, weights and biases of the second, weights and bias of the
//! output (f32 each).

use super::SCALE;
use super::features::{KingBuckets, OUTPUT_BUCKETS, output_bucket};
use super::inference::Head;
use super::kernels::Kernel;
use super::transformer::{Numbers, Row, Transformer};
use crate::netfile::{Format, NetError};

/// Neurons of the first layer behind the transformer.
pub const L1: usize = 16;

/// Inputs of the second: each sum of the first twice, clipped and squared.
pub const L2_INPUTS: usize = 2 * L1;

/// Neurons of the second.
pub const L2: usize = 32;

/// Its king buckets.
pub const KING_BUCKETS: KingBuckets = KingBuckets::EIGHT;

/// The activation 1.0 of the transformer.
pub const QA: i32 = 255;

/// The weight 1.0 of the first layer.
pub const QB: i32 = 64;

/// A product of two activations is divided by 2 to this power, which leaves 0 to 127.
const PRODUCT_SHIFT: u32 = 9;

/// The product of two clipped activations, rounded: without rounding every product would be half a
/// unit too small on average, which shifts the sums behind it.
#[inline]
pub const fn product(a: i32, b: i32) -> i32 {
    (a * b + (1 << (PRODUCT_SHIFT - 1))) >> PRODUCT_SHIFT
}

/// What a product of activations 1.0 times a weight 1.0 comes to.
pub const UNIT: f32 = (QA * QA * QB) as f32 / (1 << PRODUCT_SHIFT) as f32;

/// No weight of the transformer is larger than this before quantisation: the sum of a full board
/// then fits 16 bits.
pub const WEIGHT_LIMIT: f32 = 1.98;

/// No weight of the first layer is larger than this before quantisation, so that it fits 8 bits.
pub const L1_LIMIT: f32 = 127.0 / QB as f32;

pub(super) const FORMAT: Format<8> =
    Format { kind: "network", magic: "XANTHNET", version: 2, guards_words: false };

/// Weights of the first layer for four neighbouring inputs: for each neuron its four.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct Chunk(pub [[i8; 4]; L1]);

/// The layers of one output bucket.
#[derive(Clone, Debug, PartialEq)]
#[repr(align(64))]
pub struct Layers {
    /// Weights of the second layer, input by input.
    pub l2: [[f32; L2]; L2_INPUTS],
    /// Its biases.
    pub l2_bias: [f32; L2],
    /// Weights of the output.
    pub output: [f32; L2],
    /// Biases of the first layer.
    pub l1_bias: [f32; L1],
    /// Bias of the output.
    pub output_bias: f32,
    /// Weights of the first layer, by groups of four inputs.
    pub l1: Box<[Chunk]>,
}

/// Quantised weights.
#[derive(Clone, Debug, PartialEq)]
pub struct MultiLayerNet<const N: usize> {
    /// The first layer.
    pub transformer: Transformer<N>,
    /// The layers of each output bucket.
    pub layers: Box<[Layers]>,
}

impl Layers {
    fn zero(inputs: usize) -> Self {
        Layers {
            l2: [[0.0; L2]; L2_INPUTS],
            l2_bias: [0.0; L2],
            output: [0.0; L2],
            l1_bias: [0.0; L1],
            output_bias: 0.0,
            l1: vec![Chunk([[0; 4]; L1]); inputs / 4].into(),
        }
    }

    /// The weight of the first layer between an input and a neuron.
    pub fn l1_weight(&mut self, input: usize, neuron: usize) -> &mut i8 {
        &mut self.l1[input / 4].0[neuron][input % 4]
    }

    /// The floating-point numbers in the order of the file.
    fn floats(&self) -> impl Iterator<Item = &f32> {
        let weights = self.l1_bias.iter().chain(self.l2.iter().flatten()).chain(&self.l2_bias);
        weights.chain(&self.output).chain([&self.output_bias])
    }

    fn floats_mut(&mut self) -> impl Iterator<Item = &mut f32> {
        let Layers { l1_bias, l2, l2_bias, output, output_bias, .. } = self;
        let weights = l1_bias.iter_mut().chain(l2.iter_mut().flatten()).chain(l2_bias);
        weights.chain(output).chain([output_bias])
    }

    /// From the sums of the first layer to the output, in plain Rust. Every kernel computes in this
    /// order, one product and one sum at a time, so that all come to the same bits.
    pub fn forward(&self, sums: &[i32; L1]) -> f32 {
        let mut inputs = [0.0; L2_INPUTS];
        for i in 0..L1 {
            let x = sums[i] as f32 * (1.0 / UNIT) + self.l1_bias[i];
            inputs[i] = x.clamp(0.0, 1.0);
            inputs[L1 + i] = (x * x).min(1.0);
        }
        // Two sums for each neuron, so that additions do not wait for each other.
        let mut sums = [[0.0; L2]; 2];
        for (index, (input, weights)) in inputs.iter().zip(&self.l2).enumerate() {
            for (sum, weight) in sums[index % 2].iter_mut().zip(weights) {
                *sum += input * weight;
            }
        }
        let mut products = [0.0; L2];
        for i in 0..L2 {
            let x = (self.l2_bias[i] + (sums[0][i] + sums[1][i])).clamp(0.0, 1.0);
            products[i] = x * x * self.output[i];
        }
        // A tree.
        for width in [16, 8, 4, 2, 1] {
            for i in 0..width {
                products[i] += products[i + width];
            }
        }
        products[0] + self.output_bias
    }
}

impl<const N: usize> MultiLayerNet<N> {
    const SHAPE: [(&'static str, u32); 8] = [
        ("a feature transformer of", N as u32),
        ("king buckets", KING_BUCKETS.count as u32),
        ("output buckets", OUTPUT_BUCKETS as u32),
        ("a first layer of", L1 as u32),
        ("a second layer of", L2 as u32),
        ("the activation unit", QA as u32),
        ("the weight unit", QB as u32),
        ("the scale", SCALE as u32),
    ];

    /// All weights 0.
    pub fn zero() -> Self {
        MultiLayerNet {
            transformer: Transformer::zero(&KING_BUCKETS),
            layers: vec![Layers::zero(N); OUTPUT_BUCKETS].into(),
        }
    }

    /// Bytes of the numbers.
    fn size() -> usize {
        let floats = L1 + L2_INPUTS * L2 + 2 * L2 + 1;
        Transformer::<N>::size(&KING_BUCKETS) + OUTPUT_BUCKETS * (N * L1 + 4 * floats)
    }

    /// Reads a file.
    ///
    /// # Errors
    /// When it is damaged or another kind of file.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, NetError> {
        let file = FORMAT.open(bytes)?;
        file.expect(&Self::SHAPE)?;
        let mut numbers = Numbers(file.numbers(Self::size())?);
        let mut net = MultiLayerNet::zero();
        net.transformer.read(&mut numbers);
        for layers in &mut net.layers {
            for input in 0..N {
                for neuron in 0..L1 {
                    *layers.l1_weight(input, neuron) = numbers.i8();
                }
            }
            layers.floats_mut().for_each(|number| *number = numbers.f32());
        }
        Ok(net)
    }

    /// The file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut numbers = Vec::with_capacity(Self::size());
        self.transformer.write(&mut numbers);
        for layers in &self.layers {
            for input in 0..N {
                let chunk = &layers.l1[input / 4];
                numbers.extend(chunk.0.iter().map(|weights| weights[input % 4] as u8));
            }
            layers.floats().for_each(|number| numbers.extend(number.to_le_bytes()));
        }
        FORMAT.file(Self::SHAPE.map(|(_, number)| number), &numbers)
    }
}

/// The neurons of the transformer in the header of a file of format 2.
pub(super) fn neurons(bytes: &[u8]) -> Result<u32, NetError> {
    FORMAT.open(bytes).map(|file| file.words[0])
}

impl<const N: usize> Head<N> for MultiLayerNet<N> {
    const BOUNDED: bool = true;

    #[inline]
    fn transformer(&self) -> &Transformer<N> {
        &self.transformer
    }

    #[inline]
    fn output(&self, kernel: Kernel, rows: [&Row<N>; 2], pieces: u32) -> i32 {
        let layers = &self.layers[output_bucket(pieces)];
        (kernel.layers(rows, layers) * SCALE as f32) as i32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_read_back_as_it_was() {
        let mut net = MultiLayerNet::<512>::zero();
        for (index, row) in net.transformer.weights.iter_mut().enumerate() {
            row.0[index % 512] = index as i16;
        }
        *net.layers[3].l1_weight(77, 5) = -99;
        net.layers[7].l2[31][3] = 0.75;
        net.layers[2].output_bias = -1.5;
        let bytes = net.to_bytes();
        assert_eq!(bytes.len(), Format::<8>::HEADER + MultiLayerNet::<512>::size());
        let back = MultiLayerNet::<512>::from_bytes(&bytes).unwrap();
        assert_eq!(back, net);
        assert_eq!(neurons(&bytes), Ok(512));
        let wrong = MultiLayerNet::<768>::from_bytes(&bytes).unwrap_err();
        assert!(matches!(wrong, NetError::Shape { found: 512, wanted: 768, .. }), "{wrong}");
    }
}
