// SPDX-License-Identifier: GPL-3.0-or-later
//! Settings of a run.

use std::path::PathBuf;

use super::adamw::Rates;

/// Settings of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Config {
    /// Shuffled training samples.
    pub training: PathBuf,
    /// Validation samples.
    pub validation: Option<PathBuf>,
    /// Samples of a batch.
    pub batch: usize,
    /// Samples between two validations; then checkpoint and net are written.
    pub superbatch: u64,
    /// Number of superbatches.
    pub superbatches: u64,
    /// Learning rate after the warm-up,
    pub learning_rate: f32,
    /// and at the end.
    pub final_learning_rate: f32,
    /// Steps in which the learning rate grows from 0.
    pub warm_up: u64,
    /// Weight decay, as a share of a weight at learning rate 1.
    pub weight_decay: f32,
    /// The share of the game's result in a target, where it is known.
    pub blend: f32,
    /// Power of the error.
    pub power: f32,
    /// Width of the sigmoid in centipawns; fitted to the results if not given.
    pub width: Option<f32>,
    /// Initial weights and the order of samples depend on it.
    pub seed: u64,
    /// Threads; the outcome does not depend on them.
    pub threads: usize,
    /// Weights to start with: a checkpoint of another run, or for a policy its net.
    pub start: Option<PathBuf>,
    /// The net to write.
    pub output: Option<PathBuf>,
    /// Where the state of the run is kept.
    pub checkpoint: Option<PathBuf>,
    /// Whether to go on from there.
    pub resume: bool,
    /// Where the losses are drawn.
    pub plot: Option<PathBuf>,
    /// Where the positions come from and what labelled them, for the record.
    pub note: String,
}

impl Default for Config {
    fn default() -> Self {
        Config {
            training: PathBuf::new(),
            validation: None,
            batch: 16_384,
            superbatch: 10_000_000,
            superbatches: 20,
            learning_rate: 0.001,
            final_learning_rate: 0.00001,
            warm_up: 100,
            weight_decay: 0.01,
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
            note: String::new(),
        }
    }
}

/// Settings that must be the same for a run to go on, by name.
pub type Settings = Vec<(String, String)>;

impl Config {
    /// Steps of a superbatch.
    pub fn superbatch_steps(&self) -> u64 {
        self.superbatch.div_ceil(self.batch.max(1) as u64).max(1)
    }

    /// Steps of the whole run.
    pub fn steps(&self) -> u64 {
        self.superbatch_steps() * self.superbatches
    }

    /// Rates of step number `step`, from 0. The learning rate rises in a line and falls along
    /// a cosine.
    pub fn rates(&self, step: u64) -> Rates {
        Rates { learning: self.learning_rate_at(step), decay: self.weight_decay }
    }

    fn learning_rate_at(&self, step: u64) -> f32 {
        if step < self.warm_up {
            return self.learning_rate * (step + 1) as f32 / self.warm_up as f32;
        }
        let rest = self.steps().saturating_sub(self.warm_up).max(1);
        let done = ((step - self.warm_up) as f32 / rest as f32).min(1.0);
        let share = (1.0 + (std::f32::consts::PI * done).cos()) / 2.0;
        self.final_learning_rate + (self.learning_rate - self.final_learning_rate) * share
    }

    /// Everything that the outcome depends on: neither threads nor where files are written.
    /// The names are those in checkpoints and records.
    pub(super) fn settings(&self, shape: Settings, data: Settings, start: Option<u64>) -> Settings {
        let pairs: [(&str, String); 10] = [
            ("start", start.map_or("chance".to_owned(), |start| format!("{start:016x}"))),
            ("batch", self.batch.to_string()),
            ("superbatch", self.superbatch.to_string()),
            ("superbatches", self.superbatches.to_string()),
            ("rate", self.learning_rate.to_string()),
            ("last-rate", self.final_learning_rate.to_string()),
            ("warm-up", self.warm_up.to_string()),
            ("decay", self.weight_decay.to_string()),
            ("seed", self.seed.to_string()),
            ("optimiser", "adamw".to_owned()),
        ];
        let pairs = pairs.map(|(name, value)| (name.to_owned(), value));
        shape.into_iter().chain(pairs).chain(data).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_learning_rate_rises_and_falls_to_its_final_value() {
        let config = Config {
            superbatch: 100,
            batch: 1,
            superbatches: 10,
            warm_up: 50,
            ..Config::default()
        };
        let rates: Vec<f32> = (0..config.steps()).map(|step| config.rates(step).learning).collect();
        assert!(rates[..50].windows(2).all(|pair| pair[0] < pair[1]));
        assert!(rates[50..].windows(2).all(|pair| pair[0] >= pair[1]));
        assert!((rates[49] - config.learning_rate).abs() < 1e-9);
        assert!((rates[999] - config.final_learning_rate).abs() < 1e-7, "{}", rates[999]);
    }
}
