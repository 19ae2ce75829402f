// SPDX-License-Identifier: GPL-3.0-or-later
//! Making and unmaking moves, with keys, evaluator and search stack.

use chess::{Move, Position};
use eval::Evaluator;

use super::Searcher;
use super::history::{HistoryContext, PieceTo};
use super::tt_probe::tt_key_after;

impl<E: Evaluator> Searcher<'_, E> {
    /// Piece and target square of the move `back` plies before the node at `ply`.
    #[inline]
    pub(super) fn piece_to(&self, ply: usize, back: usize) -> PieceTo {
        if ply >= back { self.stack[ply - back].piece_to } else { PieceTo::NONE }
    }

    /// The moves 1, 2, 4 and 6 plies before the node at `ply`, for continuation history.
    #[inline]
    pub(super) fn before(&self, ply: usize) -> [PieceTo; 4] {
        [1, 2, 4, 6].map(|back| self.piece_to(ply, back))
    }

    /// The last two moves, for correction history.
    pub(super) fn last_two(&self, ply: usize) -> [PieceTo; 2] {
        [1, 2].map(|back| self.piece_to(ply, back))
    }

    /// Asks the table for the position after `mv`. A move is announced before anything is found
    /// out about it: memory takes longer than that and than making the move.
    #[inline]
    pub(super) fn announce(&self, position: &Position, mv: Move) {
        self.shared.tt.prefetch(tt_key_after(position, mv));
    }

    /// Makes a move, and notes on the stack what the nodes below want to know.
    #[inline]
    pub(super) fn make_move(
        &mut self,
        context: HistoryContext,
        position: &Position,
        mv: Move,
        ply: usize,
    ) -> Position {
        // Copied first and then changed where it stays: `after` made it elsewhere and copied it
        // once more.
        let mut child = *position;
        child.play(mv);
        self.keys.push(child.key());
        self.evaluator.push(position, mv, &child);
        let frame = &mut self.stack[ply];
        frame.played = mv;
        frame.piece_to = PieceTo::of(position, mv);
        frame.butterfly = mv.is_quiet().then(|| context.butterfly(mv));
        let before = self.last_two(ply + 1);
        self.data.correction_history.prefetch(&child, before);
        child
    }

    /// Makes the null move.
    pub(super) fn make_null_move(&mut self, position: &Position, ply: usize) -> Position {
        self.announce(position, Move::NULL);
        let child = position.after_null();
        self.keys.push_null(child.key());
        self.evaluator.push(position, Move::NULL, &child);
        let frame = &mut self.stack[ply];
        frame.played = Move::NULL;
        frame.piece_to = PieceTo::NONE;
        frame.butterfly = None;
        child
    }

    /// Unmakes the last move or null move.
    #[inline]
    pub(super) fn undo_move(&mut self) {
        self.keys.pop();
        self.evaluator.pop();
    }
}
