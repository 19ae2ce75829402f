// SPDX-License-Identifier: GPL-3.0-or-later
//! A game as the server keeps it.

use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{CastlingMode, Chess, Color, EnPassantMode, Position};

use crate::clock::ServerClock;
use crate::opponent::{Opponent, Spec, Temper, Time};

/// White is 0, Black is 1.
pub type Side = usize;

/// How a game stands, in the API's words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs, reason = "the names are the API's")]
pub enum Status {
    Started,
    Aborted,
    Mate,
    Resign,
    Stalemate,
    Timeout,
    Draw,
    Outoftime,
    NoStart,
}

impl Status {
    /// As the API spells it.
    pub fn name(self) -> &'static str {
        match self {
            Status::Started => "started",
            Status::Aborted => "aborted",
            Status::Mate => "mate",
            Status::Resign => "resign",
            Status::Stalemate => "stalemate",
            Status::Timeout => "timeout",
            Status::Draw => "draw",
            Status::Outoftime => "outoftime",
            Status::NoStart => "noStart",
        }
    }
}

/// A game.
pub struct Game {
    /// Its id.
    pub id: String,
    /// The bot's side.
    pub bot: Side,
    /// How it stands.
    pub status: Status,
    /// Who won.
    pub winner: Option<Side>,
    /// The moves in UCI notation.
    pub moves: Vec<String>,
    /// What the bot has said, by room.
    pub said: Vec<(String, String)>,
    /// Draws that the bot has offered with its moves, by ply.
    pub draw_offers: Vec<usize>,
    /// Answers of the bot to offers: `draw yes`, `takeback no` …
    pub answers: Vec<String>,
    /// How often the bot has claimed the win.
    pub claims: u32,
    /// When it began.
    pub begun: Instant,
    /// Whether somebody but the opponent asks in the spectators' room.
    pub spectated: bool,
    pub(crate) spec: Spec,
    pub(crate) mode: CastlingMode,
    pub(crate) positions: Vec<Chess>,
    hashes: Vec<Zobrist64>,
    pub(crate) clock: Option<ServerClock>,
    pub(crate) streams: Vec<Sender<(Instant, String)>>,
    pub(crate) opponent: Opponent,
    pub(crate) offers: Offers,
    /// Streams opened so far.
    pub opened: u32,
    /// When the last one was opened.
    pub opened_at: Option<Instant>,
}

/// What is on the table: draws and takebacks by side.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Offers {
    pub(crate) draw: [bool; 2],
    pub(crate) takeback: [bool; 2],
}

/// Why a move is not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refusal {
    Over,
    NotYourTurn,
    Illegal,
}

impl Game {
    pub(crate) fn new(id: String, spec: Spec, bot: Side, seed: u64, now: Instant) -> Game {
        let chess960 = spec.variant == "chess960";
        let mode = if chess960 { CastlingMode::Chess960 } else { CastlingMode::Standard };
        let position = match &spec.fen {
            None => Chess::default(),
            Some(fen) => {
                let fen: Fen = fen.parse().expect("a FEN of a test");
                fen.into_position(mode).expect("a position of a test")
            }
        };
        let clock = match spec.time {
            Time::Clock(initial, increment) => Some(ServerClock::new(initial, increment)),
            Time::Days(_) => None,
        };
        let hash = position.zobrist_hash(EnPassantMode::Legal);
        let opponent = Opponent::new(spec.temper, seed, now);
        Game {
            id,
            bot,
            status: Status::Started,
            winner: None,
            moves: Vec::new(),
            said: Vec::new(),
            draw_offers: Vec::new(),
            answers: Vec::new(),
            claims: 0,
            begun: now,
            spectated: false,
            spec,
            mode,
            positions: vec![position],
            hashes: vec![hash],
            clock,
            streams: Vec::new(),
            opponent,
            offers: Offers::default(),
            opened: 0,
            opened_at: None,
        }
    }

    pub(crate) fn position(&self) -> &Chess {
        self.positions.last().expect("there is always one")
    }

    /// Who is to move.
    pub fn turn(&self) -> Side {
        usize::from(self.position().turn() == Color::Black)
    }

    /// Half-moves made.
    pub fn ply(&self) -> usize {
        self.moves.len()
    }

    /// Whether it goes on.
    pub fn is_running(&self) -> bool {
        self.status == Status::Started
    }

    pub(crate) fn play(&mut self, side: Side, text: &str, now: Instant) -> Result<(), Refusal> {
        self.check_flag(now);
        if !self.is_running() {
            return Err(Refusal::Over);
        }
        if self.turn() != side {
            return Err(Refusal::NotYourTurn);
        }
        let uci: UciMove = text.parse().map_err(|_| Refusal::Illegal)?;
        let m = uci.to_move(self.position()).map_err(|_| Refusal::Illegal)?;
        let mut next = self.position().clone();
        next.play_unchecked(m);
        self.moves.push(UciMove::from_move(m, self.mode).to_string());
        self.hashes.push(next.zobrist_hash(EnPassantMode::Legal));
        self.positions.push(next);
        let ply = self.ply();
        if let Some(clock) = &mut self.clock {
            clock.press(side, ply, now);
        }
        self.offers.draw[1 - side] = false;
        self.offers.takeback = [false; 2];
        self.opponent.moved(now);
        self.judge(now);
        Ok(())
    }

    /// How often the position has come.
    pub(crate) fn repeated(&self) -> usize {
        self.hashes.iter().filter(|hash| Some(*hash) == self.hashes.last()).count()
    }

    /// Ends the game if the rules do, or if the opponent claims what can be claimed.
    fn judge(&mut self, now: Instant) {
        let position = self.position();
        let enough = if self.spec.temper == Temper::Shuffles { 5 } else { 3 };
        if position.is_checkmate() {
            let winner = 1 - self.turn();
            self.end(Status::Mate, Some(winner), now);
        } else if position.is_stalemate() {
            self.end(Status::Stalemate, None, now);
        } else if position.is_insufficient_material()
            || self.repeated() >= enough
            || position.halfmoves() >= 100
        {
            self.end(Status::Draw, None, now);
        }
    }

    pub(crate) fn check_flag(&mut self, now: Instant) {
        if self.is_running()
            && let Some(side) = self.clock.as_ref().and_then(|clock| clock.fallen(now))
        {
            let alone = self.position().has_insufficient_material(Color::from_white(side == 1));
            let winner = (!alone).then_some(1 - side);
            self.end(Status::Outoftime, winner, now);
            self.tell_state(now);
        }
    }

    pub(crate) fn end(&mut self, status: Status, winner: Option<Side>, now: Instant) {
        if self.is_running() {
            self.status = status;
            self.winner = winner;
            if let Some(clock) = &mut self.clock {
                clock.stop(now);
            }
        }
    }

    pub(crate) fn take_back(&mut self, side: Side, now: Instant) {
        // To the position where that side was to move.
        let count = if self.turn() == side { 2 } else { 1 };
        for _ in 0..count.min(self.ply()) {
            self.moves.pop();
            self.positions.pop();
            self.hashes.pop();
        }
        let (turn, ply) = (self.turn(), self.ply());
        if let Some(clock) = &mut self.clock {
            clock.turn_back(turn, ply, now);
        }
        self.offers = Offers::default();
        self.opponent.moved(now);
        self.tell_state(now);
    }

    pub(crate) fn state(&self, now: Instant) -> Value {
        let left = |side: Side| {
            let day = Duration::from_secs(24 * 3600 * 3);
            let time = self.clock.as_ref().map_or(day, |clock| clock.left(side, now));
            time.as_millis() as u64
        };
        let increment = self.clock.as_ref().map_or(0, |clock| clock.increment.as_millis() as u64);
        let mut state = json!({
            "type": "gameState", "moves": self.moves.join(" "),
            "wtime": left(0), "btime": left(1), "winc": increment, "binc": increment,
            "status": self.status.name(),
        });
        for (name, flag) in [
            ("wdraw", self.offers.draw[0]),
            ("bdraw", self.offers.draw[1]),
            ("wtakeback", self.offers.takeback[0]),
            ("btakeback", self.offers.takeback[1]),
        ] {
            if flag {
                state[name] = json!(true);
            }
        }
        if let Some(winner) = self.winner {
            state["winner"] = json!(colour(winner));
        }
        state
    }

    pub(crate) fn full(&self, me: &str, now: Instant) -> Value {
        let bot = json!({"id": me.to_lowercase(), "name": me, "title": "BOT", "rating": 2000});
        let name = &self.spec.user;
        let title = self.spec.bot.then_some("BOT");
        let other = json!({"id": name.to_lowercase(), "name": name, "title": title, "rating": self.spec.rating});
        let [white, black] = if self.bot == 0 { [bot, other] } else { [other, bot] };
        let clock = self.clock.as_ref().map(|clock| {
            json!({"initial": clock.initial.as_millis() as u64, "increment": clock.increment.as_millis() as u64})
        });
        let mut full = json!({
            "type": "gameFull", "id": self.id, "variant": {"key": self.spec.variant, "name": "", "short": ""},
            "clock": clock, "speed": self.spec.speed(), "perf": {"name": "Blitz"},
            "rated": self.spec.rated, "createdAt": 1_760_000_000_000u64,
            "white": white, "black": black,
            "initialFen": self.spec.fen.as_deref().unwrap_or("startpos"),
            "state": self.state(now),
        });
        if let Time::Days(days) = self.spec.time {
            full["daysPerTurn"] = json!(days);
        }
        full
    }

    /// What the event stream and the list of games say.
    pub(crate) fn info(&self) -> Value {
        json!({
            "fullId": format!("{}abcd", self.id), "gameId": self.id, "id": self.id,
            "color": colour(self.bot), "speed": self.spec.speed(), "rated": self.spec.rated,
            "variant": {"key": self.spec.variant, "name": ""}, "source": "friend",
            "hasMoved": self.ply() > 1, "isMyTurn": self.is_running() && self.turn() == self.bot,
            "opponent": {"id": self.spec.user.to_lowercase(), "username": self.spec.user, "rating": self.spec.rating},
            "compat": {"bot": true, "board": true},
        })
    }

    /// Tells all streams how the game stands.
    pub(crate) fn tell_state(&mut self, now: Instant) {
        let line = self.state(now).to_string();
        self.tell(&line);
    }

    pub(crate) fn tell(&mut self, line: &str) {
        let now = Instant::now();
        self.streams.retain(|stream| stream.send((now, line.to_owned())).is_ok());
    }
}

fn colour(side: Side) -> &'static str {
    if side == 0 { "white" } else { "black" }
}
