// SPDX-License-Identifier: GPL-3.0-or-later
//! Why a study ended early.

use std::path::{Path, PathBuf};

/// Why a study ended early.
#[derive(Debug, thiserror::Error)]
pub enum StudyError {
    /// It was asked to stop; the journal has what is finished.
    #[error("interrupted")]
    Interrupted,
    /// The command line.
    #[error("{0}")]
    Input(String),
    /// A file could not be read or written.
    #[error("{}: {reason}", path.display())]
    File {
        /// Which one.
        path: PathBuf,
        /// Why.
        reason: std::io::Error,
    },
    /// The journal in the folder is of another run.
    #[error("{} is of a run with other settings, other contents of its files or another build of the engine: begin anew with --restart, or choose another --out", .0.display())]
    OtherRun(PathBuf),
    /// Something that a measurement needs failed.
    #[error("{0}")]
    Failed(String),
}

impl StudyError {
    /// Something failed, in its own words.
    pub(crate) fn failed(error: impl std::fmt::Display) -> StudyError {
        StudyError::Failed(error.to_string())
    }

    /// A file that was named is not what is wanted, in the words of who read it.
    pub(crate) fn input(error: impl std::fmt::Display) -> StudyError {
        StudyError::Input(error.to_string())
    }

    /// A file that the system does not give or take.
    pub(crate) fn file(path: &Path) -> impl FnOnce(std::io::Error) -> StudyError {
        let path = path.to_owned();
        move |reason| StudyError::File { path, reason }
    }
}
