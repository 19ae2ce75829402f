// SPDX-License-Identifier: GPL-3.0-or-later
//! How well an evaluation predicts, on positions that no tuning has seen.

use std::ops::ControlFlow;

use chess::{Color, Position};
use eval::Evaluator;

use crate::positions::{self, Part, Source, SourceError};
use crate::texel::{fit_width, model::sigmoid};

/// Held-out positions with their labels.
#[derive(Clone, Debug, Default)]
pub struct Exam {
    positions: Vec<(Position, f64, Option<f64>)>,
}

/// Mean squared errors of expected results.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Marks {
    /// Against the labels' scores.
    pub score: f64,
    /// Against results of games, where known.
    pub result: Option<f64>,
    /// The width of the sigmoid that suits the evaluator best; its own, so that
    /// the scale of an evaluation is not held against it.
    pub width: f64,
}

impl Exam {
    /// Takes the held-out positions of `source` in.
    ///
    /// # Errors
    /// When the source cannot be read.
    pub fn add(&mut self, source: &Source) -> Result<(), SourceError> {
        positions::visit(source, Part::HeldOut, &mut |labelled| {
            self.positions.push((*labelled.position, labelled.score, labelled.result));
            ControlFlow::Continue(())
        })?;
        Ok(())
    }

    /// How many positions.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// Marks an evaluator. `width` is that of the labels' scores.
    pub fn mark(&self, evaluator: &mut impl Evaluator, width: f64) -> Marks {
        let scores: Vec<f64> = self
            .positions
            .iter()
            .map(|(position, _, _)| {
                let worth = f64::from(evaluator.evaluate(position));
                if position.turn() == Color::White { worth } else { -worth }
            })
            .collect();
        let wanted = |(_, score, _): &(Position, f64, Option<f64>)| sigmoid(*score, width);
        let by_score: Vec<(f64, f64)> =
            scores.iter().copied().zip(self.positions.iter().map(wanted)).collect();
        let by_result: Vec<(f64, f64)> = scores
            .iter()
            .zip(&self.positions)
            .filter_map(|(&score, known)| Some((score, known.2?)))
            .collect();
        let own_width = fit_width(&by_score);
        Marks {
            score: error(&by_score, own_width),
            result: (!by_result.is_empty()).then(|| error(&by_result, own_width)),
            width: own_width,
        }
    }
}

fn error(known: &[(f64, f64)], width: f64) -> f64 {
    let sum: f64 =
        known.iter().map(|&(score, wanted)| (sigmoid(score, width) - wanted).powi(2)).sum();
    sum / known.len().max(1) as f64
}
