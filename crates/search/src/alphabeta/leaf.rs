// SPDX-License-Identifier: GPL-3.0-or-later
//! A small alpha-beta search at the leaf of another tree.
//!
//! The other tree leads it along a line with [`LeafSearch::push`] and
//! [`LeafSearch::pop`], so that repetitions of the line count, and asks what the
//! position at its end is worth once nothing is left hanging.

use std::sync::atomic::AtomicBool;

use chess::{Move, Position};
use eval::Evaluator;

use super::history::PieceTo;
use super::node::Window;
use super::{Counter, Searcher, Shared, ThreadData};
use crate::Job;
use crate::tt::TranspositionTable;

/// What a thread keeps for its leaves from one search to the next.
pub struct LeafThreadData(ThreadData);

impl LeafThreadData {
    /// Nothing is known yet.
    pub fn new() -> Self {
        LeafThreadData(ThreadData::new())
    }
}

/// What the leaves of all threads share during one search.
pub struct LeafShared {
    counters: Vec<Counter>,
    abort: AtomicBool,
}

impl LeafShared {
    /// For so many threads.
    pub fn new(threads: usize) -> Self {
        let counters = (0..threads).map(|_| Counter::default()).collect();
        LeafShared { counters, abort: AtomicBool::new(false) }
    }
}

/// One thread's searches of leaves.
pub struct LeafSearch<'a, E>(Searcher<'a, E>);

impl<'a, E: Evaluator> LeafSearch<'a, E> {
    /// At the root of the job.
    pub fn new(
        shared: &'a LeafShared,
        index: usize,
        tt: &'a TranspositionTable,
        evaluator: E,
        data: &'a mut LeafThreadData,
        job: &'a Job,
    ) -> Self {
        data.0.prepare();
        let shared = Shared {
            tt,
            counters: &shared.counters,
            abort: &shared.abort,
            node_limit: u64::MAX,
            tables: None,
            root_hits: 0,
            exchange: None,
        };
        let mut searcher = Searcher::new(shared, index, evaluator, &mut data.0, job, None);
        searcher.exhaustive = false;
        LeafSearch(searcher)
    }

    /// The line goes on from `position`, `ply` half-moves from the root, with `mv`.
    pub fn push(&mut self, position: &Position, mv: Move, child: &Position, ply: usize) {
        let searcher = &mut self.0;
        searcher.keys.push(child.key());
        searcher.evaluator.push(position, mv, child);
        let frame = &mut searcher.stack[ply];
        frame.played = mv;
        frame.piece_to = PieceTo::of(position, mv);
        frame.butterfly = None;
        frame.reduction = 0;
        frame.doubles = 0;
    }

    /// The last move is taken back.
    pub fn pop(&mut self) {
        self.0.undo_move();
    }

    /// Whether the position at the end of the line is a draw by rule.
    pub fn is_draw(&self, position: &Position, ply: usize) -> bool {
        self.0.is_draw(position, ply)
    }

    /// What a draw is worth there.
    pub fn draw(&self, ply: usize) -> i32 {
        self.0.draw(ply)
    }

    /// The value of the position at the end of the line, for its side to move:
    /// `depth` 0 is quiescence.
    pub fn value(&mut self, position: &Position, ply: usize, depth: i32) -> i32 {
        if depth <= 0 {
            self.0.quiescence::<false>(position, Window::FULL, ply, 0)
        } else {
            self.0.root_depth = depth;
            self.0.negamax::<true>(position, Window::FULL, depth, ply, false)
        }
    }

    /// The evaluator of the leaves.
    pub fn evaluator(&mut self) -> &mut E {
        &mut self.0.evaluator
    }

    /// Nodes of all searches of leaves so far.
    pub fn nodes(&self) -> u64 {
        self.0.nodes
    }
}
