// SPDX-License-Identifier: GPL-3.0-or-later
//! From a node to the next and back.

use chess::{Move, Position};
use eval::Evaluator;

use super::Searcher;
use super::history::{Arrival, Situation};
use super::known::table_key;

impl<E: Evaluator> Searcher<'_, E> {
    /// What arrived where, `back` plies before the node at `ply`.
    #[inline]
    pub(super) fn arrival(&self, ply: usize, back: usize) -> Arrival {
        if ply >= back { self.frames[ply - back].arrival } else { Arrival::NONE }
    }

    /// What was played 1, 2, 4 and 6 plies before the node at `ply`.
    #[inline]
    pub(super) fn before(&self, ply: usize) -> [Arrival; 4] {
        [1, 2, 4, 6].map(|back| self.arrival(ply, back))
    }

    pub(super) fn last_two(&self, ply: usize) -> [Arrival; 2] {
        [1, 2].map(|back| self.arrival(ply, back))
    }

    /// Plays a move, and notes what the nodes behind it want to know.
    #[inline]
    pub(super) fn step(
        &mut self,
        situation: Situation,
        position: &Position,
        mv: Move,
        ply: usize,
    ) -> Position {
        let child = position.after(mv);
        self.crew.table.prefetch(table_key(&child));
        self.keys.push(child.key());
        self.evaluator.push(position, mv, &child);
        let frame = &mut self.frames[ply];
        frame.played = mv;
        frame.arrival = Arrival::of(position, mv);
        frame.place = mv.is_quiet().then(|| situation.place(mv));
        child
    }

    /// Lets the opponent move twice.
    pub(super) fn pass(&mut self, position: &Position, ply: usize) -> Position {
        let child = position.after_null();
        self.crew.table.prefetch(table_key(&child));
        self.keys.push_null(child.key());
        self.evaluator.push(position, Move::NULL, &child);
        let frame = &mut self.frames[ply];
        frame.played = Move::NULL;
        frame.arrival = Arrival::NONE;
        frame.place = None;
        child
    }

    /// Takes the last move, or the pass, back.
    #[inline]
    pub(super) fn back(&mut self) {
        self.keys.pop();
        self.evaluator.pop();
    }
}
