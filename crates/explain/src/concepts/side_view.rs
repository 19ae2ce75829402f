// SPDX-License-Identifier: GPL-3.0-or-later
//! The board as one side sees it: its own pawns go up.

use chess::{Bitboard, Color, Position, Role, Square};

/// Squares and sets are turned so that the side plays from the bottom.
pub struct SideView {
    pub side: Color,
    pub own: Bitboard,
    pub enemy: Bitboard,
    pub king: Square,
    pub enemy_king: Square,
}

impl SideView {
    pub fn new(position: &Position, side: Color) -> SideView {
        let set = |color| turned(side, position.pieces(color, Role::Pawn));
        SideView {
            side,
            own: set(side),
            enemy: set(!side),
            king: square(side, position.king(side)),
            enemy_king: square(side, position.king(!side)),
        }
    }

    /// Does an own pawn stand on this square (named as White sees it)?
    pub fn has(&self, name: Square) -> bool {
        self.own.contains(name)
    }

    /// Does an enemy pawn stand there?
    pub fn faces(&self, name: Square) -> bool {
        self.enemy.contains(name)
    }

    pub fn own_on_file(&self, file: usize) -> bool {
        (self.own & Bitboard::FILES[file]).any()
    }

    pub fn enemy_on_file(&self, file: usize) -> bool {
        (self.enemy & Bitboard::FILES[file]).any()
    }

    /// Squares of this view as the board names them.
    pub fn real(&self, squares: &[Square]) -> Vec<Square> {
        squares.iter().map(|&name| square(self.side, name)).collect()
    }
}

pub fn square(side: Color, square: Square) -> Square {
    if side == Color::White { square } else { square.flip() }
}

fn turned(side: Color, set: Bitboard) -> Bitboard {
    if side == Color::White { set } else { set.flip() }
}
