// SPDX-License-Identifier: GPL-3.0-or-later
//! Castling rights, with rooks on any file (Chess960 and double Chess960).

use crate::{Color, Square};

/// The side of the board that a king castles to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Side {
    /// Towards the h-file: the king ends on the g-file (O-O).
    King,
    /// Towards the a-file: the king ends on the c-file (O-O-O).
    Queen,
}

impl Side {
    /// Both sides, king's first.
    pub const ALL: [Side; 2] = [Side::King, Side::Queen];

    /// The side on which a rook stands, seen from its king.
    #[inline]
    pub(crate) const fn of(king: Square, rook: Square) -> Side {
        if rook as u8 > king as u8 { Side::King } else { Side::Queen }
    }

    /// Where the king arrives.
    #[inline]
    pub const fn king_target(self, color: Color) -> Square {
        Square::new(if matches!(self, Side::King) { 6 } else { 2 }, color.home_rank())
    }

    /// Where the rook arrives.
    #[inline]
    pub const fn rook_target(self, color: Color) -> Square {
        Square::new(if matches!(self, Side::King) { 5 } else { 3 }, color.home_rank())
    }
}

/// Who may still castle where, and with which rook.
///
/// The bits are in Polyglot's order (white king's side, white queen's side,
/// black king's side, black queen's side). A rook's square is kept as long as
/// the game lasts; only the right's bit goes away.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Castling {
    pub(crate) rights: u8,
    pub(crate) rooks: [Square; 4],
}

impl Castling {
    /// No rights.
    pub(crate) const NONE: Castling =
        Castling { rights: 0, rooks: [Square::H1, Square::A1, Square::H8, Square::A8] };

    #[inline]
    const fn slot(color: Color, side: Side) -> usize {
        color as usize * 2 + side as usize
    }

    /// May `color` still castle to `side` (later, if not now)?
    #[inline]
    pub const fn has(&self, color: Color, side: Side) -> bool {
        self.rights >> Castling::slot(color, side) & 1 != 0
    }

    /// The rook of a right that is still there.
    #[inline]
    pub const fn rook(&self, color: Color, side: Side) -> Option<Square> {
        if self.has(color, side) { Some(self.rooks[Castling::slot(color, side)]) } else { None }
    }

    /// Has nobody any right left?
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.rights == 0
    }

    pub(crate) const fn grant(&mut self, color: Color, side: Side, rook: Square) {
        self.rights |= 1 << Castling::slot(color, side);
        self.rooks[Castling::slot(color, side)] = rook;
    }

    /// The rights that end when something moves to or from `square`, other than a king.
    #[inline(always)]
    pub(crate) fn lost_at(&self, square: Square) -> u8 {
        let mut lost = 0;
        for slot in 0..4 {
            lost |= u8::from(self.rooks[slot] == square) << slot;
        }
        lost
    }

    /// Both rights of one side.
    #[inline(always)]
    pub(crate) const fn both(color: Color) -> u8 {
        3 << (color as u8 * 2)
    }
}
