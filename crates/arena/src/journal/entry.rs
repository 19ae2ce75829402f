// SPDX-License-Identifier: GPL-3.0-or-later
//! Lines of a journal.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::identity::Identity;
use crate::stats::{Failure, Played};

/// One line.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Entry {
    /// The first: which tournament this is.
    Tournament(Identity),
    /// A finished game.
    Game(GameEntry),
    /// The last: nothing is left to do.
    Done {
        /// Why.
        reason: String,
    },
}

/// A finished game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameEntry {
    /// Its number, from 1.
    pub number: u64,
    /// Its round, from 1.
    pub round: u32,
    /// Number of its opening in the file.
    pub opening: usize,
    /// Players, result, ending.
    pub played: Played,
    /// The ending in words.
    pub reason: String,
    /// Plies by the engines.
    pub plies: u32,
    /// How long it took.
    pub milliseconds: u64,
    /// Failures that did not end the game: index of the engine and kind.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub failures: Vec<(usize, Failure)>,
    /// The PGN file, and its length with this game in it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pgn: Option<(PathBuf, u64)>,
}

impl Entry {
    /// As text, with its line end.
    pub fn line(&self) -> Vec<u8> {
        // Plain data without maps of odd keys always serialises.
        let mut line = serde_json::to_vec(self).unwrap_or_default();
        line.push(b'\n');
        line
    }

    /// From text.
    pub fn parse(line: &[u8]) -> Result<Entry, serde_json::Error> {
        serde_json::from_slice(line)
    }
}
