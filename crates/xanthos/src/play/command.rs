// SPDX-License-Identifier: GPL-3.0-or-later
//! What a player types, understood once.

use chess::{Move, MoveError, Position};
use std::path::PathBuf;

/// A typed line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Not a word of its own: a move, if anything.
    Move(String),
    /// Take the last move back.
    TakeBack,
    /// What would the engine play?
    Hint,
    /// Give up.
    Resign,
    /// Offer a draw.
    Draw,
    /// Turn the board.
    Flip,
    /// Write the game down.
    Save(Option<PathBuf>),
    /// Show the board.
    Board,
    /// Show the clocks.
    Clock,
    /// Show the moves.
    Moves,
    /// Which words there are.
    Help,
    /// Leave.
    Quit,
}

/// The words, for people.
pub const HELP: &str = "a move (e4, Nf3, e7e8q) · back · hint · draw · resign · flip · save [FILE] \
                        · board · moves · clock · quit";

impl Command {
    /// Understands a line; `None` if it is empty.
    pub fn read(line: &str) -> Option<Command> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        Some(match word.to_ascii_lowercase().as_str() {
            "" => return None,
            "back" | "takeback" | "undo" => Command::TakeBack,
            "hint" | "?" => Command::Hint,
            "resign" => Command::Resign,
            "draw" => Command::Draw,
            "flip" => Command::Flip,
            "save" => Command::Save(Some(rest.trim()).filter(|r| !r.is_empty()).map(PathBuf::from)),
            "board" => Command::Board,
            "clock" | "time" => Command::Clock,
            "moves" => Command::Moves,
            "help" => Command::Help,
            "quit" | "exit" => Command::Quit,
            _ => Command::Move(line.to_owned()),
        })
    }
}

/// Reads a move as people type it: UCI, SAN, and SAN with a small letter for the piece.
pub fn read_move(position: &Position, text: &str) -> Result<Move, MoveError> {
    position.parse_move(text).or_else(|error| {
        let mut letters = text.chars();
        match letters.next() {
            // A small b is a pawn's.
            Some(first @ ('n' | 'r' | 'q' | 'k')) => {
                let capital: String = first.to_uppercase().chain(letters).collect();
                position.parse_move(&capital).map_err(|_| error)
            }
            _ => Err(error),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_moves() {
        assert_eq!(Command::read("  BACK "), Some(Command::TakeBack));
        assert_eq!(Command::read("save"), Some(Command::Save(None)));
        assert_eq!(Command::read("save a b.pgn"), Some(Command::Save(Some("a b.pgn".into()))));
        assert_eq!(Command::read("Nf3"), Some(Command::Move("Nf3".into())));
        assert_eq!(Command::read(" \t"), None);
    }

    #[test]
    fn careless_letters_are_understood() {
        let position = Position::startpos();
        let knight = position.parse_san("Nf3").unwrap();
        for text in ["Nf3", "nf3", "g1f3"] {
            assert_eq!(read_move(&position, text), Ok(knight));
        }
        assert!(read_move(&position, "Bb5").is_err() && read_move(&position, "é").is_err());
    }
}
