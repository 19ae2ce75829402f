// SPDX-License-Identifier: GPL-3.0-or-later
//! Accumulators: the first layer along a line of moves.
//!
//! A move changes two to four inputs, so the neurons of a position are those of the
//! one before with two to four rows added or subtracted. Updates are lazy: many
//! positions are never evaluated. When a king leaves its bucket or crosses the
//! middle, its perspective is refreshed, from the last board that was seen from the
//! new bucket rather than from an empty one.

use chess::{Bitboard, Color, Move, Piece, Position, Role, Side, Square};

use super::features::{KingBuckets, Perspective};
use super::kernels::{Change, Kernel};
use super::transformer::{Row, Transformer};

/// A piece on a square.
type Placed = (Piece, Square);

/// What a move changes on the board.
#[derive(Clone, Copy)]
pub(super) struct Delta {
    add: [Placed; 2],
    sub: [Placed; 2],
    adds: u8,
    subs: u8,
}

/// Fills unused places.
const UNUSED: Placed = (Piece::new(Color::White, Role::Pawn), Square::A1);

impl Delta {
    /// A null move changes nothing.
    pub const NONE: Delta = Delta { add: [UNUSED; 2], sub: [UNUSED; 2], adds: 0, subs: 0 };

    /// What `mv` changes in `position`.
    pub fn of(position: &Position, mv: Move) -> Delta {
        let mut delta = Delta::NONE;
        let Some(piece) = position.piece_on(mv.from()) else { return delta };
        let color = piece.color();
        delta.remove(piece, mv.from());
        if mv.is_castle() {
            let side = if mv.to() > mv.from() { Side::King } else { Side::Queen };
            let rook = Piece::new(color, Role::Rook);
            let rank = mv.from().rank();
            let (king_file, rook_file) = if side == Side::King { (6, 5) } else { (2, 3) };
            delta.remove(rook, mv.to());
            delta.put(piece, Square::new(king_file, rank));
            delta.put(rook, Square::new(rook_file, rank));
            return delta;
        }
        if mv.is_en_passant() {
            let captured = Square::new(mv.to().file(), mv.from().rank());
            delta.remove(Piece::new(!color, Role::Pawn), captured);
        } else if let Some(captured) = position.piece_on(mv.to()) {
            delta.remove(captured, mv.to());
        }
        delta.put(mv.promotion().map_or(piece, |role| Piece::new(color, role)), mv.to());
        delta
    }

    fn put(&mut self, piece: Piece, square: Square) {
        self.add[usize::from(self.adds)] = (piece, square);
        self.adds += 1;
    }

    fn remove(&mut self, piece: Piece, square: Square) {
        self.sub[usize::from(self.subs)] = (piece, square);
        self.subs += 1;
    }
}

/// The first layer of one position of the line, as far as it is computed.
#[derive(Clone)]
struct Accumulator<const N: usize> {
    /// By colour: White's perspective, Black's perspective.
    rows: [Row<N>; 2],
    computed: [bool; 2],
    perspectives: [Perspective; 2],
    /// What changed since the position before.
    delta: Delta,
    /// The key of the position.
    key: u64,
}

/// The last board seen from a king bucket, with its first layer.
#[derive(Clone)]
struct CacheEntry<const N: usize> {
    row: Row<N>,
    pieces: [Bitboard; 12],
}

/// The accumulators of the present line.
#[derive(Clone)]
pub(super) struct Accumulators<const N: usize> {
    stack: Vec<Accumulator<N>>,
    top: usize,
    /// By colour, mirror and bucket.
    cache: Vec<CacheEntry<N>>,
}

/// Longer lines start again at the bottom.
const DEPTH: usize = 256;

impl<const N: usize> Accumulators<N> {
    /// Nothing is computed yet.
    pub fn new(net: &Transformer<N>) -> Self {
        let start = Position::startpos();
        let accumulator = Accumulator {
            rows: [net.bias; 2],
            computed: [false; 2],
            perspectives: Color::ALL.map(|color| Perspective::of(&start, color, net.buckets)),
            delta: Delta::NONE,
            key: 0,
        };
        let entry = CacheEntry { row: net.bias, pieces: [Bitboard::EMPTY; 12] };
        Accumulators {
            stack: vec![accumulator; DEPTH],
            top: 0,
            cache: vec![entry; 4 * net.buckets.count],
        }
    }

    /// `delta` leads from `before` to `after`.
    #[inline]
    pub fn push(
        &mut self,
        delta: Delta,
        before: &Position,
        after: &Position,
        buckets: &KingBuckets,
    ) {
        if self.stack[self.top].key != before.key() {
            self.restart(before, buckets);
        }
        self.top += 1;
        if self.top == DEPTH {
            self.top = 0;
        }
        let accumulator = &mut self.stack[self.top];
        accumulator.delta = delta;
        accumulator.computed = [false; 2];
        accumulator.perspectives = Color::ALL.map(|color| Perspective::of(after, color, buckets));
        accumulator.key = after.key();
    }

    /// Back to the position before.
    #[inline]
    pub fn pop(&mut self) {
        self.top = self.top.checked_sub(1).unwrap_or(DEPTH - 1);
    }

    /// The first layer of `position`, White's perspective first. A position that is not the one
    /// pushed last is refreshed.
    pub fn rows(
        &mut self,
        position: &Position,
        net: &Transformer<N>,
        kernel: Kernel,
    ) -> [&Row<N>; 2] {
        if self.stack[self.top].key != position.key() {
            self.restart(position, net.buckets);
            for color in Color::ALL {
                self.refresh(position, color, net, kernel);
            }
        } else {
            for color in Color::ALL {
                self.update(position, color, net, kernel);
            }
        }
        let accumulator = &self.stack[self.top];
        [&accumulator.rows[0], &accumulator.rows[1]]
    }

    /// A new line begins.
    #[cold]
    fn restart(&mut self, position: &Position, buckets: &KingBuckets) {
        self.top = 0;
        let accumulator = &mut self.stack[self.top];
        accumulator.key = position.key();
        accumulator.computed = [false; 2];
        accumulator.perspectives =
            Color::ALL.map(|color| Perspective::of(position, color, buckets));
        accumulator.delta = Delta::NONE;
    }

    /// Computes one perspective of the top: move by move from the nearest position where it is
    /// computed, unless the king has moved to another bucket since.
    fn update(&mut self, position: &Position, color: Color, net: &Transformer<N>, kernel: Kernel) {
        let side = color.index();
        let perspective = self.stack[self.top].perspectives[side];
        let mut base = self.top;
        while !self.stack[base].computed[side] {
            if base == 0 || self.stack[base - 1].perspectives[side] != perspective {
                return self.refresh(position, color, net, kernel);
            }
            base -= 1;
        }
        for index in base + 1..=self.top {
            let (below, above) = self.stack.split_at_mut(index);
            let (source, target) = (&below[index - 1], &mut above[0]);
            let delta = target.delta;
            let row = |&(piece, square): &Placed| net.row(perspective, piece, square);
            let (add, sub) = (delta.add.each_ref().map(row), delta.sub.each_ref().map(row));
            let change = Change {
                add: &add[..usize::from(delta.adds)],
                sub: &sub[..usize::from(delta.subs)],
            };
            kernel.update(&mut target.rows[side], &source.rows[side], change);
            target.computed[side] = true;
        }
    }

    /// Computes one perspective of the top from the last board seen from its king bucket.
    fn refresh(&mut self, position: &Position, color: Color, net: &Transformer<N>, kernel: Kernel) {
        let side = color.index();
        let perspective = self.stack[self.top].perspectives[side];
        let mirrored = usize::from(perspective.is_mirrored());
        let slot = (side * 2 + mirrored) * net.buckets.count + perspective.bucket();
        let entry = &mut self.cache[slot];
        let unused = &net.bias;
        let (mut add, mut sub) = ([unused; 32], [unused; 32]);
        let (mut adds, mut subs) = (0, 0);
        for color in Color::ALL {
            for role in Role::ALL {
                let piece = Piece::new(color, role);
                let now = position.pieces(color, role);
                let before = std::mem::replace(&mut entry.pieces[piece.index()], now);
                for square in now & !before {
                    add[adds] = net.row(perspective, piece, square);
                    adds += 1;
                }
                for square in before & !now {
                    sub[subs] = net.row(perspective, piece, square);
                    subs += 1;
                }
            }
        }
        let accumulator = &mut self.stack[self.top];
        let (row, change) =
            (&mut accumulator.rows[side], Change { add: &add[..adds], sub: &sub[..subs] });
        kernel.update(row, &entry.row, change);
        entry.row = *row;
        accumulator.computed[side] = true;
    }
}
