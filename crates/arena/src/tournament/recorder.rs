// SPDX-License-Identifier: GPL-3.0-or-later
//! The recorder: writes every game down, counts it, and tells the listeners, in
//! this order.

use std::collections::HashSet;

use super::worker::Message;
use super::{ArenaError, Summary};
use crate::game::FinishedGame;
use crate::journal::{GameEntry, Journal, Past};
use crate::log::Log;
use crate::openings::Book;
use crate::options::{LogLevel, TournamentConfig};
use crate::record::{epd_line, pgn};
use crate::report::{DoneReason, GameFinished, GameStarted, MatchEvent, Sink};
use crate::schedule::ScheduledGame;
use crate::stats::{Ending, Failure, Played, Sprt, SprtDecision, Tally};
use ::journal::Appender;

/// Bad lines of a book that are worth naming.
const NAMED_LINES: usize = 3;

/// Keeps the books of a tournament.
pub struct Recorder<'a> {
    config: &'a TournamentConfig,
    log: &'a Log,
    journal: Option<Journal>,
    pgn: Option<Appender>,
    epd: Option<Appender>,
    sprt: Option<Sprt>,
    tally: Tally,
    resumed: u64,
    skipped: u64,
    warned: HashSet<(usize, String)>,
    sink: &'a mut dyn Sink,
}

impl<'a> Recorder<'a> {
    /// Opens the files; what an earlier run left half-written is cut off.
    pub fn new(
        config: &'a TournamentConfig,
        log: &'a Log,
        journal: Option<Journal>,
        past: &Past,
        sink: &'a mut dyn Sink,
    ) -> Result<Recorder<'a>, ArenaError> {
        let resumes = !past.games.is_empty();
        let pgn = match &config.pgn {
            None => None,
            Some(output) => {
                let fresh = output.truncate && !resumes;
                let keep = if fresh { Some(0) } else { past.length_of(&output.file) };
                let mut file = Appender::open(&output.file, keep)?;
                file.separate()?;
                Some(file)
            }
        };
        let epd = match &config.epd {
            None => None,
            Some(output) => {
                let keep = (output.truncate && !resumes).then_some(0);
                Some(Appender::open(&output.file, keep)?)
            }
        };
        let mut tally = Tally::new(config.engines.len());
        for game in &past.games {
            tally.record(&game.played);
            for &(engine, failure) in &game.failures {
                tally.record_failure(engine, failure);
            }
        }
        Ok(Recorder {
            config,
            log,
            journal,
            pgn,
            epd,
            sprt: config.sprt.map(Sprt::new),
            tally,
            resumed: past.games.len() as u64,
            skipped: 0,
            warned: HashSet::new(),
            sink,
        })
    }

    /// Tells that it begins, and what is wrong with the book.
    pub fn begin(&mut self, total: u64, book: &Book) {
        self.tell(&MatchEvent::Begin { total, resumed: self.resumed });
        let ponders = self.config.engines.iter().any(|engine| engine.ponder);
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        if ponders && 2 * self.config.concurrency > cores {
            let text = "both engines of a game think at once when they ponder: \
                        there are too few processors for that";
            self.warn(None, text.into());
        }
        let warnings = book.warnings();
        for text in warnings.iter().take(NAMED_LINES) {
            self.warn(None, format!("openings: {text}; it is not used"));
        }
        if warnings.len() > NAMED_LINES {
            let more = warnings.len() - NAMED_LINES;
            self.warn(None, format!("openings: {more} more cannot be used"));
        }
    }

    /// Takes a report of a worker.
    pub fn receive(&mut self, message: Message) -> Result<(), ArenaError> {
        match message {
            Message::Started(when) => self.started(&when),
            Message::Finished { when, opening, game } => self.finished(&when, opening, &game)?,
            Message::Skipped => self.skipped += 1,
            Message::Warning { engine, text } => {
                // Every process of an engine has the same to say.
                if self.warned.insert((engine, text.clone())) {
                    self.warn(Some(engine), text);
                }
            }
        }
        Ok(())
    }

    /// The reason to end early, if the sequential test gives one.
    pub fn decision(&self) -> Option<DoneReason> {
        let status = self.sprt.as_ref()?.status(&self.tally.between(0, 1));
        (status.decision != SprtDecision::Continue).then_some(DoneReason::Sprt)
    }

    /// Games that were not played.
    pub fn skipped(&self) -> u64 {
        self.skipped
    }

    /// Tells the listeners.
    pub fn tell(&mut self, event: &MatchEvent) {
        self.sink.event(event, &self.tally);
    }

    /// Closes the books.
    pub fn finish(mut self, reason: DoneReason) -> Result<Summary, ArenaError> {
        let word = match reason {
            DoneReason::Complete => Some("complete"),
            DoneReason::Sprt => Some("sprt"),
            // Something is left to continue.
            DoneReason::Interrupted | DoneReason::Failure => None,
        };
        if let (Some(journal), Some(word)) = (&mut self.journal, word) {
            journal.close(word)?;
        }
        self.tell(&MatchEvent::Done(reason));
        Ok(Summary { tally: self.tally, reason, resumed: self.resumed, skipped: self.skipped })
    }

    fn started(&mut self, when: &ScheduledGame) {
        let &ScheduledGame { number, white, black, .. } = when;
        let [white_name, black_name] = [white, black].map(|index| &self.config.engines[index].name);
        let text = format!("game {number} begins: {white_name} - {black_name}");
        self.log.note(LogLevel::Info, &text);
        self.tell(&MatchEvent::Started(GameStarted { number, white, black }));
    }

    fn finished(
        &mut self,
        when: &ScheduledGame,
        opening: usize,
        game: &FinishedGame,
    ) -> Result<(), ArenaError> {
        if game.over.ending == Ending::Interrupted {
            return Ok(());
        }
        let played = Played {
            white: when.white,
            black: when.black,
            pair: when.pair,
            result: game.over.result,
            ending: game.over.ending,
        };
        let engine_of = |side: chess::Color| match side {
            chess::Color::White => when.white,
            chess::Color::Black => when.black,
        };
        let failures: Vec<(usize, Failure)> = game
            .violations
            .iter()
            .map(|violation| (engine_of(violation.side), violation.failure))
            .collect();
        self.write_down(when, opening, game, &played, &failures)?;

        self.tally.record(&played);
        for (violation, &(engine, failure)) in game.violations.iter().zip(&failures) {
            self.tally.record_failure(engine, failure);
            let text = format!("game {}: {}: {}", when.number, failure.title(), violation.text);
            self.warn(Some(engine), text);
        }
        let number = when.number;
        if let Some((engine, failure)) = played.failing_engine() {
            let text = game.over.reason.clone();
            let line = format!("game {number}: {}: {text}", self.config.engines[engine].name);
            self.log.note(LogLevel::Error, &line);
            self.tell(&MatchEvent::Failed { engine, failure, text });
        }
        let line = format!("game {number} ends: {} {}", played.result, game.over.reason);
        self.log.note(LogLevel::Info, &line);
        self.tell(&MatchEvent::Finished(GameFinished {
            number,
            played,
            plies: game.moves.len() as u32,
            duration: game.duration,
        }));
        Ok(())
    }

    fn write_down(
        &mut self,
        when: &ScheduledGame,
        opening: usize,
        game: &FinishedGame,
        played: &Played,
        failures: &[(usize, Failure)],
    ) -> Result<(), ArenaError> {
        let mut written = None;
        if let (Some(file), Some(output)) = (&mut self.pgn, &self.config.pgn) {
            let end = file.append(&pgn(game, when, self.config, output))?;
            written = Some((output.file.clone(), end));
        }
        if let Some(file) = &mut self.epd {
            file.append(epd_line(game.game.position()).as_bytes())?;
        }
        if let Some(journal) = &mut self.journal {
            journal.record(GameEntry {
                number: when.number,
                round: when.round,
                opening,
                played: played.clone(),
                reason: game.over.reason.clone(),
                plies: game.moves.len() as u32,
                milliseconds: game.duration.as_millis() as u64,
                failures: failures.to_vec(),
                pgn: written,
            })?;
        }
        Ok(())
    }

    fn warn(&mut self, engine: Option<usize>, text: String) {
        let name = engine.map_or("", |index| &self.config.engines[index].name);
        self.log.note(LogLevel::Warn, &format!("{name}: {text}"));
        self.tell(&MatchEvent::Warning { engine, text });
    }
}
