// SPDX-License-Identifier: GPL-3.0-or-later
//! What each command does, and what each event of the engine makes of the output.

use super::people;
use super::queue::Order;
use super::{Shell, quoted};
use crate::command::{Command, Go, PositionError, PositionText};
use crate::format;
use crate::protocol_log::Direction;
use crate::reporter::Reporter;
use chess::Game;
use engine::options::{Change, Id, Kind, TABLE, tunables};
use engine::{Event, Request};
use std::time::Instant;

impl Shell {
    /// Carries out a command whose time has come.
    pub(super) fn perform(&mut self, order: Order) {
        match order.command {
            Command::Nothing | Command::Register => {}
            Command::Uci { full } => self.introduce(full),
            Command::Debug(on) => self.debug = on,
            Command::IsReady if self.engine.is_busy() => self.say("readyok"),
            Command::IsReady => {
                self.engine.sync();
                self.syncing = true;
            }
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref()),
            Command::NewGame => self.engine.new_game(),
            Command::Position(text) => self.set_position(text),
            Command::Go(ref go) if go.perft.is_some() => {
                self.perft(go.perft.unwrap_or(0), order.stopped)
            }
            Command::Go(_) => self.go(order),
            Command::Perft(depth) => self.perft(depth, order.stopped),
            Command::Bench(depth) => {
                let started = self.engine.bench(depth);
                self.started(started, order.stopped);
            }
            Command::GenFens(fens) => {
                let started = self.engine.genfens(fens);
                self.started(started, order.stopped);
            }
            Command::Stop => {
                if !self.engine.is_busy() && self.queue.is_empty() {
                    self.explain(|| "there is nothing to stop".to_owned());
                }
                self.stop();
            }
            Command::PonderHit => {
                if !self.engine.is_pondering() && self.queue.is_empty() {
                    self.explain(|| "nothing ponders: ponderhit is ignored".to_owned());
                }
                // Meant for the last search that was asked for, running or not.
                if !self.queue.ponderhit() {
                    self.engine.ponderhit();
                }
            }
            Command::Quit => self.close(),
            Command::Display => self.show(people::display),
            Command::Eval => {
                let setup = self.engine.setup();
                self.show(|game| people::evaluate(&setup, game.position()));
            }
            Command::Flip => {
                if let Some(game) = &self.game {
                    self.game = Some(Game::new(game.position().flipped()));
                }
            }
            Command::Help => self.say_text(people::HELP),
            Command::Compiler => {
                let build = self.identity.build.clone();
                self.say_text(&build);
            }
        }
    }

    /// `id` and every option, `uciok` last and nothing else in between.
    fn introduce(&mut self, full: bool) {
        self.say(format!("id name {}", self.identity.name));
        self.say(format!("id author {}", self.identity.author));
        for option in TABLE.iter().filter(|option| full || !option.hidden) {
            self.say(format::option(option.name, option.kind));
        }
        for (name, kind) in tunables() {
            self.say(format::option(name, kind));
        }
        self.say("uciok");
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) {
        match self.engine.set_option(name, value) {
            Ok(Change::New(Id::DebugLogFile)) => {
                let path = self.engine.options().text(Id::DebugLogFile).to_owned();
                if let Err(error) = self.log.open(&path) {
                    self.refuse(&format!(
                        "no log: {}: {}",
                        quoted(&error.to_string()),
                        quoted(&path)
                    ));
                }
                self.log_settings();
            }
            Ok(Change::New(Id::Persona) | Change::Same(Id::Persona)) => {
                self.say(format!("info string {}", self.engine.persona().announcement()));
            }
            Ok(_) => {}
            Err(error) => self.refuse(&quoted_sentence(&error.to_string())),
        }
    }

    /// What is set, for the reader of a log that begins now (Baguette §3.4.5).
    fn log_settings(&mut self) {
        let options = self.engine.options();
        let values: Vec<String> = TABLE
            .iter()
            .filter(|option| option.kind != Kind::Button)
            .map(|option| format!("{} = {}", option.name, options.value(option.id)))
            .collect();
        for value in values {
            self.note(Direction::Set, &value);
        }
    }

    /// A position that can't be read leaves none at all: the next `go` has no
    /// move, rather than one for a position that nobody asked about.
    fn set_position(&mut self, text: Result<PositionText, PositionError>) {
        match text.and_then(|text| text.game()) {
            Ok((game, repairs)) => {
                self.game = Some(game);
                for repair in repairs {
                    self.say(format!("info string {repair}"));
                }
            }
            Err(error) => {
                self.game = None;
                self.refuse(&error.to_string());
            }
        }
    }

    fn go(&mut self, order: Order) {
        let Command::Go(go) = order.command else { return };
        let Go { mut limits, searchmoves, unusable, .. } = *go;
        let began = if order.after_search { Instant::now() } else { order.at };
        for limit in unusable {
            self.say(format!("info string error: this limit can't be used: {}", quoted(&limit)));
        }
        if let (Some(words), Some(game)) = (searchmoves, &self.game) {
            let position = *game.position();
            let mut moves = Vec::new();
            for word in words {
                match position.parse_uci(&word) {
                    Ok(m) => moves.push(m),
                    Err(error) => self.say(format!("info string error: searchmoves: {error}")),
                }
            }
            limits.searchmoves = Some(moves);
        }
        let notation = self.notation();
        // Commands are only performed when the engine is idle.
        let request = Request::new(self.game.clone(), limits).started_at(began);
        let Ok(started) = self.engine.go(request) else { return };
        if order.stopped {
            self.engine.stop();
        }
        if order.ponderhit {
            self.engine.ponderhit();
        }
        for notice in started.notices {
            self.say_all(format::notice(&notice));
        }
        if self.game.is_none() {
            self.say("info string error: there is no position to search; the last one was refused");
        }
        self.reporter = Some(Reporter::new(notation, self.game.clone(), began));
    }

    fn perft(&mut self, depth: u32, stopped: bool) {
        match &self.game {
            Some(game) => {
                let started = self.engine.perft(*game.position(), depth);
                self.started(started, stopped);
            }
            None => self.refuse("there is no position; the last one was refused"),
        }
    }

    fn started(&mut self, started: Result<(), engine::Busy>, stopped: bool) {
        if let Err(busy) = started {
            self.refuse(&busy.to_string());
        } else if stopped {
            self.engine.stop();
        }
    }

    fn show(&mut self, draw: impl Fn(&Game) -> String) {
        match &self.game {
            Some(game) => {
                let text = draw(game);
                self.say_text(&text);
            }
            None => self.refuse("there is no position; the last one was refused"),
        }
    }

    /// Turns an event of the engine into lines.
    pub(super) fn engine_says(&mut self, event: Event) {
        self.engine.note(&event);
        match event {
            Event::Search(search::Event::Time(_)) if !self.tells_time() => {}
            Event::Search(event) => {
                if let Some(reporter) = &mut self.reporter {
                    let lines = reporter.event(event, Instant::now());
                    self.say_all(lines);
                }
            }
            Event::Book(book_move) => {
                if let Some(game) = self.reporter.as_ref().and_then(Reporter::game) {
                    let line = format::book_move(game.position(), &book_move);
                    self.say(line);
                }
            }
            Event::Notice(notice) => self.say_all(format::notice(&notice)),
            Event::Done(outcome) => {
                let share = 100.0 * outcome.qnodes as f64 / outcome.nodes.max(1) as f64;
                self.explain(|| {
                    format!("{} nodes, {share:.1} % of them in quiescence", outcome.nodes)
                });
                if let Some(mut reporter) = self.reporter.take() {
                    let lines = reporter.finish(&outcome, Instant::now());
                    self.say_all(lines);
                }
            }
            Event::Perft(division) => {
                let game = Game::new(division.position);
                let notation = self.notation();
                for (m, leaves) in &division.moves {
                    self.say(format!("{}: {leaves}", notation.mv(&game, *m)));
                }
                self.say("");
                self.say(format!("Nodes searched: {}", division.total()));
            }
            Event::BenchStep(step) => {
                self.say(format!(
                    "{:>2}/{} {:>10} {}",
                    step.number, step.total, step.nodes, step.fen
                ));
            }
            Event::BenchDone(report) => {
                self.say(format!("quiescence {:.1} %", report.quiescence_share()));
                self.say(format!("{} nodes {} nps", report.nodes, report.nps()));
            }
            Event::Fen(fen) => self.say(format!("info string genfens {fen}")),
            Event::TaskDone(Err(why)) => self.refuse(&why),
            Event::TaskDone(Ok(())) => {}
            Event::Synced => {
                self.syncing = false;
                self.say("readyok");
            }
            Event::HashFailed(error) => self.refuse(&error.to_string()),
        }
    }
}

/// An error message may quote what somebody sent: it stays one line, and whole.
fn quoted_sentence(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { '?' } else { c }).take(200).collect()
}
