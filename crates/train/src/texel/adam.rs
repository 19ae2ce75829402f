// SPDX-License-Identifier: GPL-3.0-or-later
//! Adam: every weight gets a pace of its own.

use eval::classical::{Kind, SLOTS};

use super::model::Vector;

/// The weights in flight and the moments of their gradients.
#[derive(Clone, Debug, PartialEq)]
pub struct Adam {
    /// The weights.
    pub weights: Vector,
    pub(super) first: Vector,
    pub(super) second: Vector,
    /// Steps made.
    pub steps: u64,
}

const BETA: [f64; 2] = [0.9, 0.999];

impl Adam {
    /// Starts from `weights`.
    pub fn new(weights: Vector) -> Self {
        let zeros = vec![[0.0; 2]; weights.len()];
        Adam { weights, first: zeros.clone(), second: zeros, steps: 0 }
    }

    /// One step against `gradient` at `rate`; all but scales, phases and
    /// material also shrink by `decay` times the rate, so that features without
    /// evidence say nothing.
    pub fn step(&mut self, gradient: &[[f64; 2]], rate: f64, decay: f64) {
        self.steps += 1;
        let correction = BETA.map(|beta| 1.0 - beta.powf(self.steps as f64));
        for slot in SLOTS {
            let pull = match slot.kind {
                Kind::Scale | Kind::Phase => 0.0,
                _ if slot.name == "MATERIAL" => 0.0,
                _ => decay,
            };
            for (i, pair) in gradient.iter().enumerate().skip(slot.start).take(slot.len) {
                for (half, &g) in pair.iter().enumerate() {
                    let first = &mut self.first[i][half];
                    let second = &mut self.second[i][half];
                    *first = BETA[0] * *first + (1.0 - BETA[0]) * g;
                    *second = BETA[1] * *second + (1.0 - BETA[1]) * g * g;
                    let step =
                        (*first / correction[0]) / ((*second / correction[1]).sqrt() + 1e-12);
                    let weight = &mut self.weights[i][half];
                    *weight -= rate * (step + pull * *weight);
                    if matches!(slot.kind, Kind::Scale | Kind::Phase) {
                        // A negative one would turn an advantage round.
                        *weight = weight.max(0.0);
                    }
                }
            }
        }
    }
}
