// SPDX-License-Identifier: GPL-3.0-or-later
//! AdamW (Loshchilov and Hutter 2019), a row of weights at a time.

/// Memory of the mean slope, and of its square.
const BETA: [f32; 2] = [0.9, 0.999];
const EPSILON: f32 = 1e-8;

/// What one step needs to know.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stride {
    /// Step size, corrected for the young memory of the first steps.
    rate: f32,
    /// What is left of a weight that nothing speaks for.
    keep: f32,
    /// Correction of the mean square.
    square: f32,
}

impl Stride {
    /// Step number `step`, from 1, of this size; `decay` is the share by which
    /// weights shrink at step size 1.
    pub fn new(step: u64, rate: f32, decay: f32) -> Self {
        let young = |beta: f32| 1.0 - f64::from(beta).powf(step as f64);
        Stride {
            rate: (f64::from(rate) / young(BETA[0])) as f32,
            keep: 1.0 - rate * decay,
            square: (1.0 / young(BETA[1])) as f32,
        }
    }
}

/// A row of weights with its memory of slopes.
pub struct Row<'a, const W: usize> {
    /// The weights.
    pub weights: &'a mut [f32; W],
    /// Mean slope.
    pub first: &'a mut [f32; W],
    /// Mean square of slopes.
    pub second: &'a mut [f32; W],
}

impl<const W: usize> Row<'_, W> {
    /// Goes down the slope; no weight leaves the limit.
    #[inline]
    // Plain counting over arrays of one length is what becomes vector instructions.
    #[expect(clippy::needless_range_loop)]
    pub fn step(self, slope: &[f32; W], stride: Stride, limit: f32) {
        for i in 0..W {
            let g = slope[i];
            let m = BETA[0] * self.first[i] + (1.0 - BETA[0]) * g;
            let v = BETA[1] * self.second[i] + (1.0 - BETA[1]) * g * g;
            self.first[i] = m;
            self.second[i] = v;
            let down = stride.rate * m / ((v * stride.square).sqrt() + EPSILON);
            self.weights[i] = (self.weights[i] * stride.keep - down).clamp(-limit, limit);
        }
    }
}
