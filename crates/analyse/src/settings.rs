// SPDX-License-Identifier: GPL-3.0-or-later
//! What an analysis is made with.

use std::sync::Arc;

use engine::Mind;
use explain::{Effort, Level, Thresholds};
use search::Tablebase;

use crate::report::How;

/// Who looks at the games, and how long.
#[derive(Clone, Debug)]
pub struct Settings {
    /// How long each position is looked at.
    pub effort: Effort,
    /// Who judges positions.
    pub mind: Mind,
    /// Threads of the search. With one, and an effort in nodes or depth, the report is
    /// the same in every run.
    pub threads: usize,
    /// Size of the search's table in MiB.
    pub hash: usize,
    /// From which loss on a move has a bad name.
    pub thresholds: Thresholds,
    /// Half-moves of a best line to keep.
    pub plies: usize,
    /// Explain bad moves in words, for this reader.
    pub words: Option<Level>,
    /// What is known about positions with few men.
    pub tables: Option<Arc<dyn Tablebase>>,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            effort: Effort::Nodes(200_000),
            mind: Mind::default(),
            threads: 1,
            hash: 16,
            thresholds: Thresholds::USUAL,
            plies: 12,
            words: None,
            tables: None,
        }
    }
}

impl Settings {
    /// The settings as a report tells them.
    pub fn how(&self) -> How {
        let effort = match self.effort {
            Effort::Nodes(n) => format!("{n} nodes"),
            Effort::Depth(n) => format!("depth {n}"),
            Effort::Time(time) => format!("{} ms", time.as_millis()),
        };
        let words = self.words.map(|level| match level {
            Level::Beginner => "beginner".to_owned(),
            Level::Club => "club".to_owned(),
            Level::Expert => "expert".to_owned(),
        });
        How {
            engine: concat!("Xanthos ", env!("CARGO_PKG_VERSION")).to_owned(),
            effort,
            evaluation: self.mind.to_string(),
            threads: self.threads.max(1),
            hash: self.hash,
            tablebases: self.tables.is_some(),
            thresholds: [
                self.thresholds.inaccuracy,
                self.thresholds.mistake,
                self.thresholds.blunder,
            ],
            plies: self.plies,
            words,
        }
    }
}
