// SPDX-License-Identifier: GPL-3.0-or-later
//! The state of a run on disk: settings, losses, weights and moments.
//!
//! The file, little-endian: `XANTHCKP`, a version, a checksum of the rest; the
//! settings as text with its length; steps done, the sum of losses since the last
//! validation and its samples; pairs of losses with their count; the model's numbers (f32).

use std::io;
use std::path::Path;

use journal::write_atomic;

use super::config::Settings;
use super::learner::Parameters;

const MAGIC: &[u8; 8] = b"XANTHCKP";
const VERSION: u32 = 1;
const HEADER: usize = 20;

/// Everything that a run needs to go on to the same bits as if it had never stopped.
#[derive(Clone, Debug, PartialEq)]
pub struct Checkpoint<M> {
    /// What the run was started with.
    pub settings: Settings,
    /// The sum of losses since the last validation,
    pub loss: f64,
    /// and the samples it is made of.
    pub samples: u64,
    /// Training and validation loss at each validation.
    pub losses: Vec<(f64, f64)>,
    /// The network with its optimiser state.
    pub model: M,
}

/// Why a file is no checkpoint of this run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CheckpointFault {
    /// Another kind of file.
    #[error("not a checkpoint of a network")]
    Magic,
    /// Another version.
    #[error("checkpoint format {0}, but this program reads format {VERSION}")]
    Version(u32),
    /// Damaged or truncated.
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
    /// A net to start from that cannot be read.
    #[error(transparent)]
    Net(#[from] eval::NetError),
}

impl<M> Checkpoint<M> {
    /// A run that begins.
    pub fn new(settings: Settings, model: M) -> Self {
        Checkpoint { settings, loss: 0.0, samples: 0, losses: Vec::new(), model }
    }
}

impl<M: Parameters> Checkpoint<M> {
    /// The file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut body = Vec::new();
        let text: String =
            self.settings.iter().map(|(name, value)| format!("{name} {value}\n")).collect();
        body.extend((text.len() as u64).to_le_bytes());
        body.extend(text.as_bytes());
        body.extend(self.model.steps().to_le_bytes());
        body.extend(self.loss.to_le_bytes());
        body.extend(self.samples.to_le_bytes());
        body.extend((self.losses.len() as u64).to_le_bytes());
        for (training, validation) in &self.losses {
            body.extend(training.to_le_bytes());
            body.extend(validation.to_le_bytes());
        }
        self.model.write(&mut |number| body.extend(number.to_le_bytes()));
        let mut bytes = Vec::with_capacity(HEADER + body.len());
        bytes.extend(MAGIC);
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend(checksum(&body).to_le_bytes());
        bytes.extend(body);
        bytes
    }

    /// Writes it beside the old one and then in its place, so that there is
    /// always a whole one.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn save(&self, path: &Path) -> io::Result<()> {
        write_atomic(path, &self.to_bytes())
    }

    /// Reads it into a model of the same shape; the settings must be the same.
    ///
    /// # Errors
    /// When the file is damaged or of another run.
    pub fn restore(
        bytes: &[u8],
        settings: &Settings,
        mut model: M,
    ) -> Result<Checkpoint<M>, CheckpointFault> {
        let (loss, samples, losses) = read_into(bytes, settings, &mut model)?;
        Ok(Checkpoint { settings: settings.clone(), loss, samples, losses, model })
    }
}

/// The sum of losses since the last validation, its samples, and the losses of all validations.
type Losses = (f64, u64, Vec<(f64, f64)>);

/// Reads a checkpoint's numbers into `model`, if its settings have these values.
pub(crate) fn read_into<M: Parameters + ?Sized>(
    bytes: &[u8],
    settings: &Settings,
    model: &mut M,
) -> Result<Losses, CheckpointFault> {
    if bytes.get(..8) != Some(MAGIC.as_slice()) {
        return Err(CheckpointFault::Magic);
    }
    let mut cursor = Cursor { bytes, at: 8 };
    let version = cursor.u32()?;
    if version != VERSION {
        return Err(CheckpointFault::Version(version));
    }
    if cursor.u64()? != checksum(&bytes[cursor.at..]) {
        return Err(CheckpointFault::Checksum);
    }
    let length = cursor.u64()? as usize;
    let text = String::from_utf8_lossy(cursor.take(length)?).into_owned();
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
    model.set_steps(cursor.u64()?);
    let (loss, samples) = (f64::from_bits(cursor.u64()?), cursor.u64()?);
    let mut losses = Vec::new();
    for _ in 0..cursor.u64()? {
        losses.push((f64::from_bits(cursor.u64()?), f64::from_bits(cursor.u64()?)));
    }
    let mut short = None;
    model.read(&mut || match cursor.u32() {
        Ok(bits) => f32::from_bits(bits),
        Err(fault) => {
            short = Some(fault);
            0.0
        }
    });
    match short {
        Some(fault) => Err(fault),
        None if cursor.at < bytes.len() => Err(CheckpointFault::Short(cursor.at)),
        None => Ok((loss, samples, losses)),
    }
}

/// FNV-1a over words of eight bytes, and the length, so that missing zeros count too.
pub(crate) fn checksum(bytes: &[u8]) -> u64 {
    bytes.chunks(8).fold(0xCBF2_9CE4_8422_2325 ^ bytes.len() as u64, |hash, chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        (hash ^ u64::from_le_bytes(word)).wrapping_mul(0x0000_0100_0000_01B3).rotate_left(23)
    })
}

struct Cursor<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Cursor<'a> {
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
    use crate::nnue::single::{Model, Shape};

    #[test]
    fn a_checkpoint_reads_back_to_the_bit_and_faults_are_named() {
        let shape = Shape { hidden: 16, king_buckets: false, output_buckets: true };
        let settings = vec![("seed".to_owned(), "9".to_owned())];
        let mut model = Model::<1>::new(shape, 3);
        model.steps = 77;
        let state = Checkpoint {
            settings: settings.clone(),
            loss: 0.1 + 0.2,
            samples: 12,
            losses: vec![(0.1, f64::NAN), (1.0 / 3.0, 0.0)],
            model,
        };
        let bytes = state.to_bytes();
        let blank = || Model::<1>::new(shape, 4);
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
        let larger = Model::<1>::new(Shape { hidden: 32, ..shape }, 1);
        let fault = Checkpoint::restore(&bytes, &settings, larger).unwrap_err();
        assert!(matches!(fault, CheckpointFault::Short(_)));
    }
}
