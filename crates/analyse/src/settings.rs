// SPDX-License-Identifier: GPL-3.0-or-later
//! The settings of an analysis.

use std::sync::Arc;

use engine::EngineSetup;
use explain::{Effort, Level, Thresholds};
use search::Tablebase;

use crate::other_engine::OtherEngine;
use crate::report::ReportSettings;

/// How games are analysed.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Limit of the search of each position.
    pub effort: Effort,
    /// The evaluation and its settings.
    pub setup: EngineSetup,
    /// Threads of the search. With one, and an effort in nodes or depth, the report is
    /// the same in every run.
    pub threads: usize,
    /// Size of the hash table in MiB.
    pub hash: usize,
    /// Losses from which on a move is an inaccuracy, a mistake, a blunder.
    pub thresholds: Thresholds,
    /// Longest best line, in plies.
    pub plies: usize,
    /// Explain bad moves for this reader.
    pub words: Option<Level>,
    /// Tablebases.
    pub tables: Option<Arc<dyn Tablebase>>,
    /// Another engine evaluates the positions; explanations still rest on our own search.
    pub engine: Option<OtherEngine>,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            effort: Effort::Nodes(200_000),
            setup: EngineSetup::default(),
            threads: 1,
            hash: 16,
            thresholds: Thresholds::USUAL,
            plies: 12,
            words: None,
            tables: None,
            engine: None,
        }
    }
}

impl Settings {
    /// The settings as they stand in a report.
    pub fn how(&self) -> ReportSettings {
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
        let (engine, evaluation) = match &self.engine {
            None => {
                (concat!("Xanthos ", env!("CARGO_PKG_VERSION")).to_owned(), self.setup.to_string())
            }
            Some(other) => {
                let set = |(name, value): &(String, String)| format!("{name}={value}");
                let options: Vec<String> = other.options.iter().map(set).collect();
                (other.name(), options.join(", "))
            }
        };
        ReportSettings {
            engine,
            effort,
            evaluation,
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
