// SPDX-License-Identifier: GPL-3.0-or-later
//! Why tables can't be used, or a position is not answered.

use std::path::PathBuf;

use crate::Trouble;

/// Tables that were to be there and are not, all of them.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpenError {
    /// A folder or a file can't be used.
    #[error("tablebases: {0}")]
    Trouble(Trouble),
    /// There is nothing in the folders.
    #[error("there is no Syzygy table (*.rtbw) in {}", list(.0))]
    Empty(Vec<PathBuf>),
}

fn list(folders: &[PathBuf]) -> String {
    let folders: Vec<String> = folders.iter().map(|path| path.display().to_string()).collect();
    folders.join(", ")
}

/// A position that the tables say nothing about, and why.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProbeError {
    /// Somebody may still castle.
    #[error("tablebases know no position with castling rights")]
    Castling,
    /// There are more men than in any table.
    #[error("{men} men are on the board, the tables go up to {most}")]
    TooManyMen {
        /// Men on the board.
        men: u32,
        /// Men of the largest table.
        most: u32,
    },
    /// A table is not there. It may be that of a position behind a capture or a
    /// promotion.
    #[error("the table {table} is missing")]
    Missing {
        /// Its file name.
        table: String,
    },
    /// A table is there and can't be used.
    #[error("the table {table} is damaged: {reason}")]
    Damaged {
        /// Its file name.
        table: String,
        /// What was found.
        reason: String,
    },
}
