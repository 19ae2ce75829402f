// SPDX-License-Identifier: GPL-3.0-or-later
//! The conversation with an xboard engine.
//!
//! Unlike a UCI engine, this one keeps the board: it is in *force* mode (it
//! records moves of both sides) until its first turn, is then told `go`, and
//! from there on answers every move of its opponent with one of its own.

use std::time::{Duration, Instant};

use chess::{Color, Move, Position};

use super::feature::Features;
use super::line::{Said, understand};
use super::{setup, thinking};
use crate::fault::Fault;
use crate::player::Timeouts;
use crate::process::{EngineProcess, Launch, Line};
use crate::reply::{Answer, Claim, Pondered, Reply, Thinking};
use crate::turn::{GameStart, Turn};
use journal::StopFlag;

/// How long an engine may leave `protover` unanswered before it is taken for
/// one of the first protocol version; the protocol names this figure.
const FEATURE_WAIT: Duration = Duration::from_secs(2);
/// How often an engine that has not said a word about features is nudged
/// before it is believed to have none. One well-known engine misses most of what
/// it is told before it is ready.
const NUDGES: u32 = 40;
/// How long a nudge may take to work.
const NUDGE_WAIT: Duration = Duration::from_millis(100);
/// How long after a claim of result a move may still follow.
const CLAIM_WAIT: Duration = Duration::from_secs(1);

/// Violations that are kept between two moves.
const MOST_VIOLATIONS: usize = 8;

/// An xboard engine that has told its features.
#[derive(Debug)]
pub struct XboardPlayer {
    process: EngineProcess,
    timeouts: Timeouts,
    command: String,
    features: Features,
    pings: u64,
    chess960: bool,
    /// Told every turn instead of the clock, where the rule is time per move.
    constant_time: Option<Duration>,
    /// Whether it answers moves, or only records them.
    playing: bool,
    /// Moves of the game that it knows.
    known_moves: usize,
    /// Its last move, to tell an announcement made twice from a second move.
    last_move: String,
    pending: Pending,
    violations: Vec<String>,
}

/// What an engine has said outside its turn, for its next one.
#[derive(Debug, Default)]
struct Pending {
    claim: Option<Claim>,
    resigned: bool,
    offers_draw: bool,
}

impl XboardPlayer {
    /// Starts the engine and learns its features.
    pub fn start(
        launch: &Launch,
        timeouts: Timeouts,
        cancel: &StopFlag,
    ) -> Result<XboardPlayer, Fault> {
        let process = EngineProcess::start(launch, "quit", timeouts.quit)?;
        let mut player = XboardPlayer {
            process,
            timeouts,
            command: launch.command.clone(),
            features: Features::default(),
            pings: 0,
            chess960: false,
            constant_time: None,
            playing: false,
            known_moves: 0,
            last_move: String::new(),
            pending: Pending::default(),
            violations: Vec::new(),
        };
        player.learn_features(cancel)?;
        Ok(player)
    }

    /// The name the engine gave itself, or its program's.
    pub fn name(&self) -> &str {
        self.features.myname.as_deref().unwrap_or(&self.command)
    }

    /// What it has told about itself.
    pub fn features(&self) -> &Features {
        &self.features
    }

    /// See [`crate::Player::set_options`]. `Hash` and `Threads` become
    /// `memory` and `cores` where the engine knows these.
    pub fn set_options(&mut self, options: &[(String, String)]) -> Result<Vec<String>, Fault> {
        let mut warnings = Vec::new();
        for (name, value) in options {
            let declared =
                self.features.options.iter().find(|option| option.name.eq_ignore_ascii_case(name));
            let command = match (declared, name.to_ascii_lowercase().as_str()) {
                (Some(option), _) => option
                    .command(value)
                    .map_err(|reason| Fault::Option { name: name.clone(), reason })?,
                (None, "hash" | "memory") if self.features.memory => {
                    format!("memory {}", whole(name, value)?)
                }
                (None, "threads" | "cores") if self.features.smp => {
                    format!("cores {}", whole(name, value)?)
                }
                (None, "syzygypath") if self.features.egt.iter().any(|kind| kind == "syzygy") => {
                    format!("egtpath syzygy {value}")
                }
                (None, _) => {
                    warnings.push(format!("doesn't have option {name}"));
                    continue;
                }
            };
            self.process.send(&command)?;
        }
        Ok(warnings)
    }

    /// See [`crate::Player::send_raw`].
    pub fn send_raw(&mut self, line: &str) -> Result<(), Fault> {
        self.process.send(line)
    }

    /// See [`crate::Player::new_game`].
    pub fn new_game(&mut self, start: &GameStart<'_>, cancel: &StopFlag) -> Result<(), Fault> {
        let plan = setup::plan(start.control, start.limits, &self.features)?;
        self.constant_time = plan.constant;
        self.chess960 = start.chess960;
        self.playing = false;
        self.last_move.clear();

        let mut lines = vec!["new".to_owned()];
        if start.chess960 {
            let variant = ["fischerandom", "chess960"]
                .into_iter()
                .find(|known| self.features.variants.iter().any(|variant| variant == known))
                .ok_or_else(|| Fault::Unsupported("does not play Chess960".to_owned()))?;
            lines.push(format!("variant {variant}"));
        }
        lines.push("force".to_owned());
        lines.extend(plan.lines);
        let ponders = if start.ponder { "hard" } else { "easy" };
        lines.extend(["post", ponders].map(str::to_owned));
        if self.features.name {
            lines.push(format!("name {}", start.opponent));
        }
        let mut position = *start.game.start();
        if position != Position::startpos() {
            if self.features.setboard {
                lines.push(format!("setboard {}", position.fen()));
            } else {
                lines.extend(setup::edit(&position)?);
            }
        }
        for &mv in start.game.moves() {
            lines.push(self.move_line(&position, mv));
            position.play(mv);
        }
        self.known_moves = start.game.moves().len();
        // What comes before the pong belongs to the past, except complaints.
        self.process.send(&lines.join("\n"))?;
        self.ping(cancel)?;
        self.pending = Pending::default();
        Ok(())
    }

    /// See [`crate::Player::think`].
    pub fn think(&mut self, turn: &Turn<'_>, cancel: &StopFlag) -> Result<Reply, Fault> {
        let position = turn.game.position();
        while let Some(line) = self.process.receive_pending()? {
            self.overhear(&line)?;
        }
        let mut reply = Reply {
            answer: Answer::Resign,
            began: Instant::now(),
            elapsed: Duration::ZERO,
            thinking: Thinking::default(),
            expects: None,
            pondered: Pondered::No,
            offers_draw: std::mem::take(&mut self.pending.offers_draw),
            violations: std::mem::take(&mut self.violations),
            false_claims: Vec::new(),
            said: Vec::new(),
        };
        let mut claim = std::mem::take(&mut self.pending.claim);
        if std::mem::take(&mut self.pending.resigned) || concedes(claim.as_ref(), position.turn()) {
            return Ok(reply);
        }

        let (request, sent_move) = self.request(turn);
        let asked = Instant::now();
        self.process.send(&request)?;
        let mut deadline = asked + turn.timeout;
        let mut claim_until = claim.as_ref().map(|_| asked + CLAIM_WAIT);
        let mut urged = None;
        loop {
            let until = claim_until.map_or(deadline, |until| until.min(deadline));
            let Some(line) = self.process.receive(until, cancel)? else {
                if claim_until.is_some_and(|until| until <= Instant::now()) {
                    let claim = claim.take().map(|claim| claim.text).unwrap_or_default();
                    return Err(Fault::FalseClaim { claim, fen: position.fen() });
                }
                if urged.is_some() {
                    return Err(Fault::Silent { waited: asked.elapsed() });
                }
                urged = Some(self.process.last_write().max(asked));
                self.process.send("?")?;
                deadline = Instant::now() + turn.grace;
                continue;
            };
            if let Some(thoughts) = thinking::parse(&line.text) {
                hear(&mut reply.thinking, thoughts);
                continue;
            }
            reply.began = urged.unwrap_or_else(|| self.process.last_write().max(asked));
            reply.elapsed = line.at.saturating_duration_since(reply.began);
            match understand(&line.text) {
                Said::Move(text) => {
                    if self.is_echo(text, position) {
                        continue;
                    }
                    let mv = self.own_move(position, text)?;
                    self.playing = true;
                    self.known_moves = turn.game.moves().len() + 1;
                    reply.answer = Answer::Move(mv);
                    reply.false_claims.extend(claim.map(|claim| claim.text));
                    reply.offers_draw |= std::mem::take(&mut self.pending.offers_draw);
                    return Ok(reply);
                }
                Said::Resign => return Ok(reply),
                Said::Claim(new) => {
                    if concedes(Some(&new), position.turn()) {
                        return Ok(reply);
                    }
                    claim = Some(new);
                    claim_until = Some(Instant::now() + CLAIM_WAIT);
                }
                Said::OfferDraw => reply.offers_draw = true,
                Said::Complaint(text) => Self::complaint(text, sent_move.as_deref())?,
                Said::Feature => self.hear_feature(&line.text)?,
                Said::Pong(_) | Said::Other => {}
            }
        }
    }

    /// Tells how the game ended, so that learning engines may learn and all
    /// stop thinking.
    pub fn game_over(&mut self, result: &str, reason: &str) {
        let _ = self.process.send(&format!("force\nresult {result} {{{reason}}}"));
        self.playing = false;
    }

    /// Whether the same process may play another game.
    pub fn is_reusable(&self) -> bool {
        self.features.reuse
    }

    /// See [`crate::Player::take_violations`].
    pub fn take_violations(&mut self) -> Vec<String> {
        while let Ok(Some(line)) = self.process.receive_pending() {
            let _ = self.overhear(&line);
        }
        std::mem::take(&mut self.violations)
    }

    /// Identifier of the process.
    pub fn process_id(&self) -> u32 {
        self.process.id()
    }

    fn learn_features(&mut self, cancel: &StopFlag) -> Result<(), Fault> {
        self.process.send("xboard\nprotover 2")?;
        let started = Instant::now();
        let mut deadline = started + FEATURE_WAIT;
        let mut asked_for_patience = false;
        let mut heard = false;
        let mut nudges = 0;
        loop {
            match self.process.receive(deadline, cancel)? {
                Some(line) => match understand(&line.text) {
                    Said::Feature => {
                        heard = true;
                        self.hear_feature(&line.text)?;
                        match self.features.done {
                            Some(true) => return Ok(()),
                            Some(false) if !asked_for_patience => {
                                asked_for_patience = true;
                                deadline = Instant::now() + self.timeouts.startup;
                            }
                            _ => {}
                        }
                    }
                    // It has read all of that and knows nothing of it.
                    Said::Complaint(text) if !heard && text.contains("ping") => return Ok(()),
                    _ => {}
                },
                // Some engines keep their features to themselves until the next
                // command makes them flush.
                None if !heard && nudges < NUDGES => {
                    nudges += 1;
                    self.process.send("ping 0")?;
                    deadline = Instant::now() + NUDGE_WAIT;
                }
                None if asked_for_patience => {
                    return Err(Fault::Handshake {
                        expected: "feature done=1",
                        waited: started.elapsed(),
                        tail: self.process.complaints(),
                    });
                }
                // Silence: an engine of the first version, or one that forgot
                // to say that it is done.
                None => return Ok(()),
            }
        }
    }

    fn hear_feature(&mut self, line: &str) -> Result<(), Fault> {
        let replies = self.features.hear(line);
        if replies.is_empty() { Ok(()) } else { self.process.send(&replies.join("\n")) }
    }

    fn ping(&mut self, cancel: &StopFlag) -> Result<(), Fault> {
        if !self.features.ping {
            return Ok(());
        }
        self.pings += 1;
        let number = self.pings;
        self.process.send(&format!("ping {number}"))?;
        let deadline = Instant::now() + self.timeouts.ping;
        loop {
            let Some(line) = self.process.receive(deadline, cancel)? else {
                let expected = format!("pong {number}");
                return Err(Fault::Unready { expected, waited: self.timeouts.ping });
            };
            match understand(&line.text) {
                Said::Pong(answer) if answer == number => return Ok(()),
                Said::Feature => self.hear_feature(&line.text)?,
                Said::Complaint(text) if text.to_ascii_lowercase().contains("illegal position") => {
                    return Err(Fault::Unsupported(format!("refuses the position: `{text}`")));
                }
                _ => {}
            }
        }
    }

    /// What starts the engine's thinking, and the opponent's move in it.
    fn request(&mut self, turn: &Turn<'_>) -> (String, Option<String>) {
        let color = turn.game.position().turn();
        let moves = turn.game.moves();
        let mut lines = Vec::new();
        let is_answer = self.playing && moves.len() == self.known_moves + 1;
        if self.playing && !is_answer {
            lines.push("force".to_owned());
        }
        let mut position = *turn.game.start();
        let mut news = Vec::new();
        for (index, &mv) in moves.iter().enumerate() {
            if index >= self.known_moves {
                news.push((self.move_line(&position, mv), self.move_text(&position, mv)));
            }
            position.play(mv);
        }
        self.known_moves = moves.len();
        let sent = news.last().map(|(_, text)| text.clone());

        let mut clocks = Vec::new();
        if self.features.time {
            let own = self.constant_time.or(turn.limits.clock.remaining(color));
            let other = turn.limits.clock.remaining(!color).or(own);
            let centiseconds = |time: Duration| (time.as_millis() / 10).max(1);
            clocks.extend(own.map(|time| format!("time {}", centiseconds(time))));
            clocks.extend(other.map(|time| format!("otim {}", centiseconds(time))));
        }
        if turn.draw_offered && self.features.draw {
            clocks.push("draw".to_owned());
        }
        if is_answer {
            lines.extend(clocks);
            lines.extend(news.into_iter().map(|(line, _)| line));
        } else {
            lines.extend(news.into_iter().map(|(line, _)| line));
            lines.extend(clocks);
            lines.push("go".to_owned());
        }
        (lines.join("\n"), sent)
    }

    fn move_text(&self, position: &Position, mv: Move) -> String {
        if self.features.san {
            position.san(mv)
        } else if self.chess960 && mv.is_castle() {
            position.san(mv).trim_end_matches(['+', '#']).to_owned()
        } else {
            position.uci(mv).to_string()
        }
    }

    fn move_line(&self, position: &Position, mv: Move) -> String {
        let text = self.move_text(position, mv);
        if self.features.usermove { format!("usermove {text}") } else { text }
    }

    /// Whether an announcement is the engine's previous move, said once more.
    fn is_echo(&self, text: &str, position: &Position) -> bool {
        text == self.last_move && position.parse_move(text).is_err()
    }

    fn own_move(&mut self, position: &Position, text: &str) -> Result<Move, Fault> {
        self.last_move = text.to_owned();
        position.parse_move(text).map_err(|_| Fault::IllegalMove {
            text: text.chars().take(40).collect(),
            fen: position.fen(),
        })
    }

    /// A line outside the engine's turn.
    fn overhear(&mut self, line: &Line) -> Result<(), Fault> {
        match understand(&line.text) {
            Said::Claim(claim) => self.pending.claim = Some(claim),
            Said::Resign => self.pending.resigned = true,
            Said::OfferDraw => self.pending.offers_draw = true,
            Said::Feature => self.hear_feature(&line.text)?,
            Said::Move(text) if text != self.last_move => {
                self.note_oddity(format!("`{text}` out of turn"));
            }
            Said::Move(_) | Said::Pong(_) | Said::Complaint(_) | Said::Other => {}
        }
        Ok(())
    }

    fn note_oddity(&mut self, text: String) {
        if self.violations.len() < MOST_VIOLATIONS {
            self.violations.push(text.chars().take(120).collect());
        }
    }

    /// A complaint is serious if it is about the opponent's move; others are
    /// about words that the engine does not know, which is its right.
    fn complaint(text: &str, sent: Option<&str>) -> Result<(), Fault> {
        match sent {
            Some(sent) if text.contains(sent) => {
                Err(Fault::RejectedMove { sent: sent.to_owned(), line: text.to_owned() })
            }
            _ => Ok(()),
        }
    }
}

/// Whether a claim grants the game to the opponent.
fn concedes(claim: Option<&Claim>, own: Color) -> bool {
    claim.is_some_and(|claim| claim.winner == Some(!own))
}

/// The last verdict counts; a line without moves leaves the old ones.
fn hear(heard: &mut Thinking, mut new: Thinking) {
    if new.pv.is_empty() {
        new.pv = std::mem::take(&mut heard.pv);
    }
    *heard = new;
}

fn whole(name: &str, value: &str) -> Result<u64, Fault> {
    value.parse().map_err(|_| Fault::Option {
        name: name.to_owned(),
        reason: format!("`{value}` is not a whole number"),
    })
}
