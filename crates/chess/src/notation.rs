// SPDX-License-Identifier: GPL-3.0-or-later
//! Moves as UCI text, and the errors of reading moves.

use crate::{Move, Position, Role, Side, Square};
use std::fmt;

/// Why a text is not a move here.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MoveError {
    /// Not the notation of any move.
    Syntax(String),
    /// A move, but not one that can be played here.
    Illegal(String),
    /// Several legal moves are meant; they are listed in SAN.
    Ambiguous(String, Vec<String>),
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MoveError::Syntax(text) => write!(f, "{text:?} is not a move"),
            MoveError::Illegal(text) => write!(f, "{text:?} is not a legal move here"),
            MoveError::Ambiguous(text, moves) => {
                write!(f, "{text:?} is ambiguous: {}", moves.join(" or "))
            }
        }
    }
}

impl std::error::Error for MoveError {}

/// Long texts are cut, so that an error stays a line.
pub(crate) fn quoted(text: &str) -> String {
    match text.char_indices().nth(40) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// A move as UCI text; print it with `{}`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct UciMove {
    from: Square,
    to: Square,
    promotion: Option<Role>,
}

impl fmt::Display for UciMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.from == self.to && self.from == Square::A1 {
            return f.write_str("0000");
        }
        write!(f, "{}{}", self.from, self.to)?;
        self.promotion.map_or(Ok(()), |role| write!(f, "{}", role.letter()))
    }
}

impl Position {
    /// A legal move as standard UCI text, castling as the king's two steps
    /// (`e1g1`); [`Move::NULL`] is `0000`.
    ///
    /// ```
    /// use xanthos_chess::Position;
    /// let position: Position = "4k3/8/8/8/8/8/8/4K2R w K - 0 1".parse().unwrap();
    /// let castling = position.parse_uci("e1g1").unwrap();
    /// assert_eq!(position.uci(castling).to_string(), "e1g1");
    /// assert_eq!(position.uci960(castling).to_string(), "e1h1");
    /// assert_eq!(position.parse_uci("E1H1"), Ok(castling));
    /// ```
    pub fn uci(&self, m: Move) -> UciMove {
        let to = if m.is_castle() {
            Side::of(m.from(), m.to()).king_target(self.turn())
        } else {
            m.to()
        };
        UciMove { from: m.from(), to, promotion: m.promotion() }
    }

    /// A legal move as UCI text with castling as king takes rook, which GUIs
    /// expect under `UCI_Chess960`.
    ///
    /// ```
    /// use xanthos_chess::Position;
    /// let position = Position::from_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1").unwrap();
    /// let castles = position.parse_san("O-O").unwrap();
    /// assert_eq!(position.uci960(castles).to_string(), "e1h1");
    /// assert_eq!(position.uci(castles).to_string(), "e1g1");
    /// ```
    pub fn uci960(&self, m: Move) -> UciMove {
        UciMove { from: m.from(), to: m.to(), promotion: m.promotion() }
    }

    /// Reads a UCI move in any letter case. Castling is understood in both
    /// notations; a plain king move to the same square comes first.
    ///
    /// ```
    /// use xanthos_chess::Position;
    /// let start = Position::startpos();
    /// assert_eq!(start.parse_uci("g1f3")?, start.parse_san("Nf3")?);
    /// assert!(start.parse_uci("e2e5").is_err());
    /// # Ok::<(), xanthos_chess::MoveError>(())
    /// ```
    pub fn parse_uci(&self, text: &str) -> Result<Move, MoveError> {
        let syntax = || MoveError::Syntax(quoted(text));
        let (from, to, promotion) = match *text.as_bytes() {
            [a, b, c, d] => (Square::from_letters(a, b), Square::from_letters(c, d), None),
            [a, b, c, d, e] => {
                let role = Role::from_letter(char::from(e))
                    .filter(|role| !matches!(role, Role::Pawn | Role::King))
                    .ok_or_else(syntax)?;
                (Square::from_letters(a, b), Square::from_letters(c, d), Some(role))
            }
            _ => return Err(syntax()),
        };
        let (Some(from), Some(to)) = (from, to) else { return Err(syntax()) };
        let legal = self.legal_moves();
        let exact = |m: &Move| m.from() == from && m.to() == to && m.promotion() == promotion;
        let castling = |m: &Move| {
            let king_to = UciMove { from, to, promotion };
            m.is_castle() && from != to && self.uci(*m) == king_to
        };
        let found =
            legal.iter().find(|&m| exact(m)).or_else(|| legal.iter().find(|&m| castling(m)));
        found.copied().ok_or_else(|| MoveError::Illegal(quoted(text)))
    }

    /// Reads a move in UCI, SAN or long algebraic notation.
    ///
    /// ```
    /// use xanthos_chess::Position;
    /// let start = Position::startpos();
    /// assert_eq!(start.parse_move("e2e4")?, start.parse_move("e4")?);
    /// # Ok::<(), xanthos_chess::MoveError>(())
    /// ```
    pub fn parse_move(&self, text: &str) -> Result<Move, MoveError> {
        self.parse_uci(text).or_else(|_| self.parse_san(text))
    }
}
