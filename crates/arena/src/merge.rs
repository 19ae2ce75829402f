// SPDX-License-Identifier: GPL-3.0-or-later
//! The journals of several parts of a tournament, counted together.

use std::collections::{BTreeMap, HashMap};
use std::io::Write;
use std::path::{Path, PathBuf};

use crate::journal::{self, GameEntry, Identity, JournalError, Past};
use crate::options::TournamentConfig;
use crate::stats::Tally;

/// What several journals hold together.
#[derive(Debug)]
pub struct Merged {
    /// Which tournament it is.
    pub identity: Identity,
    /// Its games by number.
    pub games: BTreeMap<u64, GameEntry>,
    /// Games that more than one journal had; they count once.
    pub repeated: u64,
}

/// Why journals cannot be counted together.
#[derive(Debug, thiserror::Error)]
pub enum MergeError {
    /// One cannot be read.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// They belong to different tournaments.
    #[error("{} and {} belong to different tournaments:\n{}", first.display(), other.display(),
        differences.iter().map(|line| format!("  {line}")).collect::<Vec<_>>().join("\n"))]
    Different {
        /// The first journal.
        first: PathBuf,
        /// The one that does not fit.
        other: PathBuf,
        /// What is not the same.
        differences: Vec<String>,
    },
    /// No journal was named.
    #[error("no journal was named")]
    Nothing,
    /// The same game ended differently.
    #[error("game {number} has two results: the journals are not parts of one tournament")]
    Conflict {
        /// The game.
        number: u64,
    },
    /// A file cannot be written or read.
    #[error("{}: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
}

impl Merged {
    /// Reads journals.
    ///
    /// # Errors
    /// If one cannot be read, or they do not belong together.
    pub fn read(paths: &[PathBuf]) -> Result<Merged, MergeError> {
        let mut merged: Option<Merged> = None;
        for path in paths {
            let (identity, Past { games, .. }) = journal::look(path)?;
            let merged = merged.get_or_insert_with(|| Merged {
                identity: identity.clone(),
                games: BTreeMap::new(),
                repeated: 0,
            });
            let differences = merged.identity.differences(&identity);
            if !differences.is_empty() {
                let (first, other) = (paths[0].clone(), path.clone());
                return Err(MergeError::Different { first, other, differences });
            }
            for game in games {
                let number = game.number;
                let before = merged.games.insert(number, game.clone());
                if let Some(before) = before {
                    if before.played != game.played {
                        return Err(MergeError::Conflict { number });
                    }
                    merged.repeated += 1;
                }
            }
        }
        merged.ok_or(MergeError::Nothing)
    }

    /// Games before the last one that no journal has. (How many were to come after it, journals do
    /// not tell: a tournament may be made longer.)
    pub fn missing(&self) -> u64 {
        self.games.keys().last().map_or(0, |&last| last.saturating_sub(self.games.len() as u64))
    }

    /// The results.
    pub fn tally(&self, engines: usize) -> Tally {
        let mut tally = Tally::new(engines);
        for game in self.games.values() {
            tally.record(&game.played);
            for &(engine, failure) in &game.failures {
                tally.record_failure(engine, failure);
            }
        }
        tally
    }

    /// The settings of the tournament, as far as its results depend on them; `None` if another
    /// version wrote them.
    pub fn config(&self) -> Option<TournamentConfig> {
        let mut whole = serde_json::to_value(TournamentConfig::between(Vec::new())).ok()?;
        for (key, value) in self.identity.settings().as_object()? {
            whole[key.as_str()] = value.clone();
        }
        serde_json::from_value(whole).ok()
    }

    /// Copies the games from the PGN files of the parts into one, in order. Answers with how many
    /// could not be found.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write_pgn(&self, target: &Path) -> Result<u64, MergeError> {
        // A game lies between the end of the one before it in its file and its own end.
        let mut ends: HashMap<&Path, Vec<u64>> = HashMap::new();
        for (file, end) in self.games.values().filter_map(|game| game.pgn.as_ref()) {
            ends.entry(file).or_default().push(*end);
        }
        let mut texts = HashMap::new();
        for (file, ends) in &mut ends {
            ends.sort_unstable();
            texts.insert(*file, std::fs::read(file).unwrap_or_default());
        }
        let mut missing = 0;
        let fail = |source| MergeError::File { path: target.to_owned(), source };
        ::journal::replace(target, |out| {
            for game in self.games.values() {
                let text = game.pgn.as_ref().and_then(|(file, end)| {
                    let ends = ends.get(file.as_path())?;
                    let at = ends.binary_search(end).ok()?;
                    let begin = at.checked_sub(1).map_or(0, |before| ends[before]);
                    texts.get(file.as_path())?.get(begin as usize..*end as usize)
                });
                match text {
                    Some(text) => {
                        let text = text.trim_ascii();
                        out.write_all(text)?;
                        out.write_all(b"\n\n")?;
                    }
                    None => missing += 1,
                }
            }
            Ok(())
        })
        .map_err(fail)?;
        Ok(missing)
    }
}
