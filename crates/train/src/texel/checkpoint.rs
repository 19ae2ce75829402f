// SPDX-License-Identifier: GPL-3.0-or-later
//! Where the tuner was, as text: the settings, the losses, six numbers a weight.

use std::fmt::Write;
use std::io;
use std::path::Path;

use eval::classical::COUNT;

use super::adam::Adam;
use super::config::Settings;

const TITLE: &str = "xanthos texel checkpoint 2";

/// A run that can go on, to the bit as if it had never stopped.
#[derive(Clone, Debug, PartialEq)]
pub struct Checkpoint {
    /// What the run was started with.
    pub settings: Settings,
    /// Epochs done,
    pub epoch: usize,
    /// batches of the present one done,
    pub batch: usize,
    /// and the sum of squared errors in these.
    pub error: f64,
    /// Training and validation loss of each epoch.
    pub losses: Vec<(f64, f64)>,
    /// Weights and moments.
    pub adam: Adam,
}

impl Checkpoint {
    /// Writes it beside the old one and then in its place, so that there is
    /// always a whole one. Numbers are written so that they read back exactly.
    pub fn save(&self, path: &Path) -> io::Result<()> {
        let mut text = format!("{TITLE}\n");
        for (name, value) in &self.settings {
            let _ = writeln!(text, "set {name} {value}");
        }
        let Checkpoint { epoch, batch, error, .. } = self;
        let _ = writeln!(text, "at {epoch} {batch} {error} {}", self.adam.steps);
        for (train, validation) in &self.losses {
            let _ = writeln!(text, "loss {train} {validation}");
        }
        let Adam { weights, first, second, .. } = &self.adam;
        for ((w, f), s) in weights.iter().zip(first).zip(second) {
            let _ = writeln!(text, "{} {} {} {} {} {}", w[0], w[1], f[0], f[1], s[0], s[1]);
        }
        journal::write_atomic(path, text.as_bytes())
    }

    /// Reads it again.
    ///
    /// # Errors
    /// The number of the first line that is not one of a checkpoint, from 1; one
    /// past the last if weights are missing.
    pub fn parse(text: &str) -> Result<Checkpoint, usize> {
        let mut state = Checkpoint {
            settings: Settings::new(),
            epoch: 0,
            batch: 0,
            error: 0.0,
            losses: Vec::new(),
            adam: Adam::new(Vec::new()),
        };
        let mut number = 0;
        for line in text.lines() {
            number += 1;
            let good = if number == 1 { line == TITLE } else { state.take(line).is_some() };
            if !good {
                return Err(number);
            }
        }
        if state.adam.weights.len() == COUNT { Ok(state) } else { Err(number + 1) }
    }

    fn take(&mut self, line: &str) -> Option<()> {
        let words: Vec<&str> = line.split(' ').collect();
        match *words.as_slice() {
            ["set", name, value] => self.settings.push((name.to_owned(), value.to_owned())),
            ["at", epoch, batch, error, steps] => {
                self.epoch = epoch.parse().ok()?;
                self.batch = batch.parse().ok()?;
                self.error = error.parse().ok()?;
                self.adam.steps = steps.parse().ok()?;
            }
            ["loss", train, validation] => {
                self.losses.push((train.parse().ok()?, validation.parse().ok()?));
            }
            _ => {
                let numbers = words.iter().map(|word| word.parse());
                let numbers: Vec<f64> = numbers.collect::<Result<_, _>>().ok()?;
                let &[a, b, c, d, e, f] = numbers.as_slice() else { return None };
                self.adam.weights.push([a, b]);
                self.adam.first.push([c, d]);
                self.adam.second.push([e, f]);
            }
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_reads_back_to_the_bit_and_names_the_line_that_is_wrong() {
        let odd = |i: usize| [1.0 / (i as f64 + 3.0), -1e-300 * i as f64];
        let mut adam = Adam::new((0..COUNT).map(odd).collect());
        adam.steps = 77;
        adam.second[3] = [f64::MIN_POSITIVE / 8.0, 0.1 + 0.2];
        let state = Checkpoint {
            settings: vec![("seed".into(), "9".into())],
            epoch: 2,
            batch: 5,
            error: 1.0 / 7.0,
            losses: vec![(0.1, 0.2), (1.0 / 3.0, 0.0)],
            adam,
        };
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("run.checkpoint");
        state.save(&path).unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        assert_eq!(Checkpoint::parse(&text), Ok(state));

        assert_eq!(Checkpoint::parse("pub const MATERIAL"), Err(1));
        assert_eq!(Checkpoint::parse(&text.replace("loss 0.1 0.2", "loss 0.1 x")), Err(4));
        let lines: Vec<&str> = text.lines().collect();
        let cut = lines[..lines.len() - 1].join("\n");
        assert_eq!(Checkpoint::parse(&cut), Err(lines.len()));
    }
}
