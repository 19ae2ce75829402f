// SPDX-License-Identifier: GPL-3.0-or-later
//! Positions of games with the move that was played, as the network sees them.

use std::ops::{ControlFlow, Range};

use chess::{Move, Position};
use eval::policy::shape::Scene;
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_xoshiro::SplitMix64;

use super::Games;
use crate::positions::{Part, Source, SourceError, read};
use crate::trainer::{Config, Dataset, Settings, TrainError, checksum, file_name};

/// Positions in memory, about 130 bytes each.
#[derive(Clone, Debug, Default)]
pub struct Examples {
    features: Vec<u16>,
    rows: Vec<u16>,
    kinds: Vec<u8>,
    /// Where the next one begins in `features` and in `rows`.
    ends: Vec<[usize; 2]>,
    /// Which of the moves was played.
    played: Vec<u8>,
}

/// A position with the moves to choose from.
#[derive(Clone, Copy, Debug)]
pub struct Example<'a> {
    /// Active inputs.
    pub features: &'a [u16],
    /// The rows of its legal moves.
    pub rows: &'a [u16],
    /// Their kinds.
    pub kinds: &'a [u8],
    /// Which of them was played.
    pub played: usize,
}

impl Examples {
    /// None yet.
    pub fn new() -> Self {
        Examples::default()
    }

    /// Adds a position, if the move is one of several legal ones.
    pub fn add(&mut self, position: &Position, played: Move) {
        let moves = position.legal_moves();
        let Some(number) = moves.iter().position(|&mv| mv == played) else { return };
        let Ok(number) = u8::try_from(number) else { return };
        if moves.len() < 2 {
            return;
        }
        let scene = Scene::of(position);
        self.features.extend(scene.features());
        for &mv in &*moves {
            let candidate = scene.candidate(position, mv);
            self.rows.push(candidate.row);
            self.kinds.push(candidate.kind);
        }
        self.ends.push([self.features.len(), self.rows.len()]);
        self.played.push(number);
    }

    /// Adds the positions of one part of a file of games.
    ///
    /// # Errors
    /// When the file cannot be opened or is damaged.
    pub fn read(&mut self, source: &Source, part: Part) -> Result<(), SourceError> {
        let enough = self.len().saturating_add(source.limit);
        if source.limit == 0 {
            return Ok(());
        }
        let mut number = 0;
        read(source, &|record| part.has(record), &mut |entry| {
            number += 1;
            if let Some(played) = entry.played
                && number % source.every.max(1) == 0
            {
                self.add(entry.position, played);
            }
            if self.len() >= enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })
    }

    /// A number that tells these positions from others.
    pub fn fingerprint(&self) -> u64 {
        checksum(&self.played) ^ self.rows.len() as u64
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.played.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.played.is_empty()
    }

    /// Number `index`, below [`Examples::len`].
    #[inline]
    pub fn get(&self, index: usize) -> Example<'_> {
        let [first_feature, first_row] =
            index.checked_sub(1).map_or([0, 0], |before| self.ends[before]);
        let [end, row_end] = self.ends[index];
        Example {
            features: &self.features[first_feature..end],
            rows: &self.rows[first_row..row_end],
            kinds: &self.kinds[first_row..row_end],
            played: usize::from(self.played[index]),
        }
    }
}

/// Games in memory as training and validation data.
#[derive(Debug)]
pub struct GameData {
    /// Training positions.
    pub training: Examples,
    /// Validation positions, of other games.
    pub validation: Examples,
    names: String,
    seed: u64,
    /// The order of the epoch that is loaded.
    order: Vec<u32>,
    epoch: Option<u64>,
    batch: Range<usize>,
}

impl GameData {
    /// Reads the files.
    ///
    /// # Errors
    /// When a file cannot be read, or when there is no position with a choice of moves.
    pub fn read(games: &Games, config: &Config) -> Result<Self, TrainError> {
        let (mut training, mut validation) = (Examples::new(), Examples::new());
        for source in &games.files {
            training.read(source, Part::Training)?;
            let limit = games.validation / games.files.len().max(1);
            validation.read(&Source { limit, ..source.clone() }, Part::HeldOut)?;
        }
        if training.is_empty() {
            return Err(TrainError::NoMoves);
        }
        let names: Vec<String> = games.files.iter().map(|file| file_name(&file.path)).collect();
        Ok(GameData {
            training,
            validation,
            names: names.join(", "),
            seed: config.seed,
            order: Vec::new(),
            epoch: None,
            batch: 0..0,
        })
    }

    /// The training positions of the batch that is loaded.
    pub fn batch(&self) -> &[u32] {
        &self.order[self.batch.clone()]
    }
}

impl Dataset for GameData {
    const PERIOD: &'static str = "epoch";

    fn samples(&self) -> u64 {
        self.training.len() as u64
    }

    fn validation_samples(&self) -> u64 {
        self.validation.len() as u64
    }

    fn load(&mut self, step: u64, batch: usize) -> Result<u64, TrainError> {
        let steps = self.training.len().div_ceil(batch) as u64;
        let (epoch, number) = (step / steps, (step % steps) as usize);
        if self.epoch != Some(epoch) {
            self.order = (0..self.training.len() as u32).collect();
            self.order.shuffle(&mut SplitMix64::seed_from_u64(self.seed ^ epoch << 32));
            self.epoch = Some(epoch);
        }
        self.batch = number * batch..((number + 1) * batch).min(self.order.len());
        Ok(self.batch.len() as u64)
    }

    fn settings(&self) -> Settings {
        vec![("data".to_owned(), format!("{:016x}", self.training.fingerprint()))]
    }

    fn name(&self) -> String {
        self.names.clone()
    }

    fn width(&self) -> Option<f32> {
        None
    }
}
