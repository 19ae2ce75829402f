// SPDX-License-Identifier: GPL-3.0-or-later
//! `xanthos show`: a position drawn, or explained why it can't be.

use crate::cli::ShowArgs;
use chess::{FenError, Game, Position};
use engine::diagram::{Diagram, Glyphs};
use std::io::{self, Write};
use std::process::ExitCode;

/// The input was wrong, as for clap.
pub const WRONG_INPUT: u8 = 2;

/// Draws the position of the arguments.
pub fn run(args: &ShowArgs) -> anyhow::Result<ExitCode> {
    match game(&args.fen, args.moves.as_deref())? {
        Ok(game) => draw(&game, args)?,
        Err(code) => return Ok(code),
    }
    Ok(ExitCode::SUCCESS)
}

/// The position of a FEN, or the usual start, after some moves. What is wrong is explained, and
/// the exit code comes back.
pub fn game(fen: &[String], moves: Option<&str>) -> anyhow::Result<Result<Game, ExitCode>> {
    let fen = fen.join(" ");
    let start = match fen.trim() {
        "" | "startpos" => Position::startpos(),
        text => match Position::from_fen(text) {
            Ok(position) => position,
            Err(error) => return explain(text, &error).map(Err),
        },
    };
    let mut game = Game::new(start);
    for (index, text) in moves.unwrap_or("").split_ascii_whitespace().enumerate() {
        match game.position().parse_move(text) {
            Ok(m) => game.play(m),
            Err(error) => {
                writeln!(io::stderr(), "error: move {}: {error}", index + 1)?;
                return Ok(Err(ExitCode::from(WRONG_INPUT)));
            }
        }
    }
    Ok(Ok(game))
}

fn draw(game: &Game, args: &ShowArgs) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    let coloured = args.color.applies();
    let glyphs = if args.ascii { Glyphs::Letters } else { Glyphs::Figurines };
    let position = game.position();
    let diagram = Diagram::new(position).glyphs(glyphs).flipped(args.flip).coloured(coloured);
    writeln!(stdout, "{diagram}\n")?;
    writeln!(stdout, "FEN       {}", position.fen())?;
    if !position.is_standard_castling() {
        writeln!(stdout, "Shredder  {}", position.shredder_fen())?;
    }
    write!(
        stdout,
        "{} to move, {} legal moves",
        capital(position.turn()),
        position.legal_moves().len()
    )?;
    if position.in_check() {
        let givers: Vec<String> =
            position.checkers().into_iter().map(|square| square.to_string()).collect();
        write!(stdout, ", in check from {}", givers.join(" and "))?;
    }
    writeln!(stdout)?;
    if let Some(outcome) = game.outcome() {
        writeln!(stdout, "Game over: {outcome}")?;
    }
    Ok(())
}

fn capital(color: chess::Color) -> &'static str {
    match color {
        chess::Color::White => "White",
        chess::Color::Black => "Black",
    }
}

/// Says what is wrong with a FEN and points at the place.
pub fn explain(fen: &str, error: &FenError) -> anyhow::Result<ExitCode> {
    let mut stderr = io::stderr().lock();
    writeln!(stderr, "error: {error}")?;
    let (line, marks) = pointer(fen, error);
    writeln!(stderr, "  {line}\n  {marks}")?;
    Ok(ExitCode::from(WRONG_INPUT))
}

/// The FEN on one line and carets under what is wrong; at its end if something is missing.
fn pointer(fen: &str, error: &FenError) -> (String, String) {
    let line: String = fen.chars().map(|c| if c.is_control() { '?' } else { c }).collect();
    let columns = |bytes: usize| fen.char_indices().take_while(|&(at, _)| at < bytes).count();
    let (from, to) = if error.span.is_empty() {
        let end = fen.chars().count();
        (end, end + 1)
    } else {
        (columns(error.span.start), columns(error.span.end))
    };
    (line, " ".repeat(from) + &"^".repeat((to - from).max(1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_caret_stands_under_the_place() {
        let fen = "rnbqkbnr/ppppxppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let error = Position::from_fen(fen).unwrap_err();
        let (line, marks) = pointer(fen, &error);
        assert_eq!(line.chars().nth(marks.find('^').unwrap()), Some('x'), "\n{line}\n{marks}");
    }

    #[test]
    fn a_missing_field_is_pointed_at_behind_the_end() {
        let fen = "8/8/8/8/8/8/8/8";
        let error = Position::from_fen(fen).unwrap_err();
        let (line, marks) = pointer(fen, &error);
        assert!(marks.ends_with('^') && marks.len() <= line.len() + 1, "\n{line}\n{marks}");
    }
}
