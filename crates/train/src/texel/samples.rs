// SPDX-License-Identifier: GPL-3.0-or-later
//! Positions as the tuner keeps them: three bytes a count.

use chess::Color;
use eval::classical::{Coefficients, Kind};

use super::config::fingerprint;

/// A position without its board.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    start: u32,
    linear: u16,
    /// Attack units of White, of Black; complexity; phase.
    others: [u8; 4],
    /// The scale if White is ahead, if Black is.
    pub scale: [u16; 2],
    /// What the evaluation should predict, 0 to 1.
    pub target: f32,
}

/// Many positions in two long rows.
#[derive(Clone, Debug, Default)]
pub struct Samples {
    all: Vec<Sample>,
    indices: Vec<u16>,
    counts: Vec<i8>,
}

/// The counts of one sample, by what they do.
#[derive(Clone, Copy, Debug)]
pub struct Counts<'a> {
    /// Credits, White minus Black.
    pub linear: Row<'a>,
    /// Attack units by attacker.
    pub danger: [Row<'a>; 2],
    /// Complexity.
    pub complexity: Row<'a>,
    /// Phase.
    pub phase: Row<'a>,
}

/// Indices with their counts.
#[derive(Clone, Copy, Debug)]
pub struct Row<'a>(&'a [u16], &'a [i8]);

impl<'a> Row<'a> {
    /// Index and count of each weight.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = (usize, f64)> + 'a {
        self.0.iter().zip(self.1).map(|(&i, &n)| (usize::from(i), f64::from(n)))
    }
}

impl Samples {
    /// Adds a position; false if it does not fit the small numbers kept here
    /// (ten queens and the like), which loses nothing worth having.
    pub fn push(&mut self, coefficients: &Coefficients, target: f64) -> bool {
        let start = self.indices.len();
        let mut fits = true;
        let mut add = |rows: &mut dyn Iterator<Item = (u16, i16)>| {
            let before = self.indices.len();
            for (index, count) in rows {
                fits &= i8::try_from(count).is_ok();
                self.indices.push(index);
                self.counts.push(count as i8);
            }
            self.indices.len() - before
        };
        let linear = add(&mut coefficients.balance(Kind::Linear));
        let others = [
            add(&mut coefficients.side(Kind::Danger, Color::White)),
            add(&mut coefficients.side(Kind::Danger, Color::Black)),
            add(&mut coefficients.balance(Kind::Complexity)),
            add(&mut coefficients.balance(Kind::Phase)),
        ];
        let small = others.map(|n| n as u8);
        fits &= u32::try_from(start).is_ok() && others == small.map(usize::from);
        if !fits {
            self.indices.truncate(start);
            self.counts.truncate(start);
            return false;
        }
        self.all.push(Sample {
            start: start as u32,
            linear: linear as u16,
            others: small,
            scale: coefficients.scale,
            target: target as f32,
        });
        true
    }

    /// Adds all of `other` behind; gives how many of them (fewer only if there
    /// are more counts than the small numbers kept here can address).
    pub fn append(&mut self, other: Samples) -> usize {
        let Ok(shift) = u32::try_from(self.indices.len()) else { return 0 };
        let before = self.all.len();
        for sample in other.all {
            let Some(start) = sample.start.checked_add(shift) else { break };
            self.all.push(Sample { start, ..sample });
        }
        self.indices.extend(other.indices);
        self.counts.extend(other.counts);
        self.all.len() - before
    }

    /// A number that changes with whatever is in here.
    pub fn fingerprint(&self) -> u64 {
        let targets = self.all.iter().flat_map(|sample| sample.target.to_le_bytes());
        let indices = self.indices.iter().flat_map(|index| index.to_le_bytes());
        let counts = self.counts.iter().map(|&count| count as u8);
        fingerprint(targets.chain(indices).chain(counts))
    }

    /// Sets what the evaluation of a sample should predict.
    pub fn aim(&mut self, number: usize, target: f64) {
        self.all[number].target = target as f32;
    }

    /// How many positions.
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// One sample and its counts.
    #[inline]
    pub fn get(&self, number: usize) -> (&Sample, Counts<'_>) {
        let sample = &self.all[number];
        let mut at = sample.start as usize;
        let mut row = |len: usize| {
            let row = Row(&self.indices[at..at + len], &self.counts[at..at + len]);
            at += len;
            row
        };
        let linear = row(usize::from(sample.linear));
        let [white, black, complexity, phase] = sample.others.map(usize::from);
        let counts = Counts {
            linear,
            danger: [row(white), row(black)],
            complexity: row(complexity),
            phase: row(phase),
        };
        (sample, counts)
    }
}
