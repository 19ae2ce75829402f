// SPDX-License-Identifier: GPL-3.0-or-later
//! Legal move generation.
//!
//! ```
//! use xanthos_chess::{MoveList, Position};
//! let position = Position::startpos();
//! let (mut noisy, mut quiet) = (MoveList::new(), MoveList::new());
//! position.noisy_moves(&mut noisy);
//! position.quiet_moves(&mut quiet);
//! assert_eq!((noisy.len(), quiet.len()), (0, 20));
//! ```
//!
//! Every move that comes out is legal: checks and pins restrict the target
//! squares before a move is written down, so nothing is made only to be taken
//! back. One generator serves lists, counts and the question whether there is
//! any move at all; it is told what to do with the target sets by a [`Collect`].

use crate::moves::{Kind, Move, MoveList};
use crate::{Bitboard, Color, Position, Role, Side, Square, attacks};

/// What becomes of the generated moves.
trait Collect {
    /// A piece on `from` can go to `quiets` and take on `captures`.
    fn piece(&mut self, from: Square, quiets: Bitboard, captures: Bitboard);
    /// Pawns arrive on `targets`, each from `step` squares before.
    fn pawns(&mut self, targets: Bitboard, step: i8, kind: Kind);
    /// Pawns arrive on the last rank and promote.
    fn promotions(&mut self, targets: Bitboard, step: i8, capture: bool);
    /// A single move: castling, en passant.
    fn one(&mut self, m: Move);
}

impl Collect for MoveList {
    #[inline(always)]
    fn piece(&mut self, from: Square, quiets: Bitboard, captures: Bitboard) {
        for to in captures {
            self.append(Move::new(from, to, Kind::Capture));
        }
        self.append_all(from, quiets, Kind::Quiet);
    }

    #[inline(always)]
    fn pawns(&mut self, targets: Bitboard, step: i8, kind: Kind) {
        self.append_steps(targets, step, kind);
    }

    #[inline(always)]
    fn promotions(&mut self, targets: Bitboard, step: i8, capture: bool) {
        for to in targets {
            for role in [Role::Queen, Role::Knight, Role::Rook, Role::Bishop] {
                self.append(Move::promoting(to.step(-step), to, role, capture));
            }
        }
    }

    #[inline(always)]
    fn one(&mut self, m: Move) {
        self.append(m);
    }
}

/// Collects moves of pieces other than the king to certain squares, by role.
struct Restricted<'a> {
    position: &'a Position,
    targets: &'a [Bitboard; 6],
    moves: &'a mut MoveList,
}

impl Collect for Restricted<'_> {
    #[inline(always)]
    fn piece(&mut self, from: Square, quiets: Bitboard, captures: Bitboard) {
        let role = self.position.role_on(from).map_or(0, Role::index);
        self.moves.piece(from, quiets & self.targets[role], captures & self.targets[role]);
    }

    #[inline(always)]
    fn pawns(&mut self, targets: Bitboard, step: i8, kind: Kind) {
        self.moves.pawns(targets & self.targets[Role::Pawn.index()], step, kind);
    }

    #[inline(always)]
    fn promotions(&mut self, targets: Bitboard, step: i8, capture: bool) {
        self.moves.promotions(targets & self.targets[Role::Pawn.index()], step, capture);
    }

    #[inline(always)]
    fn one(&mut self, m: Move) {
        self.moves.one(m);
    }
}

/// Only counts.
struct Count(u32);

impl Collect for Count {
    #[inline(always)]
    fn piece(&mut self, _: Square, quiets: Bitboard, captures: Bitboard) {
        self.0 += (quiets | captures).count();
    }

    #[inline(always)]
    fn pawns(&mut self, targets: Bitboard, _: i8, _: Kind) {
        self.0 += targets.count();
    }

    #[inline(always)]
    fn promotions(&mut self, targets: Bitboard, _: i8, _: bool) {
        self.0 += 4 * targets.count();
    }

    #[inline(always)]
    fn one(&mut self, _: Move) {
        self.0 += 1;
    }
}

impl Position {
    /// All legal moves.
    ///
    /// ```
    /// use xanthos_chess::Position;
    /// assert_eq!(Position::startpos().legal_moves().len(), 20);
    /// ```
    #[inline]
    pub fn legal_moves(&self) -> MoveList {
        let mut moves = MoveList::new();
        self.generate::<true, true>(&mut moves);
        moves
    }

    /// Adds the legal captures and promotions to a list.
    ///
    /// ```
    /// use xanthos_chess::{MoveList, Position};
    /// let position = Position::from_fen("4k3/P7/8/8/8/8/8/4K3 w - - 0 1").unwrap();
    /// let mut moves = MoveList::new();
    /// position.noisy_moves(&mut moves);
    /// assert!(moves.iter().all(|m| m.is_noisy()) && !moves.is_empty());
    /// ```
    #[inline]
    pub fn noisy_moves(&self, moves: &mut MoveList) {
        self.generate::<true, false>(moves);
    }

    /// Adds the legal moves that are neither captures nor promotions.
    ///
    /// ```
    /// use xanthos_chess::{MoveList, Position};
    /// let position = Position::from_fen("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1").unwrap();
    /// let mut moves = MoveList::new();
    /// position.quiet_moves(&mut moves);
    /// assert!(moves.iter().all(|m| m.is_quiet()));
    /// assert_eq!(moves.len() + 1, position.legal_moves().len());
    /// ```
    #[inline]
    pub fn quiet_moves(&self, moves: &mut MoveList) {
        self.generate::<false, true>(moves);
    }

    /// Adds the legal quiet moves of pieces other than the king that end on one of the squares
    /// given for the role that moves: checks, say. The side to move must not be in check.
    ///
    /// ```
    /// use xanthos_chess::{Bitboard, MoveList, Position, Square};
    /// let mut moves = MoveList::new();
    /// let targets = [Bitboard::of(Square::F3); 6];
    /// Position::startpos().quiet_moves_to(&targets, &mut moves);
    /// assert_eq!(moves.len(), 2, "of the pawn and of the knight");
    /// ```
    #[inline]
    pub fn quiet_moves_to(&self, targets: &[Bitboard; 6], moves: &mut MoveList) {
        debug_assert!(!self.in_check());
        let mut out = Restricted { position: self, targets, moves };
        match self.turn {
            Color::White => Generator::<true, false, true>::new(self).but_king(&mut out),
            Color::Black => Generator::<false, false, true>::new(self).but_king(&mut out),
        }
    }

    /// How many legal moves there are, without writing them down.
    ///
    /// ```
    /// use xanthos_chess::Position;
    /// assert_eq!(Position::startpos().count_legal_moves(), 20);
    /// ```
    #[inline]
    pub fn count_legal_moves(&self) -> u32 {
        let mut count = Count(0);
        self.generate::<true, true>(&mut count);
        count.0
    }

    /// Is there any legal move?
    ///
    /// ```
    /// use xanthos_chess::Position;
    /// let stalemate = Position::from_fen("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").unwrap();
    /// assert!(!stalemate.has_legal_move());
    /// ```
    pub fn has_legal_move(&self) -> bool {
        self.count_legal_moves() != 0
    }

    #[inline(always)]
    fn generate<const NOISY: bool, const QUIET: bool>(&self, out: &mut impl Collect) {
        match self.turn {
            Color::White => Generator::<true, NOISY, QUIET>::new(self).all(out),
            Color::Black => Generator::<false, NOISY, QUIET>::new(self).all(out),
        }
    }

    /// The number of legal moves of a side known to be to move.
    #[inline(always)]
    pub(crate) fn count_as<const WHITE: bool>(&self) -> u32 {
        let mut count = Count(0);
        Generator::<WHITE, true, true>::new(self).all(&mut count);
        count.0
    }

    /// The legal moves of a side known to be to move.
    #[inline(always)]
    pub(crate) fn list_as<const WHITE: bool>(&self, moves: &mut MoveList) {
        Generator::<WHITE, true, true>::new(self).all(moves);
    }
}

/// One run of the generator: the position and the sets every step needs.
struct Generator<'a, const WHITE: bool, const NOISY: bool, const QUIET: bool> {
    position: &'a Position,
    king: Square,
    occupied: Bitboard,
    own: Bitboard,
    enemy: Bitboard,
    /// Where a move of another piece than the king must end: anywhere, or on
    /// the checking piece or between it and the king.
    mask: Bitboard,
}

impl<'a, const WHITE: bool, const NOISY: bool, const QUIET: bool>
    Generator<'a, WHITE, NOISY, QUIET>
{
    const US: Color = Color::of(WHITE);
    const THEM: Color = Color::of(!WHITE);

    #[inline(always)]
    fn new(position: &'a Position) -> Self {
        Generator {
            position,
            king: position.king(Self::US),
            occupied: position.occupied(),
            own: position.by_color(Self::US),
            enemy: position.by_color(Self::THEM),
            mask: Bitboard::ALL,
        }
    }

    #[inline(always)]
    fn all(mut self, out: &mut impl Collect) {
        let checkers = self.position.state.checkers;
        self.king_steps(out);
        if checkers.any() {
            if checkers.more_than_one() {
                return;
            }
            self.mask = checkers | attacks::between(self.king, checkers.single());
        } else if QUIET && self.position.state.rights & (3 << (2 * Self::US as u8)) != 0 {
            self.castling(out);
        }
        self.pawns(out);
        self.en_passant(out);
        self.pieces(out);
    }

    /// Without the king's moves, when it is not in check.
    #[inline(always)]
    fn but_king(self, out: &mut impl Collect) {
        self.pawns(out);
        self.en_passant(out);
        self.pieces(out);
    }

    /// Splits targets into quiet moves and captures, each if wanted.
    #[inline(always)]
    fn emit(&self, from: Square, targets: Bitboard, out: &mut impl Collect) {
        let quiets = if QUIET { targets & !self.occupied } else { Bitboard::EMPTY };
        let captures = if NOISY { targets & self.enemy } else { Bitboard::EMPTY };
        out.piece(from, quiets, captures);
    }

    #[inline(always)]
    fn king_steps(&self, out: &mut impl Collect) {
        // The king does not shield the squares behind it from a slider.
        let occupied = self.occupied.without(self.king);
        let wanted = match (NOISY, QUIET) {
            (true, true) => !self.own,
            (true, false) => self.enemy,
            (false, _) => !self.occupied,
        };
        let mut safe = attacks::king(self.king) & wanted;
        for to in safe {
            if self.position.is_attacked_by(Self::THEM, to, occupied) {
                safe = safe.without(to);
            }
        }
        self.emit(self.king, safe, out);
    }

    #[inline(always)]
    fn castling(&self, out: &mut impl Collect) {
        let castling = self.position.castling();
        for side in Side::ALL {
            if let Some(rook) = castling.rook(Self::US, side)
                && self.position.may_castle(self.king, rook)
            {
                out.one(Move::new(self.king, rook, Kind::Castle));
            }
        }
    }

    #[inline(always)]
    fn pieces(&self, out: &mut impl Collect) {
        let position = self.position;
        let pinned = position.state.pinned;
        let free = self.own & !pinned;
        for from in position.roles[Role::Knight as usize] & free {
            self.emit(from, attacks::knight(from) & self.mask, out);
        }
        for from in position.diagonal(Self::US) & !pinned {
            self.emit(from, attacks::bishop(from, self.occupied) & self.mask, out);
        }
        for from in position.straight(Self::US) & !pinned {
            self.emit(from, attacks::rook(from, self.occupied) & self.mask, out);
        }
        // A pinned piece slides along its pin. In check it can't move at all:
        // the pin and the check meet only in the king.
        if pinned.any() && position.state.checkers.is_empty() {
            for from in position.diagonal(Self::US) & pinned {
                let line = attacks::line(self.king, from);
                self.emit(from, attacks::bishop(from, self.occupied) & line, out);
            }
            for from in position.straight(Self::US) & pinned {
                let line = attacks::line(self.king, from);
                self.emit(from, attacks::rook(from, self.occupied) & line, out);
            }
        }
    }

    /// All pawns at once. A pinned pawn may still move along its pin, and which
    /// pins lie along a direction can be read off the king's lines.
    #[inline(always)]
    fn pawns(&self, out: &mut impl Collect) {
        let forward: i8 = if WHITE { 8 } else { -8 };
        let last = Bitboard::RANKS[if WHITE { 7 } else { 0 }];
        let third = Bitboard::RANKS[if WHITE { 2 } else { 5 }];
        let pinned = self.position.state.pinned;
        let pawns = self.position.roles[Role::Pawn as usize] & self.own;
        let empty = !self.occupied;

        let pushers = pawns & (!pinned | Bitboard::FILES[self.king.file()]);
        let single = pushers.shift(forward) & empty;
        if QUIET {
            let double = (single & third).shift(forward) & empty & self.mask;
            out.pawns(single & self.mask & !last, forward, Kind::Quiet);
            out.pawns(double, 2 * forward, Kind::DoublePush);
        }
        if NOISY {
            let targets = self.enemy & self.mask;
            for east in [true, false] {
                let step = forward + if east { 1 } else { -1 };
                let edge = Bitboard::FILES[if east { 7 } else { 0 }];
                // Of the king's diagonals, the one that runs in this direction.
                let line = rising(self.king, east == WHITE);
                let takers = pawns & !edge & (!pinned | line);
                let taken = takers.shift(step) & targets;
                out.pawns(taken & !last, step, Kind::Capture);
                if (taken & last).any() {
                    out.promotions(taken & last, step, true);
                }
            }
            let promoted = single & self.mask & last;
            if promoted.any() {
                out.promotions(promoted, forward, false);
            }
        }
    }

    #[inline(always)]
    fn en_passant(&self, out: &mut impl Collect) {
        let Some(to) = self.position.state.en_passant else { return };
        if NOISY {
            let pawns = self.position.roles[Role::Pawn as usize] & self.own;
            for from in attacks::pawn(Self::THEM, to) & pawns {
                if self.position.en_passant_is_safe(from, to) {
                    out.one(Move::new(from, to, Kind::EnPassant));
                }
            }
        }
    }
}

/// The diagonal through a square that rises to the right, or the one that falls.
#[inline(always)]
fn rising(square: Square, rising: bool) -> Bitboard {
    static DIAGONALS: [[Bitboard; 64]; 2] = {
        let mut table = [[Bitboard::EMPTY; 64]; 2];
        let mut a = 0i8;
        while a < 64 {
            let mut b = 0;
            while b < 64 {
                let (files, ranks) = (b % 8 - a % 8, b / 8 - a / 8);
                if files == ranks {
                    table[1][a as usize].0 |= 1 << b;
                }
                if files == -ranks {
                    table[0][a as usize].0 |= 1 << b;
                }
                b += 1;
            }
            a += 1;
        }
        table
    };
    DIAGONALS[rising as usize][square.index()]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The restricted generator against a filter, in positions of random games.
    #[test]
    fn restricted_moves_are_the_quiet_moves_to_these_squares() {
        let mut random = 0x9E37_79B9_7F4A_7C15_u64;
        let mut next = || {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            random
        };
        let mut seen = 0;
        for game in 0..150 {
            let mut position = Position::chess960(game * 6);
            for _ in 0..150 {
                if !position.in_check() {
                    let mut targets = [Bitboard::EMPTY; 6];
                    targets.iter_mut().for_each(|set| *set = Bitboard(next() & next()));
                    let (mut quiet, mut found) = (MoveList::new(), MoveList::new());
                    position.quiet_moves(&mut quiet);
                    position.quiet_moves_to(&targets, &mut found);
                    let wanted = |m: &Move| {
                        let role = position.role_on(m.from()).unwrap();
                        role != Role::King && targets[role.index()].contains(m.to())
                    };
                    let expected: Vec<Move> = quiet.iter().copied().filter(wanted).collect();
                    assert_eq!(&found[..], &expected[..], "{position:?}");
                    seen += found.len();
                }
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                position.play(moves[next() as usize % moves.len()]);
            }
        }
        assert!(seen > 10_000);
    }
}
