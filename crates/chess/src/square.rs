// SPDX-License-Identifier: GPL-3.0-or-later
//! The 64 squares.

use crate::unchecked;
use std::fmt;
use std::str::FromStr;

/// A square, a1 = 0, b1 = 1, … h8 = 63.
///
/// An enum rather than a number in a wrapper: the compiler then knows that an
/// index is below 64 and drops the bounds check of every table lookup, and
/// `Option<Square>` is one byte.
///
/// ```
/// use xanthos_chess::Square;
/// let e4: Square = "e4".parse().unwrap();
/// assert_eq!((e4.file(), e4.rank()), (4, 3));
/// assert_eq!(e4.flip(), Square::E5);
/// assert_eq!(e4.mirror(), Square::D4);
/// assert_eq!(e4.to_string(), "e4");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs)]
#[rustfmt::skip]
pub enum Square {
    A1, B1, C1, D1, E1, F1, G1, H1,
    A2, B2, C2, D2, E2, F2, G2, H2,
    A3, B3, C3, D3, E3, F3, G3, H3,
    A4, B4, C4, D4, E4, F4, G4, H4,
    A5, B5, C5, D5, E5, F5, G5, H5,
    A6, B6, C6, D6, E6, F6, G6, H6,
    A7, B7, C7, D7, E7, F7, G7, H7,
    A8, B8, C8, D8, E8, F8, G8, H8,
}

impl Square {
    /// All squares from a1 to h8, rank by rank.
    pub const ALL: [Square; 64] = {
        let mut all = [Square::A1; 64];
        let mut i = 0;
        while i < 64 {
            all[i] = unchecked::square(i as u8);
            i += 1;
        }
        all
    };

    /// The square on `file` and `rank`, each 0 to 7 (higher bits are cut off).
    ///
    /// ```
    /// use xanthos_chess::Square;
    /// assert_eq!(Square::new(4, 3).to_string(), "e4");
    /// ```
    #[inline]
    pub const fn new(file: usize, rank: usize) -> Square {
        unchecked::square((file & 7 | (rank & 7) << 3) as u8)
    }

    /// The square with this index, if it is below 64.
    ///
    /// ```
    /// use xanthos_chess::Square;
    /// assert_eq!(Square::from_index(63), Some(Square::H8));
    /// assert_eq!(Square::from_index(64), None);
    /// ```
    #[inline]
    pub const fn from_index(index: usize) -> Option<Square> {
        if index < 64 { Some(unchecked::square(index as u8)) } else { None }
    }

    /// The square whose index is the low six bits of `bits`.
    #[inline]
    pub(crate) const fn from_bits(bits: u16) -> Square {
        unchecked::square((bits & 63) as u8)
    }

    /// 0 for a1 to 63 for h8.
    ///
    /// ```
    /// use xanthos_chess::Square;
    /// assert_eq!((Square::A1.index(), Square::H8.index()), (0, 63));
    /// ```
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// 0 for the a-file to 7 for the h-file.
    ///
    /// ```
    /// use xanthos_chess::Square;
    /// let square: Square = "c7".parse().unwrap();
    /// assert_eq!((square.file(), square.rank()), (2, 6));
    /// ```
    #[inline]
    pub const fn file(self) -> usize {
        self as usize & 7
    }

    /// 0 for the first rank to 7 for the eighth.
    ///
    /// ```
    /// use xanthos_chess::Square;
    /// assert_eq!(Square::E4.rank(), 3);
    /// ```
    #[inline]
    pub const fn rank(self) -> usize {
        self as usize >> 3
    }

    /// The same file seen from the other side: e2 becomes e7.
    ///
    /// ```
    /// use xanthos_chess::Square;
    /// let square: Square = "c7".parse().unwrap();
    /// assert_eq!(square.flip().to_string(), "c2");
    /// assert_eq!(square.mirror().to_string(), "f7");
    /// ```
    #[inline]
    pub const fn flip(self) -> Square {
        unchecked::square(self as u8 ^ 56)
    }

    /// The same rank with the files in reverse order: e2 becomes d2.
    ///
    /// ```
    /// use xanthos_chess::Square;
    /// assert_eq!(Square::E2.mirror(), Square::D2);
    /// ```
    #[inline]
    pub const fn mirror(self) -> Square {
        unchecked::square(self as u8 ^ 7)
    }

    /// The square `by` indices away; wraps round within the board's 64 indices.
    #[inline]
    pub(crate) const fn step(self, by: i8) -> Square {
        unchecked::square((self as u8).wrapping_add_signed(by) & 63)
    }

    /// King moves between two squares of an empty board.
    ///
    /// ```
    /// use xanthos_chess::Square;
    /// let at = |text: &str| text.parse::<Square>().unwrap();
    /// assert_eq!(at("a1").distance(at("c8")), 7);
    /// ```
    pub const fn distance(self, other: Square) -> usize {
        let files = self.file().abs_diff(other.file());
        let ranks = self.rank().abs_diff(other.rank());
        if files > ranks { files } else { ranks }
    }

    /// The letter of the file, `a` to `h`.
    ///
    /// ```
    /// use xanthos_chess::Square;
    /// assert_eq!(Square::E4.file_letter(), 'e');
    /// ```
    pub const fn file_letter(self) -> char {
        (b'a' + self.file() as u8) as char
    }

    /// The digit of the rank, `1` to `8`.
    ///
    /// ```
    /// use xanthos_chess::Square;
    /// assert_eq!(Square::E4.rank_digit(), '4');
    /// ```
    pub const fn rank_digit(self) -> char {
        (b'1' + self.rank() as u8) as char
    }

    /// Reads two characters such as `e4`; letters in either case.
    ///
    /// ```
    /// use xanthos_chess::Square;
    /// assert_eq!(Square::from_letters(b'E', b'4'), Some(Square::E4));
    /// assert_eq!(Square::from_letters(b'i', b'9'), None);
    /// ```
    pub const fn from_letters(file: u8, rank: u8) -> Option<Square> {
        let file = file.to_ascii_lowercase();
        if file < b'a' || file > b'h' || rank < b'1' || rank > b'8' {
            return None;
        }
        Some(Square::new((file - b'a') as usize, (rank - b'1') as usize))
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file_letter(), self.rank_digit())
    }
}

/// The text is not a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotASquare;

impl fmt::Display for NotASquare {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a square (a1 to h8)")
    }
}

impl std::error::Error for NotASquare {}

impl FromStr for Square {
    type Err = NotASquare;

    fn from_str(text: &str) -> Result<Square, NotASquare> {
        match text.as_bytes() {
            [file, rank] => Square::from_letters(*file, *rank).ok_or(NotASquare),
            _ => Err(NotASquare),
        }
    }
}
