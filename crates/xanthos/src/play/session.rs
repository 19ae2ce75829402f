// SPDX-License-Identifier: GPL-3.0-or-later
//! A game in the terminal: what is typed goes to the game, what the game answers is said.

use super::command::{Command, HELP, read_move};
use chess::{Color, Move, Position, Square};
use explain::{Effort, Explainer, Language, Level, Settings, Sources};
use journal::StopFlag;
use play::{Busy, OwnEngine, SessionEvent, Setup, pgn_text};
use std::io::IsTerminal;
use std::ops::{Deref, DerefMut};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// How long the coach thinks about a move, in nodes.
const COACH_NODES: u64 = 50_000;

/// A game, and what is shown beside it.
pub struct Session {
    inner: play::Session,
    pub flipped: bool,
    /// What was said last.
    pub notice: String,
    /// The file for games.
    file: Option<PathBuf>,
    saved: bool,
    /// Whether giving up was asked about: the next word decides.
    resigning: bool,
    /// Who comments on the person's moves, if anybody.
    coach: Option<Explainer>,
}

/// What is meant after the question whether to resign: a yes does it.
fn answered(command: Command) -> Command {
    match command {
        Command::Move(text) if matches!(text.to_ascii_lowercase().as_str(), "y" | "yes") => {
            Command::Resign
        }
        other => other,
    }
}

fn says_no(text: &str) -> bool {
    matches!(text.to_ascii_lowercase().as_str(), "n" | "no")
}

/// Whether to go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// Go on.
    Stay,
    /// Leave.
    Leave,
}

impl Deref for Session {
    type Target = play::Session;

    fn deref(&self) -> &play::Session {
        &self.inner
    }
}

impl DerefMut for Session {
    fn deref_mut(&mut self) -> &mut play::Session {
        &mut self.inner
    }
}

impl Session {
    /// Begins; the engine moves if it is its turn.
    pub fn new(setup: Setup, engine: OwnEngine, file: Option<PathBuf>) -> Session {
        Session {
            flipped: setup.human == Color::Black,
            notice: "Type a move, or help.".to_owned(),
            file,
            saved: false,
            resigning: false,
            coach: None,
            inner: play::Session::new(setup, engine),
        }
    }

    /// With remarks on every move of the person, and hints in words.
    pub fn coached(self) -> Session {
        let settings = Settings { effort: Effort::Nodes(COACH_NODES), ..Settings::default() };
        let sources = Sources { openings: Some(Arc::new(crate::explain::opening)), tables: None };
        Session { coach: Some(Explainer::new(settings).consulting(sources)), ..self }
    }

    /// Does what was typed.
    pub fn obey(&mut self, command: Command) -> Next {
        let asked = std::mem::take(&mut self.resigning);
        let command = if asked { answered(command) } else { command };
        match command {
            Command::Move(text) if asked && says_no(&text) => {
                self.notice = "The game goes on.".to_owned();
            }
            Command::Move(text) => self.typed(&text),
            Command::TakeBack if self.inner.take_back() => {
                self.saved = false;
                self.notice = "Taken back.".to_owned();
            }
            Command::TakeBack => {
                self.notice = "There is no move of yours to take back.".to_owned();
            }
            Command::Hint if self.coach.is_some() && self.is_humans_turn() => {
                self.notice = self.advice(None);
            }
            Command::Hint if self.hint() => self.notice = "Thinking about a hint …".to_owned(),
            Command::Hint => self.notice = "There is nothing to hint at now.".to_owned(),
            Command::Resign | Command::Draw if self.over.is_some() => self.game_is_over(),
            // A person may have mistyped; a script means what it says.
            Command::Resign if !asked && std::io::stdin().is_terminal() => {
                self.resigning = true;
                self.notice = "Resign the game? Type yes to give up, no to go on.".to_owned();
            }
            Command::Resign => {
                self.inner.resign();
                self.tell_end();
            }
            Command::Draw if self.offer_draw() => self.tell_end(),
            Command::Draw => self.notice = "The engine declines the draw.".to_owned(),
            Command::Flip => self.flipped = !self.flipped,
            Command::Save(path) => self.save(path),
            Command::Help => self.notice = HELP.to_owned(),
            Command::Board | Command::Clock | Command::Moves => {}
            Command::Quit => return Next::Leave,
        }
        Next::Stay
    }

    fn typed(&mut self, text: &str) {
        if self.over.is_some() {
            self.game_is_over();
        } else if !self.is_humans_turn() {
            self.notice = "It is not your turn.".to_owned();
        } else {
            match read_move(self.position(), text) {
                Ok(m) => self.human_plays(m),
                Err(error) => self.notice = format!("{error}; help lists the words."),
            }
        }
    }

    fn game_is_over(&mut self) {
        self.notice = "The game is over.".to_owned();
    }

    /// The legal moves between two squares: more than one for a promotion, and castling
    /// also by the square that the king goes to.
    pub fn moves_between(&self, from: Square, to: Square) -> Vec<Move> {
        let position = self.position();
        let legal = position.legal_moves();
        let exact: Vec<Move> =
            legal.iter().filter(|m| m.from() == from && m.to() == to).copied().collect();
        if exact.is_empty() {
            position.parse_uci(&format!("{from}{to}")).into_iter().collect()
        } else {
            exact
        }
    }

    /// The person's move.
    pub fn human_plays(&mut self, m: Move) {
        self.notice = self.advice(Some(m));
        self.inner.play(m);
        self.tell_end();
    }

    /// What the coach says of a move, or of the position; nothing without one.
    fn advice(&mut self, m: Option<Move>) -> String {
        let Some(coach) = &mut self.coach else { return String::new() };
        let Ok(found) = coach.explain(&self.inner.game, m, &[]) else { return String::new() };
        let told = found.summary(Level::Club, Language::English);
        let words: Vec<String> = told.into_iter().take(2).map(|told| told.text).collect();
        words.join(" ")
    }

    /// Looks at clock and engine.
    pub fn tick(&mut self) {
        let news = self.inner.tick();
        self.hear(news);
    }

    /// Waits for the engine, if it is at something, until `stop` is raised.
    pub fn wait_unless(&mut self, stop: &StopFlag) {
        let news = self.inner.wait_unless(stop);
        self.hear(news);
    }

    fn hear(&mut self, news: Option<SessionEvent>) {
        match news {
            Some(SessionEvent::Hint { line, .. }) => {
                self.notice = format!("Hint: {}", spell(self.position(), &line, 5));
            }
            Some(SessionEvent::NoMove) => {
                self.notice = "The engine has no move to offer.".to_owned()
            }
            Some(SessionEvent::Over) => self.tell_end(),
            Some(SessionEvent::Moved) | None => {}
        }
    }

    /// Says how the game ended, if it did.
    fn tell_end(&mut self) {
        if let Some(over) = &self.inner.over {
            self.notice = format!("{}: {}", over.result, over.reason);
        }
    }

    /// Writes the game to a file.
    fn save(&mut self, path: Option<PathBuf>) {
        let Some(path) = path.or_else(|| self.file.clone()) else {
            self.notice = "Where to? save FILE".to_owned();
            return;
        };
        self.notice = match self.write(&path) {
            Ok(()) => format!("Saved to {}.", path.display()),
            Err(error) => error.to_string(),
        };
    }

    fn write(&mut self, path: &Path) -> Result<(), journal::AppendError> {
        let text = pgn_text(&self.pgn());
        let mut file = journal::Appender::open(path, None)?;
        file.separate()?;
        file.append(&text)?;
        self.saved = true;
        Ok(())
    }

    /// Leaves the table: the engine rests, and the game goes to its file if it has one.
    pub fn close(&mut self) -> Result<(), journal::AppendError> {
        self.rest();
        match self.file.clone() {
            Some(path) if !self.saved && !self.game.moves().is_empty() => self.write(&path),
            _ => Ok(()),
        }
    }

    /// The moves with their numbers, one string for each full move.
    pub fn sheet(&self) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        for (position, &m) in self.game.positions().iter().zip(self.game.moves()) {
            let san = position.san(m);
            match (position.turn(), lines.last_mut()) {
                (Color::Black, Some(last)) => {
                    last.push(' ');
                    last.push_str(&san);
                }
                (Color::Black, None) => {
                    lines.push(format!("{}... {san}", position.fullmove_number()));
                }
                (Color::White, _) => lines.push(format!("{}. {san}", position.fullmove_number())),
            }
        }
        lines
    }

    /// Whether a hint is thought about.
    pub fn is_hinting(&self) -> bool {
        self.busy == Busy::Hinting
    }
}

/// Some moves of a line in words.
fn spell(position: &Position, line: &[Move], most: usize) -> String {
    let mut position = *position;
    let mut words = Vec::new();
    for &m in line.iter().take(most) {
        if !position.is_legal(m) {
            break;
        }
        words.push(position.san(m));
        position.play(m);
    }
    words.join(" ")
}
