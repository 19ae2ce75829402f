// SPDX-License-Identifier: GPL-3.0-or-later
//! `position`: from words to a game that can be searched, or to what is wrong with them.

use super::words::{Words, quoted};
use chess::{FenError, Game, MoveError, Position, Repair, Setup};
use thiserror::Error;

/// Where a game starts and what was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionText {
    /// The text after `fen`; `None` for the start position.
    pub fen: Option<String>,
    /// The words after `moves`.
    pub moves: Vec<String>,
}

/// Why there is no such position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PositionError {
    /// Neither `startpos` nor `fen`.
    #[error("position needs 'startpos' or 'fen', not '{0}'")]
    Start(String),
    /// Words where `moves` was expected.
    #[error("expected 'moves', not '{0}'")]
    Unexpected(String),
    /// The FEN is not one, or not of a legal position.
    #[error("{error} in '{fen}'")]
    Fen {
        /// What is wrong.
        error: FenError,
        /// The text, shortened.
        fen: String,
    },
    /// A move that can't be played.
    #[error("move {number} can't be played ({why}): {text}")]
    Move {
        /// The how-manieth of the list, from 1.
        number: usize,
        /// What is wrong.
        why: MoveError,
        /// The word, shortened.
        text: String,
    },
    /// A null move in check would let the king be taken.
    #[error("move {number} passes although the king is in check: 0000")]
    NullInCheck {
        /// The how-manieth of the list, from 1.
        number: usize,
    },
}

impl PositionText {
    pub(super) fn parse(mut words: Words) -> Result<PositionText, PositionError> {
        let fen = match words.next() {
            Some("startpos") => None,
            Some("fen") => {
                let mut fields = Vec::new();
                while let Some(field) = words.peek().filter(|&field| field != "moves") {
                    fields.push(field);
                    words.next();
                }
                Some(fields.join(" "))
            }
            other => return Err(PositionError::Start(quoted(other.unwrap_or("")))),
        };
        match words.next() {
            None | Some("moves") => {
                Ok(PositionText { fen, moves: words.map(str::to_owned).collect() })
            }
            Some(other) => Err(PositionError::Unexpected(quoted(other))),
        }
    }

    /// The game, and what had to be left out of its FEN.
    pub fn game(&self) -> Result<(Game, Vec<Repair>), PositionError> {
        let (start, repairs) = match &self.fen {
            None => (Position::startpos(), Vec::new()),
            Some(fen) => Setup::parse(fen)
                .and_then(|setup| setup.position_lenient())
                .map_err(|error| PositionError::Fen { error, fen: quoted(fen) })?,
        };
        let mut game = Game::new(start);
        for (index, text) in self.moves.iter().enumerate() {
            let number = index + 1;
            if text == "0000" {
                game = pass(&game).ok_or(PositionError::NullInCheck { number })?;
                continue;
            }
            let m = game.position().parse_uci(text).map_err(|why| PositionError::Move {
                number,
                why,
                text: quoted(text),
            })?;
            game.play(m);
        }
        Ok((game, repairs))
    }
}

/// A null move, for GUIs that analyse "what if the other side were to move".
/// It is no move of chess, so the history ends here.
fn pass(game: &Game) -> Option<Game> {
    let position = game.position();
    (!position.in_check()).then(|| Game::new(position.after_null()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<(Game, Vec<Repair>), PositionError> {
        PositionText::parse(Words::new(text))?.game()
    }

    #[test]
    fn start_fen_and_moves() {
        assert_eq!(read("startpos").unwrap().0.position(), &Position::startpos());
        assert_eq!(read("startpos moves").unwrap().0.moves().len(), 0);
        assert_eq!(read("startpos moves e2e4 e7e5").unwrap().0.moves().len(), 2);
        let fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
        assert_eq!(read(&format!("fen {fen}")).unwrap().0.position().fen(), fen);
        assert_eq!(read(&format!("fen {fen} moves e2e4")).unwrap().0.moves().len(), 1);
        assert!(read("fen 4k3/8/8/8/8/8/4P3/4K3 w - - moves e2e4").is_ok(), "four fields");
    }

    #[test]
    fn rights_without_a_rook_are_repaired_and_reported() {
        let (game, repairs) = read("fen 4k3/8/8/8/8/8/4P3/4K3 w KQ - 0 1").unwrap();
        assert_eq!(game.position().fen(), "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
        assert_eq!(repairs.len(), 2);
    }

    #[test]
    fn errors_name_the_word() {
        for (text, word) in [
            ("", "startpos"),
            ("endpos", "endpos"),
            ("startpos e2e4", "e2e4"),
            ("startpos moves e2e4 e2e4", "e2e4"),
            ("startpos moves e2e4 e7e5 banana", "banana"),
            ("fen 8/8/8/8/8/8/8/8 w - - 0 1", "8/8/8/8/8/8/8/8"),
            ("fen", ""),
        ] {
            let error = read(text).unwrap_err().to_string();
            assert!(error.contains(word), "{text}: {error}");
        }
    }

    #[test]
    fn letter_case_and_castling_notation_are_free() {
        let line = "startpos moves E2E4 e7e5 g1f3 b8c6 f1c4 f8c5";
        let short = read(&format!("{line} e1g1")).unwrap().0;
        let rook = read(&format!("{line} E1H1")).unwrap().0;
        assert_eq!(short.position(), rook.position());
    }

    #[test]
    fn null_moves_are_read() {
        let (game, _) = read("startpos moves e2e4 0000 d2d4").unwrap();
        assert_eq!(game.position().piece_on(chess::Square::D4).map(|p| p.letter()), Some('P'));
        assert!(read("fen 4k3/8/8/8/8/8/8/4RK2 b - - 0 1 moves 0000").is_err());
    }
}
