// SPDX-License-Identifier: GPL-3.0-or-later
//! Probing the transposition table, cutoffs from it, storing into it.

use chess::{Move, Position};
use eval::Evaluator;

use super::Searcher;
use super::history::HistoryContext;
use super::history::bonus;
use super::node::{Node, Window};
use crate::Bound;
use crate::tt::{Entry, pack};
use crate::value::{from_tt, to_tt};

/// The transposition table's entry of a node, with its score adjusted to the ply.
pub struct TtHit {
    /// The best move, or the null move.
    pub best: Move,
    /// The score, as far as it can be trusted here.
    pub value: Option<i32>,
    /// The static evaluation, or [`NO_EVAL`](crate::tt::NO_EVAL).
    pub eval: i16,
    /// The depth of the search that found it.
    pub depth: i32,
    /// What the score means.
    pub bound: Bound,
    /// Whether the position was once on a principal line.
    pub pv: bool,
}

impl TtHit {
    /// Close to the fifty-move rule the score is not trusted: the table does not know
    /// the halfmove clock.
    fn new(entry: Entry, position: &Position, ply: usize) -> Self {
        let clock = position.halfmove_clock();
        let value = from_tt(i32::from(entry.value), ply, clock).filter(|_| clock < 90);
        let Entry { best, eval, bound, pv, .. } = entry;
        TtHit { best, value, eval, depth: i32::from(entry.depth), bound, pv }
    }

    /// The score, if its bound makes it a better estimate than `eval`.
    pub fn beyond(&self, eval: i32) -> Option<i32> {
        let better = |value: &i32| match self.bound {
            Bound::Exact => true,
            Bound::Lower => *value > eval,
            Bound::Upper => *value < eval,
        };
        self.value.filter(better)
    }

    /// The score, if it causes a cutoff in this window.
    pub fn cutoff(&self, window: Window) -> Option<i32> {
        let cuts = |value: &i32| match self.bound {
            Bound::Exact => true,
            Bound::Lower => *value >= window.beta,
            Bound::Upper => *value <= window.alpha,
        };
        self.value.filter(cuts)
    }
}

impl<E: Evaluator> Searcher<'_, E> {
    /// The entry of `position`.
    #[inline]
    pub(super) fn probe_tt(&self, position: &Position, ply: usize) -> Option<TtHit> {
        let entry = self.shared.tt.probe(tt_key(position))?;
        Some(TtHit::new(entry, position, ply))
    }

    /// A cutoff by an entry that is deep enough. A quiet move that fails high this way
    /// gets its history bonus too.
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
        let value = tt_hit.cutoff(window)?;
        let expected = cut == (value >= window.beta) || depth > 5;
        let deep = tt_hit.depth >= depth + i32::from(value > window.beta);
        if !deep || !expected {
            return None;
        }
        let refutes = value >= window.beta && tt_hit.best.is_quiet() && !tt_hit.best.is_null();
        if refutes && position.is_legal(tt_hit.best) {
            let context = HistoryContext::new(position, self.before(ply)).with_threats(position);
            self.data.history.update_quiet(&context, position, tt_hit.best, bonus(depth));
        }
        Some(value)
    }

    /// Stores the result of a node.
    pub(super) fn store_node(&self, node: &Node, best: Move, bound: Bound, eval: i16) {
        self.store(node, best, (node.best, node.depth), bound, eval);
    }

    /// Stores a score and the depth it was found at, whether or not they are the
    /// node's own.
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
            value: to_tt(value, node.ply) as i16,
            eval,
            depth: depth.clamp(0, 255) as u8,
            bound,
            pv: node.was_pv,
        };
        let key = tt_key(node.position);
        self.shared.tt.store(key, entry);
        if let Some(exchange) = self.shared.exchange
            && depth >= exchange.depth()
        {
            exchange.offer(node.position, key, pack(&entry, 0));
        }
    }
}

/// The key of a position in the table. From half of the fifty moves
/// on, positions of different age are different positions: the older may be a
/// draw already where the younger is won.
pub fn tt_key(position: &Position) -> u64 {
    aged(position.key(), position.halfmove_clock())
}

/// The same after a move or null move that is yet to be made; good enough to prefetch (see
/// [`Position::key_after`]).
#[inline]
pub fn tt_key_after(position: &Position, mv: Move) -> u64 {
    aged(position.key_after(mv), position.halfmove_clock() + 1)
}

#[inline]
fn aged(key: u64, clock: u32) -> u64 {
    let clock = clock.min(100);
    let age = if clock < 50 { 0 } else { clock / 10 };
    key ^ u64::from(age).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}
