// SPDX-License-Identifier: GPL-3.0-or-later
//! A small alpha-beta search at the leaf of another tree.
//!
//! The other tree leads it along a line with [`LeafSearch::push`] and
//! [`LeafSearch::pop`], so that repetitions of the line count, and asks what the
//! position at its end is worth once nothing is left hanging.

use std::sync::atomic::AtomicBool;

use chess::{Move, Position};
use eval::Evaluator;

use super::history::Arrival;
use super::node::Window;
use super::{Counter, Crew, Memory, Searcher};
use crate::Job;
use crate::table::Table;

/// What a thread keeps for its leaves from one search to the next.
pub struct LeafMemory(Memory);

impl LeafMemory {
    /// Nothing is known yet.
    pub fn new() -> Self {
        LeafMemory(Memory::new())
    }
}

/// What the leaves of all threads share during one search.
pub struct LeafCrew {
    counters: Vec<Counter>,
    abort: AtomicBool,
}

impl LeafCrew {
    /// For so many threads.
    pub fn new(threads: usize) -> Self {
        let counters = (0..threads).map(|_| Counter::default()).collect();
        LeafCrew { counters, abort: AtomicBool::new(false) }
    }
}

/// One thread's searches of leaves.
pub struct LeafSearch<'a, E>(Searcher<'a, E>);

impl<'a, E: Evaluator> LeafSearch<'a, E> {
    /// At the root of the job.
    pub fn new(
        crew: &'a LeafCrew,
        index: usize,
        table: &'a Table,
        evaluator: E,
        memory: &'a mut LeafMemory,
        job: &'a Job,
    ) -> Self {
        memory.0.prepare();
        let crew = Crew {
            table,
            counters: &crew.counters,
            abort: &crew.abort,
            node_limit: u64::MAX,
            tables: None,
            root_hits: 0,
        };
        let mut searcher = Searcher::new(crew, index, evaluator, &mut memory.0, job, None);
        searcher.exhaustive = false;
        LeafSearch(searcher)
    }

    /// The line goes on from `position`, `ply` half-moves from the root, with `mv`.
    pub fn push(&mut self, position: &Position, mv: Move, child: &Position, ply: usize) {
        let searcher = &mut self.0;
        searcher.keys.push(child.key());
        searcher.evaluator.push(position, mv, child);
        let frame = &mut searcher.frames[ply];
        frame.played = mv;
        frame.arrival = Arrival::of(position, mv);
        frame.place = None;
        frame.reduction = 0;
        frame.doubles = 0;
    }

    /// The last move is taken back.
    pub fn pop(&mut self) {
        self.0.back();
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

    /// Who judges the leaves.
    pub fn evaluator(&mut self) -> &mut E {
        &mut self.0.evaluator
    }

    /// Nodes of all searches of leaves so far.
    pub fn nodes(&self) -> u64 {
        self.0.nodes
    }
}
