// SPDX-License-Identifier: GPL-3.0-or-later
//! Pieces on a board as somebody put them, and the step to a legal position.

use crate::castling::Castling;
use crate::fen::{FenError, FenProblem, Field, outermost_rook};
use crate::position::State;
use crate::{Bitboard, Color, Piece, Position, Role, Side, Square, attacks};
use std::fmt;
use std::ops::Range;

/// A position as it is written, legal or not.
///
/// ```
/// use xanthos_chess::Setup;
/// let setup = Setup::parse("4k3/8/8/8/8/8/8/4K3 w K - 0 1").unwrap();
/// assert!(setup.position().is_err(), "there is no rook to castle with");
/// let (position, repairs) = setup.position_lenient().unwrap();
/// assert_eq!(position.fen(), "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
/// assert_eq!(repairs.len(), 1);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// What stands on each square.
    pub pieces: [Option<Piece>; 64],
    /// Who is to move.
    pub turn: Color,
    /// Castling rights as letters: `KQkq`, or rook files in either case.
    pub castling: String,
    /// The square that a pawn just jumped over.
    pub en_passant: Option<Square>,
    /// Half-moves since the last capture or pawn move.
    pub halfmove_clock: u32,
    /// The number of the move, from 1.
    pub fullmove_number: u32,
    /// Where the first four fields stood in the text they were read from.
    pub(crate) spans: [Range<usize>; 4],
}

/// Something impossible that [`Setup::position_lenient`] left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Repair {
    /// A castling right without its king or rook.
    Castling(char),
    /// An en passant square that no pawn can have jumped over.
    EnPassant(Square),
}

impl fmt::Display for Repair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Repair::Castling(letter) => {
                write!(f, "castling right {letter:?} dropped: no king and rook for it")
            }
            Repair::EnPassant(square) => {
                write!(f, "en passant square {square} dropped: no pawn can have jumped over it")
            }
        }
    }
}

impl Setup {
    /// An empty board with White to move.
    ///
    /// ```
    /// use xanthos_chess::Setup;
    /// let setup = Setup::empty();
    /// assert!(setup.pieces.iter().all(Option::is_none));
    /// assert!(setup.position().is_err());
    /// ```
    pub fn empty() -> Setup {
        Setup {
            pieces: [None; 64],
            turn: Color::White,
            castling: String::new(),
            en_passant: None,
            halfmove_clock: 0,
            fullmove_number: 1,
            spans: [0..0, 0..0, 0..0, 0..0],
        }
    }

    /// The legal position that this describes, or why there is none.
    ///
    /// ```
    /// use xanthos_chess::{Color, Piece, Role, Setup, Square};
    /// let mut setup = Setup::empty();
    /// setup.pieces[Square::E1.index()] = Some(Piece::new(Color::White, Role::King));
    /// assert!(setup.position().is_err(), "where is the other king?");
    /// setup.pieces[Square::E8.index()] = Some(Piece::new(Color::Black, Role::King));
    /// assert!(setup.position().is_ok());
    /// ```
    pub fn position(&self) -> Result<Position, FenError> {
        let (position, repairs) = self.position_lenient()?;
        let (field, problem) = match repairs.first() {
            None if is_impossible_check(&position, self.en_passant) => {
                (Field::Board, FenProblem::ImpossibleCheck)
            }
            None => return Ok(position),
            Some(&Repair::Castling(c)) => (Field::Castling, FenProblem::ImpossibleCastling(c)),
            Some(&Repair::EnPassant(square)) => {
                (Field::EnPassant, FenProblem::ImpossibleEnPassant(square))
            }
        };
        Err(self.error(field, problem))
    }

    /// The legal position with impossible castling rights and en passant squares
    /// left out, and what was left out. Checks that no last move can have given
    /// are let stand: such positions can be played on, and move counts of some
    /// are published. Positions that break other rules are refused.
    ///
    /// ```
    /// use xanthos_chess::Setup;
    /// // A right to castle without a rook is dropped, and told.
    /// let setup = Setup::parse("4k3/8/8/8/8/8/8/4K3 w K - 0 1").unwrap();
    /// let (position, repairs) = setup.position_lenient().unwrap();
    /// assert!(position.castling().is_empty() && !repairs.is_empty());
    /// ```
    pub fn position_lenient(&self) -> Result<(Position, Vec<Repair>), FenError> {
        self.check_material().map_err(|problem| self.error(Field::Board, problem))?;
        let mut repairs = Vec::new();
        let mut castling = Castling::NONE;
        for letter in self.castling.chars() {
            match self.castling_right(letter) {
                Some((color, side, _)) if castling.has(color, side) => {
                    return Err(self.error(Field::Castling, FenProblem::CastlingTwice(letter)));
                }
                Some((color, side, rook)) => castling.grant(color, side, rook),
                None => repairs.push(Repair::Castling(letter)),
            }
        }
        let en_passant = self.en_passant.filter(|&square| {
            let possible = self.is_jump(square);
            if !possible {
                repairs.push(Repair::EnPassant(square));
            }
            possible
        });
        let position = self.assemble(castling, en_passant);
        if position.is_attacked_by(self.turn, position.king(!self.turn), position.occupied()) {
            return Err(self.error(Field::Turn, FenProblem::OpponentInCheck));
        }
        debug_assert!(position.is_ok());
        Ok((position, repairs))
    }

    fn error(&self, field: Field, problem: FenProblem) -> FenError {
        let span = self.spans.get(field as usize).cloned().unwrap_or_default();
        FenError { field, problem, span }
    }

    fn squares(&self, piece: impl Fn(Piece) -> bool) -> Bitboard {
        Square::ALL.into_iter().filter(|s| self.pieces[s.index()].is_some_and(&piece)).collect()
    }

    /// How many of what may stand where.
    fn check_material(&self) -> Result<(), FenProblem> {
        for color in Color::ALL {
            let kings = self.squares(|p| p == Piece::new(color, Role::King)).count();
            if kings != 1 {
                return Err(FenProblem::KingCount(color, kings));
            }
            let all = self.squares(|p| p.color() == color).count();
            if all > 16 {
                return Err(FenProblem::TooManyPieces(color, all));
            }
            let pawns = self.squares(|p| p == Piece::new(color, Role::Pawn)).count();
            if pawns > 8 {
                return Err(FenProblem::TooManyPawns(color, pawns));
            }
        }
        let edges = Bitboard::RANKS[0] | Bitboard::RANKS[7];
        match (self.squares(|p| p.role() == Role::Pawn) & edges).first() {
            Some(square) => Err(FenProblem::PawnOnEdge(square)),
            None => Ok(()),
        }
    }

    /// The right that a letter stands for, if king and rook are there.
    fn castling_right(&self, letter: char) -> Option<(Color, Side, Square)> {
        let color = Color::of(letter.is_ascii_uppercase());
        let king = self.squares(|p| p == Piece::new(color, Role::King)).first()?;
        if king.rank() != color.home_rank() {
            return None;
        }
        let is_rook =
            |square: Square| self.pieces[square.index()] == Some(Piece::new(color, Role::Rook));
        let (side, rook) = match letter.to_ascii_lowercase() {
            'k' => (Side::King, outermost_rook(color, Side::King, is_rook)?),
            'q' => (Side::Queen, outermost_rook(color, Side::Queen, is_rook)?),
            file @ 'a'..='h' => {
                let rook = Square::new((file as u8 - b'a') as usize, color.home_rank());
                (Side::of(king, rook), Some(rook).filter(|&rook| is_rook(rook))?)
            }
            _ => return None,
        };
        (Side::of(king, rook) == side).then_some((color, side, rook))
    }

    /// Can a pawn of the side that just moved have jumped over `square`?
    fn is_jump(&self, square: Square) -> bool {
        let them = !self.turn;
        let (back, pawn) = if them == Color::White { (-8, 8) } else { (8, -8) };
        them.relative_rank(square.rank()) == 2
            && self.pieces[square.index()].is_none()
            && self.pieces[square.step(back).index()].is_none()
            && self.pieces[square.step(pawn).index()] == Some(Piece::new(them, Role::Pawn))
    }

    fn assemble(&self, castling: Castling, en_passant: Option<Square>) -> Position {
        let role = |role| self.squares(|p| p.role() == role);
        let mut position = Position {
            roles: Role::ALL.map(role),
            colors: Color::ALL.map(|color| self.squares(|p| p.color() == color)),
            board: self.pieces,
            state: State {
                key: 0,
                pawn_key: 0,
                nonpawn_keys: [0; 2],
                minor_key: 0,
                major_key: 0,
                checkers: Bitboard::EMPTY,
                pinned: Bitboard::EMPTY,
                clock: self.halfmove_clock.min(u16::MAX.into()) as u16,
                rights: castling.rights,
                en_passant: None,
                polyglot_en_passant: None,
            },
            rooks: castling.rooks,
            fullmove: self.fullmove_number.clamp(1, u16::MAX.into()) as u16,
            turn: self.turn,
        };
        position.find_checks_and_pins();
        if let Some(square) = en_passant {
            position.allow_en_passant(square);
        }
        position.state = position.state_keys();
        position
    }
}

/// Are there checks that a single move can't have given?
fn is_impossible_check(position: &Position, jumped: Option<Square>) -> bool {
    let us = position.turn();
    let king = position.king(us);
    let checkers = position.checkers();
    if checkers.count() > 2 {
        true
    } else if let (Some(over), true) = (jumped, checkers.any()) {
        // The last move was a double push: it checks itself or uncovers one line.
        let (from, to) = if us == Color::White { (8, -8) } else { (-8, 8) };
        let (from, to) = (over.step(from), over.step(to));
        let before = position.occupied().without(to).with(from);
        let checked_before = position.is_attacked_by(!us, king, before);
        checkers.more_than_one() || (!checkers.contains(to) && checked_before)
    } else if checkers.more_than_one() {
        // Of two checks one is uncovered by the piece that gives the other, so
        // they don't come along one line.
        let (Some(a), Some(b)) = (checkers.first(), checkers.last()) else { return false };
        attacks::line(a, b).contains(king)
    } else {
        false
    }
}
