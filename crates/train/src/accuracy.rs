// SPDX-License-Identifier: GPL-3.0-or-later
//! How well an evaluation predicts, on positions that no tuning has seen.

use std::ops::ControlFlow;

use chess::{Color, Position};
use eval::Evaluator;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::SplitMix64;

use crate::positions::{self, Part, Source, SourceError};
use crate::teacher::{Teacher, TeacherError};
use crate::texel::{fit_width, model::sigmoid};

/// Quiet positions of games whose results are known.
#[derive(Clone, Debug, Default)]
pub struct GamePositions {
    positions: Vec<Position>,
    /// White's results, 0 to 1.
    results: Vec<f64>,
}

/// How well scores predict results.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Accuracy {
    /// Mean squared error of the expected results.
    pub error: f64,
    /// The width of the sigmoid that makes it smallest, in centipawns, so that the scale of an
    /// evaluation is not held against it.
    pub width: f64,
}

impl GamePositions {
    /// Takes the quiet positions of a source in, those without a result left out; returns how
    /// many there were.
    ///
    /// # Errors
    /// When the source cannot be read.
    pub fn add(&mut self, source: &Source) -> Result<usize, SourceError> {
        let mut random = SplitMix64::seed_from_u64(1);
        let before = self.positions.len();
        positions::read(source, &|_| true, &mut |entry| {
            if self.positions.len() - before >= source.limit {
                return ControlFlow::Break(());
            }
            if let Some(result) = entry.result
                && random.random_range(..source.every.max(1)) == 0
                && positions::is_quiet(entry.position)
            {
                self.positions.push(*entry.position);
                self.results.push(f64::from(result as u8) / 2.0);
            }
            ControlFlow::Continue(())
        })?;
        Ok(self.positions.len() - before)
    }

    /// How many positions.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// White's score of each position, in centipawns.
    pub fn scores(&self, evaluator: &mut impl Evaluator) -> Vec<f64> {
        let each = self.positions.iter();
        each.map(|position| white(position, evaluator.evaluate(position))).collect()
    }

    /// The same by an engine. Positions that it says nothing about are dropped, from `others`
    /// too.
    ///
    /// # Errors
    /// When the engine fails.
    pub fn ask(
        &mut self,
        teacher: &mut Teacher,
        others: &mut [Vec<f64>],
        progress: &mut dyn FnMut(usize),
    ) -> Result<Vec<f64>, TeacherError> {
        const TOGETHER: usize = 4096;
        let mut labels = Vec::with_capacity(self.len());
        for positions in self.positions.chunks(TOGETHER) {
            labels.extend(teacher.label(positions)?);
            progress(labels.len());
        }
        let mut answered = labels.iter().map(Option::is_some).cycle();
        let mut keep = || answered.next() == Some(true);
        let each = self.positions.iter().zip(&labels);
        let scores =
            each.filter_map(|(position, label)| Some(white(position, (*label)?.into()))).collect();
        self.positions.retain(|_| keep());
        self.results.retain(|_| keep());
        others.iter_mut().for_each(|scores| scores.retain(|_| keep()));
        Ok(scores)
    }

    /// How well White's scores predict the results.
    pub fn accuracy(&self, scores: &[f64]) -> Accuracy {
        let known: Vec<(f64, f64)> =
            scores.iter().copied().zip(self.results.iter().copied()).collect();
        let width = fit_width(&known);
        Accuracy { error: error(&known, width), width }
    }

    /// The squared error of each position with a sigmoid of this width, in the order of the games:
    /// neighbours are of the same game, and err alike.
    pub fn squares(&self, scores: &[f64], width: f64) -> Vec<f64> {
        let known = scores.iter().zip(&self.results);
        known.map(|(&score, result)| (sigmoid(score, width) - result).powi(2)).collect()
    }
}

fn white(position: &Position, score: i32) -> f64 {
    let score = f64::from(score);
    if position.turn() == Color::White { score } else { -score }
}

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
            .map(|(position, _, _)| white(position, evaluator.evaluate(position)))
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
