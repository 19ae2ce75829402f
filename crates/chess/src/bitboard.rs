// SPDX-License-Identifier: GPL-3.0-or-later
//! Sets of squares.

use crate::{Square, unchecked};
use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

/// A set of squares, one bit each; bit 0 is a1.
///
/// ```
/// use xanthos_chess::{Bitboard, Square};
/// let centre = Bitboard::from(Square::D4) | Bitboard::from(Square::E4);
/// assert!(centre.contains(Square::E4));
/// assert_eq!(centre.into_iter().collect::<Vec<_>>(), [Square::D4, Square::E4]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Bitboard(pub u64);

impl Bitboard {
    /// No square.
    pub const EMPTY: Bitboard = Bitboard(0);
    /// Every square.
    pub const ALL: Bitboard = Bitboard(!0);
    /// The files from a to h.
    pub const FILES: [Bitboard; 8] = {
        let mut files = [Bitboard::EMPTY; 8];
        let mut i = 0;
        while i < 8 {
            files[i] = Bitboard(0x0101_0101_0101_0101 << i);
            i += 1;
        }
        files
    };
    /// The ranks from first to eighth.
    pub const RANKS: [Bitboard; 8] = {
        let mut ranks = [Bitboard::EMPTY; 8];
        let mut i = 0;
        while i < 8 {
            ranks[i] = Bitboard(0xff << (8 * i));
            i += 1;
        }
        ranks
    };
    /// The light squares.
    pub const LIGHT: Bitboard = Bitboard(0x55aa_55aa_55aa_55aa);
    /// The dark squares; a1 is one.
    pub const DARK: Bitboard = Bitboard(!Bitboard::LIGHT.0);

    /// The set of one square.
    ///
    /// ```
    /// use xanthos_chess::{Bitboard, Square};
    /// assert_eq!(Bitboard::of(Square::E4).first(), Some(Square::E4));
    /// ```
    #[inline]
    pub const fn of(square: Square) -> Bitboard {
        Bitboard(1 << square as u8)
    }

    /// Is `square` in the set?
    ///
    /// ```
    /// use xanthos_chess::{Bitboard, Square};
    /// let e4 = Bitboard::of(Square::E4);
    /// assert!(e4.contains(Square::E4) && !e4.contains(Square::E5));
    /// ```
    #[inline]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square as u8 & 1 != 0
    }

    /// The set and one square more.
    ///
    /// ```
    /// use xanthos_chess::{Bitboard, Square};
    /// assert_eq!(Bitboard::of(Square::E4).with(Square::D4).count(), 2);
    /// ```
    #[inline]
    #[must_use]
    pub const fn with(self, square: Square) -> Bitboard {
        Bitboard(self.0 | 1 << square as u8)
    }

    /// The set and one square less.
    ///
    /// ```
    /// use xanthos_chess::{Bitboard, Square};
    /// assert!(Bitboard::of(Square::E4).without(Square::E4).is_empty());
    /// ```
    #[inline]
    #[must_use]
    pub const fn without(self, square: Square) -> Bitboard {
        Bitboard(self.0 & !(1 << square as u8))
    }

    /// How many squares are in the set?
    ///
    /// ```
    /// use xanthos_chess::{Bitboard, Square};
    /// let two = Bitboard::of(Square::new(0, 0)).with(Square::new(7, 7));
    /// assert_eq!(two.count(), 2);
    /// assert_eq!(two.first(), Some(Square::new(0, 0)));
    /// ```
    #[inline]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Is no square in the set?
    ///
    /// ```
    /// use xanthos_chess::{Bitboard, Square};
    /// assert!(Bitboard::default().is_empty() && !Bitboard::of(Square::E4).is_empty());
    /// ```
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Is at least one square in the set?
    ///
    /// ```
    /// use xanthos_chess::{Bitboard, Square};
    /// assert!(Bitboard::of(Square::E4).any() && !Bitboard::default().any());
    /// ```
    #[inline]
    pub const fn any(self) -> bool {
        self.0 != 0
    }

    /// Are at least two squares in the set?
    ///
    /// ```
    /// use xanthos_chess::{Bitboard, Square};
    /// let one = Bitboard::of(Square::E4);
    /// assert!(!one.more_than_one() && one.with(Square::D4).more_than_one());
    /// ```
    #[inline]
    pub const fn more_than_one(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// The square with the lowest index.
    ///
    /// ```
    /// use xanthos_chess::{Bitboard, Square};
    /// assert_eq!(Bitboard::of(Square::E4).with(Square::D4).first(), Some(Square::D4));
    /// assert_eq!(Bitboard::default().first(), None);
    /// ```
    #[inline]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(unchecked::square(self.0.trailing_zeros() as u8)) }
    }

    /// The square with the highest index.
    ///
    /// ```
    /// use xanthos_chess::{Bitboard, Square};
    /// assert_eq!(Bitboard::of(Square::E4).with(Square::D4).last(), Some(Square::E4));
    /// ```
    #[inline]
    pub const fn last(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(unchecked::square(63 - self.0.leading_zeros() as u8)) }
    }

    /// The lowest square of a set that is known not to be empty (a king's, say);
    /// a1 if it is empty after all.
    #[inline]
    pub(crate) const fn single(self) -> Square {
        unchecked::square((self.0.trailing_zeros() & 63) as u8)
    }

    /// The set moved by `by` bits: 8 is one rank up, −1 one file to the left.
    /// Squares that leave the board vertically are dropped; the caller masks
    /// those that wrap round a side.
    ///
    /// ```
    /// use xanthos_chess::{Bitboard, Square};
    /// assert_eq!(Bitboard::of(Square::E4).shift(8), Bitboard::of(Square::E5));
    /// assert_eq!(Bitboard::of(Square::E4).shift(-1), Bitboard::of(Square::D4));
    /// ```
    #[inline]
    #[must_use]
    pub const fn shift(self, by: i8) -> Bitboard {
        if by >= 0 { Bitboard(self.0 << by) } else { Bitboard(self.0 >> -by) }
    }

    /// The set seen from the other side of the board.
    ///
    /// ```
    /// use xanthos_chess::{Bitboard, Square};
    /// assert_eq!(Bitboard::of(Square::E2).flip(), Bitboard::of(Square::E7));
    /// ```
    #[inline]
    #[must_use]
    pub const fn flip(self) -> Bitboard {
        Bitboard(self.0.swap_bytes())
    }

    /// The set with the files in reverse order.
    ///
    /// ```
    /// use xanthos_chess::{Bitboard, Square};
    /// assert_eq!(Bitboard::of(Square::E2).mirror(), Bitboard::of(Square::D2));
    /// ```
    #[must_use]
    pub const fn mirror(self) -> Bitboard {
        Bitboard(self.0.swap_bytes().reverse_bits())
    }
}

impl From<Square> for Bitboard {
    #[inline]
    fn from(square: Square) -> Bitboard {
        Bitboard::of(square)
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Bitboard {
        squares.into_iter().fold(Bitboard::EMPTY, Bitboard::with)
    }
}

macro_rules! operator {
    ($($trait:ident $method:ident $assign_trait:ident $assign:ident $op:tt;)*) => {$(
        impl $trait for Bitboard {
            type Output = Bitboard;
            #[inline]
            fn $method(self, other: Bitboard) -> Bitboard {
                Bitboard(self.0 $op other.0)
            }
        }
        impl $assign_trait for Bitboard {
            #[inline]
            fn $assign(&mut self, other: Bitboard) {
                self.0 = self.0 $op other.0;
            }
        }
    )*};
}

operator! {
    BitAnd bitand BitAndAssign bitand_assign &;
    BitOr bitor BitOrAssign bitor_assign |;
    BitXor bitxor BitXorAssign bitxor_assign ^;
}

impl Not for Bitboard {
    type Output = Bitboard;

    #[inline]
    fn not(self) -> Bitboard {
        Bitboard(!self.0)
    }
}

/// The squares of a set, lowest index first.
#[derive(Clone, Debug)]
pub struct Squares(Bitboard);

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let square = self.0.first()?;
        self.0.0 &= self.0.0 - 1;
        Some(square)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.count() as usize;
        (count, Some(count))
    }
}

impl ExactSizeIterator for Squares {}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    #[inline]
    fn into_iter(self) -> Squares {
        Squares(self)
    }
}

impl fmt::Debug for Bitboard {
    /// Draws the board, eighth rank on top.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..8).rev() {
            for file in 0..8 {
                let mark = if self.contains(Square::new(file, rank)) { "X " } else { ". " };
                f.write_str(mark)?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}
