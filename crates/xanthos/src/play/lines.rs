// SPDX-License-Identifier: GPL-3.0-or-later
//! The game line by line: for pipes, for screen readers, and for those who like it.

use super::command::{Command, HELP};
use super::draw::clock_face;
use super::session::{Next, Session};
use chess::Color;
use engine::diagram::{Diagram, Glyphs};
use play::Busy;
use std::io::{self, BufRead, Write};

/// How boards are drawn.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    pub coloured: bool,
    pub ascii: bool,
}

/// Plays until the input ends or somebody leaves.
pub fn run(
    mut session: Session,
    input: &mut impl BufRead,
    out: &mut impl Write,
    look: Look,
    prompt: bool,
) -> anyhow::Result<()> {
    writeln!(out, "White: {}, Black: {}", session.name(Color::White), session.name(Color::Black))?;
    writeln!(out, "{HELP}")?;
    let mut line = String::new();
    loop {
        answer(&mut session, out)?;
        if prompt {
            write!(out, "> ")?;
        }
        out.flush()?;
        line.clear();
        if input.read_line(&mut line)? == 0 {
            break;
        }
        let Some(command) = Command::read(&line) else { continue };
        session.notice.clear();
        // A flag may have fallen while nobody typed.
        session.tick();
        match command {
            Command::Board => board(&session, out, look)?,
            Command::Clock => clocks(&session, out)?,
            Command::Moves => {
                writeln!(out, "{}", session.sheet().join(" "))?;
                if let Some(opening) = session.opening() {
                    writeln!(out, "{opening}")?;
                }
            }
            command => {
                if session.obey(command) == Next::Leave {
                    break;
                }
            }
        }
    }
    session.close()?;
    out.flush()?;
    Ok(())
}

/// Waits for the engine, and says what it did and what else is to say.
fn answer(session: &mut Session, out: &mut impl Write) -> io::Result<()> {
    let thought = session.busy;
    say(session, out)?;
    session.wait();
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
