// SPDX-License-Identifier: GPL-3.0-or-later
//! From planes to an opinion, for any number of positions at once.

use super::convolution::first_layer;
use super::net::Net;
use super::planes::Planes;
use super::shape::{DENSE, SQUARES};
use super::view::View;

/// What lies between the planes and the opinion. The trainer learns from it;
/// whoever only wants the opinion keeps it to save memory traffic.
#[derive(Clone, Debug, Default)]
pub struct Between {
    /// Each convolution after its ReLU: by position, square and channel.
    pub layers: Vec<Vec<f32>>,
    /// The dense layer after its ReLU.
    pub dense: Vec<f32>,
    /// Opinions: the sigmoid of one is the expected result of the side to move.
    pub outputs: Vec<f32>,
    /// The way it looks.
    pub view: View,
}

/// Keeps what is above zero.
fn rectify(layer: &mut [f32]) {
    layer.iter_mut().for_each(|number| *number = number.max(0.0));
}

/// Fills a layer with its bias, once for each place.
fn begin(layer: &mut Vec<f32>, places: usize, bias: &[f32]) {
    layer.clear();
    (0..places).for_each(|_| layer.extend_from_slice(bias));
}

impl Net {
    /// What the network says to each position.
    pub fn forward<'b>(&self, positions: &[Planes], between: &'b mut Between) -> &'b [f32] {
        let shape = self.shape;
        let count = positions.len();
        let Between { layers, dense, outputs, view } = between;
        view.prepare(shape.filters);
        layers.resize_with(shape.layers, Vec::new);

        let first = shape.convolution(0);
        begin(&mut layers[0], count * SQUARES, &self.numbers[first.bias]);
        let board = SQUARES * shape.filters;
        for (planes, layer) in positions.iter().zip(layers[0].chunks_exact_mut(board)) {
            first_layer(planes, &self.numbers[first.weights.clone()], shape.filters, layer);
        }
        rectify(&mut layers[0]);

        for number in 1..shape.layers {
            let part = shape.convolution(number);
            let (before, after) = layers.split_at_mut(number);
            let (input, layer) = (&before[number - 1], &mut after[0]);
            begin(layer, count * SQUARES, &self.numbers[part.bias]);
            if shape.adds(number) {
                layer.iter_mut().zip(input).for_each(|(sum, number)| *sum += number);
            }
            view.convolve(input, &self.numbers[part.weights], layer);
            rectify(layer);
        }

        let part = shape.dense();
        begin(dense, count, &self.numbers[part.bias]);
        view.connect(&layers[shape.layers - 1], &self.numbers[part.weights], DENSE, dense);
        rectify(dense);

        let part = shape.output();
        let (weights, bias) = (&self.numbers[part.weights], self.numbers[part.bias.start]);
        outputs.clear();
        outputs.extend(dense.chunks_exact(DENSE).map(|neurons| {
            neurons.iter().zip(weights).fold(bias, |sum, (neuron, weight)| sum + neuron * weight)
        }));
        outputs
    }
}
