// SPDX-License-Identifier: GPL-3.0-or-later
//! Moves in sixteen bits, and lists of them on the stack.

use crate::{Bitboard, Role, Square, unchecked};
use std::fmt;
use std::mem::MaybeUninit;
use std::ops::{Deref, DerefMut};

/// What kind of move it is: the upper four bits of a [`Move`].
///
/// Bit 2 is set for captures and bit 3 for promotions, so a search can tell a
/// quiet move without a look at the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u16)]
pub(crate) enum Kind {
    Quiet = 0,
    DoublePush = 1,
    Castle = 2,
    Capture = 4,
    EnPassant = 5,
}

const CAPTURE: u16 = 4 << 12;
const PROMOTION: u16 = 8 << 12;

/// A move: six bits from, six bits to, four bits of kind.
///
/// Castling is written as the king taking its own rook (`e1h1`), which is
/// unambiguous in Chess960 too; [`crate::Position::uci`] prints the text that a
/// GUI expects. A move belongs to the position it was made for.
///
/// ```
/// use xanthos_chess::{Position, Square};
/// let m = Position::startpos().parse_uci("e2e4").unwrap();
/// assert_eq!((m.from(), m.to()), (Square::E2, Square::E4));
/// assert!(m.is_quiet() && m.is_double_push());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Move(u16);

impl Move {
    /// No move at all: the null move of a search, the empty entry of a table.
    pub const NULL: Move = Move(0);

    #[inline(always)]
    pub(crate) const fn new(from: Square, to: Square, kind: Kind) -> Move {
        Move(from as u16 | (to as u16) << 6 | (kind as u16) << 12)
    }

    /// `role` is a knight, bishop, rook or queen.
    #[inline(always)]
    pub(crate) const fn promoting(from: Square, to: Square, role: Role, capture: bool) -> Move {
        let kind = PROMOTION | (role as u16 - 1) << 12 | if capture { CAPTURE } else { 0 };
        Move(from as u16 | (to as u16) << 6 | kind)
    }

    /// The sixteen bits, for tables and files.
    ///
    /// ```
    /// use xanthos_chess::{Move, Position};
    /// let m = Position::startpos().parse_uci("e2e4").unwrap();
    /// assert_eq!(Move::from_bits(m.bits()), m);
    /// ```
    #[inline]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// The move with these bits; any value is allowed, and
    /// [`crate::Position::is_legal`] tells whether it means something.
    ///
    /// ```
    /// use xanthos_chess::{Move, Position};
    /// let nonsense = Move::from_bits(0xFFFF);
    /// assert!(!Position::startpos().is_legal(nonsense));
    /// ```
    #[inline]
    pub const fn from_bits(bits: u16) -> Move {
        Move(bits)
    }

    /// Where the piece comes from.
    ///
    /// ```
    /// use xanthos_chess::{Position, Square};
    /// assert_eq!(Position::startpos().parse_san("Nf3").unwrap().from(), Square::G1);
    /// ```
    #[inline]
    pub const fn from(self) -> Square {
        Square::from_bits(self.0)
    }

    /// Where it goes to; when castling, the square of the rook.
    ///
    /// ```
    /// use xanthos_chess::{Position, Square};
    /// let m = Position::from_fen("4k3/P7/8/8/8/8/4P3/4K2R w K - 0 1").unwrap().parse_uci("e1g1").unwrap();
    /// assert_eq!(m.to(), Square::H1, "the king takes its rook");
    /// ```
    #[inline]
    pub const fn to(self) -> Square {
        Square::from_bits(self.0 >> 6)
    }

    #[inline]
    pub(crate) const fn is(self, kind: Kind) -> bool {
        self.0 >> 12 == kind as u16
    }

    /// The piece that a pawn becomes.
    ///
    /// ```
    /// use xanthos_chess::{Position, Role};
    /// let m = Position::from_fen("4k3/P7/8/8/8/8/4P3/4K2R w K - 0 1").unwrap().parse_uci("a7a8n").unwrap();
    /// assert_eq!(m.promotion(), Some(Role::Knight));
    /// ```
    #[inline]
    pub const fn promotion(self) -> Option<Role> {
        if self.is_promotion() { Some(Role::ALL[(self.0 >> 12 & 3) as usize + 1]) } else { None }
    }

    /// Does it take a piece (en passant included)?
    ///
    /// ```
    /// use xanthos_chess::Position;
    /// let position = Position::from_fen("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1").unwrap();
    /// let takes = position.parse_san("exd5").unwrap();
    /// assert!(takes.is_capture() && !takes.is_quiet());
    /// assert_eq!((takes.from().to_string(), takes.to().to_string()), ("e4".into(), "d5".into()));
    /// ```
    #[inline]
    pub const fn is_capture(self) -> bool {
        self.0 & CAPTURE != 0
    }

    /// Is it a capture en passant?
    ///
    /// ```
    /// use xanthos_chess::Position;
    /// let m = Position::from_fen("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1").unwrap().parse_uci("e5d6").unwrap();
    /// assert!(m.is_en_passant() && m.is_noisy());
    /// ```
    #[inline]
    pub const fn is_en_passant(self) -> bool {
        self.is(Kind::EnPassant)
    }

    /// Is it castling?
    ///
    /// ```
    /// use xanthos_chess::Position;
    /// let m = Position::from_fen("4k3/P7/8/8/8/8/4P3/4K2R w K - 0 1").unwrap().parse_uci("e1g1").unwrap();
    /// assert!(m.is_castle() && m.is_quiet());
    /// ```
    #[inline]
    pub const fn is_castle(self) -> bool {
        self.is(Kind::Castle)
    }

    /// Does a pawn promote?
    ///
    /// ```
    /// use xanthos_chess::Position;
    /// let m = Position::from_fen("4k3/P7/8/8/8/8/4P3/4K2R w K - 0 1").unwrap().parse_uci("a7a8q").unwrap();
    /// assert!(m.is_promotion() && m.is_noisy());
    /// ```
    #[inline]
    pub const fn is_promotion(self) -> bool {
        self.0 & PROMOTION != 0
    }

    /// Does a pawn advance two squares?
    ///
    /// ```
    /// use xanthos_chess::Position;
    /// let m = Position::from_fen("4k3/P7/8/8/8/8/4P3/4K2R w K - 0 1").unwrap().parse_uci("e2e4").unwrap();
    /// assert!(m.is_double_push());
    /// ```
    #[inline]
    pub const fn is_double_push(self) -> bool {
        self.is(Kind::DoublePush)
    }

    /// Is it [`Move::NULL`]?
    ///
    /// ```
    /// use xanthos_chess::Move;
    /// assert!(Move::NULL.is_null());
    /// ```
    #[inline]
    pub const fn is_null(self) -> bool {
        self.0 == 0
    }

    /// Neither a capture nor a promotion.
    ///
    /// ```
    /// use xanthos_chess::Position;
    /// let m = Position::from_fen("4k3/P7/8/8/8/8/4P3/4K2R w K - 0 1").unwrap().parse_uci("e2e3").unwrap();
    /// assert!(m.is_quiet() && !m.is_noisy());
    /// ```
    #[inline]
    pub const fn is_quiet(self) -> bool {
        self.0 & (CAPTURE | PROMOTION) == 0
    }

    /// A capture or a promotion.
    ///
    /// ```
    /// use xanthos_chess::Position;
    /// let m = Position::from_fen("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1").unwrap().parse_uci("e4d5").unwrap();
    /// assert!(m.is_noisy() && !m.is_quiet());
    /// ```
    #[inline]
    pub const fn is_noisy(self) -> bool {
        !self.is_quiet()
    }
}

impl fmt::Debug for Move {
    /// Squares as they are stored, so castling shows the rook's square.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from(), self.to())?;
        self.promotion().map_or(Ok(()), |role| write!(f, "{}", role.letter()))
    }
}

/// A list of moves on the stack; 256 places are more than any position needs.
///
/// The places are not initialised before they are used: clearing 512 bytes at
/// every node would cost more than filling the usual forty.
#[derive(Clone)]
pub struct MoveList {
    moves: [MaybeUninit<Move>; 256],
    len: usize,
}

impl MoveList {
    /// An empty list.
    ///
    /// ```
    /// use xanthos_chess::MoveList;
    /// assert_eq!(MoveList::new().len(), 0);
    /// ```
    #[inline]
    pub const fn new() -> MoveList {
        MoveList { moves: [const { MaybeUninit::uninit() }; 256], len: 0 }
    }

    /// Adds a move; the 257th and later ones are dropped.
    ///
    /// ```
    /// use xanthos_chess::{Move, MoveList};
    /// let mut moves = MoveList::new();
    /// moves.push(Move::NULL);
    /// assert_eq!(moves.len(), 1);
    /// ```
    #[inline]
    pub fn push(&mut self, m: Move) {
        if self.len < 256 {
            self.append(m);
        }
    }

    /// Adds a generated move, of which there are never more than places.
    #[inline(always)]
    pub(crate) fn append(&mut self, m: Move) {
        unchecked::push(&mut self.moves, self.len, m);
        self.len += 1;
    }

    /// Adds generated moves from one square to many.
    #[inline(always)]
    pub(crate) fn append_all(&mut self, from: Square, targets: Bitboard, kind: Kind) {
        let base = Move::new(from, Square::A1, kind).bits();
        self.len += unchecked::push_all::<false>(&mut self.moves, self.len, targets.0, base);
    }

    /// Adds generated moves that all come from `step` squares before their targets.
    #[inline(always)]
    pub(crate) fn append_steps(&mut self, targets: Bitboard, step: i8, kind: Kind) {
        let base = Move::new(Square::A1, Square::A1, kind).bits().wrapping_sub(step as u16);
        self.len += unchecked::push_all::<true>(&mut self.moves, self.len, targets.0, base);
    }

    /// Forgets all moves.
    ///
    /// ```
    /// use xanthos_chess::Position;
    /// let mut moves = Position::startpos().legal_moves();
    /// moves.clear();
    /// assert!(moves.is_empty());
    /// ```
    #[inline]
    pub fn clear(&mut self) {
        self.len = 0;
    }
}

impl Default for MoveList {
    fn default() -> MoveList {
        MoveList::new()
    }
}

impl Deref for MoveList {
    type Target = [Move];

    #[inline]
    fn deref(&self) -> &[Move] {
        unchecked::filled(&self.moves, self.len)
    }
}

impl DerefMut for MoveList {
    #[inline]
    fn deref_mut(&mut self) -> &mut [Move] {
        unchecked::filled_mut(&mut self.moves, self.len)
    }
}

impl<'a> IntoIterator for &'a MoveList {
    type Item = Move;
    type IntoIter = std::iter::Copied<std::slice::Iter<'a, Move>>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter().copied()
    }
}

/// A list consumed move by move.
#[derive(Clone, Debug)]
pub struct IntoMoves {
    list: MoveList,
    next: usize,
}

impl Iterator for IntoMoves {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        let m = self.list.get(self.next).copied()?;
        self.next += 1;
        Some(m)
    }
}

impl IntoIterator for MoveList {
    type Item = Move;
    type IntoIter = IntoMoves;

    fn into_iter(self) -> IntoMoves {
        IntoMoves { list: self, next: 0 }
    }
}

impl fmt::Debug for MoveList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}
