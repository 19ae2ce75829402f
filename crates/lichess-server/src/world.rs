// SPDX-License-Identifier: GPL-3.0-or-later
//! Everything that the server knows, and what happens in it by itself.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

use rand::{RngExt, SeedableRng};
use rand_xoshiro::SplitMix64;
use serde_json::{Value, json};

use crate::game::{Game, Side, Status};
use crate::opponent::{Act, Spec, Temper, Time};
use crate::report::Report;
use crate::{Day, Options};

/// A request may have been under way when the 429 was written.
const IN_FLIGHT: Duration = Duration::from_millis(300);

/// A challenge that has no answer yet.
#[derive(Clone, Debug)]
pub(crate) struct Challenge {
    pub(crate) spec: Spec,
    pub(crate) incoming: bool,
    since: Instant,
}

/// How bots answer our challenges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reply {
    /// They accept.
    Accept,
    /// They decline, with this reason.
    Decline(&'static str),
    /// They say nothing.
    Silence,
}

/// The world.
pub struct World {
    /// The bot's name.
    pub me: String,
    /// Whether it is a bot.
    pub is_bot: bool,
    /// What was seen.
    pub report: Report,
    /// All games by id.
    pub games: BTreeMap<String, Game>,
    /// How bots answer challenges.
    pub reply: Reply,
    /// Challenges that the bot has made: the name and the form's fields.
    pub made: Vec<(String, String)>,
    /// The bot may play no bots for so many seconds.
    pub bots_again: Option<u64>,
    /// Bots that may play no bots for so many seconds.
    pub spent: BTreeMap<String, u64>,
    /// Games of the account that bots may not play.
    pub not_for_bots: BTreeSet<String>,
    /// Bots that are online, with their rating.
    pub online: Vec<(String, i64)>,
    pub(crate) options: Options,
    pub(crate) challenges: BTreeMap<String, Challenge>,
    pub(crate) events: Vec<Sender<(Instant, String)>>,
    active: BTreeSet<String>,
    chance: SplitMix64,
    silence: Option<(Instant, Instant)>,
    /// Challenges of a day made so far.
    begun: u64,
    /// When the bot was last killed by the test.
    killed: Option<Instant>,
}

impl World {
    pub(crate) fn new(options: Options) -> World {
        World {
            me: "TestBot".to_owned(),
            is_bot: options.bot,
            report: Report::default(),
            games: BTreeMap::new(),
            reply: Reply::Accept,
            made: Vec::new(),
            bots_again: None,
            spent: BTreeMap::new(),
            not_for_bots: BTreeSet::new(),
            online: vec![("Rival".to_owned(), 2050), ("Giant".to_owned(), 3500)],
            options,
            challenges: BTreeMap::new(),
            events: Vec::new(),
            active: BTreeSet::new(),
            chance: SplitMix64::seed_from_u64(4121),
            silence: None,
            begun: 0,
            killed: None,
        }
    }

    /// Whether a game is over.
    pub fn is_over(&self, id: &str) -> bool {
        self.games.get(id).is_some_and(|game| !game.is_running())
    }

    /// Games that run.
    pub fn running(&self) -> usize {
        self.active.len()
    }

    /// Challenges without an answer.
    pub fn pending(&self) -> usize {
        self.challenges.values().filter(|challenge| challenge.incoming).count()
    }

    /// Streams of events that are open.
    pub fn listeners(&self) -> usize {
        self.events.len()
    }

    fn new_id(&mut self) -> String {
        const LETTERS: &[u8] = b"abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789";
        (0..8).map(|_| LETTERS[self.chance.random_range(0..LETTERS.len())] as char).collect()
    }

    /// Somebody challenges the bot.
    pub fn challenge(&mut self, spec: Spec, now: Instant) -> String {
        let id = self.new_id();
        self.challenges.insert(id.clone(), Challenge { spec, incoming: true, since: now });
        let line = self.challenge_line(&id, "challenge");
        self.tell(&line);
        id
    }

    pub(crate) fn challenge_line(&self, id: &str, kind: &str) -> String {
        let Some(challenge) = self.challenges.get(id) else { return String::new() };
        json!({"type": kind, "challenge": self.challenge_json(id, challenge), "compat": {"bot": true}})
            .to_string()
    }

    pub(crate) fn challenge_json(&self, id: &str, challenge: &Challenge) -> Value {
        let spec = &challenge.spec;
        let me =
            json!({"id": self.me.to_lowercase(), "name": self.me, "title": "BOT", "rating": 2000});
        let title = spec.bot.then_some("BOT");
        let other = json!({"id": spec.user.to_lowercase(), "name": spec.user, "title": title,
            "rating": spec.rating, "online": true});
        let (challenger, dest) = if challenge.incoming { (other, me) } else { (me, other) };
        let (limit, increment) = spec.seconds();
        let time = match spec.time {
            Time::Clock(..) => json!({"type": "clock", "limit": limit, "increment": increment,
                "show": format!("{}+{increment}", limit / 60)}),
            Time::Days(days) => json!({"type": "correspondence", "daysPerTurn": days}),
        };
        let mut value = json!({
            "id": id, "url": format!("http://localhost/{id}"), "status": "created",
            "challenger": challenger, "destUser": dest,
            "variant": {"key": spec.variant, "name": "", "short": ""}, "rated": spec.rated,
            "speed": spec.speed(), "timeControl": time, "color": "random",
            "perf": {"icon": "", "name": "Blitz"},
            "direction": if challenge.incoming { "in" } else { "out" },
        });
        if let Some(fen) = &spec.fen {
            value["initialFen"] = json!(fen);
        }
        value
    }

    /// A challenge becomes a game.
    pub(crate) fn begin(&mut self, id: &str, now: Instant) -> bool {
        let Some(challenge) = self.challenges.remove(id) else { return false };
        let bot: Side = challenge.spec.side.unwrap_or_else(|| self.chance.random_range(0..2));
        let seed = self.chance.random();
        let game = Game::new(id.to_owned(), challenge.spec, bot, seed, now);
        let line = json!({"type": "gameStart", "game": game.info()}).to_string();
        self.games.insert(id.to_owned(), game);
        self.active.insert(id.to_owned());
        let live = self.active.iter().filter(|id| self.games[*id].clock.is_some()).count();
        self.report.most_games = self.report.most_games.max(live);
        self.tell(&line);
        true
    }

    /// Tells all event streams.
    pub(crate) fn tell(&mut self, line: &str) {
        let now = Instant::now();
        self.events.retain(|stream| stream.send((now, line.to_owned())).is_ok());
    }

    /// Nobody challenges the bot any more.
    pub fn end_of_day(&mut self) {
        self.options.day = None;
        self.challenges.clear();
    }

    /// The test has killed the bot: requests that came before may still be under way.
    pub fn note_kill(&mut self, now: Instant) {
        self.killed = Some(now);
    }

    /// Whether a request that came then was made by a process that is no more.
    pub(crate) fn is_orphan(&self, arrived: Instant) -> bool {
        self.killed.is_some_and(|killed| arrived < killed)
    }

    /// Games that run.
    pub(crate) fn active(&self) -> impl Iterator<Item = &Game> {
        self.active.iter().filter_map(|id| self.games.get(id))
    }

    /// Somebody who watches says something.
    pub fn spectator_says(&mut self, id: &str, name: &str, text: &str) {
        if let Some(game) = self.games.get_mut(id) {
            game.spectated = true;
            let line =
                json!({"type": "chatLine", "room": "spectator", "username": name, "text": text});
            game.tell(&line.to_string());
        }
    }

    // What requests mean for everybody.

    pub(crate) fn note_request(&mut self, path: &str, now: Instant) {
        self.report.requests += 1;
        let plain: Vec<&str> = path.split('?').next().unwrap_or("").split('/').collect();
        let known = |part: &&str| {
            !(self.games.contains_key(*part)
                || part.len() == 8
                || part.len() == 4 && part.as_bytes()[1].is_ascii_digit())
        };
        let plain: Vec<&str> =
            plain.into_iter().map(|part| if known(&part) { part } else { "ID" }).collect();
        *self.report.paths.entry(plain.join("/")).or_default() += 1;
        if let Some((from, until)) = self.silence
            && now < until
            && now > from + IN_FLIGHT
        {
            self.report.broken_silence += 1;
        }
    }

    pub(crate) fn too_many(&mut self, now: Instant) {
        self.silence = Some((now, now + self.options.silence));
    }

    pub(crate) fn note_fault(&mut self, index: usize) {
        *self.report.faults.entry(crate::Faults::NAMES[index]).or_default() += 1;
    }

    // Time.

    pub(crate) fn tick(&mut self, now: Instant) {
        for id in self.active.clone() {
            self.tick_game(&id, now);
        }
        self.answer_challenges(now);
        if let Some(day) = self.options.day.clone() {
            self.go_on(&day, now);
        }
    }

    fn tick_game(&mut self, id: &str, now: Instant) {
        let first_move = self.options.first_move;
        let Some(game) = self.games.get_mut(id) else { return };
        game.check_flag(now);
        if game.is_running()
            && game.turn() == game.bot
            && game.ply() < 2
            && game.clock.is_some()
            && now.saturating_duration_since(game.begun) > first_move
        {
            let winner = 1 - game.bot;
            game.end(Status::NoStart, Some(winner), now);
            game.tell_state(now);
        }
        if game.is_running() {
            act(game, now);
        }
        if !game.is_running() {
            self.finish(id);
        }
    }

    /// A game is over: it is counted, and its streams end.
    pub(crate) fn finish(&mut self, id: &str) {
        if !self.active.remove(id) {
            return;
        }
        let Some(game) = self.games.get_mut(id) else { return };
        game.streams.clear();
        let who = match game.winner {
            Some(side) if side == game.bot => " bot",
            Some(_) => " opponent",
            None => "",
        };
        let line = json!({"type": "gameFinish", "game": game.info()}).to_string();
        *self.report.results.entry(format!("{}{who}", game.status.name())).or_default() += 1;
        // What nobody asks for any more is not kept.
        game.positions.drain(..game.positions.len() - 1);
        self.tell(&line);
    }

    fn answer_challenges(&mut self, now: Instant) {
        let outgoing: Vec<String> = self
            .challenges
            .iter()
            .filter(|(_, challenge)| !challenge.incoming)
            .filter(|(_, challenge)| now > challenge.since + Duration::from_millis(20))
            .map(|(id, _)| id.clone())
            .collect();
        for id in outgoing {
            match self.reply {
                Reply::Accept => drop(self.begin(&id, now)),
                Reply::Decline(reason) => {
                    let mut line: Value =
                        serde_json::from_str(&self.challenge_line(&id, "challengeDeclined"))
                            .unwrap_or_default();
                    line["challenge"]["declineReasonKey"] = json!(reason);
                    self.challenges.remove(&id);
                    self.tell(&line.to_string());
                }
                Reply::Silence => {}
            }
        }
    }

    pub(crate) fn offer(&mut self, spec: Spec, now: Instant) -> String {
        let id = self.new_id();
        self.challenges.insert(id.clone(), Challenge { spec, incoming: false, since: now });
        // Lichess shows us our own challenges too.
        let line = self.challenge_line(&id, "challenge");
        self.tell(&line);
        id
    }

    fn go_on(&mut self, day: &Day, now: Instant) {
        // Whoever waits too long goes away.
        let old: Vec<String> = self
            .challenges
            .iter()
            .filter(|(_, challenge)| now > challenge.since + Duration::from_secs(20))
            .map(|(id, _)| id.clone())
            .collect();
        for id in old {
            let line = self.challenge_line(&id, "challengeCanceled");
            self.challenges.remove(&id);
            self.tell(&line);
        }
        let left = day.games.saturating_sub(self.report.games() + self.active.len() as u64);
        let room = day.open.min(left as usize);
        if self.pending() < room && !self.events.is_empty() {
            let spec = day.spec(&mut self.chance);
            self.begun += 1;
            self.challenge(spec, now);
        }
    }
}

/// The opponent of a game does what it wants.
fn act(game: &mut Game, now: Instant) {
    let other = 1 - game.bot;
    let to_move = game.turn() == other;
    let (ply, mode) = (game.ply(), game.mode);
    let position = game.position().clone();
    let Some(act) = game.opponent.act(&position, mode, ply, to_move, now) else { return };
    match act {
        Act::Move(uci) => {
            if game.play(other, &uci, now).is_ok() {
                game.tell_state(now);
            }
        }
        Act::Resign => {
            game.end(Status::Resign, Some(game.bot), now);
            game.tell_state(now);
        }
        Act::OfferDraw => {
            game.offers.draw[other] = true;
            game.tell_state(now);
        }
        Act::TakeBack => {
            game.offers.takeback[other] = true;
            game.tell_state(now);
        }
        Act::Leave => {
            let line = json!({"type": "opponentGone", "gone": true, "claimWinInSeconds": 1});
            game.tell(&line.to_string());
        }
        Act::Chat(room, text) => {
            let user = game.spec.user.clone();
            let line = json!({"type": "chatLine", "room": room, "username": user, "text": text});
            game.tell(&line.to_string());
        }
    }
}

/// Whether a text tells something about a position: a move, or a score with its depth.
pub(crate) fn tells_moves(text: &str) -> bool {
    let is_move = |word: &str| {
        let word = word.trim_matches(|c: char| !c.is_ascii_alphanumeric());
        let bytes = word.as_bytes();
        let [.., file, rank] = bytes else { return false };
        let ends = (b'a'..=b'h').contains(file) && (b'1'..=b'8').contains(rank);
        ends && bytes.len() <= 6 && word.chars().all(|c| "KQRBNabcdefgh12345678x".contains(c))
    };
    text.contains("at depth") || text.split_whitespace().any(is_move)
}

pub(crate) fn chats(game: &Game) -> bool {
    game.spec.temper == Temper::Chats
}
