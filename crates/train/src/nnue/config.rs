// SPDX-License-Identifier: GPL-3.0-or-later
//! What a run is started with.

use std::path::PathBuf;

use super::batch::Shape;

/// Settings of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Config {
    /// Shuffled samples to learn from.
    pub training: PathBuf,
    /// Samples to be examined on.
    pub validation: Option<PathBuf>,
    /// The outline of the net.
    pub shape: Shape,
    /// Positions of a step.
    pub batch: usize,
    /// Positions between two examinations; then checkpoint and net are written.
    pub superbatch: u64,
    /// How many of these.
    pub superbatches: u64,
    /// Step size after the warm-up,
    pub rate: f32,
    /// and at the end.
    pub last_rate: f32,
    /// Steps in which the size grows from nothing.
    pub warm_up: u64,
    /// How much weights shrink where nothing speaks for them.
    pub decay: f32,
    /// The share of the result in a target, where it is known.
    pub blend: f32,
    /// Power of the error.
    pub power: f32,
    /// Width of the sigmoid in centipawns; fitted to the results if not given.
    pub width: Option<f32>,
    /// Weights and order of the positions depend on it.
    pub seed: u64,
    /// Threads; the outcome does not depend on them.
    pub threads: usize,
    /// A checkpoint whose weights are the first ones, in place of chance.
    pub start: Option<PathBuf>,
    /// The net to write.
    pub output: Option<PathBuf>,
    /// Where the state of the run is kept.
    pub checkpoint: Option<PathBuf>,
    /// Whether to go on from there.
    pub resume: bool,
    /// Where the losses are drawn.
    pub plot: Option<PathBuf>,
}

impl Default for Config {
    fn default() -> Self {
        Config {
            training: PathBuf::new(),
            validation: None,
            shape: Shape::default(),
            batch: 16_384,
            superbatch: 10_000_000,
            superbatches: 20,
            rate: 0.001,
            last_rate: 0.00001,
            warm_up: 100,
            decay: 0.01,
            blend: 0.3,
            power: 2.5,
            width: None,
            seed: 1,
            threads: 1,
            start: None,
            output: None,
            checkpoint: None,
            resume: false,
            plot: None,
        }
    }
}

/// Settings that must be the same for a run to go on, by name.
pub type Settings = Vec<(String, String)>;

impl Config {
    /// Steps of a superbatch.
    pub fn steps_each(&self) -> u64 {
        self.superbatch.div_ceil(self.batch.max(1) as u64).max(1)
    }

    /// Steps of the whole run.
    pub fn steps(&self) -> u64 {
        self.steps_each() * self.superbatches
    }

    /// Step size of step number `step`, from 0: up in a line, then down along a
    /// cosine.
    pub fn rate_at(&self, step: u64) -> f32 {
        if step < self.warm_up {
            return self.rate * (step + 1) as f32 / self.warm_up as f32;
        }
        let rest = self.steps().saturating_sub(self.warm_up).max(1);
        let done = ((step - self.warm_up) as f32 / rest as f32).min(1.0);
        let share = (1.0 + (std::f32::consts::PI * done).cos()) / 2.0;
        self.last_rate + (self.rate - self.last_rate) * share
    }

    /// What the outcome depends on. Threads are not among it, nor is where
    /// things are written.
    pub(super) fn settings(
        &self,
        outline: Settings,
        width: f32,
        data: u64,
        start: Option<u64>,
    ) -> Settings {
        let mut settings = self.settings_of(outline, data, start);
        let targets = [("blend", self.blend), ("power", self.power), ("width", width)];
        settings.extend(targets.map(|(name, value)| (name.to_owned(), value.to_string())));
        settings
    }

    /// The same without what is about targets, for a network that has none.
    pub(crate) fn settings_of(&self, outline: Settings, data: u64, start: Option<u64>) -> Settings {
        let pairs: [(&str, String); 11] = [
            ("data", format!("{data:016x}")),
            ("start", start.map_or("chance".to_owned(), |start| format!("{start:016x}"))),
            ("batch", self.batch.to_string()),
            ("superbatch", self.superbatch.to_string()),
            ("superbatches", self.superbatches.to_string()),
            ("rate", self.rate.to_string()),
            ("last-rate", self.last_rate.to_string()),
            ("warm-up", self.warm_up.to_string()),
            ("decay", self.decay.to_string()),
            ("seed", self.seed.to_string()),
            ("optimiser", "adamw".to_owned()),
        ];
        let pairs = pairs.into_iter().map(|(name, value)| (name.to_owned(), value));
        outline.into_iter().chain(pairs).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_step_size_rises_and_falls_to_its_end() {
        let config = Config {
            superbatch: 100,
            batch: 1,
            superbatches: 10,
            warm_up: 50,
            ..Config::default()
        };
        let rates: Vec<f32> = (0..config.steps()).map(|step| config.rate_at(step)).collect();
        assert!(rates[..50].windows(2).all(|pair| pair[0] < pair[1]));
        assert!(rates[50..].windows(2).all(|pair| pair[0] >= pair[1]));
        assert!((rates[49] - config.rate).abs() < 1e-9);
        assert!((rates[999] - config.last_rate).abs() < 1e-7, "{}", rates[999]);
    }
}
