// SPDX-License-Identifier: GPL-3.0-or-later
//! How a position ends the game without a look at what came before it.

use super::Position;
use crate::{Bitboard, Color, Role};

impl Position {
    /// Is the side to move in check without a legal move?
    ///
    /// ```
    /// use xanthos_chess::Position;
    /// let position = Position::from_fen("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1").unwrap();
    /// assert!(position.is_checkmate());
    /// ```
    pub fn is_checkmate(&self) -> bool {
        self.in_check() && !self.has_legal_move()
    }

    /// Has the side to move no legal move while not in check?
    ///
    /// ```
    /// use xanthos_chess::Position;
    /// let position = Position::from_fen("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").unwrap();
    /// assert!(position.is_stalemate());
    /// ```
    pub fn is_stalemate(&self) -> bool {
        !self.in_check() && !self.has_legal_move()
    }

    /// Can neither side ever mate, however badly the other plays? True for bare
    /// kings, a single knight or bishop, and any number of bishops that all
    /// stand on squares of one colour.
    ///
    /// ```
    /// use xanthos_chess::Position;
    /// let position = Position::from_fen("4k3/8/8/8/8/8/8/4KN2 w - - 0 1").unwrap();
    /// assert!(position.is_insufficient_material());
    /// ```
    pub fn is_insufficient_material(&self) -> bool {
        let [pawns, knights, bishops, rooks, queens, _] = self.roles;
        if (pawns | rooks | queens).any() {
            return false;
        }
        if knights.any() {
            return self.occupied().count() == 3;
        }
        (bishops & Bitboard::LIGHT).is_empty() || (bishops & Bitboard::DARK).is_empty()
    }

    /// Have fifty moves gone by without a capture or a pawn move? A mate on the
    /// hundredth half-move comes first.
    ///
    /// ```
    /// use xanthos_chess::Position;
    /// let position = Position::from_fen("4k3/8/8/8/8/8/8/4KR2 w - - 100 90").unwrap();
    /// assert!(position.is_fifty_moves());
    /// ```
    pub fn is_fifty_moves(&self) -> bool {
        self.state.clock >= 100 && !self.is_checkmate()
    }

    /// Has this side anything but king and pawns?
    ///
    /// ```
    /// use xanthos_chess::{Color, Position};
    /// let position = Position::from_fen("4k3/8/8/8/8/8/4P3/4KN2 w - - 0 1").unwrap();
    /// assert!(position.has_pieces(Color::White) && !position.has_pieces(Color::Black));
    /// ```
    #[inline]
    pub fn has_pieces(&self, color: Color) -> bool {
        let plain = self.roles[Role::Pawn as usize] | self.roles[Role::King as usize];
        (self.by_color(color) & !plain).any()
    }
}
