// SPDX-License-Identifier: GPL-3.0-or-later
//! Roles (what a piece can do) and pieces (a role with a colour).

use crate::{Color, unchecked};
use std::fmt;

/// What a piece is, whoever owns it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Role {
    Pawn,
    Knight,
    Bishop,
    Rook,
    Queen,
    King,
}

impl Role {
    /// All roles from pawn to king.
    pub const ALL: [Role; 6] =
        [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King];

    /// 0 for a pawn to 5 for a king.
    ///
    /// ```
    /// use xanthos_chess::Role;
    /// assert_eq!([Role::Pawn, Role::King].map(Role::index), [0, 5]);
    /// ```
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The lower-case letter of FEN and UCI: `p n b r q k`.
    ///
    /// ```
    /// use xanthos_chess::Role;
    /// assert_eq!(Role::Knight.letter(), 'n');
    /// ```
    pub const fn letter(self) -> char {
        match self {
            Role::Pawn => 'p',
            Role::Knight => 'n',
            Role::Bishop => 'b',
            Role::Rook => 'r',
            Role::Queen => 'q',
            Role::King => 'k',
        }
    }

    /// Reads a letter in either case.
    ///
    /// ```
    /// use xanthos_chess::Role;
    /// assert_eq!(Role::from_letter('n'), Some(Role::Knight));
    /// assert_eq!(Role::from_letter('x'), None);
    /// ```
    pub const fn from_letter(letter: char) -> Option<Role> {
        Some(match letter.to_ascii_lowercase() {
            'p' => Role::Pawn,
            'n' => Role::Knight,
            'b' => Role::Bishop,
            'r' => Role::Rook,
            'q' => Role::Queen,
            'k' => Role::King,
            _ => return None,
        })
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Role::Pawn => "pawn",
            Role::Knight => "knight",
            Role::Bishop => "bishop",
            Role::Rook => "rook",
            Role::Queen => "queen",
            Role::King => "king",
        })
    }
}

/// A piece of one side. The order makes [`Piece::index`] equal to `role * 2 + colour`.
///
/// ```
/// use xanthos_chess::{Color, Piece, Role};
/// let knight = Piece::new(Color::Black, Role::Knight);
/// assert_eq!(knight.letter(), 'n');
/// assert_eq!(knight.index(), 3);
/// assert_eq!(Piece::from_letter('N').map(Piece::color), Some(Color::White));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Piece {
    WhitePawn,
    BlackPawn,
    WhiteKnight,
    BlackKnight,
    WhiteBishop,
    BlackBishop,
    WhiteRook,
    BlackRook,
    WhiteQueen,
    BlackQueen,
    WhiteKing,
    BlackKing,
}

impl Piece {
    /// All twelve pieces in the order of their indices.
    pub const ALL: [Piece; 12] = [
        Piece::WhitePawn,
        Piece::BlackPawn,
        Piece::WhiteKnight,
        Piece::BlackKnight,
        Piece::WhiteBishop,
        Piece::BlackBishop,
        Piece::WhiteRook,
        Piece::BlackRook,
        Piece::WhiteQueen,
        Piece::BlackQueen,
        Piece::WhiteKing,
        Piece::BlackKing,
    ];

    /// The piece of this side and role.
    ///
    /// ```
    /// use xanthos_chess::{Color, Piece, Role};
    /// let queen = Piece::new(Color::White, Role::Queen);
    /// assert_eq!((queen.color(), queen.role()), (Color::White, Role::Queen));
    /// ```
    #[inline]
    pub const fn new(color: Color, role: Role) -> Piece {
        unchecked::piece(role as u8 * 2 + color as u8)
    }

    /// 0 to 11.
    ///
    /// ```
    /// use xanthos_chess::{Color, Piece, Role};
    /// assert_eq!(Piece::new(Color::White, Role::Pawn).index(), 0);
    /// ```
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Whose piece it is.
    ///
    /// ```
    /// use xanthos_chess::{Color, Piece, Role};
    /// assert_eq!(Piece::new(Color::Black, Role::Rook).color(), Color::Black);
    /// ```
    #[inline]
    pub const fn color(self) -> Color {
        if self as u8 & 1 == 0 { Color::White } else { Color::Black }
    }

    /// What it is.
    ///
    /// ```
    /// use xanthos_chess::{Color, Piece, Role};
    /// assert_eq!(Piece::new(Color::Black, Role::Rook).role(), Role::Rook);
    /// ```
    #[inline]
    pub const fn role(self) -> Role {
        unchecked::role(self as u8 >> 1)
    }

    /// The FEN letter: upper case for White.
    ///
    /// ```
    /// use xanthos_chess::{Color, Piece, Role};
    /// assert_eq!(Piece::new(Color::White, Role::Rook).letter(), 'R');
    /// ```
    pub const fn letter(self) -> char {
        match self.color() {
            Color::White => self.role().letter().to_ascii_uppercase(),
            Color::Black => self.role().letter(),
        }
    }

    /// Reads a FEN letter.
    ///
    /// ```
    /// use xanthos_chess::{Color, Piece, Role};
    /// assert_eq!(Piece::from_letter('q'), Some(Piece::new(Color::Black, Role::Queen)));
    /// assert_eq!(Piece::from_letter('x'), None);
    /// ```
    pub const fn from_letter(letter: char) -> Option<Piece> {
        let Some(role) = Role::from_letter(letter) else { return None };
        Some(Piece::new(Color::of(letter.is_ascii_uppercase()), role))
    }

    /// The chess figurine, for boards drawn for people.
    ///
    /// ```
    /// use xanthos_chess::{Color, Piece, Role};
    /// assert_eq!(Piece::new(Color::White, Role::King).figurine(), '♔');
    /// ```
    pub const fn figurine(self) -> char {
        const FIGURINES: [char; 12] = ['♙', '♟', '♘', '♞', '♗', '♝', '♖', '♜', '♕', '♛', '♔', '♚'];
        FIGURINES[self as usize]
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.color(), self.role())
    }
}
