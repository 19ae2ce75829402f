// SPDX-License-Identifier: GPL-3.0-or-later
//! Backward pass: from the gradients of the outputs to those of the weights.

use eval::cnn::convolution::for_each_one;
use eval::cnn::product::{Matrix, add_product};
use eval::cnn::{DENSE, Net, PLANES, POLICY_CHANNELS, Planes, SQUARES};

use super::model::Scratch;

/// The derivative of ReLU.
fn mask(gradients: &mut [f32], layer: &[f32]) {
    for (gradient, &number) in gradients.iter_mut().zip(layer) {
        if number <= 0.0 {
            *gradient = 0.0;
        }
    }
}

/// The gradient of a bias: the sum over all squares.
fn add_columns(gradients: &[f32], bias: &mut [f32]) {
    for place in gradients.chunks_exact(bias.len()) {
        bias.iter_mut().zip(place).for_each(|(sum, gradient)| *sum += gradient);
    }
}

fn clear(numbers: &mut Vec<f32>, length: usize) {
    numbers.clear();
    numbers.resize(length, 0.0);
}

/// Fills `scratch.gradients`, after [`Net::forward`] has left the layers in
/// `scratch.between`, and the gradients of the outputs are in `scratch.output_gradients`.
pub(super) fn backward(net: &Net, positions: &[Planes], scratch: &mut Scratch) {
    let Scratch { between, output_gradients, layer, below, word_gradients, gradients, .. } =
        scratch;
    let shape = net.shape;
    let (count, filters) = (positions.len(), shape.filters);
    let board = SQUARES * filters;
    clear(gradients, shape.size());

    // Step 1. The last neuron.
    let part = shape.output();
    gradients[part.bias.start] = output_gradients.iter().sum();
    for (neurons, &gradient) in between.dense.chunks_exact(DENSE).zip(output_gradients.iter()) {
        let weights = gradients[part.weights.clone()].iter_mut();
        weights.zip(neurons).for_each(|(weight, neuron)| *weight += gradient * neuron);
    }
    layer.clear();
    for &gradient in output_gradients.iter() {
        layer.extend(net.numbers[part.weights.clone()].iter().map(|weight| gradient * weight));
    }
    mask(layer, &between.dense);

    // Step 2. The dense layer.
    let part = shape.dense();
    let last = Matrix::new(&between.layers[shape.layers - 1], count, board);
    let outer = Matrix::new(layer, count, DENSE);
    add_product(last.turned(), outer, &mut gradients[part.weights.clone()]);
    add_columns(layer, &mut gradients[part.bias]);
    clear(below, count * board);
    let weights = Matrix::new(&net.numbers[part.weights], board, DENSE);
    add_product(outer, weights.turned(), below);

    // Step 3. The policy head.
    if shape.policy {
        let part = shape.head();
        let squares = count * SQUARES;
        let last = Matrix::new(&between.layers[shape.layers - 1], squares, filters);
        let outer = Matrix::new(word_gradients, squares, 2 * POLICY_CHANNELS);
        add_product(last.turned(), outer, &mut gradients[part.weights.clone()]);
        add_columns(word_gradients, &mut gradients[part.bias]);
        let weights = Matrix::new(&net.numbers[part.weights], filters, 2 * POLICY_CHANNELS);
        add_product(outer, weights.turned(), below);
    }

    // Step 4. Convolutions, the last one first.
    for number in (1..shape.layers).rev() {
        std::mem::swap(layer, below);
        mask(layer, &between.layers[number]);
        let part = shape.convolution(number);
        add_columns(layer, &mut gradients[part.bias]);
        // What a residual layer was given goes on as it is.
        below.clear();
        if shape.adds(number) {
            below.extend_from_slice(layer);
        } else {
            below.resize(layer.len(), 0.0);
        }
        let weights = &net.numbers[part.weights.clone()];
        let input = &between.layers[number - 1];
        between.view.convolve_back([input, layer], weights, below, &mut gradients[part.weights]);
    }

    // Step 5. The first convolution, whose inputs are zeros and ones.
    mask(below, &between.layers[0]);
    let part = shape.convolution(0);
    add_columns(below, &mut gradients[part.bias]);
    let weights = &mut gradients[part.weights];
    for (planes, below) in positions.iter().zip(below.chunks_exact(board)) {
        for_each_one(planes, |plane, seer, tap| {
            let from = (tap * PLANES + plane) * filters;
            let row = weights[from..from + filters].iter_mut();
            let outer = &below[seer * filters..][..filters];
            row.zip(outer).for_each(|(weight, gradient)| *weight += gradient);
        });
    }
}
