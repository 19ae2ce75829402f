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
    ///
    /// ```
    /// use xanthos_chess::{Color, Side, Square};
    /// assert_eq!(Side::King.king_target(Color::Black), Square::G8);
    /// ```
    #[inline]
    pub const fn king_target(self, color: Color) -> Square {
        Square::new(if matches!(self, Side::King) { 6 } else { 2 }, color.home_rank())
    }

    /// Where the rook arrives.
    ///
    /// ```
    /// use xanthos_chess::{Color, Side, Square};
    /// assert_eq!(Side::Queen.rook_target(Color::White), Square::D1);
    /// ```
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
    ///
    /// ```
    /// use xanthos_chess::{Color, Position, Side};
    /// let position = Position::from_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1").unwrap();
    /// assert!(position.castling().has(Color::White, Side::King));
    /// assert!(!position.castling().has(Color::White, Side::Queen));
    /// ```
    #[inline]
    pub const fn has(&self, color: Color, side: Side) -> bool {
        self.rights >> Castling::slot(color, side) & 1 != 0
    }

    /// The rook of a right that is still there.
    ///
    /// ```
    /// use xanthos_chess::{Color, Position, Side, Square};
    /// let castling = Position::startpos().castling();
    /// assert_eq!(castling.rook(Color::Black, Side::Queen), Some(Square::A8));
    /// ```
    #[inline]
    pub const fn rook(&self, color: Color, side: Side) -> Option<Square> {
        if self.has(color, side) { Some(self.rooks[Castling::slot(color, side)]) } else { None }
    }

    /// Has nobody any right left?
    ///
    /// ```
    /// use xanthos_chess::Position;
    /// let kings = Position::from_fen("4k3/8/8/8/8/8/8/4K3 w - - 0 1").unwrap();
    /// assert!(kings.castling().is_empty() && !Position::startpos().castling().is_empty());
    /// ```
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
