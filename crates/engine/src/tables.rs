// SPDX-License-Identifier: GPL-3.0-or-later
//! The tablebases that `SyzygyPath` names, opened when they are needed.

use std::sync::Arc;

use search::Tablebase;
use syzygy::Tables;

use crate::event::Notice;

/// Tables, the path they came from, and what there is to say about them.
#[derive(Default)]
pub(crate) struct Tablebases {
    wanted: String,
    opened: String,
    tables: Option<Arc<Tables>>,
    notices: Vec<Notice>,
}

impl Tablebases {
    /// From now on these folders count. They are looked at by [`Tablebases::settle`].
    pub(crate) fn want(&mut self, path: String) {
        self.wanted = path;
    }

    /// Looks for tables where that has not been done yet.
    pub(crate) fn settle(&mut self) {
        if self.wanted == self.opened {
            return;
        }
        self.opened = self.wanted.clone();
        self.notices.clear();
        self.tables = None;
        let folders = syzygy::split(&self.opened);
        if folders.is_empty() {
            return;
        }
        let (tables, found) = Tables::open(&folders);
        self.tables = (!found.is_empty()).then(|| Arc::new(tables));
        self.notices.push(Notice::Tablebases(found));
    }

    /// What a search may ask.
    pub(crate) fn tables(&self) -> Option<Arc<dyn Tablebase>> {
        self.tables.clone().map(|tables| tables as Arc<dyn Tablebase>)
    }

    /// What has not been said yet: what was found, and what turned out damaged.
    pub(crate) fn notices(&mut self) -> Vec<Notice> {
        let mut notices = std::mem::take(&mut self.notices);
        if let Some(tables) = &self.tables {
            notices.extend(tables.take_errors().into_iter().map(Notice::TablebaseLost));
        }
        notices
    }
}
