// SPDX-License-Identifier: GPL-3.0-or-later
//! The operator's view in a terminal: drawn twice a second, left as it was found.

use crossterm::cursor::{Hide, MoveTo, Show};
use crossterm::event::{self, Event, KeyCode, KeyModifiers};
use crossterm::style::Print;
use crossterm::terminal::{
    self, Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode,
    enable_raw_mode,
};
use crossterm::{execute, queue};
use journal::StopFlag;
use lichess::{BotError, Log, Setup, Status, view};
use std::io::{self, Write};
use std::thread;
use std::time::{Duration, Instant};

/// How often the screen is drawn.
const GLANCE: Duration = Duration::from_millis(500);

/// A terminal that is ours until this is dropped.
struct Stage;

impl Drop for Stage {
    fn drop(&mut self) {
        // Nothing can be done about a terminal that does not take it.
        let _ = execute!(io::stdout(), LeaveAlternateScreen, Show);
        let _ = disable_raw_mode();
    }
}

/// Runs the bot on another thread and shows what it does. `q` or Ctrl-C ends it; a second time,
/// at once.
pub fn run(
    setup: Setup,
    status: &Status,
    log: &Log,
    ending: &StopFlag,
) -> anyhow::Result<Result<(), BotError>> {
    let bot = thread::spawn(move || lichess::run(setup));
    let drawn = draw(status, log, ending, || bot.is_finished());
    // Without a screen the bot goes on, unless somebody wanted it to end.
    let ended = bot.join().unwrap_or(Err(BotError::Broken("bot")));
    drawn?;
    for (level, line) in log.recent().iter().rev().take(5).rev() {
        writeln!(io::stderr(), "{level:<7} {line}")?;
    }
    Ok(ended)
}

fn draw(
    status: &Status,
    log: &Log,
    ending: &StopFlag,
    finished: impl Fn() -> bool,
) -> io::Result<()> {
    enable_raw_mode()?;
    let _stage = Stage;
    let mut out = io::stdout();
    execute!(out, EnterAlternateScreen, Hide)?;
    while !finished() {
        let (width, height) = terminal::size()?;
        let lines = view::screen(
            &status.get(),
            &log.recent(),
            Instant::now(),
            usize::from(width),
            usize::from(height),
        );
        queue!(out, MoveTo(0, 0))?;
        for (row, line) in lines.iter().enumerate() {
            queue!(out, MoveTo(0, row as u16), Print(line), Clear(ClearType::UntilNewLine))?;
        }
        queue!(out, Clear(ClearType::FromCursorDown))?;
        out.flush()?;
        if event::poll(GLANCE)?
            && let Event::Key(key) = event::read()?
        {
            let interrupt =
                key.code == KeyCode::Char('c') && key.modifiers.contains(KeyModifiers::CONTROL);
            if interrupt || key.code == KeyCode::Char('q') {
                if ending.is_raised() {
                    drop(_stage);
                    std::process::exit(i32::from(journal::interrupt::EXIT_CODE));
                }
                ending.raise();
            }
        }
    }
    Ok(())
}
