// SPDX-License-Identifier: GPL-3.0-or-later
//! What the table knows about a node, and what it is told.

use chess::{Move, Position};
use eval::Evaluator;

use super::Searcher;
use super::history::HistoryContext;
use super::history::bonus;
use super::node::{Node, Window};
use crate::Bound;
use crate::tt::Entry;
use crate::value::{from_table, to_table};

/// What the table says about a node.
pub struct TtHit {
    /// The best move, or the null move.
    pub best: Move,
    /// The score, as far as it can be trusted here.
    pub value: Option<i32>,
    /// The static evaluation, or [`NO_EVAL`](crate::table::NO_EVAL).
    pub eval: i16,
    /// The depth of the search that found it.
    pub depth: i32,
    /// What the score means.
    pub bound: Bound,
    /// Whether the position was once on a principal line.
    pub pv: bool,
}

impl TtHit {
    /// Close to the fifty-move rule the table's score is not trusted: it does not
    /// know how old the position is.
    fn new(entry: Entry, position: &Position, ply: usize) -> Self {
        let clock = position.halfmove_clock();
        let value = from_table(i32::from(entry.value), ply, clock).filter(|_| clock < 90);
        let Entry { best, eval, bound, pv, .. } = entry;
        TtHit { best, value, eval, depth: i32::from(entry.depth), bound, pv }
    }

    /// The score, if it lies on the side of `edge` that its bound speaks about.
    pub fn beyond(&self, edge: i32) -> Option<i32> {
        let says = |value: &i32| match self.bound {
            Bound::Exact => true,
            Bound::Lower => *value > edge,
            Bound::Upper => *value < edge,
        };
        self.value.filter(says)
    }

    /// The score, if it answers the question of a closed window.
    pub fn decides(&self, window: Window) -> Option<i32> {
        let decides = |value: &i32| match self.bound {
            Bound::Exact => true,
            Bound::Lower => *value >= window.beta,
            Bound::Upper => *value <= window.alpha,
        };
        self.value.filter(decides)
    }
}

impl<E: Evaluator> Searcher<'_, E> {
    /// What the table knows.
    #[inline]
    pub(super) fn probe(&self, position: &Position, ply: usize) -> Option<TtHit> {
        let entry = self.shared.table.probe(tt_key(position))?;
        Some(TtHit::new(entry, position, ply))
    }

    /// A result from the table that is deep enough and answers the question. A
    /// quiet move that refutes by hearsay is remembered as one that does.
    pub(super) fn tt_cutoff(
        &mut self,
        tt_hit: Option<&TtHit>,
        position: &Position,
        window: Window,
        depth: i32,
        ply: usize,
        cut: bool,
    ) -> Option<i32> {
        let tt_hit = tt_hit?;
        let value = tt_hit.decides(window)?;
        let expected = cut == (value >= window.beta) || depth > 5;
        let deep = tt_hit.depth >= depth + i32::from(value > window.beta);
        if !deep || !expected {
            return None;
        }
        let refutes = value >= window.beta && tt_hit.best.is_quiet() && !tt_hit.best.is_null();
        if refutes && position.is_legal(tt_hit.best) {
            let threats = position.attacked_by(!position.turn());
            let context = HistoryContext::new(position, threats, self.before(ply));
            self.data.history.update_quiet(&context, position, tt_hit.best, bonus(depth));
        }
        Some(value)
    }

    /// Puts the result of a node into the table.
    pub(super) fn store_node(&self, node: &Node, best: Move, bound: Bound, eval: i16) {
        self.store(node, best, (node.best, node.depth), bound, eval);
    }

    /// Puts a score and the depth it was found at into the table, whether or not
    /// they are the node's own.
    pub(super) fn store(
        &self,
        node: &Node,
        best: Move,
        (value, depth): (i32, i32),
        bound: Bound,
        eval: i16,
    ) {
        let entry = Entry {
            best,
            value: to_table(value, node.ply) as i16,
            eval,
            depth: depth.clamp(0, 255) as u8,
            bound,
            pv: node.was_pv,
        };
        self.shared.table.store(tt_key(node.position), entry);
    }
}

/// The key under which the table knows a position. From half of the fifty moves
/// on, positions of different age are different positions: the older may be a
/// draw already where the younger is won.
pub fn tt_key(position: &Position) -> u64 {
    let clock = position.halfmove_clock().min(100);
    let age = if clock < 50 { 0 } else { clock / 10 };
    position.key() ^ u64::from(age).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}
