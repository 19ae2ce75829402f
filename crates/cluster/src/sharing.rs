// SPDX-License-Identifier: GPL-3.0-or-later
//! How the ranks share the work of a move.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// How the ranks share the work of a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Sharing {
    /// Shared knowledge: every rank searches the same root, and deep entries of the tables are
    /// exchanged. The move is chosen by vote, as between threads.
    #[default]
    Knowledge,
    /// Achilles' lines: rank 0 searches all root moves, the first helper all but the best, the
    /// second all but the two best and so on, each to a real score. The clock sees how close the
    /// lines are (Achilles §6); a line that overtakes the best one deals the moves anew.
    Lines,
    /// Shared knowledge, and helpers that look ahead along the expected line while the opponent
    /// thinks (Achilles §5).
    Ahead,
}

impl Sharing {
    /// All of them.
    pub const ALL: [Sharing; 3] = [Sharing::Knowledge, Sharing::Lines, Sharing::Ahead];

    /// As it is written.
    pub const fn name(self) -> &'static str {
        match self {
            Sharing::Knowledge => "knowledge",
            Sharing::Lines => "lines",
            Sharing::Ahead => "ahead",
        }
    }
}

impl fmt::Display for Sharing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Sharing {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let names = Sharing::ALL.map(Sharing::name).join(", ");
        let found = Sharing::ALL.into_iter().find(|sharing| sharing.name() == text);
        found.ok_or_else(|| format!("one of {names}"))
    }
}
