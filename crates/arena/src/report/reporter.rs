// SPDX-License-Identifier: GPL-3.0-or-later
//! All the listeners that a tournament asks for.

use std::io::{self, IsTerminal};
use std::time::Duration;

use super::event::{MatchEvent, Sink};
use super::file::ResultFile;
use super::{Lines, LiveTable, html, json};
use crate::options::{Live, TournamentConfig};
use crate::stats::Tally;

/// Hands every event to several listeners.
#[derive(Default)]
pub struct Reporter {
    sinks: Vec<Box<dyn Sink>>,
}

impl Reporter {
    /// Standard output (a live table on a terminal, lines in a pipe) and the
    /// result files of the configuration.
    pub fn new(config: &TournamentConfig) -> Reporter {
        let mut reporter = Reporter::default();
        let out = io::stdout();
        match config.report.live == Live::Auto && out.is_terminal() {
            true => reporter.add(LiveTable::new(config, out, terminal_width)),
            false => reporter.add(Lines::new(config, out)),
        }
        reporter.add_files(config);
        reporter
    }

    /// Only the result files, for those who draw by themselves.
    pub fn add_files(&mut self, config: &TournamentConfig) {
        if let Some(path) = &config.report.json {
            self.add(ResultFile::new(config, path, json::compose, Duration::from_secs(1)));
        }
        if let Some(path) = &config.report.html {
            self.add(ResultFile::new(config, path, html::compose, Duration::from_secs(10)));
        }
    }

    /// One more listener.
    pub fn add(&mut self, sink: impl Sink + 'static) {
        self.sinks.push(Box::new(sink));
    }
}

impl Sink for Reporter {
    fn event(&mut self, event: &MatchEvent, tally: &Tally) {
        self.sinks.iter_mut().for_each(|sink| sink.event(event, tally));
    }
}

fn terminal_width() -> usize {
    crossterm::terminal::size().map_or(80, |(columns, _)| usize::from(columns))
}
