// SPDX-License-Identifier: GPL-3.0-or-later
//! Syzygy tablebases as a judge of games.
//!
//! The judge shares no code with any player: positions go to it as FEN, and a
//! library that other programs trust reads the tables.

use std::io;
use std::path::PathBuf;

use chess::Position;
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess};
use shakmaty_syzygy::{Tablebase, Wdl};

use super::adjudication::{TablebaseProbe, TablebaseResult};

/// Why tablebases can't be used.
#[derive(Debug, thiserror::Error)]
pub enum SyzygyError {
    /// A folder can't be read.
    #[error("cannot read the tablebases in {}: {source}", path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// There is nothing in them.
    #[error("there is no Syzygy table (*.rtbw) in {}", list(.0))]
    Empty(Vec<PathBuf>),
}

fn list(paths: &[PathBuf]) -> String {
    paths.iter().map(|path| path.display().to_string()).collect::<Vec<_>>().join(", ")
}

/// Tables from one or more folders.
pub struct Syzygy {
    tables: Tablebase<Chess>,
    pieces: u32,
}

impl Syzygy {
    /// Finds the tables in `folders`; their content is read when it is needed.
    pub fn open(folders: &[PathBuf]) -> Result<Syzygy, SyzygyError> {
        let mut tables = Tablebase::new();
        let mut found = 0;
        for path in folders {
            found += tables
                .add_directory(path)
                .map_err(|source| SyzygyError::Folder { path: path.clone(), source })?;
        }
        if found == 0 {
            return Err(SyzygyError::Empty(folders.to_vec()));
        }
        let pieces = tables.max_pieces() as u32;
        Ok(Syzygy { tables, pieces })
    }
}

impl TablebaseProbe for Syzygy {
    fn probe(&self, position: &Position) -> Option<TablebaseResult> {
        if position.occupied().count() > self.pieces || !position.castling().is_empty() {
            return None;
        }
        let fen: Fen = position.fen().parse().ok()?;
        let position: Chess = fen.into_position(CastlingMode::Chess960).ok()?;
        // A missing or damaged table is no verdict; the game goes on.
        Some(match self.tables.probe_wdl_after_zeroing(&position).ok()? {
            Wdl::Loss => TablebaseResult::Loss,
            Wdl::BlessedLoss => TablebaseResult::BlessedLoss,
            Wdl::Draw => TablebaseResult::Draw,
            Wdl::CursedWin => TablebaseResult::CursedWin,
            Wdl::Win => TablebaseResult::Win,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn a_folder_without_tables_is_refused_by_name() {
        let folder = tempfile::tempdir().unwrap();
        let empty = Syzygy::open(&[folder.path().to_owned()]).err().unwrap().to_string();
        assert!(empty.contains(&folder.path().display().to_string()), "{empty}");
        let missing = folder.path().join("nowhere");
        let error = Syzygy::open(&[missing]).err().unwrap().to_string();
        assert!(error.contains("nowhere"), "{error}");
    }

    #[test]
    fn known_endings_are_judged() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/syzygy");
        if !folder.is_dir() {
            println!("SKIPPED: no tablebases beside the project");
            return;
        }
        let tables = Syzygy::open(&[folder]).unwrap();
        let ask = |fen: &str| tables.probe(&Position::from_fen(fen).unwrap());
        assert_eq!(ask("8/8/8/4k3/8/8/8/KR6 w - - 0 1"), Some(TablebaseResult::Win));
        assert_eq!(ask("8/8/8/4k3/8/8/8/KR6 b - - 0 1"), Some(TablebaseResult::Loss));
        assert_eq!(ask("8/8/8/4k3/8/8/8/KN6 w - - 0 1"), Some(TablebaseResult::Draw));
        // The opposition decides with a pawn on its way.
        assert_eq!(ask("4k3/8/4K3/4P3/8/8/8/8 w - - 0 1"), Some(TablebaseResult::Win));
        assert_eq!(ask("8/8/4k3/8/4P3/4K3/8/8 w - - 0 1"), Some(TablebaseResult::Draw));
        assert_eq!(ask("4k3/8/8/8/8/8/4P3/4K2R w K - 0 1"), None, "castling is not in tables");
        assert_eq!(ask("rnbqkbnr/8/8/8/8/8/8/4K3 w - - 0 1"), None, "too many pieces");
    }
}
