// SPDX-License-Identifier: GPL-3.0-or-later
//! Making moves, and taking them back.

use super::{Position, State};
use crate::castling::Castling;
use crate::moves::{Kind, Move};
use crate::{Bitboard, Color, Piece, Role, Side, Square, attacks, zobrist};

/// What [`Position::unmake`] needs to take a move back.
#[derive(Clone, Copy)]
pub struct Undo {
    state: State,
    captured: Option<Piece>,
}

impl Position {
    /// Plays a legal move in place. An illegal one leaves a broken position
    /// (debug builds notice): ask [`Position::is_legal`] about moves from outside.
    ///
    /// ```
    /// use xanthos_chess::{Color, Position};
    /// let mut position = Position::startpos();
    /// position.play(position.parse_san("e4").unwrap());
    /// assert_eq!(position.turn(), Color::Black);
    /// ```
    #[inline]
    pub fn play(&mut self, m: Move) {
        self.play_with::<true>(m);
    }

    /// The position after a legal move.
    ///
    /// ```
    /// use xanthos_chess::Position;
    /// let start = Position::startpos();
    /// let next = start.after(start.parse_san("e4").unwrap());
    /// assert_ne!(next, start);
    /// ```
    #[inline]
    #[must_use]
    pub fn after(&self, m: Move) -> Position {
        let mut child = *self;
        child.play(m);
        child
    }

    /// Plays a move; without `KEYS` the keys are left as they were, which is all
    /// that counting needs.
    #[inline]
    pub(crate) fn play_with<const KEYS: bool>(&mut self, m: Move) {
        debug_assert!(self.is_legal(m), "{m:?} in {}", self.fen());
        match self.turn {
            Color::White => self.play_as::<true, KEYS>(m),
            Color::Black => self.play_as::<false, KEYS>(m),
        }
        debug_assert!(!KEYS || self.is_ok(), "{m:?} leads to {}", self.fen());
    }

    #[inline(always)]
    pub(crate) fn play_as<const WHITE: bool, const KEYS: bool>(&mut self, m: Move) {
        let us = Color::of(WHITE);
        let (from, to) = (m.from(), m.to());
        let Some(piece) = self.board[from.index()] else { return };
        let role = piece.role();

        if KEYS {
            if let Some(square) = self.state.en_passant {
                self.state.key ^= zobrist::en_passant(square);
            }
            self.state.key ^= zobrist::castling(self.state.rights);
        }
        self.state.en_passant = None;
        self.state.polyglot_en_passant = None;
        self.state.clock = self.state.clock.saturating_add(1);
        if self.state.rights != 0 {
            let castling = self.castling();
            let mut lost = castling.lost_at(to) | castling.lost_at(from);
            if role == Role::King {
                lost |= Castling::both(us);
            }
            self.state.rights &= !lost;
        }

        if m.is(Kind::Castle) {
            let side = Side::of(from, to);
            let rook = Piece::new(us, Role::Rook);
            self.remove::<KEYS>(piece, from);
            self.remove::<KEYS>(rook, to);
            self.put::<KEYS>(piece, side.king_target(us));
            self.put::<KEYS>(rook, side.rook_target(us));
        } else {
            if m.is_capture() {
                let square = if m.is(Kind::EnPassant) { to.step(behind::<WHITE>()) } else { to };
                if let Some(captured) = self.board[square.index()] {
                    self.remove::<KEYS>(captured, square);
                }
                self.state.clock = 0;
            }
            self.remove::<KEYS>(piece, from);
            let arriving = match m.promotion() {
                Some(role) => Piece::new(us, role),
                None => piece,
            };
            self.put::<KEYS>(arriving, to);
            if role == Role::Pawn {
                self.state.clock = 0;
            }
        }

        self.turn = !us;
        if !WHITE {
            self.fullmove = self.fullmove.saturating_add(1);
        }
        self.find_checks_and_pins();
        if m.is(Kind::DoublePush) {
            self.allow_en_passant(to.step(behind::<WHITE>()));
        }
        if KEYS {
            if let Some(square) = self.state.en_passant {
                self.state.key ^= zobrist::en_passant(square);
            }
            self.state.key ^= zobrist::castling(self.state.rights) ^ zobrist::TURN;
        }
    }

    /// The key after a legal move or null move, without making it, so that memory can be fetched
    /// meanwhile. Not exact where that would cost time: after castling and en passant, and where a
    /// square for en passant appears or a castling right is lost.
    ///
    /// ```
    /// use xanthos_chess::Position;
    /// let start = Position::startpos();
    /// let m = start.parse_san("Nf3").unwrap();
    /// assert_eq!(start.key_after(m), start.after(m).key());
    /// ```
    #[inline]
    pub fn key_after(&self, m: Move) -> u64 {
        let mut key = self.state.key ^ zobrist::TURN;
        if let Some(square) = self.state.en_passant {
            key ^= zobrist::en_passant(square);
        }
        if m.is_null() {
            return key;
        }
        let (from, to) = (m.from(), m.to());
        if let Some(captured) = self.board[to.index()] {
            key ^= zobrist::piece(captured, to);
        }
        if let Some(piece) = self.board[from.index()] {
            let arriving = m.promotion().map_or(piece, |role| Piece::new(self.turn, role));
            key ^= zobrist::piece(piece, from) ^ zobrist::piece(arriving, to);
        }
        key
    }

    /// Passes the turn, as a search does to see what the opponent threatens. The
    /// side to move must not be in check.
    ///
    /// ```
    /// use xanthos_chess::{Color, Position};
    /// let mut position = Position::startpos();
    /// position.play_null();
    /// assert_eq!(position.turn(), Color::Black);
    /// ```
    pub fn play_null(&mut self) {
        debug_assert!(!self.in_check());
        if let Some(square) = self.state.en_passant {
            self.state.key ^= zobrist::en_passant(square);
        }
        self.state.en_passant = None;
        self.state.polyglot_en_passant = None;
        self.state.key ^= zobrist::TURN;
        self.state.clock = self.state.clock.saturating_add(1);
        if self.turn == Color::Black {
            self.fullmove = self.fullmove.saturating_add(1);
        }
        self.turn = !self.turn;
        self.find_checks_and_pins();
    }

    /// The position with the turn passed.
    ///
    /// ```
    /// use xanthos_chess::{Color, Position};
    /// assert_eq!(Position::startpos().after_null().turn(), Color::Black);
    /// ```
    #[must_use]
    pub fn after_null(&self) -> Position {
        let mut child = *self;
        child.play_null();
        child
    }

    /// Plays a legal move and returns what is needed to take it back, for
    /// programs that would rather keep one position than copy it.
    ///
    /// ```
    /// use xanthos_chess::Position;
    /// let mut position = Position::startpos();
    /// let m = position.parse_san("e4").unwrap();
    /// let undo = position.make(m);
    /// position.unmake(m, &undo);
    /// assert_eq!(position, Position::startpos());
    /// ```
    #[inline]
    pub fn make(&mut self, m: Move) -> Undo {
        let victim = if m.is(Kind::EnPassant) {
            Square::new(m.to().file(), m.from().rank())
        } else {
            m.to()
        };
        let captured = if m.is_capture() { self.board[victim.index()] } else { None };
        let undo = Undo { state: self.state, captured };
        self.play(m);
        undo
    }

    /// Takes back the last move, which [`Position::make`] made.
    ///
    /// ```
    /// use xanthos_chess::Position;
    /// let mut position = Position::from_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1").unwrap();
    /// let before = position;
    /// let castles = position.parse_san("O-O").unwrap();
    /// let undo = position.make(castles);
    /// position.unmake(castles, &undo);
    /// assert_eq!(position, before);
    /// ```
    #[inline]
    pub fn unmake(&mut self, m: Move, undo: &Undo) {
        let us = !self.turn;
        let (from, to) = (m.from(), m.to());
        // Keys come back with the state, so pieces move without them.
        if m.is(Kind::Castle) {
            let side = Side::of(from, to);
            let (king, rook) = (Piece::new(us, Role::King), Piece::new(us, Role::Rook));
            self.remove::<false>(king, side.king_target(us));
            self.remove::<false>(rook, side.rook_target(us));
            self.put::<false>(king, from);
            self.put::<false>(rook, to);
        } else if let Some(arrived) = self.board[to.index()] {
            let left = if m.is_promotion() { Piece::new(us, Role::Pawn) } else { arrived };
            self.remove::<false>(arrived, to);
            self.put::<false>(left, from);
            if let Some(captured) = undo.captured {
                let en_passant = m.is(Kind::EnPassant);
                let victim = if en_passant { Square::new(to.file(), from.rank()) } else { to };
                self.put::<false>(captured, victim);
            }
        }
        self.turn = us;
        if us == Color::Black {
            self.fullmove -= 1;
        }
        self.state = undo.state;
        debug_assert!(self.is_ok());
    }

    #[inline(always)]
    fn put<const KEYS: bool>(&mut self, piece: Piece, square: Square) {
        self.board[square.index()] = Some(piece);
        self.toggle::<KEYS>(piece, square);
    }

    #[inline(always)]
    fn remove<const KEYS: bool>(&mut self, piece: Piece, square: Square) {
        self.board[square.index()] = None;
        self.toggle::<KEYS>(piece, square);
    }

    /// Adds or takes away a piece in the bitboards and, with `KEYS`, in the keys.
    #[inline(always)]
    fn toggle<const KEYS: bool>(&mut self, piece: Piece, square: Square) {
        let bit = Bitboard::of(square);
        self.roles[piece.role().index()] ^= bit;
        self.colors[piece.color().index()] ^= bit;
        if KEYS {
            self.state.toggle(piece, zobrist::piece(piece, square));
        }
    }

    /// Remembers an en passant square after a double push, if an enemy pawn
    /// stands ready (Polyglot's rule) and if taking is legal (everyone else's).
    #[inline]
    pub(crate) fn allow_en_passant(&mut self, square: Square) {
        let takers = attacks::pawn(!self.turn, square) & self.pieces(self.turn, Role::Pawn);
        if takers.any() {
            self.state.polyglot_en_passant = Some(square);
            if takers.into_iter().any(|from| self.en_passant_is_safe(from, square)) {
                self.state.en_passant = Some(square);
            }
        }
    }

    /// Finds who gives check to the side to move and which of its pieces are pinned.
    #[inline(always)]
    pub(crate) fn find_checks_and_pins(&mut self) {
        let (us, them) = (self.turn, !self.turn);
        let king = self.king(us);
        let own = self.by_color(us);
        let occupied = self.occupied();
        let mut checkers = (attacks::knight(king) & self.pieces(them, Role::Knight))
            | (attacks::pawn(us, king) & self.pieces(them, Role::Pawn));
        let mut pinned = Bitboard::EMPTY;
        let snipers = (attacks::bishop_rays(king) & self.diagonal(them))
            | (attacks::rook_rays(king) & self.straight(them));
        for sniper in snipers {
            let blockers = attacks::between(king, sniper) & occupied;
            if blockers.is_empty() {
                checkers |= Bitboard::of(sniper);
            } else if !blockers.more_than_one() {
                pinned |= blockers & own;
            }
        }
        self.state.checkers = checkers;
        self.state.pinned = pinned;
    }
}

/// The step from a pawn of this colour to the square behind it.
#[inline(always)]
const fn behind<const WHITE: bool>() -> i8 {
    if WHITE { -8 } else { 8 }
}

impl State {
    #[inline(always)]
    pub(crate) fn toggle(&mut self, piece: Piece, number: u64) {
        self.key ^= number;
        match piece.role() {
            Role::Pawn => self.pawn_key ^= number,
            role => {
                self.nonpawn_keys[piece.color().index()] ^= number;
                match role {
                    Role::Knight | Role::Bishop => self.minor_key ^= number,
                    Role::Rook | Role::Queen => self.major_key ^= number,
                    _ => {}
                }
            }
        }
    }
}
