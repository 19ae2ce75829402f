// SPDX-License-Identifier: GPL-3.0-or-later
//! Where the tuner was, as text: six numbers a weight.

use std::fmt::Write;
use std::io;
use std::path::Path;

use eval::classical::COUNT;

use super::adam::Adam;

/// A run that can go on.
#[derive(Clone, Debug, PartialEq)]
pub struct Checkpoint {
    /// Epochs done.
    pub epoch: usize,
    /// Training and validation loss of each.
    pub losses: Vec<(f64, f64)>,
    /// Weights and moments.
    pub adam: Adam,
}

impl Checkpoint {
    /// Writes it beside the old one and then in its place, so that there is
    /// always a whole one.
    pub fn save(&self, path: &Path) -> io::Result<()> {
        let mut text = format!("epoch {} steps {}\n", self.epoch, self.adam.steps);
        for (train, validation) in &self.losses {
            let _ = writeln!(text, "loss {train} {validation}");
        }
        let Adam { weights, first, second, .. } = &self.adam;
        for ((w, f), s) in weights.iter().zip(first).zip(second) {
            let _ = writeln!(text, "{} {} {} {} {} {}", w[0], w[1], f[0], f[1], s[0], s[1]);
        }
        let beside = path.with_extension("part");
        std::fs::write(&beside, text)?;
        std::fs::rename(beside, path)
    }

    /// Reads it again; `None` if the text is not a checkpoint of these weights.
    pub fn parse(text: &str) -> Option<Checkpoint> {
        let mut lines = text.lines();
        let mut head = lines.next()?.split(' ');
        let (Some("epoch"), Some(epoch), Some("steps"), Some(steps)) =
            (head.next(), head.next(), head.next(), head.next())
        else {
            return None;
        };
        let mut losses = Vec::new();
        let mut adam = Adam::new(Vec::new());
        adam.steps = steps.parse().ok()?;
        for line in lines {
            let numbers = line.strip_prefix("loss ").unwrap_or(line).split(' ');
            let numbers: Vec<f64> = numbers.map(str::parse).collect::<Result<_, _>>().ok()?;
            match *numbers.as_slice() {
                [train, validation] => losses.push((train, validation)),
                [a, b, c, d, e, f] => {
                    adam.weights.push([a, b]);
                    adam.first.push([c, d]);
                    adam.second.push([e, f]);
                }
                _ => return None,
            }
        }
        let whole = adam.weights.len() == COUNT;
        whole.then_some(Checkpoint { epoch: epoch.parse().ok()?, losses, adam })
    }
}
