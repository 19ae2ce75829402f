// SPDX-License-Identifier: GPL-3.0-or-later
//! What a game says in its chat.

use std::time::Instant;

use chess::Color;
use engine::options::ABOUT;
use play::GameOver;

use super::live::LiveGame;
use crate::api::Room;
use crate::api::model::{ChatLine, GameFull};
use crate::chat::{Asked, Command, Permission, greeting, permission};
use crate::errands::Errand;
use crate::persona::{Wish, may_choose};

/// Wishes for another persona are heard up to this ply.
const LAST_WISH: usize = 20;

impl LiveGame {
    fn opponent(&self) -> String {
        let other = self.full.as_ref().map(|full| match self.me {
            Color::White => full.black.name(),
            Color::Black => full.white.name(),
        });
        other.unwrap_or_default()
    }

    pub(super) fn greet(&self) {
        let texts = &self.context.config.greeting;
        let opponent = self.opponent();
        for (room, text) in
            [(Room::Player, &texts.hello), (Room::Spectator, &texts.hello_spectators)]
        {
            let text = greeting(text, &self.context.me, &opponent);
            self.context.errands.say(&self.id, room, &text);
        }
    }

    pub(super) fn say_goodbye(&self, full: &GameFull, over: &GameOver) {
        let texts = &self.context.config.greeting;
        let other = if self.me == Color::White { full.black.name() } else { full.white.name() };
        // Nobody is told "good game" about a game that was not played.
        if over.ending == play::Ending::Interrupted {
            return;
        }
        for (room, text) in
            [(Room::Player, &texts.goodbye), (Room::Spectator, &texts.goodbye_spectators)]
        {
            let text = greeting(text, &self.context.me, &other);
            self.context.errands.say(&self.id, room, &text);
        }
    }

    pub(super) fn answer_chat(&mut self, line: &ChatLine) {
        if line.username.eq_ignore_ascii_case(&self.context.me) {
            return;
        }
        let Some(asked) = Asked::read(&line.text) else { return };
        let room = if line.room == "spectator" { Room::Spectator } else { Room::Player };
        let rules = &self.context.config.chat;
        let opponent = self.opponent();
        let running = self.state.is_running();
        let may = permission(rules, asked.command, room, &line.username, &opponent, running);
        if may == Permission::Ignore {
            return;
        }
        // Somebody who repeats himself does not make us repeat ourselves.
        let (slot, now) = (usize::from(room == Room::Spectator), Instant::now());
        let pause = self.context.timing.seconds(rules.pause);
        if self.spoken[slot].is_some_and(|last| now.saturating_duration_since(last) < pause) {
            return;
        }
        self.spoken[slot] = Some(now);
        if may == Permission::AfterTheGame {
            return self.context.errands.say(&self.id, room, "I will tell that after the game.");
        }
        if let Some(text) = self.answer(&asked, room) {
            self.context.errands.say(&self.id, room, &text);
        }
    }

    fn answer(&mut self, asked: &Asked, room: Room) -> Option<String> {
        match asked.command {
            Command::Help => {
                let rules = &self.context.config.chat;
                let list = if room == Room::Player { &rules.players } else { &rules.spectators };
                let names: Vec<String> = list.iter().map(|name| format!("!{name}")).collect();
                Some(names.join(" "))
            }
            Command::Name => Some(format!("{} plays as {}.", self.context.me, self.who)),
            Command::Motor => Some(self.motor()),
            Command::Queue => Some(match self.context.status.lock().queue.as_slice() {
                [] => "Nobody waits for a game.".to_owned(),
                names => format!("Waiting: {}", names.join(", ")),
            }),
            Command::Eval => Some(self.eval()),
            Command::Why => self.why(room),
            Command::Persona => Some(self.wish(Wish::Persona(asked.argument.clone()))),
            Command::Level => Some(self.wish(Wish::Level(asked.argument.clone()))),
        }
    }

    fn motor(&self) -> String {
        let setup = self.thinker.as_ref().map(|thinker| thinker.engine.setup().to_string());
        let setup = setup.map_or(String::new(), |setup| format!("; {setup}"));
        let threads = self.context.threads;
        let plural = if threads == 1 { "" } else { "s" };
        format!("{ABOUT}{setup}; {threads} thread{plural} on {} cores", self.context.cores)
    }

    /// Our last score from White's side, with the line.
    fn eval(&self) -> String {
        let last = self.notes.moves.values().next_back();
        let Some((note, score)) = last.and_then(|note| Some((note, note.score?))) else {
            return "I have not thought yet.".to_owned();
        };
        let mut text = format!("{} at depth {}", score.pov(self.me), note.depth.unwrap_or(0));
        if let Some(board) = &self.board
            && let Some(&start) = board.game.positions().get(note.ply)
        {
            let mut position = start;
            let mut line = Vec::new();
            for uci in &note.pv {
                let Ok(mv) = position.parse_uci(uci) else { break };
                line.push(position.san(mv));
                position.play(mv);
            }
            if !line.is_empty() {
                text += &format!(": {}", line.join(" "));
            }
        }
        text
    }

    fn why(&self, room: Room) -> Option<String> {
        let nothing = || Some("I have not moved yet.".to_owned());
        let Some(board) = &self.board else { return nothing() };
        let first = board.game.start().turn();
        let ours = |ply: &usize| (if ply.is_multiple_of(2) { first } else { !first }) == self.me;
        let Some(ply) = (0..board.ply()).rev().find(ours) else { return nothing() };
        let mut before = board.game.clone();
        while before.moves().len() > ply {
            before.undo();
        }
        let mv = board.game.moves()[ply];
        let (game, before) = (self.id.clone(), Box::new(before));
        self.context.errands.give(Errand::Why { game, room, before, mv });
        None
    }

    fn wish(&mut self, wish: Wish) -> String {
        let rated = self.full.as_ref().is_some_and(|full| full.rated);
        let early = self.board.as_ref().is_some_and(|board| board.ply() <= LAST_WISH);
        if !may_choose(self.context.config.engine.choice, rated) {
            return "Not in this game, sorry. Try a casual one.".to_owned();
        }
        if !early {
            return "Too late for that in this game.".to_owned();
        }
        match self.who.chosen(&wish) {
            Ok(who) => {
                let text = format!("From my next move on I play as {who}.");
                self.wished = Some(who);
                text
            }
            Err(why) => why,
        }
    }
}
