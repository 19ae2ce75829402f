// SPDX-License-Identifier: GPL-3.0-or-later
//! The other side of the board: opponents that move by chance, each with a temper.

use std::time::{Duration, Instant};

use rand::{RngExt, SeedableRng};
use rand_xoshiro::SplitMix64;
use shakmaty::uci::UciMove;
use shakmaty::{Chess, Move, Position};

/// What an opponent does besides moving.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Temper {
    /// Nothing.
    Quiet,
    /// Gives up after so many half-moves.
    Resigns(usize),
    /// Offers a draw now and then.
    OffersDraws,
    /// Wants to take back its third move.
    TakesBack,
    /// Leaves after so many half-moves.
    Leaves(usize),
    /// Moves its king to and fro, and claims no draw.
    Shuffles,
    /// Never makes its first move.
    NeverComes,
    /// Asks everything in the chat, in both rooms.
    Chats,
}

/// How long a game is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Time {
    /// For the game, and for each move.
    Clock(Duration, Duration),
    /// Days for each move.
    Days(u64),
}

/// A challenge and the game that comes of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Spec {
    /// Who challenges.
    pub user: String,
    /// Whether that is a bot.
    pub bot: bool,
    /// Its rating.
    pub rating: i64,
    /// Which chess.
    pub variant: String,
    /// The first position, if not the usual one.
    pub fen: Option<String>,
    /// How long.
    pub time: Time,
    /// What the challenge says in seconds, if not what the clock has: a day is played faster.
    pub shown: Option<(u64, u64)>,
    /// Whether it counts.
    pub rated: bool,
    /// The bot's side; by chance if it is not given.
    pub side: Option<usize>,
    /// How the opponent behaves.
    pub temper: Temper,
    /// The win is not to be claimed, though the opponent has left.
    pub unclaimable: bool,
}

impl Default for Spec {
    fn default() -> Spec {
        Spec {
            user: "Ada".to_owned(),
            bot: false,
            rating: 1700,
            variant: "standard".to_owned(),
            fen: None,
            time: Time::Clock(Duration::from_secs(60), Duration::from_secs(1)),
            shown: None,
            rated: false,
            side: None,
            temper: Temper::Quiet,
            unclaimable: false,
        }
    }
}

impl Spec {
    /// What the challenge says, in seconds.
    pub(crate) fn seconds(&self) -> (u64, u64) {
        match (self.shown, self.time) {
            (Some(shown), _) => shown,
            (None, Time::Clock(base, increment)) => (base.as_secs(), increment.as_secs()),
            (None, Time::Days(_)) => (0, 0),
        }
    }

    /// Lichess's word for it.
    pub(crate) fn speed(&self) -> &'static str {
        if matches!(self.time, Time::Days(_)) {
            return "correspondence";
        }
        let (base, increment) = self.seconds();
        match base + 40 * increment {
            0..30 => "ultraBullet",
            30..180 => "bullet",
            180..480 => "blitz",
            480..1500 => "rapid",
            _ => "classical",
        }
    }
}

/// What an opponent wants to do now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Act {
    Move(String),
    Resign,
    OfferDraw,
    TakeBack,
    Leave,
    Chat(&'static str, &'static str),
}

/// An opponent in a game.
#[derive(Clone, Debug)]
pub(crate) struct Opponent {
    temper: Temper,
    chance: SplitMix64,
    /// When it acts next.
    due: Instant,
    done: bool,
    chats: usize,
    pub(crate) gone: bool,
    pub(crate) wants_back: bool,
}

/// What a chatty opponent asks.
const QUESTIONS: &[(&str, &str)] = &[
    ("player", "!eval"),
    ("spectator", "!eval"),
    ("player", "!why"),
    ("player", "!help"),
    ("player", "hello there"),
    ("player", "!name"),
    ("player", "!level 900"),
    ("player", "!queue"),
    ("player", "!motor"),
];

impl Opponent {
    pub(crate) fn new(temper: Temper, seed: u64, now: Instant) -> Opponent {
        Opponent {
            temper,
            chance: SplitMix64::seed_from_u64(seed),
            due: now + Duration::from_millis(5),
            done: false,
            chats: 0,
            gone: false,
            wants_back: false,
        }
    }

    /// Somebody has moved: it thinks for a moment.
    pub(crate) fn moved(&mut self, now: Instant) {
        self.wants_back = false;
        self.due = now + Duration::from_millis(self.chance.random_range(0..12));
    }

    /// What it does, in a position where it is to move or not.
    pub(crate) fn act(
        &mut self,
        position: &Chess,
        mode: shakmaty::CastlingMode,
        ply: usize,
        to_move: bool,
        now: Instant,
    ) -> Option<Act> {
        if now < self.due || self.gone {
            return None;
        }
        let first = !self.done;
        match self.temper {
            Temper::NeverComes => return None,
            Temper::Resigns(after) if ply >= after.max(2) => return Some(Act::Resign),
            Temper::Leaves(after) if ply >= after.max(2) => {
                self.gone = true;
                return Some(Act::Leave);
            }
            Temper::OffersDraws if to_move && ply > 2 && ply % 10 < 2 && first => {
                self.done = true;
                return Some(Act::OfferDraw);
            }
            Temper::TakesBack if ply >= 5 && first => {
                self.done = true;
                self.wants_back = true;
                // It waits for the answer.
                self.due = now + Duration::from_millis(100);
                return Some(Act::TakeBack);
            }
            Temper::Chats if to_move && ply >= 2 && self.chats < QUESTIONS.len() => {
                let (room, text) = QUESTIONS[self.chats];
                self.chats += 1;
                return Some(Act::Chat(room, text));
            }
            _ => {}
        }
        if !to_move {
            return None;
        }
        if ply % 10 == 9 && self.temper == Temper::OffersDraws {
            self.done = false;
        }
        let moves = position.legal_moves();
        if moves.is_empty() {
            return None;
        }
        if self.temper == Temper::Shuffles {
            let mut texts: Vec<String> =
                moves.iter().map(|&m| UciMove::from_move(m, mode).to_string()).collect();
            texts.sort();
            let king = |text: &&String| ["g8h8", "h8g8"].contains(&text.as_str());
            return texts.iter().find(king).or(texts.first()).cloned().map(Act::Move);
        }
        // A capture if there is one, half of the time: games shall end.
        let captures: Vec<Move> = moves.iter().copied().filter(|m| m.is_capture()).collect();
        let m = if !captures.is_empty() && self.chance.random_bool(0.5) {
            captures[self.chance.random_range(0..captures.len())]
        } else {
            moves[self.chance.random_range(0..moves.len())]
        };
        Some(Act::Move(UciMove::from_move(m, mode).to_string()))
    }
}
