// SPDX-License-Identifier: GPL-3.0-or-later
//! From trained weights to the engine's integers, and what rounding costs.

use eval::nnue::shape::{HIDDEN, OUTPUT_BUCKETS, QA, QB, SCALE};
use eval::nnue::{Net, Row};

use super::batch::{Batch, Entry, Shape};
use super::model::{Model, Scratch};
use crate::trainer::{Loss, Quantisation};

impl<const W: usize> Model<W> {
    /// The engine's net; `None` if the engine has another shape.
    pub fn quantised(&self) -> Option<Net> {
        if self.shape != Shape::default() {
            return None;
        }
        let mut net = Net::zero();
        for (number, slice) in self.slices.iter().enumerate() {
            let place = number * W..(number + 1) * W;
            let put = |row: &mut Row, weights: &[f32; W], unit: i32| {
                for (integer, weight) in row.0[place.clone()].iter_mut().zip(weights) {
                    *integer = (weight * unit as f32).round() as i16;
                }
            };
            for (feature, row) in net.input.iter_mut().enumerate() {
                put(row, slice.input(feature), QA);
            }
            put(&mut net.bias, slice.bias(), QA);
            for (output, rows) in net.output.iter_mut().enumerate() {
                for (side, row) in rows.iter_mut().enumerate() {
                    put(row, slice.output(output, side), QB);
                }
            }
        }
        for output in 0..OUTPUT_BUCKETS {
            net.output_bias[output] = (self.output_bias(output) * (QA * QB) as f32).round() as i32;
        }
        Some(net)
    }

    /// Compares the outputs of this net and of the quantised one.
    pub fn quantisation(
        &self,
        net: &Net,
        batch: &Batch,
        loss: Loss,
        threads: usize,
    ) -> Quantisation {
        let outputs = self.outputs(batch, &mut Scratch::new(), threads);
        let mut quantisation = Quantisation { positions: batch.len(), ..Quantisation::default() };
        let share = 1.0 / batch.len() as f64;
        for (&output, entry) in outputs.iter().zip(batch.entries()) {
            let scale = SCALE as f32;
            let quantised = evaluate(net, entry) as f32;
            let difference = f64::from((output * scale - quantised).abs());
            quantisation.mean += difference * share;
            quantisation.largest = quantisation.largest.max(difference);
            let loss_of = |output| f64::from(loss.of(output, entry.target).0) * share;
            quantisation.trained_loss += loss_of(output);
            quantisation.quantised_loss += loss_of(quantised / scale);
        }
        quantisation
    }
}

/// The output of a quantised net in centipawns for the side to move: in integers
/// and in the plainest way, as a reference.
pub fn evaluate(net: &Net, entry: &Entry) -> i32 {
    let output = usize::from(entry.output);
    let mut total = 0i64;
    for side in 0..2 {
        for neuron in 0..HIDDEN {
            let inputs = entry.features(side).iter();
            let inputs =
                inputs.map(|&feature| i64::from(net.input[usize::from(feature)].0[neuron]));
            let sum = (i64::from(net.bias.0[neuron]) + inputs.sum::<i64>()).clamp(0, QA.into());
            total += sum * sum * i64::from(net.output[output][side].0[neuron]);
        }
    }
    let total = total / i64::from(QA) + i64::from(net.output_bias[output]);
    (total * i64::from(SCALE) / i64::from(QA * QB)) as i32
}
