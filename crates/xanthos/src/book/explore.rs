// SPDX-License-Identifier: GPL-3.0-or-later
//! A walk through a book.

use super::Form;
use super::view::View;
use chess::{Game, Position};
use engine::diagram::{Diagram, Glyphs};
use formats::book::Book;
use std::io::{self, BufRead, IsTerminal, Write};
use std::process::ExitCode;

/// What somebody wants at the prompt.
#[derive(Debug, PartialEq, Eq)]
enum Wish<'a> {
    Nothing,
    Back,
    Start,
    Board,
    Help,
    Quit,
    Fen(&'a str),
    /// Moves, or numbers of rows.
    Moves(&'a str),
}

impl Wish<'_> {
    fn read(line: &str) -> Wish<'_> {
        let line = line.trim();
        match line.split_once(char::is_whitespace) {
            Some(("fen" | "position", fen)) => return Wish::Fen(fen.trim()),
            Some(_) => return Wish::Moves(line),
            None => {}
        }
        match line.to_ascii_lowercase().as_str() {
            "" => Wish::Nothing,
            "back" | "undo" | "u" | "-" | ".." => Wish::Back,
            "start" | "startpos" | "top" => Wish::Start,
            "board" | "show" | "d" => Wish::Board,
            "help" | "?" => Wish::Help,
            "quit" | "exit" | "q" => Wish::Quit,
            _ => Wish::Moves(line),
        }
    }
}

const HELP: &str = "a move or its number: go on; back: go back; start: to the start; \
                    fen FEN: to any position; board: draw it; quit: end";

/// Shows the position, and goes where it is told to until the input ends.
pub fn run(
    book: &Book,
    mut game: Game,
    form: &Form,
    board: bool,
    once: bool,
) -> anyhow::Result<ExitCode> {
    let mut out = io::stdout().lock();
    let people = io::stdin().is_terminal() && io::stdout().is_terminal();
    let mut view = View::new(book, &game);
    let draw = |game: &Game, out: &mut io::StdoutLock| -> io::Result<()> {
        let glyphs = if people { Glyphs::Figurines } else { Glyphs::Letters };
        let coloured = form.color.applies();
        writeln!(out, "{}\n", Diagram::new(game.position()).glyphs(glyphs).coloured(coloured))
    };
    if board && !form.json {
        draw(&game, &mut out)?;
    }
    view.print(form, &mut out)?;
    if once {
        return Ok(ExitCode::SUCCESS);
    }
    let mut lines = io::stdin().lock().lines();
    let mut code = ExitCode::SUCCESS;
    loop {
        if people {
            write!(out, "> ")?;
            out.flush()?;
        }
        let Some(line) = lines.next().transpose()? else { break };
        let moved = match Wish::read(&line) {
            Wish::Nothing => Ok(false),
            Wish::Quit => break,
            Wish::Help => {
                writeln!(out, "{HELP}")?;
                Ok(false)
            }
            Wish::Board => {
                draw(&game, &mut out)?;
                Ok(false)
            }
            Wish::Back => game.undo().map(|_| true).ok_or_else(|| "this is where it began".into()),
            Wish::Start => {
                game = Game::default();
                Ok(true)
            }
            Wish::Fen(fen) => {
                Position::from_fen(fen).map_err(|error| error.to_string()).map(|start| {
                    game = Game::new(start);
                    true
                })
            }
            Wish::Moves(words) => play(&mut game, &view, words).map(|()| true),
        };
        match moved {
            Ok(false) => {}
            Ok(true) => {
                if board && !form.json {
                    draw(&game, &mut out)?;
                }
                view = View::new(book, &game);
                view.print(form, &mut out)?;
            }
            Err(why) => {
                // People can try again; a script should know.
                writeln!(io::stderr(), "error: {why}")?;
                if !people {
                    code = ExitCode::from(crate::show::WRONG_INPUT);
                }
            }
        }
    }
    Ok(code)
}

/// Plays moves by name, or by their number in the table.
fn play(game: &mut Game, view: &View, words: &str) -> Result<(), String> {
    let mut next = game.clone();
    for (index, word) in words.split_whitespace().enumerate() {
        let row = word.parse::<usize>().ok().filter(|_| index == 0);
        let named = row.and_then(|row| view.page.candidates.get(row.checked_sub(1)?));
        let text = named.map_or(word, |row| row.uci.as_str());
        let mv = next.position().parse_move(text).map_err(|error| error.to_string())?;
        next.play(mv);
    }
    *game = next;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wishes_and_moves_are_told_apart() {
        assert_eq!(Wish::read(" Back "), Wish::Back);
        assert_eq!(Wish::read("q"), Wish::Quit);
        assert_eq!(Wish::read("Q"), Wish::Quit);
        assert_eq!(Wish::read("b4"), Wish::Moves("b4"));
        assert_eq!(Wish::read("e4 e5"), Wish::Moves("e4 e5"));
        assert_eq!(Wish::read("fen 8/8/8/8/8/8/8/8 w - -"), Wish::Fen("8/8/8/8/8/8/8/8 w - -"));
    }
}
