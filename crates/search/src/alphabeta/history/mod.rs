// SPDX-License-Identifier: GPL-3.0-or-later
//! Histories: which moves were good in earlier nodes, and how far the static evaluation
//! was off.
//!
//! A history is a number within ±[`HISTORY_MAX`] with gravity: a bonus moves it the less
//! the nearer it is to its bound. Quiet moves have a butterfly history (by squares and
//! whether they are attacked), a pawn history (by pawn structure), and continuation
//! histories (by piece and target square of the moves 1, 2, 4 and 6 plies before; worth
//! 17 ±35 Elo at 2,000 nodes a move). Captures have a capture history.

mod correction;
mod update;

pub use correction::CorrectionHistory;
pub use update::{TriedMoves, bonus, malus};

use chess::{Color, Move, Position, Threats};

use crate::tunables as t;

/// No history is larger.
pub const HISTORY_MAX: i32 = 8_192;

/// A piece and the square it moves to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceTo(u16);

/// All of them, [`PieceTo::NONE`] included.
const PIECE_TOS: usize = 12 * 64 + 1;

impl PieceTo {
    /// A null move, or a move before the root.
    pub const NONE: PieceTo = PieceTo(12 * 64);

    /// That of `mv` in `position`.
    #[inline]
    pub fn of(position: &Position, mv: Move) -> Self {
        match position.piece_on(mv.from()) {
            Some(piece) => PieceTo((piece.index() * 64 + mv.to().index()) as u16),
            None => PieceTo::NONE,
        }
    }

    #[inline]
    fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl Default for PieceTo {
    fn default() -> Self {
        PieceTo::NONE
    }
}

/// An index into butterfly history, kept on the stack for a later update.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ButterflyIndex(u16);

/// What selects the histories of the quiet moves of a node.
#[derive(Clone, Copy)]
pub struct HistoryContext {
    color: Color,
    /// Squares that the opponent attacks, as far as they were looked up.
    threats: Threats,
    /// The moves 1, 2, 4 and 6 plies before.
    pub before: [PieceTo; 4],
    pawns: usize,
}

/// Pawn structures share this many rows.
const PAWN_ROWS: usize = 512;

impl HistoryContext {
    /// The context of `position` after the moves `before`, without threats.
    #[inline]
    pub fn new(position: &Position, before: [PieceTo; 4]) -> Self {
        let pawns = position.pawn_key() as usize % PAWN_ROWS;
        HistoryContext { color: position.turn(), threats: Threats::default(), before, pawns }
    }

    /// The same with threats.
    #[inline]
    #[must_use]
    pub fn with_threats(self, position: &Position) -> Self {
        HistoryContext { threats: position.threats(!self.color), ..self }
    }

    /// What the opponent attacks in `position`: known already, or looked up.
    #[inline]
    pub fn threats(&self, position: &Position) -> Threats {
        // A king always attacks something: no threats means that nobody has looked.
        if self.threats.all.any() { self.threats } else { position.threats(!self.color) }
    }

    /// Where the butterfly history of `mv` lies.
    #[inline]
    pub fn butterfly(&self, mv: Move) -> ButterflyIndex {
        let from_attacked = u16::from(self.threats.all.contains(mv.from()));
        let to_attacked = u16::from(self.threats.all.contains(mv.to()));
        let row = (self.color.index() as u16) << 2 | from_attacked << 1 | to_attacked;
        ButterflyIndex(row << 12 | (mv.from().index() as u16) << 6 | mv.to().index() as u16)
    }
}

/// A history by piece and target square. It begins at a cache line, so that the targets of one
/// piece lie in two of them and not in three.
#[derive(Clone)]
#[repr(align(64))]
struct Row([i16; 13 * 64]);

impl Row {
    const ZERO: Row = Row([0; 13 * 64]);
}

/// The histories of one thread.
pub struct History {
    butterfly: Box<[i16; 8 * 64 * 64]>,
    pawns: Box<[Row; PAWN_ROWS]>,
    continuation: Box<[Row; PIECE_TOS]>,
    /// By piece, target square and captured role.
    captures: Box<[[i16; 6]; PIECE_TOS]>,
}

/// A large table, made on the heap at once: a thread's stack could not hold it.
fn table<T: Clone, const N: usize>(value: T) -> Box<[T; N]> {
    let table: Result<Box<[T; N]>, _> = vec![value; N].into_boxed_slice().try_into();
    table.unwrap_or_else(|_| unreachable!("the length is right by construction"))
}

impl History {
    /// All zero.
    pub fn new() -> Self {
        History {
            butterfly: table(0),
            pawns: table(Row::ZERO),
            continuation: table(Row::ZERO),
            captures: table([0; 6]),
        }
    }

    /// The histories that order the quiet moves of a node.
    #[inline]
    pub fn quiet_scores(&self, context: &HistoryContext) -> QuietScores<'_> {
        QuietScores {
            context: *context,
            butterfly: &self.butterfly,
            pawns: &self.pawns[context.pawns].0,
            continuation: context.before.map(|before| &self.continuation[before.index()].0),
        }
    }

    /// The history of a quiet move, for pruning and reductions.
    #[inline]
    pub fn quiet_history(&self, context: &HistoryContext, position: &Position, mv: Move) -> i32 {
        let piece_to = PieceTo::of(position, mv).index();
        let [one, two, ..] = context.before;
        i32::from(self.butterfly[usize::from(context.butterfly(mv).0)])
            + i32::from(self.pawns[context.pawns].0[piece_to])
            + i32::from(self.continuation[one.index()].0[piece_to])
            + i32::from(self.continuation[two.index()].0[piece_to])
    }

    /// The history of a capture or promotion.
    #[inline]
    pub fn capture_history(&self, position: &Position, mv: Move) -> i32 {
        i32::from(self.captures[PieceTo::of(position, mv).index()][victim(position, mv)])
    }

    /// A quiet move was good (or bad, with a negative bonus).
    pub fn update_quiet(
        &mut self,
        context: &HistoryContext,
        position: &Position,
        mv: Move,
        bonus: i32,
    ) {
        let piece_to = PieceTo::of(position, mv);
        self.update_butterfly(context.butterfly(mv), bonus);
        apply_bonus(&mut self.pawns[context.pawns].0[piece_to.index()], bonus);
        self.update_continuation(&context.before, piece_to, bonus);
    }

    /// Butterfly history only.
    #[inline]
    pub fn update_butterfly(&mut self, butterfly: ButterflyIndex, bonus: i32) {
        apply_bonus(&mut self.butterfly[usize::from(butterfly.0)], bonus);
    }

    /// Continuation history only.
    pub fn update_continuation(&mut self, before: &[PieceTo; 4], piece_to: PieceTo, bonus: i32) {
        for (before, share) in before.iter().zip([1, 1, 2, 2]) {
            let history = &mut self.continuation[before.index()].0[piece_to.index()];
            apply_bonus(history, bonus / share);
        }
    }

    /// A capture or promotion was good or bad.
    pub fn update_capture(&mut self, position: &Position, mv: Move, bonus: i32) {
        let piece_to = PieceTo::of(position, mv);
        apply_bonus(&mut self.captures[piece_to.index()][victim(position, mv)], bonus);
    }
}

/// The rows of the histories that concern one node, found once for all its moves.
pub struct QuietScores<'h> {
    context: HistoryContext,
    butterfly: &'h [i16; 8 * 64 * 64],
    pawns: &'h [i16; 13 * 64],
    continuation: [&'h [i16; 13 * 64]; 4],
}

impl QuietScores<'_> {
    /// The order score of a quiet move.
    #[inline]
    pub fn score(&self, position: &Position, mv: Move) -> i32 {
        let piece_to = PieceTo::of(position, mv).index();
        let [one, two, four, six] = self.continuation.map(|row| i32::from(row[piece_to]));
        let butterfly = i32::from(self.butterfly[usize::from(self.context.butterfly(mv).0)]);
        let pawns = i32::from(self.pawns[piece_to]);
        let sum = butterfly * t::order_butterfly()
            + pawns * t::order_pawn_history()
            + one * t::order_continuation_1()
            + two * t::order_continuation_2()
            + (four + six) * t::order_continuation_4_6();
        sum / 64
    }
}

/// What is taken; kings are not, so that their number serves for a promotion
/// that takes nothing.
#[inline]
fn victim(position: &Position, mv: Move) -> usize {
    match position.piece_on(mv.to()) {
        Some(piece) => piece.role().index(),
        None if mv.is_en_passant() => 0,
        None => 5,
    }
}

/// Moves a history towards a bound: the nearer it is, the less it moves.
#[inline]
fn apply_bonus(history: &mut i16, bonus: i32) {
    let bonus = bonus.clamp(-HISTORY_MAX, HISTORY_MAX);
    let old = i32::from(*history);
    *history = (old + bonus - old * bonus.abs() / HISTORY_MAX) as i16;
}

#[cfg(test)]
mod tests {
    use super::*;
    use chess::Bitboard;

    #[test]
    fn histories_stay_within_bounds() {
        let mut history = 0;
        for _ in 0..1_000 {
            apply_bonus(&mut history, 1_600);
        }
        assert!(i32::from(history) > HISTORY_MAX * 3 / 4 && i32::from(history) <= HISTORY_MAX);
        for _ in 0..1_000 {
            apply_bonus(&mut history, -100_000);
        }
        assert_eq!(i32::from(history), -HISTORY_MAX);
    }

    #[test]
    fn an_update_counts_only_in_its_own_context() {
        let position = Position::startpos();
        let moves = position.legal_moves();
        let context = |before| HistoryContext::new(&position, before);
        let here = context([PieceTo(5), PieceTo(9), PieceTo::NONE, PieceTo(77)]);
        let mut attacked = context([PieceTo(700), PieceTo(1), PieceTo(2), PieceTo(3)]);
        attacked.threats.all = Bitboard::ALL;
        let mut history = History::new();
        history.update_quiet(&here, &position, moves[0], 1_000);
        history.update_quiet(&here, &position, moves[1], -1_000);
        assert!(history.quiet_scores(&here).score(&position, moves[0]) > 1_000);
        assert!(history.quiet_scores(&here).score(&position, moves[1]) < -1_000);
        assert_eq!(history.quiet_scores(&here).score(&position, moves[2]), 0);
        // The pawn structure is the same, the rest is not.
        let elsewhere = history.quiet_history(&attacked, &position, moves[0]);
        assert!(elsewhere > 0 && elsewhere < history.quiet_history(&here, &position, moves[0]));
    }

    #[test]
    fn captures_are_told_apart_by_their_victims() {
        let fen = "4k3/8/8/3q1r2/4P3/8/8/3QK3 w - - 0 1";
        let position = Position::from_fen(fen).unwrap();
        let [queen, rook] = ["e4d5", "e4f5"].map(|text| position.parse_uci(text).unwrap());
        let mut history = History::new();
        history.update_capture(&position, queen, 500);
        assert!(history.capture_history(&position, queen) > 0);
        assert_eq!(history.capture_history(&position, rook), 0);
    }
}
