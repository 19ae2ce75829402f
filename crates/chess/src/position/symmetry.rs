// SPDX-License-Identifier: GPL-3.0-or-later
//! The two mirrors that a fair evaluation can't see.

use super::Position;
use crate::{Piece, Square};

impl Position {
    /// The same position with colours swapped and the board turned upside down.
    ///
    /// ```
    /// use xanthos_chess::{Color, Position};
    /// let flipped = Position::startpos().flipped();
    /// assert_eq!(flipped.turn(), Color::Black);
    /// assert_eq!(flipped.flipped(), Position::startpos());
    /// ```
    #[must_use]
    pub fn flipped(&self) -> Position {
        let mut flipped = self.moved_by(Square::flip, |p| Piece::new(!p.color(), p.role()));
        flipped.turn = !self.turn;
        flipped.colors = [self.colors[1].flip(), self.colors[0].flip()];
        let rights = self.state.rights;
        flipped.state.rights = (rights << 2 | rights >> 2) & 15;
        let [a, b, c, d] = self.rooks;
        flipped.rooks = [c.flip(), d.flip(), a.flip(), b.flip()];
        flipped.settled()
    }

    /// The same position with the files in reverse order, a to h; castling knows
    /// left from right, so there is none while a right is left.
    ///
    /// ```
    /// use xanthos_chess::Position;
    /// let position = Position::from_fen("4k3/8/8/8/8/8/8/R3K3 w - - 0 1").unwrap();
    /// let mirrored = position.mirrored().unwrap();
    /// assert_eq!(mirrored.fen(), "3k4/8/8/8/8/8/8/3K3R w - - 0 1");
    /// assert!(Position::startpos().mirrored().is_none());
    /// ```
    #[must_use]
    pub fn mirrored(&self) -> Option<Position> {
        if self.state.rights != 0 {
            return None;
        }
        let mut mirrored = self.moved_by(Square::mirror, |piece| piece);
        mirrored.colors = self.colors.map(|set| set.mirror());
        Some(mirrored.settled())
    }

    fn moved_by(&self, to: fn(Square) -> Square, piece: fn(Piece) -> Piece) -> Position {
        let mut moved = *self;
        moved.board = [None; 64];
        for square in self.occupied() {
            moved.board[to(square).index()] = self.piece_on(square).map(piece);
        }
        let set = |role: usize| self.roles[role].into_iter().map(to).collect();
        moved.roles = [0, 1, 2, 3, 4, 5].map(set);
        moved.state.en_passant = self.state.en_passant.map(to);
        moved.state.polyglot_en_passant = self.state.polyglot_en_passant.map(to);
        moved
    }

    /// Brings what depends on the pieces up to date.
    fn settled(mut self) -> Position {
        self.find_checks_and_pins();
        self.state = self.state_keys();
        debug_assert!(self.is_ok());
        self
    }
}
