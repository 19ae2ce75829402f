// SPDX-License-Identifier: GPL-3.0-or-later
//! A legal chess position: who stands where, whose turn it is, what is still allowed.

mod ending;
mod legality;
mod play;
mod symmetry;
mod threats;

pub use play::Undo;
pub use threats::Threats;

use crate::castling::Castling;
use crate::{Bitboard, Color, Piece, Role, Side, Square, attacks, zobrist};
use std::fmt;
use std::sync::LazyLock;

/// A legal position.
///
/// It is a plain value without a heap: copying it is how a search goes back
/// (copy-make, measured faster here than unmaking), so keep the parent and call
/// [`Position::after`]. A position never exists in a state that the rules
/// forbid; [`Position::from_fen`] refuses such text with a reason.
///
/// ```
/// use xanthos_chess::Position;
/// let mut position = Position::startpos();
/// assert_eq!(position.legal_moves().len(), 20);
/// let e4 = position.parse_san("e4").unwrap();
/// position.play(e4);
/// assert_eq!(position.fen(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
/// ```
#[derive(Clone, Copy)]
#[repr(C, align(16))]
pub struct Position {
    pub(crate) roles: [Bitboard; 6],
    pub(crate) colors: [Bitboard; 2],
    pub(crate) board: [Option<Piece>; 64],
    pub(crate) state: State,
    pub(crate) rooks: [Square; 4],
    pub(crate) fullmove: u16,
    pub(crate) turn: Color,
}

/// What a move changes beyond the pieces, and what can't be computed back.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct State {
    pub key: u64,
    pub pawn_key: u64,
    pub nonpawn_keys: [u64; 2],
    pub minor_key: u64,
    pub major_key: u64,
    /// Enemy pieces that give check to the side to move.
    pub checkers: Bitboard,
    /// Own pieces of the side to move that are pinned to its king.
    pub pinned: Bitboard,
    pub clock: u16,
    pub rights: u8,
    /// The square behind a pawn that just advanced two squares, if it can be
    /// taken legally.
    pub en_passant: Option<Square>,
    /// The same if an enemy pawn stands ready, be it pinned: what Polyglot hashes.
    pub polyglot_en_passant: Option<Square>,
}

impl Position {
    /// The position that standard chess starts from.
    ///
    /// ```
    /// use xanthos_chess::Position;
    /// assert!(Position::startpos().fen().starts_with("rnbqkbnr/pppppppp/"));
    /// ```
    pub fn startpos() -> Position {
        // Every game of a collection begins here: it is set up once.
        static START: LazyLock<Position> = LazyLock::new(|| Position::chess960(518));
        *START
    }

    /// Whose turn it is.
    ///
    /// ```
    /// use xanthos_chess::{Color, Position};
    /// assert_eq!(Position::startpos().turn(), Color::White);
    /// ```
    #[inline]
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// All pieces.
    ///
    /// ```
    /// use xanthos_chess::Position;
    /// assert_eq!(Position::startpos().occupied().count(), 32);
    /// ```
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        self.colors[0] | self.colors[1]
    }

    /// The pieces of one side.
    ///
    /// ```
    /// use xanthos_chess::{Color, Position};
    /// assert_eq!(Position::startpos().by_color(Color::White).count(), 16);
    /// ```
    #[inline]
    pub fn by_color(&self, color: Color) -> Bitboard {
        self.colors[color.index()]
    }

    /// The pieces of one role, of both sides.
    ///
    /// ```
    /// use xanthos_chess::{Position, Role};
    /// assert_eq!(Position::startpos().by_role(Role::Knight).count(), 4);
    /// ```
    #[inline]
    pub fn by_role(&self, role: Role) -> Bitboard {
        self.roles[role.index()]
    }

    /// The pieces of one side and role.
    ///
    /// ```
    /// use xanthos_chess::{Color, Position, Role};
    /// assert_eq!(Position::startpos().pieces(Color::White, Role::Pawn).count(), 8);
    /// ```
    #[inline]
    pub fn pieces(&self, color: Color, role: Role) -> Bitboard {
        self.colors[color.index()] & self.roles[role.index()]
    }

    /// What stands on a square.
    ///
    /// ```
    /// use xanthos_chess::{Position, Square};
    /// let e1: Square = "e1".parse().unwrap();
    /// assert_eq!(Position::startpos().piece_on(e1).unwrap().letter(), 'K');
    /// ```
    #[inline]
    pub fn piece_on(&self, square: Square) -> Option<Piece> {
        self.board[square.index()]
    }

    /// The role of the piece that a move moves; the move must have one.
    #[inline]
    pub(crate) fn role_on(&self, square: Square) -> Option<Role> {
        self.board[square.index()].map(Piece::role)
    }

    /// Where the king of one side stands.
    ///
    /// ```
    /// use xanthos_chess::{Color, Position};
    /// assert_eq!(Position::startpos().king(Color::Black).to_string(), "e8");
    /// ```
    #[inline]
    pub fn king(&self, color: Color) -> Square {
        self.pieces(color, Role::King).single()
    }

    /// Pieces that move on diagonals, of one side.
    #[inline]
    pub(crate) fn diagonal(&self, color: Color) -> Bitboard {
        (self.roles[Role::Bishop as usize] | self.roles[Role::Queen as usize])
            & self.colors[color.index()]
    }

    /// Pieces that move on files and ranks, of one side.
    #[inline]
    pub(crate) fn straight(&self, color: Color) -> Bitboard {
        (self.roles[Role::Rook as usize] | self.roles[Role::Queen as usize])
            & self.colors[color.index()]
    }

    /// The enemy pieces that give check to the side to move.
    ///
    /// ```
    /// use xanthos_chess::{Bitboard, Position, Square};
    /// let position = Position::from_fen("4k3/8/8/8/8/8/8/4RK2 b - - 0 1").unwrap();
    /// assert_eq!(position.checkers(), Bitboard::of(Square::E1));
    /// ```
    #[inline]
    pub fn checkers(&self) -> Bitboard {
        self.state.checkers
    }

    /// Is the side to move in check?
    ///
    /// ```
    /// use xanthos_chess::Position;
    /// let position = Position::from_fen("4k3/8/8/8/8/8/8/4RK2 b - - 0 1").unwrap();
    /// assert!(position.in_check());
    /// ```
    #[inline]
    pub fn in_check(&self) -> bool {
        self.state.checkers.any()
    }

    /// The pieces of the side to move that may not leave the line between their
    /// king and an enemy piece.
    ///
    /// ```
    /// use xanthos_chess::Position;
    /// let position = Position::from_fen("4k3/4n3/8/8/8/8/8/4RK2 b - - 0 1").unwrap();
    /// assert_eq!(position.pinned().count(), 1);
    /// ```
    #[inline]
    pub fn pinned(&self) -> Bitboard {
        self.state.pinned
    }

    /// The square that a pawn can legally move to by taking en passant.
    ///
    /// ```
    /// use xanthos_chess::{Position, Square};
    /// let position = Position::from_fen("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1").unwrap();
    /// assert_eq!(position.en_passant(), Some(Square::D6));
    /// ```
    #[inline]
    pub fn en_passant(&self) -> Option<Square> {
        self.state.en_passant
    }

    /// Half-moves since the last capture or pawn move.
    ///
    /// ```
    /// use xanthos_chess::Position;
    /// let after = Position::startpos().after(Position::startpos().parse_san("Nf3").unwrap());
    /// assert_eq!(after.halfmove_clock(), 1);
    /// ```
    #[inline]
    pub fn halfmove_clock(&self) -> u32 {
        self.state.clock.into()
    }

    /// The number of the current move; it grows after Black's moves.
    ///
    /// ```
    /// use xanthos_chess::Position;
    /// assert_eq!(Position::startpos().fullmove_number(), 1);
    /// ```
    #[inline]
    pub fn fullmove_number(&self) -> u32 {
        self.fullmove.into()
    }

    /// Half-moves since the start of the game, by the move number.
    ///
    /// ```
    /// use xanthos_chess::Position;
    /// let start = Position::startpos();
    /// assert_eq!(start.after(start.parse_san("e4").unwrap()).ply(), 1);
    /// ```
    pub fn ply(&self) -> u32 {
        2 * (u32::from(self.fullmove) - 1) + self.turn as u32
    }

    /// Who may still castle.
    ///
    /// ```
    /// use xanthos_chess::{Color, Position, Side};
    /// assert!(Position::startpos().castling().has(Color::White, Side::King));
    /// ```
    #[inline]
    pub fn castling(&self) -> Castling {
        Castling { rights: self.state.rights, rooks: self.rooks }
    }

    /// Can every castling right that is left be said in standard chess: kings on
    /// the e-file, rooks in the corners?
    ///
    /// ```
    /// use xanthos_chess::Position;
    /// assert!(Position::startpos().is_standard_castling());
    /// let shuffled = Position::from_fen("1r2k3/8/8/8/8/8/8/4K3 b b - 0 1").unwrap();
    /// assert!(!shuffled.is_standard_castling());
    /// ```
    pub fn is_standard_castling(&self) -> bool {
        let castling = self.castling();
        Color::ALL.into_iter().all(|color| {
            Side::ALL.into_iter().all(|side| {
                let corner = Square::new(if side == Side::King { 7 } else { 0 }, color.home_rank());
                castling
                    .rook(color, side)
                    .is_none_or(|rook| rook == corner && self.king(color).file() == 4)
            })
        })
    }

    /// The key of the whole position: pieces, turn, castling rights, and the en
    /// passant file when a capture is really possible.
    ///
    /// ```
    /// use xanthos_chess::Game;
    /// // The same position by another way has the same key.
    /// let by = |moves: [&str; 4]| {
    ///     let mut game = Game::default();
    ///     moves.iter().for_each(|san| game.play(game.position().parse_san(san).unwrap()));
    ///     game.position().key()
    /// };
    /// assert_eq!(by(["Nf3", "Nf6", "Nc3", "Nc6"]), by(["Nc3", "Nc6", "Nf3", "Nf6"]));
    /// ```
    #[inline]
    pub fn key(&self) -> u64 {
        self.state.key
    }

    /// The key of the pawns of both sides.
    ///
    /// ```
    /// use xanthos_chess::Position;
    /// let start = Position::startpos();
    /// assert_eq!(start.after(start.parse_san("Nf3").unwrap()).pawn_key(), start.pawn_key());
    /// ```
    #[inline]
    pub fn pawn_key(&self) -> u64 {
        self.state.pawn_key
    }

    /// The key of one side's pieces other than pawns.
    ///
    /// ```
    /// use xanthos_chess::{Color, Position};
    /// let start = Position::startpos();
    /// let next = start.after(start.parse_san("Nf3").unwrap());
    /// assert_ne!(next.nonpawn_key(Color::White), start.nonpawn_key(Color::White));
    /// assert_eq!(next.nonpawn_key(Color::Black), start.nonpawn_key(Color::Black));
    /// ```
    #[inline]
    pub fn nonpawn_key(&self, color: Color) -> u64 {
        self.state.nonpawn_keys[color.index()]
    }

    /// The key of the knights and bishops of both sides.
    ///
    /// ```
    /// use xanthos_chess::Position;
    /// let start = Position::startpos();
    /// assert_ne!(start.after(start.parse_san("Nf3").unwrap()).minor_key(), start.minor_key());
    /// ```
    #[inline]
    pub fn minor_key(&self) -> u64 {
        self.state.minor_key
    }

    /// The key of the rooks and queens of both sides.
    ///
    /// ```
    /// use xanthos_chess::Position;
    /// let start = Position::startpos();
    /// assert_eq!(start.after(start.parse_san("Nf3").unwrap()).major_key(), start.major_key());
    /// ```
    #[inline]
    pub fn major_key(&self) -> u64 {
        self.state.major_key
    }

    /// The key under which Polyglot opening books know the position. They count
    /// en passant also when the pawn that could take is pinned.
    ///
    /// ```
    /// use xanthos_chess::Position;
    /// assert_eq!(Position::startpos().polyglot_key(), 0x463b_9618_1691_fc9c);
    /// ```
    pub fn polyglot_key(&self) -> u64 {
        let file = |square: Option<Square>| square.map_or(0, zobrist::en_passant);
        self.state.key ^ file(self.state.en_passant) ^ file(self.state.polyglot_en_passant)
    }

    /// The pieces of both sides that attack `square` when `occupied` are the
    /// blockers; only pieces in `occupied` should be counted by a caller that
    /// took some away.
    ///
    /// ```
    /// use xanthos_chess::{Position, Square};
    /// let start = Position::startpos();
    /// let f3: Square = "f3".parse().unwrap();
    /// assert_eq!(start.attackers_to(f3, start.occupied()).count(), 3);
    /// ```
    #[inline]
    pub fn attackers_to(&self, square: Square, occupied: Bitboard) -> Bitboard {
        let [pawns, knights, bishops, rooks, queens, kings] = self.roles;
        (attacks::pawn(Color::Black, square) & pawns & self.colors[0])
            | (attacks::pawn(Color::White, square) & pawns & self.colors[1])
            | (attacks::knight(square) & knights)
            | (attacks::king(square) & kings)
            | (attacks::bishop(square, occupied) & (bishops | queens))
            | (attacks::rook(square, occupied) & (rooks | queens))
    }

    /// Does a piece of `color` attack `square` when `occupied` are the blockers?
    #[inline(always)]
    pub(crate) fn is_attacked_by(&self, color: Color, square: Square, occupied: Bitboard) -> bool {
        let [pawns, knights, .., kings] = self.roles;
        let leapers = (attacks::pawn(!color, square) & pawns)
            | (attacks::knight(square) & knights)
            | (attacks::king(square) & kings);
        (leapers & self.colors[color.index()]).any()
            || (attacks::bishop(square, occupied) & self.diagonal(color)).any()
            || (attacks::rook(square, occupied) & self.straight(color)).any()
    }

    /// The squares that the piece on `square` attacks; none if it is empty.
    ///
    /// ```
    /// use xanthos_chess::{Position, Square};
    /// let start = Position::startpos();
    /// assert_eq!(start.attacks_from(Square::G1).count(), 3);
    /// assert!(start.attacks_from(Square::E4).is_empty());
    /// ```
    pub fn attacks_from(&self, square: Square) -> Bitboard {
        let occupied = self.occupied();
        match self.piece_on(square) {
            None => Bitboard::EMPTY,
            Some(piece) => match piece.role() {
                Role::Pawn => attacks::pawn(piece.color(), square),
                Role::Knight => attacks::knight(square),
                Role::Bishop => attacks::bishop(square, occupied),
                Role::Rook => attacks::rook(square, occupied),
                Role::Queen => attacks::queen(square, occupied),
                Role::King => attacks::king(square),
            },
        }
    }
}

/// Two positions are equal when everything that FEN tells is, and so are all
/// values derived from it. Traces of the past do not count: where a rook stood
/// whose castling right is gone, or a double push that nobody can legally answer.
impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        let past = State { polyglot_en_passant: None, ..self.state };
        let others_past = State { polyglot_en_passant: None, ..other.state };
        let same_rooks = |slot: usize| {
            self.state.rights >> slot & 1 == 0 || self.rooks[slot] == other.rooks[slot]
        };
        past == others_past
            && self.turn == other.turn
            && self.fullmove == other.fullmove
            && self.board == other.board
            && self.roles == other.roles
            && self.colors == other.colors
            && (0..4).all(same_rooks)
    }
}

impl Eq for Position {}

impl Default for Position {
    fn default() -> Position {
        Position::startpos()
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({})", self.fen())
    }
}
