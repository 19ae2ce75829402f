// SPDX-License-Identifier: GPL-3.0-or-later
//! Where a run was: settings, losses, and every number of the model.
//!
//! The file, little-endian: `XANTHCKP`, a version, a checksum of the rest; the
//! settings as text with its length; steps done, losses summed up since the last
//! examination; pairs of losses with their count; the model's numbers (f32).

use std::io;
use std::path::Path;

use journal::write_atomic;

use super::config::Settings;
use super::learner::Numbers;

const MAGIC: &[u8; 8] = b"XANTHCKP";
const VERSION: u32 = 1;
const HEADER: usize = 20;

/// A run that can go on, to the bit as if it had never stopped.
#[derive(Clone, Debug, PartialEq)]
pub struct Checkpoint<M> {
    /// What the run was started with.
    pub settings: Settings,
    /// The sum of losses since the last examination,
    pub lost: f64,
    /// and the positions it is made of.
    pub seen: u64,
    /// Training and validation loss at each examination.
    pub losses: Vec<(f64, f64)>,
    /// The net, and how far it is.
    pub model: M,
}

/// Why a file is no checkpoint of this run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CheckpointFault {
    /// Something else.
    #[error("not a checkpoint of a network")]
    Magic,
    /// Another version.
    #[error("checkpoint format {0}, but this program reads format {VERSION}")]
    Version(u32),
    /// Damaged or cut off.
    #[error("the checkpoint is damaged: its checksum does not match")]
    Checksum,
    /// A run with other settings.
    #[error("the run had {name} {then}, not {now}; with other settings start a new run")]
    OtherRun {
        /// The setting in which they differ.
        name: String,
        /// What it was.
        then: String,
        /// What it is now.
        now: String,
    },
    /// The numbers do not fit the net.
    #[error("the checkpoint ends at byte {0}, in the middle of the numbers")]
    Short(usize),
}

impl<M: Numbers> Checkpoint<M> {
    /// The file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut body = Vec::new();
        let text: String =
            self.settings.iter().map(|(name, value)| format!("{name} {value}\n")).collect();
        body.extend((text.len() as u64).to_le_bytes());
        body.extend(text.as_bytes());
        body.extend(self.model.steps().to_le_bytes());
        body.extend(self.lost.to_le_bytes());
        body.extend(self.seen.to_le_bytes());
        body.extend((self.losses.len() as u64).to_le_bytes());
        for (training, validation) in &self.losses {
            body.extend(training.to_le_bytes());
            body.extend(validation.to_le_bytes());
        }
        self.model.numbers(&mut |number| body.extend(number.to_le_bytes()));
        let mut bytes = Vec::with_capacity(HEADER + body.len());
        bytes.extend(MAGIC);
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend(checksum(&body).to_le_bytes());
        bytes.extend(body);
        bytes
    }

    /// Writes it beside the old one and then in its place, so that there is
    /// always a whole one.
    pub fn save(&self, path: &Path) -> io::Result<()> {
        write_atomic(path, &self.to_bytes())
    }

    /// Reads it into a model of the same outline; the settings must be the same.
    pub fn restore(
        bytes: &[u8],
        settings: &Settings,
        mut model: M,
    ) -> Result<Checkpoint<M>, CheckpointFault> {
        if bytes.get(..8) != Some(MAGIC.as_slice()) {
            return Err(CheckpointFault::Magic);
        }
        let mut rest = Rest { bytes, at: 8 };
        let version = rest.u32()?;
        if version != VERSION {
            return Err(CheckpointFault::Version(version));
        }
        if rest.u64()? != checksum(&bytes[rest.at..]) {
            return Err(CheckpointFault::Checksum);
        }
        let length = rest.u64()? as usize;
        let text = String::from_utf8_lossy(rest.take(length)?).into_owned();
        let then = |name: &str| {
            let line = text.lines().find(|line| line.split(' ').next() == Some(name));
            line.and_then(|line| line.split_once(' ')).map_or("none", |(_, value)| value)
        };
        for (name, now) in settings {
            if then(name) != now {
                let (name, then, now) = (name.clone(), then(name).to_owned(), now.clone());
                return Err(CheckpointFault::OtherRun { name, then, now });
            }
        }
        model.set_steps(rest.u64()?);
        let (lost, seen) = (f64::from_bits(rest.u64()?), rest.u64()?);
        let mut losses = Vec::new();
        for _ in 0..rest.u64()? {
            losses.push((f64::from_bits(rest.u64()?), f64::from_bits(rest.u64()?)));
        }
        let mut short = None;
        model.set_numbers(&mut || match rest.u32() {
            Ok(bits) => f32::from_bits(bits),
            Err(fault) => {
                short = Some(fault);
                0.0
            }
        });
        match short {
            Some(fault) => Err(fault),
            None if rest.at < bytes.len() => Err(CheckpointFault::Short(rest.at)),
            None => Ok(Checkpoint { settings: settings.clone(), lost, seen, losses, model }),
        }
    }
}

/// FNV-1a over words of eight bytes, and the length: missing zeros count too.
pub(crate) fn checksum(bytes: &[u8]) -> u64 {
    bytes.chunks(8).fold(0xCBF2_9CE4_8422_2325 ^ bytes.len() as u64, |hash, chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        (hash ^ u64::from_le_bytes(word)).wrapping_mul(0x0000_0100_0000_01B3).rotate_left(23)
    })
}

struct Rest<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Rest<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8], CheckpointFault> {
        let end = self.at.saturating_add(count);
        let taken = self.bytes.get(self.at..end).ok_or(CheckpointFault::Short(self.bytes.len()))?;
        self.at = end;
        Ok(taken)
    }

    fn u32(&mut self) -> Result<u32, CheckpointFault> {
        let mut word = [0; 4];
        word.copy_from_slice(self.take(4)?);
        Ok(u32::from_le_bytes(word))
    }

    fn u64(&mut self) -> Result<u64, CheckpointFault> {
        let mut word = [0; 8];
        word.copy_from_slice(self.take(8)?);
        Ok(u64::from_le_bytes(word))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nnue::{Model, Shape};

    #[test]
    fn it_reads_back_to_the_bit_and_says_what_is_wrong() {
        let shape = Shape { hidden: 16, king_buckets: false, output_buckets: true };
        let settings = vec![("seed".to_owned(), "9".to_owned())];
        let mut model = Model::<8>::new(shape, 3);
        model.steps = 77;
        let state = Checkpoint {
            settings: settings.clone(),
            lost: 0.1 + 0.2,
            seen: 12,
            losses: vec![(0.1, f64::NAN), (1.0 / 3.0, 0.0)],
            model,
        };
        let bytes = state.to_bytes();
        let blank = || Model::<8>::new(shape, 4);
        let back = Checkpoint::restore(&bytes, &settings, blank()).unwrap();
        assert_eq!(back.to_bytes(), bytes);
        assert_eq!(back.model, state.model);

        let refuse = |bytes: &[u8]| Checkpoint::restore(bytes, &settings, blank()).unwrap_err();
        assert_eq!(refuse(b"pub const MATERIAL"), CheckpointFault::Magic);
        assert_eq!(refuse(&[]), CheckpointFault::Magic);
        assert_eq!(refuse(&bytes[..bytes.len() - 4]), CheckpointFault::Checksum);
        assert!(matches!(refuse(&bytes[..10]), CheckpointFault::Short(10)));
        let other = vec![("seed".to_owned(), "10".to_owned())];
        let fault = Checkpoint::restore(&bytes, &other, blank()).unwrap_err();
        assert!(fault.to_string().contains("seed 9, not 10"), "{fault}");
        let larger = Model::<8>::new(Shape { hidden: 24, ..shape }, 1);
        let fault = Checkpoint::restore(&bytes, &settings, larger).unwrap_err();
        assert!(matches!(fault, CheckpointFault::Short(_)));
    }
}
