// SPDX-License-Identifier: GPL-3.0-or-later
//! Is one given move legal, does it give check, is the position itself sound?

use super::{Position, State};
use crate::castling::Castling;
use crate::moves::{Kind, Move};
use crate::{Bitboard, Color, Role, Side, Square, attacks, zobrist};

impl Position {
    /// Is this move legal here? Any sixteen bits may be asked about: a search
    /// asks for moves out of its tables, which may belong to other positions.
    ///
    /// ```
    /// use xanthos_chess::Position;
    /// let start = Position::startpos();
    /// let e4 = start.parse_san("e4").unwrap();
    /// assert!(start.is_legal(e4));
    /// assert!(!start.after(e4).is_legal(e4));
    /// ```
    pub fn is_legal(&self, m: Move) -> bool {
        let (us, them) = (self.turn, !self.turn);
        let (from, to) = (m.from(), m.to());
        let Some(piece) = self.piece_on(from) else { return false };
        if piece.color() != us {
            return false;
        }
        if m.is(Kind::Castle) {
            return piece.role() == Role::King && self.may_castle(from, to);
        }
        if !self.has_known_kind(m) || self.by_color(us).contains(to) {
            return false;
        }
        if m.is_en_passant() {
            return piece.role() == Role::Pawn
                && self.state.en_passant == Some(to)
                && attacks::pawn(us, from).contains(to)
                && self.en_passant_is_safe(from, to);
        }
        if m.is_capture() != self.by_color(them).contains(to) {
            return false;
        }
        if piece.role() == Role::Pawn {
            if !self.pawn_reaches(m) {
                return false;
            }
        } else if m.is_promotion() || m.is_double_push() || !self.attacks_from(from).contains(to) {
            return false;
        }
        if piece.role() == Role::King {
            return !self.is_attacked_by(them, to, self.occupied().without(from));
        }
        self.resolves_check(to)
            && (!self.state.pinned.contains(from)
                || attacks::line(from, to).contains(self.king(us)))
    }

    /// Of the sixteen kinds, three mean nothing.
    fn has_known_kind(&self, m: Move) -> bool {
        !matches!(m.bits() >> 12, 3 | 6 | 7)
    }

    /// Can the pawn on `from` go to `to` in this manner, checks and pins aside?
    /// That the capture flag is right has been seen to.
    fn pawn_reaches(&self, m: Move) -> bool {
        let us = self.turn;
        let (from, to) = (m.from(), m.to());
        let last_rank = us.relative_rank(to.rank()) == 7;
        if m.is_promotion() != last_rank {
            return false;
        }
        if m.is_capture() {
            return attacks::pawn(us, from).contains(to);
        }
        let forward = if us == Color::White { 8 } else { -8 };
        let front = from.step(forward);
        if self.occupied().contains(front) {
            return false;
        }
        if m.is_double_push() {
            return us.relative_rank(from.rank()) == 1
                && to == front.step(forward)
                && !self.occupied().contains(to);
        }
        to == front
    }

    /// Does a move of another piece than the king to `to` end all checks?
    fn resolves_check(&self, to: Square) -> bool {
        let checkers = self.state.checkers;
        checkers.is_empty()
            || !checkers.more_than_one()
                && (checkers | attacks::between(self.king(self.turn), checkers.single()))
                    .contains(to)
    }

    /// May the king on `king` castle now with the rook on `rook`?
    #[inline]
    pub(crate) fn may_castle(&self, king: Square, rook: Square) -> bool {
        let us = self.turn;
        let side = Side::of(king, rook);
        if self.in_check() || self.castling().rook(us, side) != Some(rook) {
            return false;
        }
        let (king_to, rook_to) = (side.king_target(us), side.rook_target(us));
        let others = self.occupied().without(king).without(rook);
        let king_path = attacks::between(king, king_to).with(king_to);
        let rook_path = attacks::between(rook, rook_to).with(rook_to);
        // A rook that shields its king on the back rank can't leave its place.
        ((king_path | rook_path) & others).is_empty()
            && !self.state.pinned.contains(rook)
            && king_path
                .into_iter()
                .all(|square| !self.is_attacked_by(!us, square, self.occupied().without(king)))
    }

    /// Does taking en passant from `from` to `to` leave the own king unattacked?
    /// Two pawns leave their lines at once, so this is looked up on the board
    /// as it will be.
    #[inline]
    pub(crate) fn en_passant_is_safe(&self, from: Square, to: Square) -> bool {
        let us = self.turn;
        let victim = Square::new(to.file(), from.rank());
        let occupied = self.occupied().without(from).without(victim).with(to);
        let attackers = self.attackers_to(self.king(us), occupied);
        (attackers & self.by_color(!us)).without(victim).is_empty()
    }

    /// Will this legal move give check?
    ///
    /// ```
    /// use xanthos_chess::Position;
    /// let position = Position::from_fen("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1").unwrap();
    /// assert!(position.gives_check(position.parse_san("Ra8").unwrap()));
    /// ```
    pub fn gives_check(&self, m: Move) -> bool {
        let (us, them) = (self.turn, !self.turn);
        let (from, to) = (m.from(), m.to());
        let king = self.king(them);
        let Some(role) = m.promotion().or(self.role_on(from)) else { return false };
        if m.is_castle() {
            let side = Side::of(from, to);
            let rook = side.rook_target(us);
            let occupied =
                self.occupied().without(from).without(to).with(side.king_target(us)).with(rook);
            return attacks::rook(king, occupied).contains(rook)
                || self.slider_sees(us, king, occupied);
        }
        let mut occupied = self.occupied().without(from).with(to);
        if m.is_en_passant() {
            occupied = occupied.without(Square::new(to.file(), from.rank()));
        }
        let direct = match role {
            Role::Pawn => attacks::pawn(us, to).contains(king),
            Role::Knight => attacks::knight(to).contains(king),
            Role::Bishop => attacks::bishop(to, occupied).contains(king),
            Role::Rook => attacks::rook(to, occupied).contains(king),
            Role::Queen => attacks::queen(to, occupied).contains(king),
            Role::King => false,
        };
        direct || self.slider_sees(us, king, occupied)
    }

    /// Does a slider of `color` that still stands in `occupied` where it stood
    /// attack `square`? (A piece that has just arrived is not in its old place
    /// and so does not count; a captured one was not of this colour.)
    fn slider_sees(&self, color: Color, square: Square, occupied: Bitboard) -> bool {
        let diagonal = self.diagonal(color) & occupied;
        let straight = self.straight(color) & occupied;
        (attacks::bishop(square, occupied) & diagonal).any()
            || (attacks::rook(square, occupied) & straight).any()
    }

    /// The keys, computed from the pieces.
    pub(crate) fn state_keys(&self) -> State {
        let mut state = State {
            key: 0,
            pawn_key: 0,
            nonpawn_keys: [0; 2],
            minor_key: 0,
            major_key: 0,
            ..self.state
        };
        for square in self.occupied() {
            if let Some(piece) = self.piece_on(square) {
                state.toggle(piece, zobrist::piece(piece, square));
            }
        }
        state.key ^= zobrist::castling(state.rights);
        if self.turn == Color::White {
            state.key ^= zobrist::TURN;
        }
        if let Some(square) = state.en_passant {
            state.key ^= zobrist::en_passant(square);
        }
        state
    }

    /// Do bitboards, mailbox, keys, checks and rights agree with each other?
    /// Debug builds assert it after every move.
    ///
    /// ```
    /// use xanthos_chess::Position;
    /// assert!(Position::startpos().is_ok());
    /// ```
    pub fn is_ok(&self) -> bool {
        let mailbox = Square::ALL.into_iter().all(|square| match self.piece_on(square) {
            Some(piece) => {
                self.pieces(piece.color(), piece.role()).contains(square)
                    && !self.by_color(!piece.color()).contains(square)
            }
            None => !self.occupied().contains(square),
        });
        let disjoint = self.roles.iter().map(|set| set.count()).sum::<u32>()
            == self.occupied().count()
            && self.roles.iter().fold(Bitboard::EMPTY, |all, &set| all | set) == self.occupied();
        let kings = Color::ALL.iter().all(|&c| self.pieces(c, Role::King).count() == 1);
        let mut checks = *self;
        checks.find_checks_and_pins();
        let castling = self.castling();
        let rooks = Color::ALL.iter().all(|&color| {
            Side::ALL.iter().all(|&side| {
                castling.rook(color, side).is_none_or(|rook| {
                    self.pieces(color, Role::Rook).contains(rook)
                        && rook.rank() == color.home_rank()
                        && self.king(color).rank() == color.home_rank()
                        && Side::of(self.king(color), rook) == side
                })
            })
        });
        mailbox
            && disjoint
            && kings
            && rooks
            && checks.state == self.state
            && self.state_keys() == self.state
            && (castling.rights & !(Castling::both(Color::White) | Castling::both(Color::Black)))
                == 0
            && !self.is_attacked_by(self.turn, self.king(!self.turn), self.occupied())
    }
}
