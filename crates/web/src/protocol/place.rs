// SPDX-License-Identifier: GPL-3.0-or-later
//! Positions in requests, and where games begin.

use super::{Refusal, RefusalCode};
use chess::{Game, Move, Position};
use serde::{Deserialize, Serialize};

/// More moves than any game has; it bounds what one request can cost.
const MOST_MOVES: usize = 2_000;

/// A position and the moves that led on from it.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields = nullable))]
pub struct At {
    /// A FEN, `startpos` or nothing, which is the same.
    fen: Option<String>,
    /// In UCI or SAN; castling as king takes rook or as a king's move of two squares.
    #[cfg_attr(test, ts(as = "Option<_>", optional))]
    moves: Vec<String>,
    #[cfg_attr(test, ts(as = "Option<_>", optional))]
    chess960: bool,
}

/// The same, checked.
#[derive(Clone, Debug)]
pub struct Place {
    /// The start and the moves.
    pub game: Game,
    /// How moves are written.
    pub notation: Notation,
}

/// How moves are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Notation {
    /// Castling as king takes rook.
    pub chess960: bool,
}

impl Notation {
    /// The UCI text of a move.
    pub fn uci(self, position: &Position, m: Move) -> String {
        if self.chess960 { position.uci960(m).to_string() } else { position.uci(m).to_string() }
    }
}

/// Reads a FEN; `startpos` and nothing are the start.
fn position(fen: Option<&str>) -> Result<Position, Refusal> {
    match fen.map(str::trim) {
        None | Some("" | "startpos") => Ok(Position::startpos()),
        Some(text) => Position::from_fen(text)
            .map_err(|error| Refusal::new(RefusalCode::BadFen, error.to_string()).at("fen")),
    }
}

/// Plays `moves`, in UCI or SAN.
fn play(game: &mut Game, moves: &[String]) -> Result<(), Refusal> {
    if moves.len() > MOST_MOVES {
        let message = format!("more than {MOST_MOVES} moves");
        return Err(Refusal::new(RefusalCode::BadMessage, message).at("moves"));
    }
    for (index, text) in moves.iter().enumerate() {
        let m = game.position().parse_move(text).map_err(|error| {
            let message = format!("move {}: {error}", index + 1);
            Refusal::new(RefusalCode::IllegalMove, message).at("moves")
        })?;
        game.play(m);
    }
    Ok(())
}

impl At {
    /// A position without moves.
    pub fn fen(fen: Option<String>) -> At {
        At { fen, ..At::default() }
    }

    /// Sets the place up.
    ///
    /// # Errors
    /// If the position or a move is not legal.
    pub fn place(&self) -> Result<Place, Refusal> {
        let mut game = Game::new(position(self.fen.as_deref())?);
        play(&mut game, &self.moves)?;
        let chess960 = self.chess960 || !game.start().is_standard_castling();
        Ok(Place { game, notation: Notation { chess960 } })
    }
}

/// Where a game is to begin.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields = nullable))]
pub struct Start {
    /// A FEN, `startpos` or nothing, which is the same.
    fen: Option<String>,
    /// The number of a Chess960 position, or `random`; true where `fen` is one.
    #[cfg_attr(test, ts(as = "Option<super::typescript::Chess960Choice>"))]
    chess960: Chess960Choice,
    /// The number of the Chess960 position that was drawn.
    number: Option<u16>,
}

/// Where a game begins, with everything decided that was left to chance.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct StartPosition {
    /// The position.
    pub fen: String,
    /// Whether castling is that of Chess960.
    pub chess960: bool,
    /// The number of the Chess960 position, if it has one.
    pub number: Option<u16>,
}

/// Chess960: not, some position, or this one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
enum Chess960Choice {
    #[default]
    No,
    Known(bool),
    Number(u16),
    Word(String),
}

impl Start {
    /// Decides what is left to chance; also the position, and how moves are written.
    ///
    /// # Errors
    /// If the position is not legal.
    pub fn decide(&self) -> Result<(StartPosition, Position, Notation), Refusal> {
        let wrong = || {
            let message = "chess960 is a number from 0 to 959, \"random\", true, false or null";
            Refusal::new(RefusalCode::BadMessage, message).at("start.chess960")
        };
        let drawn = match &self.chess960 {
            Chess960Choice::Number(number) if *number < 960 => Some(*number),
            Chess960Choice::Word(word) if word == "random" => {
                Some(crate::secret::below(960) as u16)
            }
            Chess960Choice::Number(_) | Chess960Choice::Word(_) => return Err(wrong()),
            Chess960Choice::No | Chess960Choice::Known(_) => None,
        };
        let start = match drawn {
            Some(number) => Position::chess960(number),
            None => position(self.fen.as_deref())?,
        };
        let chess960 = drawn.is_some()
            || self.chess960 == Chess960Choice::Known(true)
            || !start.is_standard_castling();
        let decided = StartPosition { fen: start.fen(), chess960, number: drawn.or(self.number) };
        Ok((decided, start, Notation { chess960 }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Result<Place, Refusal> {
        serde_json::from_str::<At>(text).unwrap().place()
    }

    #[test]
    fn places() {
        assert_eq!(at("{}").unwrap().game, Game::default());
        let place = at(r#"{"fen":"startpos","moves":["e4","e7e5"]}"#).unwrap();
        assert_eq!(place.game.moves().len(), 2);
        assert_eq!(at(r#"{"fen":"nonsense"}"#).unwrap_err().code, RefusalCode::BadFen);
        let error = at(r#"{"moves":["e4","e4"]}"#).unwrap_err();
        assert_eq!(error.code, RefusalCode::IllegalMove);
        assert!(error.message.starts_with("move 2: "), "{error}");
    }

    #[test]
    fn starts_are_decided_once() {
        let read = |text: &str| serde_json::from_str::<Start>(text).unwrap();
        let (start, position, notation) = read(r#"{"chess960":0}"#).decide().unwrap();
        assert_eq!((position, notation.chess960), (Position::chess960(0), true));
        let again = |start: &StartPosition| read(&serde_json::to_string(start).unwrap()).decide();
        assert_eq!(again(&start).unwrap(), (start.clone(), position, notation));
        assert_eq!(start.number, Some(0));

        let (start, position, notation) = read("{}").decide().unwrap();
        assert_eq!((position, notation.chess960), (Position::startpos(), false));
        assert_eq!(again(&start).unwrap().1, position);

        let (random, position, _) = read(r#"{"chess960":"random"}"#).decide().unwrap();
        assert_eq!(again(&random).unwrap().1, position);
        assert!(read(r#"{"chess960":960}"#).decide().is_err());
    }
}
