// SPDX-License-Identifier: GPL-3.0-or-later
//! From the trained net to the engine's whole numbers, and how much is lost.

use eval::nnue::shape::{HIDDEN, OUTPUT_BUCKETS, QA, QB, SCALE};
use eval::nnue::{Net, Row};

use super::batch::{Batch, Entry, Shape};
use super::model::{Bench, Loss, Model};

/// How well the quantised net speaks for the trained one, in centipawns.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Agreement {
    /// Positions compared.
    pub positions: usize,
    /// Mean difference, without its sign.
    pub mean: f64,
    /// The largest.
    pub largest: f64,
    /// Mean loss of the trained net on these positions,
    pub trained_loss: f64,
    /// and of the quantised one.
    pub quantised_loss: f64,
}

impl<const W: usize> Model<W> {
    /// The engine's net; `None` if the outline is another than the engine's.
    pub fn quantised(&self) -> Option<Net> {
        if self.shape != Shape::default() {
            return None;
        }
        let mut net = Net::zero();
        for (number, slice) in self.slices.iter().enumerate() {
            let place = number * W..(number + 1) * W;
            let put = |row: &mut Row, weights: &[f32; W], unit: i32| {
                for (whole, weight) in row.0[place.clone()].iter_mut().zip(weights) {
                    *whole = (weight * unit as f32).round() as i16;
                }
            };
            for (feature, row) in net.input.iter_mut().enumerate() {
                put(row, slice.input(feature), QA);
            }
            put(&mut net.bias, slice.bias(), QA);
            for (output, rows) in net.output.iter_mut().enumerate() {
                for (view, row) in rows.iter_mut().enumerate() {
                    put(row, slice.output(output, view), QB);
                }
            }
        }
        for output in 0..OUTPUT_BUCKETS {
            net.output_bias[output] = (self.output_bias(output) * (QA * QB) as f32).round() as i32;
        }
        Some(net)
    }

    /// Compares what this net and its quantised self say to some positions.
    pub fn agreement(&self, net: &Net, batch: &Batch, loss: Loss, threads: usize) -> Agreement {
        let outputs = self.outputs(batch, &mut Bench::new(), threads);
        let mut agreement = Agreement { positions: batch.len(), ..Agreement::default() };
        let share = 1.0 / batch.len() as f64;
        for (&output, entry) in outputs.iter().zip(batch.entries()) {
            let scale = SCALE as f32;
            let quantised = evaluate(net, entry) as f32;
            let apart = f64::from((output * scale - quantised).abs());
            agreement.mean += apart * share;
            agreement.largest = agreement.largest.max(apart);
            let lost = |output| f64::from(loss.of(output, entry.target).0) * share;
            agreement.trained_loss += lost(output);
            agreement.quantised_loss += lost(quantised / scale);
        }
        agreement
    }
}

/// What a quantised net says, in centipawns for the side to move: in whole
/// numbers and in the plainest way, as a yardstick.
pub fn evaluate(net: &Net, entry: &Entry) -> i32 {
    let output = usize::from(entry.output);
    let mut total = 0i64;
    for view in 0..2 {
        for neuron in 0..HIDDEN {
            let inputs = entry.features(view).iter();
            let inputs =
                inputs.map(|&feature| i64::from(net.input[usize::from(feature)].0[neuron]));
            let sum = (i64::from(net.bias.0[neuron]) + inputs.sum::<i64>()).clamp(0, QA.into());
            total += sum * sum * i64::from(net.output[output][view].0[neuron]);
        }
    }
    let total = total / i64::from(QA) + i64::from(net.output_bias[output]);
    (total * i64::from(SCALE) / i64::from(QA * QB)) as i32
}
