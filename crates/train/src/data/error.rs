// SPDX-License-Identifier: GPL-3.0-or-later
//! What can go wrong with training data, and where.

use std::io;
use std::path::PathBuf;

use super::sample::{Sample, SampleFault};
use crate::positions::SourceError;
use crate::teacher::TeacherError;

/// Why a step ended early.
#[derive(Debug, thiserror::Error)]
pub enum DataError {
    /// A part that is still being made cannot be joined with others.
    #[error("{}: not finished yet; the command that began it goes on", path.display())]
    Unfinished {
        /// Which one.
        path: PathBuf,
    },
    /// A game file could not be read.
    #[error(transparent)]
    Source(#[from] SourceError),
    /// A file could not be read or written.
    #[error("{}: {reason}", path.display())]
    File {
        /// Which one.
        path: PathBuf,
        /// Why.
        reason: io::Error,
    },
    /// A file is something else.
    #[error("{}: not a file of samples ('xanthos data convert' makes one)", path.display())]
    NotSamples {
        /// Which one.
        path: PathBuf,
    },
    /// A file of samples of another version.
    #[error("{}: sample format {found}, but this program reads format {wanted}", path.display())]
    Version {
        /// Which one.
        path: PathBuf,
        /// What it says.
        found: u32,
        /// What is known.
        wanted: u32,
    },
    /// The last sample is not whole.
    #[error("{}: cut off inside the sample at byte {at}: {} bytes of {}", path.display(), bytes, Sample::SIZE)]
    CutOff {
        /// Which file.
        path: PathBuf,
        /// Where the sample begins.
        at: u64,
        /// What there is of it.
        bytes: usize,
    },
    /// A sample is damaged.
    #[error("{}: sample at byte {at}: {fault}", path.display())]
    Sample {
        /// Which file.
        path: PathBuf,
        /// Where the sample begins.
        at: u64,
        /// What is wrong with it.
        fault: SampleFault,
    },
    /// Samples of games that are not in the file of games.
    #[error("{}: samples of game {group}, but the file of games has {games}", path.display())]
    AheadOfGames {
        /// Which file.
        path: PathBuf,
        /// The game of its last sample.
        group: u64,
        /// Games that there are.
        games: u64,
    },
    /// Nobody answers.
    #[error(transparent)]
    Teacher(#[from] TeacherError),
    /// The notes beside an unfinished file can't be read.
    #[error("{}: {reason}; delete it to begin anew", path.display())]
    State {
        /// Which file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// An unfinished file was begun with other positions.
    #[error("{}: was begun with the positions of {}; delete its .state to begin anew", path.display(), begun.display())]
    AnotherInput {
        /// Which file.
        path: PathBuf,
        /// What it was begun with.
        begun: PathBuf,
    },
    /// Positions alone are no games.
    #[error("{}: has no moves, so no games can be made of it", path.display())]
    NoMoves {
        /// Which file.
        path: PathBuf,
    },
    /// There is nothing to work with.
    #[error("{}: no positions in it", path.display())]
    Empty {
        /// Which file.
        path: PathBuf,
    },
}

impl DataError {
    /// For `map_err` of a file operation.
    pub(crate) fn file(path: &std::path::Path) -> impl FnOnce(io::Error) -> DataError {
        let path = path.to_owned();
        move |reason| DataError::File { path, reason }
    }
}
