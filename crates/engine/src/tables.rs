// SPDX-License-Identifier: GPL-3.0-or-later
//! The tablebases that `SyzygyPath` names, opened when they are needed.

use std::sync::Arc;

use search::Tablebase;
use syzygy::{Found, Tables};

/// More problems than this are only counted.
const TOLD: usize = 3;

/// Tables, the path they came from, and what there is to say about them.
#[derive(Default)]
pub(crate) struct Shelf {
    wanted: String,
    opened: String,
    tables: Option<Arc<Tables>>,
    notes: Vec<String>,
}

impl Shelf {
    /// From now on these folders count. They are looked at by [`Shelf::settle`].
    pub(crate) fn want(&mut self, path: String) {
        self.wanted = path;
    }

    /// Looks for tables where that has not been done yet.
    pub(crate) fn settle(&mut self) {
        if self.wanted == self.opened {
            return;
        }
        self.opened = self.wanted.clone();
        self.notes.clear();
        self.tables = None;
        let folders = syzygy::split(&self.opened);
        if folders.is_empty() {
            return;
        }
        let (tables, found) = Tables::open(&folders);
        self.notes = notes(&found);
        self.tables = (!found.is_empty()).then(|| Arc::new(tables));
    }

    /// What a search may ask.
    pub(crate) fn tables(&self) -> Option<Arc<dyn Tablebase>> {
        self.tables.clone().map(|tables| tables as Arc<dyn Tablebase>)
    }

    /// What has not been said yet: what was found, and what turned out damaged.
    pub(crate) fn notes(&mut self) -> Vec<String> {
        let mut notes = std::mem::take(&mut self.notes);
        if let Some(tables) = &self.tables {
            let complaints = tables.take_errors().into_iter();
            notes.extend(complaints.map(|complaint| format!("{complaint}; going on without it")));
        }
        notes
    }
}

fn notes(found: &Found) -> Vec<String> {
    let mut notes = vec![format!("SyzygyPath: {found}")];
    let problems = &found.problems;
    notes.extend(problems.iter().take(TOLD).map(|problem| format!("SyzygyPath: {problem}")));
    if problems.len() > TOLD {
        let more = problems.len() - TOLD;
        notes.push(format!("SyzygyPath: and {more} more that cannot be used"));
    }
    notes
}
