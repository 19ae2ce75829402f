// SPDX-License-Identifier: GPL-3.0-or-later
//! The recorder: writes every game down, counts it, and tells the listeners, in
//! this order.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use super::siblings::Siblings;
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

/// How much play may be lost when the power fails. Each game is in the hands of the system at
/// once; waiting for the disk after each would slow down short games.
const SYNC: Duration = Duration::from_secs(5);

/// Bad lines of a book that are worth naming.
const NAMED_LINES: usize = 3;

/// The usual checksum of a file.
fn crc32(path: &std::path::Path) -> std::io::Result<u32> {
    let mut hasher = crc32fast::Hasher::new();
    let mut reader = std::io::BufReader::new(std::fs::File::open(path)?);
    loop {
        let bytes = std::io::BufRead::fill_buf(&mut reader)?;
        if bytes.is_empty() {
            return Ok(hasher.finalize());
        }
        hasher.update(bytes);
        let length = bytes.len();
        std::io::BufRead::consume(&mut reader, length);
    }
}

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
    /// Whether an engine crashed, hung or did not start.
    failed: bool,
    /// Warnings and failures so far.
    warnings: u64,
    /// How much longer moves took than their engine said, and how many say something.
    latency: Vec<(f64, u64)>,
    siblings: Siblings,
    last_sync: Instant,
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
        if let Some(output) = &config.pgn
            && let Some(expected) = past.length_of(&output.file)
        {
            let found = std::fs::metadata(&output.file).map_or(0, |data| data.len());
            if found < expected {
                let path = output.file.clone();
                return Err(ArenaError::LostGames { path, found, expected });
            }
        }
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
            failed: false,
            warnings: 0,
            latency: vec![(0.0, 0); config.engines.len()],
            siblings: Siblings::of(config),
            last_sync: Instant::now(),
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

    /// The reason to end early: the sequential test, an engine that failed, or a warning where
    /// none is allowed.
    pub fn decision(&mut self) -> Option<DoneReason> {
        if self.failed && !self.config.recover || self.config.strict && self.warnings > 0 {
            return Some(DoneReason::Failure);
        }
        let sprt = self.sprt.as_ref()?;
        let status = sprt.status(&self.siblings.joint(&self.tally.between(0, 1)));
        (status.decision != SprtDecision::Continue).then_some(DoneReason::Sprt)
    }

    fn measure(&mut self, when: &ScheduledGame, game: &FinishedGame) {
        let mut mover = game.game.start().turn();
        if game.opening_moves % 2 == 1 {
            mover = !mover;
        }
        for played in &game.moves {
            let engine = if mover == chess::Color::White { when.white } else { when.black };
            mover = !mover;
            if let Some(said) = played.thinking.time {
                let (sum, count) = &mut self.latency[engine];
                *sum += 1e3 * (played.elapsed.as_secs_f64() - said.as_secs_f64());
                *count += 1;
            }
        }
    }

    /// What is left to say at the end.
    fn last_notes(&self) -> Result<Vec<String>, ArenaError> {
        let mut notes = Vec::new();
        if self.config.report.latency {
            for (engine, (sum, count)) in self.config.engines.iter().zip(&self.latency) {
                let mean = sum / (*count).max(1) as f64;
                let name = &engine.name;
                notes.push(format!("Latency of {name}: {mean:.3} ms a move over {count} moves"));
            }
        }
        if let Some(pgn) = self.config.pgn.as_ref().filter(|pgn| pgn.crc32) {
            let fail = |source| ::journal::AppendError { path: pgn.file.clone(), source };
            let sum = crc32(&pgn.file).map_err(fail)?;
            notes.push(format!("File {} has CRC32: {sum:#x}", pgn.file.display()));
        }
        Ok(notes)
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
        if let Some(pgn) = &mut self.pgn {
            pgn.sync()?;
        }
        for text in self.last_notes()? {
            self.tell(&MatchEvent::Note(text));
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
        for (side, text) in &game.remarks {
            self.warn(Some(engine_of(*side)), format!("game {}: {text}", when.number));
        }
        self.measure(when, game);
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
            self.failed |= matches!(failure, Failure::Startup | Failure::Crash | Failure::Stall);
            self.warnings += 1;
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
        // What the journal says has been written is on the disk before the next game counts.
        if self.last_sync.elapsed() >= SYNC {
            self.last_sync = Instant::now();
            self.pgn.as_ref().map_or(Ok(()), Appender::sync)?;
            self.journal.as_ref().map_or(Ok(()), Journal::sync)?;
        }
        Ok(())
    }

    fn warn(&mut self, engine: Option<usize>, text: String) {
        self.warnings += 1;
        let name = engine.map_or("", |index| &self.config.engines[index].name);
        self.log.note(LogLevel::Warn, &format!("{name}: {text}"));
        self.tell(&MatchEvent::Warning { engine, text });
    }
}
