// SPDX-License-Identifier: GPL-3.0-or-later
//! What there is, and what was wrong with the rest.

use std::fmt;
use std::path::{Path, PathBuf};

/// How many tables there are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// Tables of outcomes.
    pub wdl: usize,
    /// Tables of distances.
    pub dtz: usize,
    /// Men of the largest, kings included.
    pub men: u32,
    /// Folders and files that can't be used.
    pub troubles: Vec<Trouble>,
}

/// A folder or file that can't be used, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trouble {
    /// Where.
    pub path: PathBuf,
    /// What the system or the library said.
    pub reason: String,
}

impl Trouble {
    pub(crate) fn new(path: &Path, reason: impl fmt::Display) -> Self {
        Trouble { path: path.to_owned(), reason: reason.to_string() }
    }
}

impl Found {
    /// Whether there is nothing to ask.
    pub fn is_empty(&self) -> bool {
        self.wdl == 0
    }
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.wdl + self.dtz == 0 {
            return f.write_str("no tables");
        }
        let Found { wdl, dtz, men, .. } = self;
        write!(f, "{wdl} WDL and {dtz} DTZ tables with up to {men} men")
    }
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot use {}: {}", self.path.display(), self.reason)
    }
}
