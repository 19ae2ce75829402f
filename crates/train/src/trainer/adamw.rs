// SPDX-License-Identifier: GPL-3.0-or-later
//! AdamW (Loshchilov and Hutter 2019), one row of weights at a time.

/// Decay of the first and of the second moment.
const BETA: [f32; 2] = [0.9, 0.999];
const EPSILON: f32 = 1e-8;

/// Learning rate and weight decay of one step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rates {
    /// Learning rate.
    pub learning: f32,
    /// Weight decay, as a share of a weight at learning rate 1.
    pub decay: f32,
}

/// The constants of one step of AdamW.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AdamW {
    /// Learning rate, with the bias correction of the first moment.
    rate: f32,
    /// Factor of weight decay.
    keep: f32,
    /// Bias correction of the second moment.
    correction: f32,
}

impl AdamW {
    /// Step number `step`, from 1.
    pub fn new(step: u64, rates: Rates) -> Self {
        let bias = |beta: f32| 1.0 - f64::from(beta).powf(step as f64);
        AdamW {
            rate: (f64::from(rates.learning) / bias(BETA[0])) as f32,
            keep: 1.0 - rates.learning * rates.decay,
            correction: (1.0 / bias(BETA[1])) as f32,
        }
    }

    /// Updates a row of weights with its moments; no weight leaves ±`limit`.
    #[inline]
    // Plain counting over arrays of one length is what becomes vector instructions.
    #[expect(clippy::needless_range_loop)]
    pub fn update<const W: usize>(self, row: Row<'_, W>, gradient: &[f32; W], limit: f32) {
        for i in 0..W {
            let g = gradient[i];
            let m = BETA[0] * row.first[i] + (1.0 - BETA[0]) * g;
            let v = BETA[1] * row.second[i] + (1.0 - BETA[1]) * g * g;
            row.first[i] = m;
            row.second[i] = v;
            let step = self.rate * m / ((v * self.correction).sqrt() + EPSILON);
            row.weights[i] = (row.weights[i] * self.keep - step).clamp(-limit, limit);
        }
    }

    /// Updates numbers of any count.
    pub fn update_all(
        self,
        [weights, first, second]: [&mut [f32]; 3],
        gradients: &[f32],
        limit: f32,
    ) {
        const LANES: usize = 8;
        let (weights, last_weights) = weights.as_chunks_mut::<LANES>();
        let (first, last_first) = first.as_chunks_mut::<LANES>();
        let (second, last_second) = second.as_chunks_mut::<LANES>();
        let (gradients, last_gradients) = gradients.as_chunks::<LANES>();
        let rows = weights.iter_mut().zip(first).zip(second).zip(gradients);
        for (((weights, first), second), gradient) in rows {
            self.update(Row { weights, first, second }, gradient, limit);
        }
        let rest = last_weights.iter_mut().zip(last_first).zip(last_second).zip(last_gradients);
        for (((weight, first), second), gradient) in rest {
            let [weights, first, second] = [weight, first, second].map(std::array::from_mut);
            self.update(Row { weights, first, second }, &[*gradient], limit);
        }
    }
}

/// A row of weights with its moments.
pub struct Row<'a, const W: usize> {
    /// The weights.
    pub weights: &'a mut [f32; W],
    /// First moment: the running mean of gradients.
    pub first: &'a mut [f32; W],
    /// Second moment: the running mean of their squares.
    pub second: &'a mut [f32; W],
}
