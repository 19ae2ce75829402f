// SPDX-License-Identifier: GPL-3.0-or-later
//! From trained weights to the engine's integers, and what rounding costs.

use eval::nnue::features::OUTPUT_BUCKETS;
use eval::nnue::single::{HIDDEN, QA, QB};
use eval::nnue::{Row, SCALE, SingleLayerNet};

use super::model::{Model, Shape};
use crate::nnue::batch::Entry;
use crate::nnue::vector::{LANES, Row as NnueRow};

impl<const K: usize> Model<K> {
    /// The engine's net; `None` if the engine has another shape.
    pub fn quantised(&self) -> Option<SingleLayerNet> {
        if self.shape != Shape::default() {
            return None;
        }
        let mut net = SingleLayerNet::zero();
        for (number, slice) in self.slices.iter().enumerate() {
            let place = number * LANES * K..(number + 1) * LANES * K;
            let put = |row: &mut Row<HIDDEN>, weights: &NnueRow<K>, unit: i32| {
                for (integer, weight) in
                    row.0[place.clone()].iter_mut().zip(weights.0.as_flattened())
                {
                    *integer = (weight * unit as f32).round() as i16;
                }
            };
            for (feature, row) in net.transformer.weights.iter_mut().enumerate() {
                put(row, &slice.transformer.feature(feature), QA);
            }
            put(&mut net.transformer.bias, &slice.transformer.bias(), QA);
            for (output, rows) in net.output.iter_mut().enumerate() {
                for (side, row) in rows.iter_mut().enumerate() {
                    put(row, &slice.output[2 * output + side], QB);
                }
            }
        }
        for output in 0..OUTPUT_BUCKETS {
            net.output_bias[output] = (self.output_bias(output) * (QA * QB) as f32).round() as i32;
        }
        Some(net)
    }
}

/// The output of a quantised net in centipawns for the side to move: in integers
/// and in the plainest way, as a reference.
pub fn evaluate(net: &SingleLayerNet, entry: &Entry) -> i32 {
    let output = usize::from(entry.output);
    let mut total = 0i64;
    for side in 0..2 {
        for neuron in 0..HIDDEN {
            let inputs = entry.features(side).iter();
            let inputs = inputs
                .map(|&feature| i64::from(net.transformer.weights[usize::from(feature)].0[neuron]));
            let sum = (i64::from(net.transformer.bias.0[neuron]) + inputs.sum::<i64>())
                .clamp(0, QA.into());
            total += sum * sum * i64::from(net.output[output][side].0[neuron]);
        }
    }
    let total = total / i64::from(QA) + i64::from(net.output_bias[output]);
    (total * i64::from(SCALE) / i64::from(QA * QB)) as i32
}
