// SPDX-License-Identifier: GPL-3.0-or-later
//! The board in a terminal: keys, mouse, and a terminal that is left as it was found.

use super::command::Command;
use super::draw::{Layout, View, frame};
use super::session::{Next, Session};
use chess::{Move, Role, Square};
use crossterm::cursor::{MoveTo, Show};
use crossterm::event::{
    self, DisableMouseCapture, EnableMouseCapture, Event, KeyCode, KeyEvent, KeyEventKind,
    KeyModifiers, MouseButton, MouseEventKind,
};
use crossterm::style::Print;
use crossterm::terminal::{
    self, Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode,
    enable_raw_mode,
};
use crossterm::{execute, queue};
use formats::pgn::GameResult;
use journal::StopFlag;
use std::io::{self, Write};
use std::time::Duration;

/// How often clocks and the engine are looked at.
const GLANCE: Duration = Duration::from_millis(50);

/// The longest line that somebody may type.
const LONGEST: usize = 200;

/// A terminal that belongs to the game until this is dropped.
struct Stage;

impl Stage {
    fn enter() -> io::Result<Stage> {
        // From here on a panic must not leave the terminal raw, and its words must be seen.
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            leave();
            usual(panic);
        }));
        enable_raw_mode()?;
        let stage = Stage;
        execute!(io::stdout(), EnterAlternateScreen, EnableMouseCapture)?;
        Ok(stage)
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        leave();
    }
}

/// Gives the terminal back. Nothing can be done about one that does not take it.
fn leave() {
    let _ = execute!(io::stdout(), DisableMouseCapture, LeaveAlternateScreen, Show);
    let _ = disable_raw_mode();
}

/// Plays until somebody leaves. What was said last is said once more afterwards.
pub fn run(session: Session, coloured: bool, ascii: bool, stop: &StopFlag) -> anyhow::Result<()> {
    let mut table =
        Table { session, input: String::new(), selected: None, promotion: None, coloured, ascii };
    let played = {
        let _stage = Stage::enter()?;
        table.play(stop)
    };
    let closed = table.session.close();
    let sheet = table.session.sheet();
    if !sheet.is_empty() {
        let result = table.session.over.as_ref().map_or(GameResult::Unknown, |over| over.result);
        // The terminal may be gone by now.
        let _ = writeln!(io::stdout(), "{} {result}", sheet.join(" "));
    }
    closed?;
    if stop.is_raised() {
        return Ok(());
    }
    Ok(played?)
}

/// Waits a moment for input; answers whether the terminal is still there.
#[cfg(unix)]
fn input_waits() -> io::Result<bool> {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    let stdin = io::stdin();
    let mut wait = [PollFd::new(&stdin, PollFlags::IN)];
    let moment = Timespec { tv_sec: 0, tv_nsec: i64::from(GLANCE.subsec_nanos()) };
    match poll(&mut wait, Some(&moment)) {
        // A signal, such as that of a new size.
        Ok(0) | Err(rustix::io::Errno::INTR) => Ok(true),
        Ok(_) => {
            let gone = PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL;
            Ok(!wait[0].revents().intersects(gone))
        }
        Err(error) => Err(error.into()),
    }
}

/// Waits a moment for input; answers whether the terminal is still there.
#[cfg(not(unix))]
fn input_waits() -> io::Result<bool> {
    event::poll(GLANCE)?;
    Ok(true)
}

struct Table {
    session: Session,
    input: String,
    selected: Option<Square>,
    /// Moves that differ only in what a pawn becomes.
    promotion: Option<Vec<Move>>,
    coloured: bool,
    ascii: bool,
}

impl Table {
    fn play(&mut self, stop: &StopFlag) -> io::Result<()> {
        let mut drawn = Vec::new();
        loop {
            self.draw(&mut drawn)?;
            // Nothing may be read from a terminal that is gone.
            if !input_waits()? || stop.is_raised() {
                return Ok(());
            }
            while event::poll(Duration::ZERO)? {
                let next = match event::read()? {
                    Event::Key(key) => self.key(key),
                    Event::Mouse(mouse) => {
                        if mouse.kind == MouseEventKind::Down(MouseButton::Left) {
                            self.click(usize::from(mouse.column), usize::from(mouse.row));
                        }
                        Next::Stay
                    }
                    Event::Resize(..) => {
                        drawn.clear();
                        Next::Stay
                    }
                    _ => Next::Stay,
                };
                if next == Next::Leave {
                    return Ok(());
                }
            }
            if stop.is_raised() {
                return Ok(());
            }
            self.session.tick();
        }
    }

    /// Draws the rows that have changed.
    fn draw(&self, drawn: &mut Vec<String>) -> io::Result<()> {
        let (width, height) = terminal::size().unwrap_or((80, 24));
        let size = (usize::from(width).max(1), usize::from(height).max(1));
        let (input, selected) = (self.input.as_str(), self.selected);
        let view = View { input, selected, size, coloured: self.coloured, ascii: self.ascii };
        let rows = frame(&self.session, &view);
        let mut out = io::stdout().lock();
        if drawn.len() != rows.len() {
            queue!(out, Clear(ClearType::All))?;
            drawn.clear();
        }
        for (index, row) in rows.iter().enumerate() {
            if drawn.get(index) != Some(row) {
                let at = MoveTo(0, u16::try_from(index).unwrap_or(u16::MAX));
                queue!(out, at, Print(row), Clear(ClearType::UntilNewLine))?;
            }
        }
        let column = rows.last().map_or(0, |row| row.chars().count());
        let place = |n: usize| u16::try_from(n).unwrap_or(u16::MAX);
        queue!(out, MoveTo(place(column), place(rows.len().saturating_sub(1))))?;
        out.flush()?;
        *drawn = rows;
        Ok(())
    }

    fn key(&mut self, key: KeyEvent) -> Next {
        if key.kind == KeyEventKind::Release {
            return Next::Stay;
        }
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Char('c' | 'd') if control => return Next::Leave,
            KeyCode::Char('u') if control => self.input.clear(),
            KeyCode::Char(letter) if !control => {
                if let Some(moves) = self.promotion.take() {
                    self.promote(&moves, letter);
                } else if self.input.len() < LONGEST {
                    self.input.push(letter);
                }
            }
            KeyCode::Backspace => drop(self.input.pop()),
            KeyCode::Esc => {
                self.input.clear();
                self.selected = None;
                self.promotion = None;
            }
            KeyCode::Enter => {
                self.selected = None;
                let line = std::mem::take(&mut self.input);
                if let Some(command) = Command::read(&line) {
                    self.session.notice.clear();
                    return self.session.obey(command);
                }
            }
            _ => {}
        }
        Next::Stay
    }

    /// The first click takes a piece, the second puts it down.
    fn click(&mut self, column: usize, row: usize) {
        let (width, height) = terminal::size().unwrap_or((80, 24));
        let layout = Layout::new((usize::from(width), usize::from(height)));
        let Some(square) = layout.square_at(column, row, self.session.flipped) else { return };
        self.promotion = None;
        let position = self.session.position();
        let own = position.by_color(self.session.setup.human).contains(square);
        let moves = match self.selected {
            Some(from) if from != square => self.session.moves_between(from, square),
            _ => Vec::new(),
        };
        match (moves.as_slice(), self.selected) {
            ([m], _) => {
                self.selected = None;
                self.session.human_plays(*m);
            }
            ([_, ..], _) => {
                self.selected = None;
                self.session.notice =
                    "What does the pawn become? q queen, r rook, b bishop, n knight".to_owned();
                self.promotion = Some(moves);
            }
            ([], Some(from)) if from == square => self.selected = None,
            ([], _) => {
                self.selected = Some(square).filter(|_| own && self.session.is_humans_turn())
            }
        }
    }

    fn promote(&mut self, moves: &[Move], letter: char) {
        let role = Role::from_letter(letter.to_ascii_lowercase());
        self.session.notice.clear();
        if let Some(m) = moves.iter().find(|m| role.is_some() && m.promotion() == role) {
            self.session.human_plays(*m);
        }
    }
}
