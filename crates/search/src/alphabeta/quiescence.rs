// SPDX-License-Identifier: GPL-3.0-or-later
//! Quiescence: no line ends in the middle of an exchange.

use chess::{Move, Position, see};
use eval::Evaluator;

use super::Searcher;
use super::node::{Node, Window, is_loss, table_key};
use super::picker::Picker;
use crate::Bound;
use crate::table::Entry;
use crate::value::{DRAW, MAX_PLY, from_table, mated_in};

/// What a capture may be worth beyond the captured piece.
const DELTA: i32 = 150;

impl<E: Evaluator> Searcher<'_, E> {
    /// The value of `position` after captures and promotions that lose nothing;
    /// of all evasions if the side to move is in check.
    pub(super) fn quiescence<const PV: bool>(
        &mut self,
        position: &Position,
        window: Window,
        ply: usize,
    ) -> i32 {
        let Window { mut alpha, beta } = window;
        if PV {
            self.memory.lines.clear(ply);
        }

        // Step 1. Count, and stop if it is time.
        if !self.enter(ply) {
            return DRAW;
        }
        self.qnodes += 1;

        // Step 2. Draws by rule, and lines that have become too long.
        let in_check = position.in_check();
        if self.is_draw(position, ply) {
            return DRAW;
        }
        if ply >= MAX_PLY {
            return if in_check { DRAW } else { self.evaluate(position) };
        }

        // Step 3. The table.
        let known = self.crew.table.probe(table_key(position));
        if !PV && let Some(value) = quiescence_cutoff(known, position, window, ply) {
            return value;
        }

        // Step 4. Nobody is forced to capture: the position as it stands counts,
        // unless it is check.
        let (raw_eval, eval) = self.static_eval(position, known, in_check);
        let mut node =
            Node { position, ply, depth: 0, in_check, improving: false, number: 0, best: eval };
        if !in_check {
            if eval >= beta {
                if known.is_none() {
                    self.remember(&node, Move::NULL, Bound::Lower, raw_eval);
                }
                return eval;
            }
            alpha = alpha.max(eval);
        }

        // Step 5. Captures, or evasions.
        let hash_move = known.map_or(Move::NULL, |entry| entry.best);
        let pool = &self.memory.pool;
        let mut picker = if in_check {
            Picker::new(pool, hash_move, Default::default())
        } else {
            Picker::gains(pool, hash_move)
        };
        let mut best_move = Move::NULL;
        while let Some(mv) = picker.next(position, &mut self.memory.pool, &self.memory.history) {
            node.number += 1;
            if skips(&mut node, mv, eval, alpha) {
                continue;
            }
            let child = position.after(mv);
            self.keys.push(child.key());
            let value = -self.quiescence::<PV>(&child, Window { alpha, beta }.turned(), ply + 1);
            self.keys.pop();
            if self.stopped {
                return DRAW;
            }
            node.best = node.best.max(value);
            if value > alpha {
                best_move = mv;
                if PV {
                    self.memory.lines.extend(ply, mv);
                }
                if value >= beta {
                    break;
                }
                alpha = value;
            }
        }
        picker.finish(&mut self.memory.pool);

        // Step 6. A check without an answer is mate.
        if in_check && node.number == 0 {
            return mated_in(ply);
        }

        // Step 7. Remember. Below the window nothing is exact: quiet moves were
        // not looked at.
        let bound = if node.best >= beta { Bound::Lower } else { Bound::Upper };
        self.remember(&node, best_move, bound, raw_eval);
        node.best
    }
}

/// Whether a move need not be tried: in check, a loss of material when there is
/// already a way out; otherwise a capture that would not reach `alpha` even if
/// it were free, whose hope is then all that counts.
fn skips(node: &mut Node, mv: Move, eval: i32, alpha: i32) -> bool {
    if node.in_check {
        return !is_loss(node.best) && !node.position.see_at_least(mv, 0);
    }
    if mv.is_promotion() {
        return false;
    }
    let victim = node.position.piece_on(mv.to()).map_or(0, |piece| piece.role().index());
    let hope = eval + see::VALUES[victim] + DELTA;
    let hopeless = hope <= alpha;
    if hopeless {
        node.best = node.best.max(hope);
    }
    hopeless
}

/// A result from the table on the right side of the window; any depth will do.
fn quiescence_cutoff(
    known: Option<Entry>,
    position: &Position,
    window: Window,
    ply: usize,
) -> Option<i32> {
    let entry = known?;
    let clock = position.halfmove_clock();
    let value = from_table(i32::from(entry.value), ply, clock).filter(|_| clock < 90)?;
    let decides = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => value >= window.beta,
        Bound::Upper => value <= window.alpha,
    };
    decides.then_some(value)
}
