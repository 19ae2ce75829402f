// SPDX-License-Identifier: GPL-3.0-or-later
//! From files to samples: reading, the width of the sigmoid, the targets.

use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use eval::Classical;
use eval::classical::Coefficients;

use crate::positions::{self, Part, Source, SourceError};

use super::model;
use super::samples::Samples;

/// The width of the sigmoid if there are no results to fit it to: the worth of
/// a pawn that makes winning and drawing equally likely.
const USUAL_WIDTH: f64 = 183.0;

/// How often the reader is asked how far it is.
const LOOK: Duration = Duration::from_millis(50);

/// Positions with their labels, before it is known how to blend them.
#[derive(Default)]
pub(super) struct Labels {
    pub(super) samples: Samples,
    labels: Vec<(f32, Option<f32>)>,
}

/// Positions to learn from and positions held out; `None` if reading was
/// broken off. Each source is read by a thread of its own for either part; the
/// order does not depend on which is ready first.
pub(super) fn load(
    sources: &[Source],
    threads: usize,
    progress: &mut dyn FnMut(usize) -> ControlFlow<()>,
) -> Result<Option<[Labels; 2]>, SourceError> {
    let jobs: Vec<(&Source, Part)> = [Part::Training, Part::HeldOut]
        .into_iter()
        .flat_map(|part| sources.iter().map(move |source| (source, part)))
        .collect();
    let (next, read, ended) = (AtomicUsize::new(0), AtomicUsize::new(0), AtomicBool::new(false));
    let outcomes: Mutex<Vec<_>> = Mutex::new(jobs.iter().map(|_| None).collect());
    let work = || {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(&(source, part)) = jobs.get(number) else { return };
            let outcome = Labels::read(source, part, &read, &ended);
            if outcome.is_err() {
                ended.store(true, Ordering::Relaxed);
            }
            if let Ok(mut outcomes) = outcomes.lock() {
                outcomes[number] = Some(outcome);
            }
        }
    };
    let broken_off = std::thread::scope(|scope| {
        let handles: Vec<_> =
            (0..threads.clamp(1, jobs.len().max(1))).map(|_| scope.spawn(work)).collect();
        let mut broken_off = false;
        while !handles.iter().all(std::thread::ScopedJoinHandle::is_finished) {
            std::thread::sleep(LOOK);
            if progress(read.load(Ordering::Relaxed)).is_break() {
                broken_off = true;
                ended.store(true, Ordering::Relaxed);
            }
        }
        broken_off
    });
    let mut all = [Labels::default(), Labels::default()];
    let outcomes = outcomes.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
    for ((_, part), outcome) in jobs.iter().zip(outcomes) {
        if let Some(outcome) = outcome {
            all[usize::from(*part == Part::HeldOut)].append(outcome?);
        }
    }
    Ok((!broken_off).then_some(all))
}

impl Labels {
    fn read(
        source: &Source,
        part: Part,
        read: &AtomicUsize,
        ended: &AtomicBool,
    ) -> Result<Labels, SourceError> {
        let mut labels = Labels::default();
        let classical = Classical::default();
        let mut coefficients = Coefficients::default();
        let mut source = source.clone();
        if part == Part::HeldOut {
            source.limit = (source.limit / (Part::HELD_OUT - 1)).max(1);
        }
        positions::visit(&source, part, &mut |labelled| {
            classical.count(labelled.position, &mut coefficients);
            if !coefficients.adjusted && labels.samples.push(&coefficients, 0.0) {
                labels.labels.push((labelled.score as f32, labelled.result.map(|r| r as f32)));
            }
            read.fetch_add(1, Ordering::Relaxed);
            if ended.load(Ordering::Relaxed) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        })?;
        Ok(labels)
    }

    fn append(&mut self, other: Labels) {
        let taken = self.samples.append(other.samples);
        self.labels.extend(other.labels.into_iter().take(taken));
    }

    /// The width with which the labels' scores predict the results best.
    pub(super) fn fitted_width(&self) -> f64 {
        let known: Vec<(f64, f64)> = self
            .labels
            .iter()
            .filter_map(|&(score, result)| Some((f64::from(score), f64::from(result?))))
            .collect();
        if known.is_empty() {
            return USUAL_WIDTH;
        }
        fit_width(&known)
    }

    /// The samples with their targets.
    pub(super) fn aimed(mut self, width: f64, blend: f64) -> Samples {
        for (number, &(score, result)) in self.labels.iter().enumerate() {
            let by_score = model::sigmoid(f64::from(score), width);
            let target = match result {
                Some(result) => blend * f64::from(result) + (1.0 - blend) * by_score,
                None => by_score,
            };
            self.samples.aim(number, target);
        }
        self.samples
    }
}

/// The width of the sigmoid with the least squared error between scores and
/// results, by golden section.
pub fn fit_width(known: &[(f64, f64)]) -> f64 {
    let error = |k: f64| -> f64 {
        known.iter().map(|&(score, result)| (model::sigmoid(score, k) - result).powi(2)).sum()
    };
    let golden = (5f64.sqrt() - 1.0) / 2.0;
    let (mut low, mut high) = (20.0, 1000.0);
    while high - low > 0.1 {
        let (a, b) = (high - golden * (high - low), low + golden * (high - low));
        if error(a) < error(b) { high = b } else { low = a }
    }
    (low + high) / 2.0
}
