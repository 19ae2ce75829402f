// SPDX-License-Identifier: GPL-3.0-or-later
//! The way back through the network: from the slopes of its outputs to those of
//! its numbers.

use eval::cnn::convolution::for_each_one;
use eval::cnn::product::{Matrix, add_product};
use eval::cnn::{DENSE, Net, PLANES, Planes, SQUARES, WORDS};

use super::model::Scratch;

/// A slope goes on where the number was above zero.
fn mask(slopes: &mut [f32], layer: &[f32]) {
    for (slope, &number) in slopes.iter_mut().zip(layer) {
        if number <= 0.0 {
            *slope = 0.0;
        }
    }
}

/// The slopes of a bias: the sum over all places.
fn add_columns(slopes: &[f32], bias: &mut [f32]) {
    for place in slopes.chunks_exact(bias.len()) {
        bias.iter_mut().zip(place).for_each(|(sum, slope)| *sum += slope);
    }
}

fn clear(numbers: &mut Vec<f32>, length: usize) {
    numbers.clear();
    numbers.resize(length, 0.0);
}

/// Fills `scratch.slopes`, after [`Net::forward`] has left what lies between in
/// `scratch.between`, and the slopes of the outputs are in `scratch.outward`.
pub(super) fn backward(net: &Net, positions: &[Planes], scratch: &mut Scratch) {
    let Scratch { between, outward, layer, below, word_slopes, slopes, .. } = scratch;
    let shape = net.shape;
    let (count, filters) = (positions.len(), shape.filters);
    let board = SQUARES * filters;
    clear(slopes, shape.size());

    // Step 1. The last neuron.
    let part = shape.output();
    slopes[part.bias.start] = outward.iter().sum();
    for (neurons, &slope) in between.dense.chunks_exact(DENSE).zip(outward.iter()) {
        let weights = slopes[part.weights.clone()].iter_mut();
        weights.zip(neurons).for_each(|(weight, neuron)| *weight += slope * neuron);
    }
    layer.clear();
    for &slope in outward.iter() {
        layer.extend(net.numbers[part.weights.clone()].iter().map(|weight| slope * weight));
    }
    mask(layer, &between.dense);

    // Step 2. The dense layer.
    let part = shape.dense();
    let last = Matrix::new(&between.layers[shape.layers - 1], count, board);
    let outer = Matrix::new(layer, count, DENSE);
    add_product(last.turned(), outer, &mut slopes[part.weights.clone()]);
    add_columns(layer, &mut slopes[part.bias]);
    clear(below, count * board);
    let weights = Matrix::new(&net.numbers[part.weights], board, DENSE);
    add_product(outer, weights.turned(), below);

    // Step 3. The policy head.
    if shape.policy {
        let part = shape.head();
        let squares = count * SQUARES;
        let last = Matrix::new(&between.layers[shape.layers - 1], squares, filters);
        let outer = Matrix::new(word_slopes, squares, 2 * WORDS);
        add_product(last.turned(), outer, &mut slopes[part.weights.clone()]);
        add_columns(word_slopes, &mut slopes[part.bias]);
        let weights = Matrix::new(&net.numbers[part.weights], filters, 2 * WORDS);
        add_product(outer, weights.turned(), below);
    }

    // Step 4. Convolutions, the last one first.
    for number in (1..shape.layers).rev() {
        std::mem::swap(layer, below);
        mask(layer, &between.layers[number]);
        let part = shape.convolution(number);
        add_columns(layer, &mut slopes[part.bias]);
        // What a residual layer was given goes on as it is.
        below.clear();
        if shape.adds(number) {
            below.extend_from_slice(layer);
        } else {
            below.resize(layer.len(), 0.0);
        }
        let weights = &net.numbers[part.weights.clone()];
        let input = &between.layers[number - 1];
        between.view.convolve_back([input, layer], weights, below, &mut slopes[part.weights]);
    }

    // Step 5. The first convolution, whose inputs are zeros and ones.
    mask(below, &between.layers[0]);
    let part = shape.convolution(0);
    add_columns(below, &mut slopes[part.bias]);
    let weights = &mut slopes[part.weights];
    for (planes, below) in positions.iter().zip(below.chunks_exact(board)) {
        for_each_one(planes, |plane, seer, tap| {
            let from = (tap * PLANES + plane) * filters;
            let row = weights[from..from + filters].iter_mut();
            let outer = &below[seer * filters..][..filters];
            row.zip(outer).for_each(|(weight, slope)| *weight += slope);
        });
    }
}
