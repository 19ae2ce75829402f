// SPDX-License-Identifier: GPL-3.0-or-later
//! The two sides.

use std::fmt;
use std::ops::Not;

/// A side of the game.
///
/// ```
/// use xanthos_chess::Color;
/// assert_eq!(!Color::White, Color::Black);
/// assert_eq!(Color::Black.letter(), 'b');
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Color {
    /// Moves up the board and moves first.
    White,
    /// Moves down the board.
    Black,
}

impl Color {
    /// Both sides, White first.
    pub const ALL: [Color; 2] = [Color::White, Color::Black];

    /// 0 for White, 1 for Black.
    ///
    /// ```
    /// use xanthos_chess::Color;
    /// assert_eq!([Color::White, Color::Black].map(Color::index), [0, 1]);
    /// ```
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The letter that FEN uses: `w` or `b`.
    ///
    /// ```
    /// use xanthos_chess::Color;
    /// assert_eq!(Color::Black.letter(), 'b');
    /// ```
    pub const fn letter(self) -> char {
        match self {
            Color::White => 'w',
            Color::Black => 'b',
        }
    }

    /// The rank index (0 to 7) where this side's pieces start.
    ///
    /// ```
    /// use xanthos_chess::Color;
    /// assert_eq!([Color::White, Color::Black].map(Color::home_rank), [0, 7]);
    /// ```
    #[inline]
    pub const fn home_rank(self) -> usize {
        match self {
            Color::White => 0,
            Color::Black => 7,
        }
    }

    /// `rank` counted from this side's own edge of the board.
    ///
    /// ```
    /// use xanthos_chess::Color;
    /// assert_eq!((Color::White.relative_rank(1), Color::Black.relative_rank(1)), (1, 6));
    /// ```
    #[inline]
    pub const fn relative_rank(self, rank: usize) -> usize {
        match self {
            Color::White => rank,
            Color::Black => 7 - rank,
        }
    }

    pub(crate) const fn of(white: bool) -> Color {
        if white { Color::White } else { Color::Black }
    }
}

impl Not for Color {
    type Output = Color;

    #[inline]
    fn not(self) -> Color {
        match self {
            Color::White => Color::Black,
            Color::Black => Color::White,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Color::White => "white",
            Color::Black => "black",
        })
    }
}
