// SPDX-License-Identifier: GPL-3.0-or-later
//! Names of openings, from a table of ECO code, name and moves.

use super::OpeningName;
use crate::pgn::{Keep, PgnError, read_games};
use std::collections::HashMap;
use std::io::{self, BufRead};

/// What positions are called, by [`chess::Position::key`].
#[derive(Debug, Clone, Default)]
pub struct Names(HashMap<u64, (OpeningName, u16)>);

/// An error in a table of names.
#[derive(Debug, thiserror::Error)]
pub enum NameError {
    /// The text can't be read.
    #[error("line {line}: {source}")]
    Io {
        /// The line, counted from 1.
        line: usize,
        /// The error of the system.
        source: io::Error,
    },
    /// A column is missing.
    #[error("line {line}: an ECO code, a name and moves are wanted, with tabs between")]
    Columns {
        /// The line, counted from 1.
        line: usize,
    },
    /// The moves can't be played.
    #[error("line {line}: {source}")]
    Moves {
        /// The line, counted from 1.
        line: usize,
        /// The illegal move.
        source: Box<PgnError>,
    },
}

impl Names {
    /// Reads a table with tabs between its columns: ECO code, name, moves. A first line without
    /// moves is taken for the columns' headings.
    ///
    /// # Errors
    /// At the first line without the three columns or with an illegal move.
    pub fn read(table: impl BufRead) -> Result<Names, NameError> {
        let mut names = HashMap::new();
        for (index, text) in table.lines().enumerate() {
            let line = index + 1;
            let text = text.map_err(|source| NameError::Io { line, source })?;
            if text.trim().is_empty() {
                continue;
            }
            let columns: Vec<&str> = text.trim_end().split('\t').collect();
            let [eco, name, moves, ..] = columns[..] else {
                return Err(NameError::Columns { line });
            };
            if line == 1 && eco.eq_ignore_ascii_case("eco") {
                continue;
            }
            let game = read_games(moves.as_bytes()).keep(Keep::MOVES).next();
            let game = game
                .ok_or(NameError::Columns { line })?
                .map_err(|source| NameError::Moves { line, source: Box::new(source) })?;
            let name = OpeningName { eco: eco.trim().to_owned(), name: name.trim().to_owned() };
            let ply = u16::try_from(game.moves.len()).unwrap_or(u16::MAX);
            names.entry(game.last_position().key()).or_insert((name, ply));
        }
        Ok(Names(names))
    }

    /// Takes over what another table says; positions that have a name keep it.
    pub fn add(&mut self, other: Names) {
        for (key, name) in other.0 {
            self.0.entry(key).or_insert(name);
        }
    }

    /// How many positions have a name.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether no position has a name.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Keys with their names and how many half-moves lead there, ascending by key.
    pub(super) fn sorted(&self) -> Vec<(u64, &OpeningName, u16)> {
        let mut all: Vec<_> = self.0.iter().map(|(&key, (name, ply))| (key, name, *ply)).collect();
        all.sort_unstable_by_key(|(key, _, _)| *key);
        all
    }
}
