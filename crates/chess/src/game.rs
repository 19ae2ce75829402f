// SPDX-License-Identifier: GPL-3.0-or-later
//! A game: a start, the moves played, and how it ended.

use crate::{Color, Move, Position};
use std::fmt;

/// How a game ended by the rules.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Outcome {
    Checkmate {
        winner: Color,
    },
    Stalemate,
    InsufficientMaterial,
    /// Fifty moves of each side without a capture or a pawn move.
    FiftyMoves,
    /// The same position for the third time.
    Threefold,
}

impl Outcome {
    /// Who won; nobody in a draw.
    ///
    /// ```
    /// use xanthos_chess::{Color, Outcome};
    /// assert_eq!(Outcome::Checkmate { winner: Color::White }.winner(), Some(Color::White));
    /// assert_eq!(Outcome::Stalemate.winner(), None);
    /// ```
    pub fn winner(self) -> Option<Color> {
        match self {
            Outcome::Checkmate { winner } => Some(winner),
            _ => None,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Outcome::Checkmate { winner: Color::White } => "white mates",
            Outcome::Checkmate { winner: Color::Black } => "black mates",
            Outcome::Stalemate => "draw by stalemate",
            Outcome::InsufficientMaterial => "draw by insufficient material",
            Outcome::FiftyMoves => "draw by the fifty-move rule",
            Outcome::Threefold => "draw by threefold repetition",
        })
    }
}

/// A position with its history, of any length.
///
/// ```
/// use xanthos_chess::{Game, Outcome, Position};
/// let mut game = Game::new(Position::startpos());
/// for text in ["g1f3", "g8f6", "f3g1", "f6g8"].repeat(2) {
///     let m = game.position().parse_uci(text).unwrap();
///     game.play(m);
/// }
/// assert_eq!(game.outcome(), Some(Outcome::Threefold));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    positions: Vec<Position>,
    moves: Vec<Move>,
    keys: Vec<u64>,
}

impl Game {
    /// A game that starts from this position.
    ///
    /// ```
    /// use xanthos_chess::{Game, Position};
    /// let game = Game::new(Position::startpos());
    /// assert!(game.moves().is_empty());
    /// ```
    pub fn new(start: Position) -> Game {
        Game { positions: vec![start], moves: Vec::new(), keys: vec![start.key()] }
    }

    /// The position on the board.
    ///
    /// ```
    /// use xanthos_chess::{Game, Position};
    /// let mut game = Game::default();
    /// game.play(game.position().parse_san("e4").unwrap());
    /// assert_eq!(game.position().ply(), 1);
    /// ```
    pub fn position(&self) -> &Position {
        &self.positions[self.positions.len() - 1]
    }

    /// The position that the game started from.
    ///
    /// ```
    /// use xanthos_chess::{Game, Position};
    /// let mut game = Game::default();
    /// game.play(game.position().parse_san("e4").unwrap());
    /// assert_eq!(game.start(), &Position::startpos());
    /// ```
    pub fn start(&self) -> &Position {
        &self.positions[0]
    }

    /// All positions from the start to the current one.
    ///
    /// ```
    /// use xanthos_chess::{Game, Position};
    /// let mut game = Game::default();
    /// game.play(game.position().parse_san("e4").unwrap());
    /// assert_eq!(game.positions().len(), 2);
    /// ```
    pub fn positions(&self) -> &[Position] {
        &self.positions
    }

    /// The moves played.
    ///
    /// ```
    /// use xanthos_chess::Game;
    /// assert!(Game::default().moves().is_empty());
    /// ```
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The keys of all positions from the start to the current one.
    ///
    /// ```
    /// use xanthos_chess::{Game, Position};
    /// assert_eq!(Game::default().keys(), [Position::startpos().key()]);
    /// ```
    pub fn keys(&self) -> &[u64] {
        &self.keys
    }

    /// Plays a legal move.
    ///
    /// ```
    /// use xanthos_chess::Game;
    /// let mut game = Game::default();
    /// for san in ["e4", "e5", "Nf3"] {
    ///     game.play(game.position().parse_san(san).unwrap());
    /// }
    /// assert_eq!(game.moves().len(), 3);
    /// ```
    pub fn play(&mut self, m: Move) {
        let next = self.position().after(m);
        self.moves.push(m);
        self.keys.push(next.key());
        self.positions.push(next);
    }

    /// Takes the last move back.
    ///
    /// ```
    /// use xanthos_chess::Game;
    /// let mut game = Game::default();
    /// let e4 = game.position().parse_san("e4")?;
    /// game.play(e4);
    /// assert_eq!(game.undo(), Some(e4));
    /// assert_eq!(game.undo(), None);
    /// # Ok::<(), xanthos_chess::MoveError>(())
    /// ```
    pub fn undo(&mut self) -> Option<Move> {
        let m = self.moves.pop()?;
        self.positions.pop();
        self.keys.pop();
        Some(m)
    }

    /// How often the current position occurred before.
    ///
    /// ```
    /// use xanthos_chess::Game;
    /// let mut game = Game::default();
    /// for text in ["Nf3", "Nf6", "Ng1", "Ng8"] {
    ///     game.play(game.position().parse_san(text)?);
    /// }
    /// assert_eq!(game.repetitions(), 1);
    /// # Ok::<(), xanthos_chess::MoveError>(())
    /// ```
    pub fn repetitions(&self) -> usize {
        let reach = (self.position().halfmove_clock() as usize).min(self.keys.len() - 1);
        let current = self.position().key();
        // The same side is to move only every second half-move.
        let earlier = self.keys.iter().rev().take(reach + 1).skip(2).step_by(2);
        earlier.filter(|&&key| key == current).count()
    }

    /// How the game ended, if it did. Mate comes before every draw; a draw by
    /// repetition or by fifty moves counts as soon as it may be claimed.
    ///
    /// ```
    /// use xanthos_chess::{Game, Outcome, Position};
    /// let stalemate = Position::from_fen("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").unwrap();
    /// assert_eq!(Game::new(stalemate).outcome(), Some(Outcome::Stalemate));
    /// assert_eq!(Game::default().outcome(), None);
    /// ```
    pub fn outcome(&self) -> Option<Outcome> {
        let position = self.position();
        if !position.has_legal_move() {
            return Some(if position.in_check() {
                Outcome::Checkmate { winner: !position.turn() }
            } else {
                Outcome::Stalemate
            });
        }
        if position.is_insufficient_material() {
            Some(Outcome::InsufficientMaterial)
        } else if position.halfmove_clock() >= 100 {
            Some(Outcome::FiftyMoves)
        } else if self.repetitions() >= 2 {
            Some(Outcome::Threefold)
        } else {
            None
        }
    }
}

impl Default for Game {
    fn default() -> Game {
        Game::new(Position::startpos())
    }
}
