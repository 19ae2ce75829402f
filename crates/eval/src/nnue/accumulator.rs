// SPDX-License-Identifier: GPL-3.0-or-later
//! The hidden layer, kept up to date move by move.
//!
//! A move changes two to four inputs, so the hidden layer of a position is that
//! of the one before with two to four rows added or taken away. Nothing is done
//! until a number is wanted: many positions are never evaluated. When a king
//! leaves its bucket or crosses the middle, its view is made anew, from the last
//! board that was seen from the new bucket rather than from an empty one.

use chess::{Bitboard, Color, Move, Piece, Position, Role, Side, Square};

use super::kernels::{Change, Kernel};
use super::net::{Net, Row};
use super::shape::{FEATURES, KING_BUCKETS, View};

/// A man on a square.
type Man = (Piece, Square);

/// What a move changes on the board.
#[derive(Clone, Copy)]
pub struct Step {
    add: [Man; 2],
    sub: [Man; 2],
    adds: u8,
    subs: u8,
}

/// Stands where there is nothing.
const NOBODY: Man = (Piece::new(Color::White, Role::Pawn), Square::A1);

impl Step {
    /// Passing changes nothing.
    pub const NONE: Step = Step { add: [NOBODY; 2], sub: [NOBODY; 2], adds: 0, subs: 0 };

    /// What `mv` changes in `position`.
    pub fn of(position: &Position, mv: Move) -> Step {
        let mut step = Step::NONE;
        let Some(piece) = position.piece_on(mv.from()) else { return step };
        let color = piece.color();
        step.take(piece, mv.from());
        if mv.is_castle() {
            let side = if mv.to() > mv.from() { Side::King } else { Side::Queen };
            let rook = Piece::new(color, Role::Rook);
            let rank = mv.from().rank();
            let (king_file, rook_file) = if side == Side::King { (6, 5) } else { (2, 3) };
            step.take(rook, mv.to());
            step.put(piece, Square::new(king_file, rank));
            step.put(rook, Square::new(rook_file, rank));
            return step;
        }
        if mv.is_en_passant() {
            let captured = Square::new(mv.to().file(), mv.from().rank());
            step.take(Piece::new(!color, Role::Pawn), captured);
        } else if let Some(captured) = position.piece_on(mv.to()) {
            step.take(captured, mv.to());
        }
        step.put(mv.promotion().map_or(piece, |role| Piece::new(color, role)), mv.to());
        step
    }

    fn put(&mut self, piece: Piece, square: Square) {
        self.add[usize::from(self.adds)] = (piece, square);
        self.adds += 1;
    }

    fn take(&mut self, piece: Piece, square: Square) {
        self.sub[usize::from(self.subs)] = (piece, square);
        self.subs += 1;
    }
}

/// The hidden layer of one position on the line, as far as it is known.
#[derive(Clone)]
struct Level {
    /// By colour: White's view, Black's view.
    rows: [Row; 2],
    known: [bool; 2],
    /// How the kings see the board here.
    views: [View; 2],
    /// What changed since the level below.
    step: Step,
    /// Whose position it is.
    key: u64,
}

/// The last board seen from each bucket, with its hidden layer.
#[derive(Clone)]
struct Seen {
    row: Row,
    men: [Bitboard; 12],
}

/// The hidden layers along the present line.
#[derive(Clone)]
pub struct Accumulators {
    levels: Vec<Level>,
    top: usize,
    /// By colour, mirror and bucket.
    seen: Vec<Seen>,
}

/// Longer lines begin anew.
const DEPTH: usize = 256;

impl Accumulators {
    /// Nothing is known yet.
    pub fn new(net: &Net) -> Self {
        let start = Position::startpos();
        let level = Level {
            rows: [net.bias; 2],
            known: [false; 2],
            views: Color::ALL.map(|color| View::of(&start, color)),
            step: Step::NONE,
            key: 0,
        };
        let seen = Seen { row: net.bias, men: [Bitboard::EMPTY; 12] };
        Accumulators { levels: vec![level; DEPTH], top: 0, seen: vec![seen; 4 * KING_BUCKETS] }
    }

    /// `step` leads from `before` to `after`.
    #[inline]
    pub fn push(&mut self, step: Step, before: &Position, after: &Position) {
        if self.levels[self.top].key != before.key() {
            self.begin(before);
        }
        self.top += 1;
        if self.top == DEPTH {
            self.top = 0;
        }
        let level = &mut self.levels[self.top];
        level.step = step;
        level.known = [false; 2];
        level.views = Color::ALL.map(|color| View::of(after, color));
        level.key = after.key();
    }

    /// Back to the position before.
    #[inline]
    pub fn pop(&mut self) {
        self.top = self.top.checked_sub(1).unwrap_or(DEPTH - 1);
    }

    /// The hidden layers of `position`, White's view first. A position that is
    /// not the one pushed last is seen all the same, only with more work.
    pub fn rows(&mut self, position: &Position, net: &Net, kernel: Kernel) -> [&Row; 2] {
        if self.levels[self.top].key != position.key() {
            self.begin(position);
            for color in Color::ALL {
                self.refresh(position, color, net, kernel);
            }
        } else {
            for color in Color::ALL {
                self.bring_up(position, color, net, kernel);
            }
        }
        let level = &self.levels[self.top];
        [&level.rows[0], &level.rows[1]]
    }

    /// A new line begins at the top: what is there, and below, is of another.
    #[cold]
    fn begin(&mut self, position: &Position) {
        self.top = 0;
        let level = &mut self.levels[self.top];
        level.key = position.key();
        level.known = [false; 2];
        level.views = Color::ALL.map(|color| View::of(position, color));
        level.step = Step::NONE;
    }

    /// Makes one view known at the top: step by step from the nearest level where
    /// it is known, unless the king has moved to another bucket since.
    fn bring_up(&mut self, position: &Position, color: Color, net: &Net, kernel: Kernel) {
        let side = color.index();
        let view = self.levels[self.top].views[side];
        let mut base = self.top;
        while !self.levels[base].known[side] {
            if base == 0 || self.levels[base - 1].views[side] != view {
                return self.refresh(position, color, net, kernel);
            }
            base -= 1;
        }
        for index in base + 1..=self.top {
            let (below, above) = self.levels.split_at_mut(index);
            let (source, target) = (&below[index - 1], &mut above[0]);
            let step = target.step;
            let row = |&(piece, square): &Man| row(net, view, piece, square);
            let (add, sub) = (step.add.each_ref().map(row), step.sub.each_ref().map(row));
            let change =
                Change { add: &add[..usize::from(step.adds)], sub: &sub[..usize::from(step.subs)] };
            kernel.update(&mut target.rows[side], &source.rows[side], change);
            target.known[side] = true;
        }
    }

    /// Makes one view known from the last board that was seen from its bucket.
    fn refresh(&mut self, position: &Position, color: Color, net: &Net, kernel: Kernel) {
        let side = color.index();
        let view = self.levels[self.top].views[side];
        let slot = (side * 2 + usize::from(view.is_mirrored())) * KING_BUCKETS + view.bucket();
        let seen = &mut self.seen[slot];
        let nothing = &net.bias;
        let (mut add, mut sub) = ([nothing; 32], [nothing; 32]);
        let (mut adds, mut subs) = (0, 0);
        for color in Color::ALL {
            for role in Role::ALL {
                let piece = Piece::new(color, role);
                let now = position.pieces(color, role);
                let before = std::mem::replace(&mut seen.men[piece.index()], now);
                for square in now & !before {
                    add[adds] = row(net, view, piece, square);
                    adds += 1;
                }
                for square in before & !now {
                    sub[subs] = row(net, view, piece, square);
                    subs += 1;
                }
            }
        }
        let old = seen.row;
        kernel.update(&mut seen.row, &old, Change { add: &add[..adds], sub: &sub[..subs] });
        let level = &mut self.levels[self.top];
        level.rows[side] = seen.row;
        level.known[side] = true;
    }
}

/// What a man adds to a view.
#[inline]
fn row(net: &Net, view: View, piece: Piece, square: Square) -> &Row {
    let feature = view.feature(piece, square);
    debug_assert!(feature < FEATURES);
    &net.input[feature]
}
