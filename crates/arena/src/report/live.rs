// SPDX-License-Identifier: GPL-3.0-or-later
//! A table that is redrawn in place on a terminal.

use std::io::Write;
use std::time::{Duration, Instant};

use super::event::{MatchEvent, Sink};
use super::frame::{Progress, frame};
use super::lines;
use crate::options::TournamentConfig;
use crate::stats::Tally;

/// Between two drawings; games may end much faster.
const PAUSE: Duration = Duration::from_millis(100);

/// Draws the table and keeps it at the bottom of what has been written.
pub struct LiveTable<W> {
    config: TournamentConfig,
    out: W,
    width: Box<dyn Fn() -> usize>,
    progress: Progress,
    begun: Instant,
    drawn: usize,
    drawn_at: Option<Instant>,
    broken: bool,
}

impl<W: Write> LiveTable<W> {
    /// A table on `out`; `width` says how wide the terminal is right now.
    pub fn new(
        config: &TournamentConfig,
        out: W,
        width: impl Fn() -> usize + 'static,
    ) -> LiveTable<W> {
        LiveTable {
            config: config.clone(),
            out,
            width: Box::new(width),
            progress: Progress { total: config.total_games(), ..Progress::default() },
            begun: Instant::now(),
            drawn: 0,
            drawn_at: None,
            broken: false,
        }
    }

    fn notice(&mut self, event: &MatchEvent) {
        match event {
            MatchEvent::Begin { total, resumed } => {
                self.begun = Instant::now();
                (self.progress.total, self.progress.resumed) = (*total, *resumed);
            }
            MatchEvent::Started(game) => self.progress.running.push(game.clone()),
            MatchEvent::Finished(game) => {
                self.progress.running.retain(|running| running.number != game.number);
                self.progress.last = Some(game.clone());
            }
            MatchEvent::Done(_) => self.progress.running.clear(),
            MatchEvent::Warning { .. }
            | MatchEvent::Failed { .. }
            | MatchEvent::Note(_)
            | MatchEvent::Tick => {}
        }
        self.progress.elapsed = self.begun.elapsed();
    }

    /// Replaces the table by `above` and a new table.
    fn draw(&mut self, above: &str, tally: &Tally, last: bool) {
        let width = (self.width)().max(20);
        let table = match last {
            true => Vec::new(),
            false => frame(&self.config, tally, &self.progress, width - 1),
        };
        let mut text = String::new();
        if self.drawn > 0 {
            // Up to the first line of the old table, and clear to the end.
            text += &format!("\x1b[{}A\r\x1b[J", self.drawn);
        }
        text += above;
        for line in &table {
            text += line;
            text.push('\n');
        }
        self.drawn = table.len();
        self.drawn_at = Some(Instant::now());
        if !self.broken {
            let result = self.out.write_all(text.as_bytes()).and_then(|()| self.out.flush());
            self.broken = result.is_err();
        }
    }
}

impl<W: Write> Sink for LiveTable<W> {
    fn event(&mut self, event: &MatchEvent, tally: &Tally) {
        self.notice(event);
        match event {
            // What must not be overlooked stays above the table.
            MatchEvent::Warning { .. } | MatchEvent::Failed { .. } | MatchEvent::Note(_) => {
                let total = self.progress.total;
                let text = lines::text(&self.config, total, event, tally, &mut None);
                self.draw(&text, tally, false);
            }
            MatchEvent::Done(reason) => {
                let text = lines::finale(&self.config, tally, *reason, None);
                self.draw(&text, tally, true);
            }
            _ => {
                if self.drawn_at.is_none_or(|at| at.elapsed() >= PAUSE) {
                    self.draw("", tally, false);
                }
            }
        }
    }
}
