// SPDX-License-Identifier: GPL-3.0-or-later
//! What an evaluation network is trained towards, and how an error counts.

use crate::data::Sample;

/// Targets of samples, and the power of the error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Objective {
    /// Width of the sigmoid in centipawns.
    pub width: f32,
    /// The share of the game's result in a target, where it is known.
    pub blend: f32,
    /// Power of the error: 2 for squared error.
    pub power: f32,
}

impl Objective {
    /// The expected result that the network is to predict.
    pub fn target(&self, sample: &Sample) -> f32 {
        let by_score = sigmoid(f32::from(sample.score) / self.width);
        match sample.result.worth() {
            Some(result) => self.blend * result + (1.0 - self.blend) * by_score,
            None => by_score,
        }
    }

    /// The loss of a network whose output of 1.0 means `scale` centipawns.
    pub fn loss(&self, scale: f32) -> Loss {
        Loss { steepness: scale / self.width, power: self.power }
    }
}

/// The loss of one output.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Loss {
    /// Outputs are multiplied by this before they become an expected result.
    pub steepness: f32,
    /// The power of the difference: 2 for squared error.
    pub power: f32,
}

impl Loss {
    /// The loss of an output, and its gradient.
    #[inline]
    pub fn of(self, output: f32, target: f32) -> (f32, f32) {
        let expected = sigmoid(output * self.steepness);
        let error = expected - target;
        let derivative = self.steepness * expected * (1.0 - expected);
        if self.power == 2.0 {
            return (error * error, 2.0 * error * derivative);
        }
        let power = error.abs().powf(self.power - 1.0);
        (power * error.abs(), self.power * power * error.signum() * derivative)
    }
}

/// The logistic curve.
#[inline]
pub fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}
