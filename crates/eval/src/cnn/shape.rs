// SPDX-License-Identifier: GPL-3.0-or-later
//! The outline of the network, and where each of its numbers lies.
//!
//! ```text
//! 14 planes ─> n convolutions 3x3, ReLU ┬> 64 neurons, ReLU ─> one sigmoid
//!                                       └> (policy) 32 + 32 numbers for each square
//! ```

use std::ops::Range;

use super::planes::PLANES;

/// Squares of a board, and of every layer but the last two: the edge is padded.
pub const SQUARES: usize = 64;

/// Squares that a convolution sees at once.
pub const TAPS: usize = 9;

/// Neurons of the dense layer.
pub const DENSE: usize = 64;

/// What a policy head says of a square: as many numbers for a piece that leaves it as
/// for one that comes there.
pub const POLICY_CHANNELS: usize = 32;

/// How many convolutions, and how wide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Convolutions, one at least.
    pub layers: usize,
    /// Channels of each.
    pub filters: usize,
    /// Whether each convolution but the first adds to what it is given, in place
    /// of replacing it.
    pub residual: bool,
    /// Whether it has an opinion on moves, too.
    pub policy: bool,
}

/// Where the numbers of a layer lie.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layer {
    /// Weights, input by input: what it adds to each output.
    pub weights: Range<usize>,
    /// What the outputs are without any input.
    pub bias: Range<usize>,
}

impl Shape {
    /// More would not be a small network any more; what a file may ask for.
    pub const MOST: Shape = Shape { layers: 64, filters: 512, residual: true, policy: true };

    /// Channels that a convolution is given.
    pub fn inputs(self, layer: usize) -> usize {
        if layer == 0 { PLANES } else { self.filters }
    }

    /// Whether a convolution adds to its input.
    pub fn adds(self, layer: usize) -> bool {
        self.residual && layer > 0
    }

    /// A convolution. Its weights are ordered by tap (from the square one down
    /// and to the left), then channel.
    pub fn convolution(self, layer: usize) -> Layer {
        let size = |layer| (TAPS * self.inputs(layer) + 1) * self.filters;
        self.layer((0..layer).map(size).sum(), TAPS * self.inputs(layer), self.filters)
    }

    /// The dense layer; its inputs are ordered by square, then channel.
    pub fn dense(self) -> Layer {
        self.layer(self.convolution(self.layers).weights.start, SQUARES * self.filters, DENSE)
    }

    /// The last neuron.
    pub fn output(self) -> Layer {
        self.layer(self.dense().bias.end, DENSE, 1)
    }

    /// The policy head, the same for all squares.
    pub fn head(self) -> Layer {
        self.layer(self.output().bias.end, self.filters, 2 * POLICY_CHANNELS)
    }

    /// All numbers.
    pub fn size(self) -> usize {
        if self.policy { self.head().bias.end } else { self.output().bias.end }
    }

    fn layer(self, start: usize, inputs: usize, outputs: usize) -> Layer {
        let end = start + inputs * outputs;
        Layer { weights: start..end, bias: end..end + outputs }
    }

    /// Every layer with the number of inputs that each of its outputs has.
    pub fn all(self) -> Vec<(Layer, usize)> {
        let convolutions = (0..self.layers).map(|i| (self.convolution(i), TAPS * self.inputs(i)));
        let last = [(self.dense(), SQUARES * self.filters), (self.output(), DENSE)];
        let head = self.policy.then(|| (self.head(), self.filters));
        convolutions.chain(last).chain(head).collect()
    }
}

impl std::fmt::Display for Shape {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Shape { layers, filters, residual, policy } = self;
        let kind = if *residual { "residual convolutions" } else { "convolutions" };
        write!(f, "{PLANES}x8x8 -> {layers} {kind} 3x3 of {filters} -> {DENSE} -> 1")?;
        if *policy {
            write!(f, ", and moves by {POLICY_CHANNELS} channels a square")
        } else {
            Ok(())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layers_lie_side_by_side() {
        let shape = Shape { layers: 3, filters: 8, residual: false, policy: true };
        let mut end = 0;
        for (layer, inputs) in shape.all() {
            assert_eq!(layer.weights.start, end);
            assert_eq!(layer.weights.len(), inputs * layer.bias.len());
            assert_eq!(layer.bias.start, layer.weights.end);
            end = layer.bias.end;
        }
        assert_eq!(end, shape.size());
        assert_eq!(end, (126 + 1) * 8 + 2 * (72 + 1) * 8 + (512 + 1) * 64 + 65 + (8 + 1) * 64);
    }
}
