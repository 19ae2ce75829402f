// SPDX-License-Identifier: GPL-3.0-or-later
//! A set of tables.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use chess::Position;
use search::{Dtz, Tablebase, Wdl};
use shakmaty::{Chess, Position as _};
use shakmaty_syzygy::{Material, MaybeRounded, Metric, SyzygyError};

use crate::convert::converted;
use crate::files::{Files, lock};
use crate::{Found, OpenError, ProbeError, Trouble};

/// What is wrong with a table whose bytes can't be what the format says.
const NONSENSE: &str = "its contents make no sense";

/// The tables of some folders. A file is opened when a position needs it, and a
/// damaged one is given up after it has been complained about once.
pub struct Tables {
    tables: shakmaty_syzygy::Tablebase<Chess>,
    files: Arc<Files>,
    men: u32,
    complaints: Mutex<Vec<ProbeError>>,
}

impl Tables {
    /// Looks for tables in `folders`. Whatever can't be used is told and left
    /// out; of two tables for the same material the first counts.
    pub fn open(folders: &[PathBuf]) -> (Tables, Found) {
        let files = Arc::new(Files::default());
        let mut tables = shakmaty_syzygy::Tablebase::with_filesystem(files.clone());
        let mut found = Found::default();
        let mut names = std::collections::HashSet::new();
        for folder in folders {
            match paths_in(folder) {
                Err(error) => found.troubles.push(Trouble::new(folder, error)),
                Ok(paths) => {
                    for (path, is_wdl) in paths {
                        if !names.insert(path.file_name().map(ToOwned::to_owned)) {
                            continue;
                        }
                        match tables.add_file(&path) {
                            Ok(()) if is_wdl => found.wdl += 1,
                            Ok(()) => found.dtz += 1,
                            Err(error) => found.troubles.push(Trouble::new(&path, error)),
                        }
                    }
                }
            }
        }
        let men = tables.max_pieces() as u32;
        found.men = men;
        (Tables { tables, files, men, complaints: Mutex::default() }, found)
    }

    /// The same for a caller that wants everything it asked for, and something.
    pub fn open_all(folders: &[PathBuf]) -> Result<Tables, OpenError> {
        let (tables, found) = Tables::open(folders);
        match found.troubles.first() {
            Some(trouble) => Err(OpenError::Trouble(trouble.clone())),
            None if found.is_empty() => Err(OpenError::Empty(folders.to_vec())),
            None => Ok(tables),
        }
    }

    /// How the game ends if a capture or a pawn move has just been made.
    pub fn probe_wdl(&self, position: &Position) -> Result<Wdl, ProbeError> {
        let wdl =
            self.ask(position, |tables, position| tables.probe_wdl_after_zeroing(position))?;
        Ok(match wdl {
            shakmaty_syzygy::Wdl::Loss => Wdl::Loss,
            shakmaty_syzygy::Wdl::BlessedLoss => Wdl::BlessedLoss,
            shakmaty_syzygy::Wdl::Draw => Wdl::Draw,
            shakmaty_syzygy::Wdl::CursedWin => Wdl::CursedWin,
            shakmaty_syzygy::Wdl::Win => Wdl::Win,
        })
    }

    /// How far the next capture, pawn move or mate is. Needs tables of outcomes
    /// and of distances.
    pub fn probe_dtz(&self, position: &Position) -> Result<Dtz, ProbeError> {
        Ok(match self.ask(position, |tables, position| tables.probe_dtz(position))? {
            MaybeRounded::Precise(dtz) => Dtz { plies: dtz.0, rounded: false },
            MaybeRounded::Rounded(dtz) => Dtz { plies: dtz.0, rounded: true },
        })
    }

    /// What has gone wrong since somebody last asked, each table once. A missing
    /// table is no news.
    pub fn complaints(&self) -> Vec<ProbeError> {
        std::mem::take(&mut lock(&self.complaints))
    }

    fn ask<T>(
        &self,
        position: &Position,
        question: impl FnOnce(&shakmaty_syzygy::Tablebase<Chess>, &Chess) -> Result<T, SyzygyError>,
    ) -> Result<T, ProbeError> {
        let men = position.occupied().count();
        if men > self.men.max(2) {
            return Err(ProbeError::TooManyMen { men, most: self.men });
        }
        let converted = converted(position).ok_or(ProbeError::Castling)?;
        // The library checks what it reads; should damage get past that, it costs
        // a table and not the game.
        let asked = catch_unwind(AssertUnwindSafe(|| question(&self.tables, &converted)));
        match asked {
            Ok(Ok(answer)) => Ok(answer),
            Ok(Err(error)) => Err(self.told(error, men)),
            Err(_) => {
                let material = Material::from_board(converted.board());
                Err(self.damaged(file_name(Metric::Wdl, &material), NONSENSE.into()))
            }
        }
    }

    /// The library's error in our terms; a damaged table is noted.
    #[cold]
    fn told(&self, error: SyzygyError, men: u32) -> ProbeError {
        match error {
            SyzygyError::Castling => ProbeError::Castling,
            SyzygyError::TooManyPieces => ProbeError::TooManyMen { men, most: self.men },
            SyzygyError::MissingTable { metric, material } => {
                ProbeError::Missing { table: file_name(metric, &material) }
            }
            SyzygyError::ProbeFailed { metric, material, error } => {
                let table = file_name(metric, &material);
                let reason = match *error {
                    shakmaty_syzygy::ProbeError::CorruptedTable { .. } => NONSENSE.to_owned(),
                    other => other.to_string(),
                };
                self.damaged(table, reason)
            }
        }
    }

    #[cold]
    fn damaged(&self, table: String, reason: String) -> ProbeError {
        let news = self.files.condemn(&table);
        let told = ProbeError::Damaged { table, reason };
        if news {
            lock(&self.complaints).push(told.clone());
        }
        told
    }
}

impl Tablebase for Tables {
    fn men(&self) -> u32 {
        self.men
    }

    fn wdl(&self, position: &Position) -> Option<Wdl> {
        self.probe_wdl(position).ok()
    }

    fn dtz(&self, position: &Position) -> Option<Dtz> {
        self.probe_dtz(position).ok()
    }
}

/// The table files of a folder in the order of their names, and whether each is
/// one of outcomes.
fn paths_in(folder: &Path) -> std::io::Result<Vec<(PathBuf, bool)>> {
    let mut paths = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("rtbw") => paths.push((path, true)),
            Some("rtbz") => paths.push((path, false)),
            _ => {}
        }
    }
    paths.sort();
    Ok(paths)
}

fn file_name(metric: Metric, material: &Material) -> String {
    let extension = match metric {
        Metric::Wdl => "rtbw",
        Metric::Dtz => "rtbz",
    };
    format!("{material}.{extension}")
}
