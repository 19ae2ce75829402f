// SPDX-License-Identifier: GPL-3.0-or-later
//! The game line by line: for pipes, for screen readers, and for those who like it.

use super::command::{Command, HELP};
use super::draw::clock_face;
use super::session::{Next, Session};
use chess::Color;
use engine::diagram::{Diagram, Glyphs};
use journal::StopFlag;
use play::Busy;
use std::io::{self, BufRead, Write};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

/// How often a wait looks whether the program is asked to end.
const GLANCE: Duration = Duration::from_millis(50);

/// How boards are drawn.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    pub coloured: bool,
    pub ascii: bool,
}

/// The lines of standard input, read by a thread of their own: nobody can be woken from a read.
///
/// When the input has ended, the engine still answers the last move; `stop` is raised a second
/// later, for one that thinks on.
pub fn typed(stop: &StopFlag) -> Receiver<io::Result<String>> {
    let (send, lines) = mpsc::sync_channel(16);
    let stop = stop.clone();
    // The thread ends with the input, or with the program.
    thread::spawn(move || {
        for line in io::stdin().lock().lines() {
            let failed = line.is_err();
            if send.send(line).is_err() || failed {
                break;
            }
        }
        drop(send);
        thread::sleep(LAST_ANSWER);
        stop.raise();
    });
    lines
}

/// How long the engine may think about its last answer when nobody types any more.
const LAST_ANSWER: Duration = Duration::from_secs(1);

/// Plays until the input ends, somebody leaves or `stop` is raised; then the game is saved.
pub fn run(
    mut session: Session,
    input: &Receiver<io::Result<String>>,
    out: &mut impl Write,
    look: Look,
    prompt: bool,
    stop: &StopFlag,
) -> anyhow::Result<()> {
    // A reader that has gone away ends the game as its writer does: what was played is kept.
    let played = play(&mut session, input, out, look, prompt, stop);
    session.close()?;
    played?;
    Ok(out.flush()?)
}

fn play(
    session: &mut Session,
    input: &Receiver<io::Result<String>>,
    out: &mut impl Write,
    look: Look,
    prompt: bool,
    stop: &StopFlag,
) -> anyhow::Result<()> {
    writeln!(out, "White: {}, Black: {}", session.name(Color::White), session.name(Color::Black))?;
    writeln!(out, "{HELP}")?;
    loop {
        answer(session, out, stop)?;
        if prompt {
            write!(out, "> ")?;
        }
        out.flush()?;
        let line = loop {
            if stop.is_raised() {
                return Ok(());
            }
            match input.recv_timeout(GLANCE) {
                Ok(line) => break line?,
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            }
        };
        let Some(command) = Command::read(&line) else { continue };
        session.notice.clear();
        // A flag may have fallen while nobody typed.
        session.tick();
        match command {
            Command::Board => board(session, out, look)?,
            Command::Clock => clocks(session, out)?,
            Command::Moves => {
                writeln!(out, "{}", session.sheet().join(" "))?;
                if let Some(opening) = session.opening() {
                    writeln!(out, "{opening}")?;
                }
            }
            command => {
                if session.obey(command) == Next::Leave {
                    return Ok(());
                }
            }
        }
    }
}

/// Waits for the engine, and says what it did and what else is to say.
fn answer(session: &mut Session, out: &mut impl Write, stop: &StopFlag) -> io::Result<()> {
    let thought = session.busy;
    say(session, out)?;
    session.wait_unless(stop);
    if thought == Busy::Thinking
        && let (Some(last), Some(played)) = (session.sheet().last(), session.moves.last())
        && session.position().turn() == session.setup.human
    {
        let san = last.rsplit(' ').next().unwrap_or(last);
        let number = last.split(' ').next().unwrap_or("");
        let dots = match session.setup.human {
            // The engine moved as Black.
            Color::White if !number.ends_with("...") => format!("{number}.."),
            _ => number.to_owned(),
        };
        writeln!(out, "{dots} {san}  ({:.1} s)", played.elapsed.as_secs_f64())?;
    }
    say(session, out)
}

fn say(session: &mut Session, out: &mut impl Write) -> io::Result<()> {
    if !session.notice.is_empty() && !session.is_hinting() {
        writeln!(out, "{}", session.notice)?;
        session.notice.clear();
    }
    Ok(())
}

fn board(session: &Session, out: &mut impl Write, look: Look) -> io::Result<()> {
    let glyphs = if look.ascii { Glyphs::Letters } else { Glyphs::Figurines };
    let diagram = Diagram::new(session.position())
        .glyphs(glyphs)
        .flipped(session.flipped)
        .coloured(look.coloured);
    writeln!(out, "{diagram}")
}

fn clocks(session: &Session, out: &mut impl Write) -> io::Result<()> {
    match (session.left(Color::White), session.left(Color::Black)) {
        (Some(white), Some(black)) => {
            writeln!(out, "White {}, Black {}", clock_face(white), clock_face(black))
        }
        _ => writeln!(out, "No clock runs."),
    }
}
