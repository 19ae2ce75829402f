// SPDX-License-Identifier: GPL-3.0-or-later
//! An inner node, as a recipe.
//!
//! Three kinds of nodes: where the window is open (`PV`), the score must be
//! exact and the line complete, so nothing is cut there by hearsay. Everywhere
//! else the window is closed (`beta = alpha + 1`) and the only question is
//! whether the node reaches `beta`: a good reply is enough (a cut node), or all
//! must fail (an all node).
//!
//! Scores are fail-soft. A mate score is always proven: nothing is pruned until
//! one move has been found that is not mated, and guesses (null move, futility)
//! are never made about mates.

use chess::{Move, Position};
use eval::Evaluator;

use super::Searcher;
use super::picker::Picker;
use crate::Bound;
use crate::table::{Entry, NO_EVAL};
use crate::value::{DRAW, INFINITE, MATE_BOUND, MAX_PLY, from_table, mate_in, mated_in, to_table};

/// The scores that matter: between `alpha`, which is certain, and `beta`, which
/// the opponent will not allow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// What the side to move has already.
    pub alpha: i32,
    /// What the opponent has already.
    pub beta: i32,
}

impl Window {
    /// Everything is possible.
    pub const FULL: Window = Window { alpha: -INFINITE, beta: INFINITE };

    /// The question "is it more than `alpha`?".
    pub const fn closed(alpha: i32) -> Self {
        Window { alpha, beta: alpha + 1 }
    }

    /// The same window for the opponent.
    #[must_use]
    pub const fn turned(self) -> Self {
        Window { alpha: -self.beta, beta: -self.alpha }
    }
}

/// What the steps of the recipe know about the node they work at.
pub struct Node<'p> {
    pub position: &'p Position,
    pub ply: usize,
    pub depth: i32,
    pub in_check: bool,
    /// Whether the side to move stands better than two half-moves ago.
    pub improving: bool,
    /// The number of the move under way, from 1.
    pub number: usize,
    /// The best score so far.
    pub best: i32,
}

impl<'p> Node<'p> {
    /// The root, where nothing is pruned.
    pub fn root(position: &'p Position, depth: i32) -> Self {
        let in_check = position.in_check();
        Node { position, ply: 0, depth, in_check, improving: true, number: 0, best: -INFINITE }
    }
}

/// Quiet moves of a node that a lesson may be drawn from.
const LESSONS: usize = 48;

impl<E: Evaluator> Searcher<'_, E> {
    /// The value of `position` for the side to move, searched to `depth`.
    pub(super) fn negamax<const PV: bool>(
        &mut self,
        position: &Position,
        window: Window,
        depth: i32,
        ply: usize,
    ) -> i32 {
        let Window { mut alpha, mut beta } = window;

        // Step 1. Checks are answered before the horizon is reached.
        let in_check = position.in_check();
        let depth = depth + i32::from(self.extends_check(in_check, ply));

        // Step 2. At the horizon only captures are left to look at.
        if depth <= 0 {
            return self.quiescence::<PV>(position, window, ply);
        }

        // Step 3. Count, and stop if it is time.
        if PV {
            self.memory.lines.clear(ply);
        }
        if !self.enter(ply) {
            return DRAW;
        }

        // Step 4. Draws by rule, and a repetition that can be forced at once.
        if self.is_draw(position, ply) {
            return DRAW;
        }
        let mut best = -INFINITE;
        if alpha < DRAW && self.keys.upcoming_repetition(position, ply) {
            (alpha, best) = (DRAW, DRAW);
            if alpha >= beta {
                return DRAW;
            }
        }
        if ply >= MAX_PLY {
            return if in_check { DRAW } else { self.evaluate(position) };
        }

        // Step 5. Mate distance: not even a mate from here beats one found already.
        alpha = alpha.max(mated_in(ply));
        beta = beta.min(mate_in(ply + 1));
        if alpha >= beta {
            return alpha;
        }

        // Step 6. The table may know the answer, or at least the best move.
        let known = self.crew.table.probe(table_key(position));
        if !PV && let Some(value) = self.table_cutoff(known, position, (alpha, beta), depth, ply) {
            return value;
        }
        let hash_move = known.map_or(Move::NULL, |entry| entry.best);

        // Step 7. How the position looks.
        let (raw_eval, eval) = self.static_eval(position, known, in_check);
        self.frames[ply].eval = eval;
        let improving = !in_check && ply >= 2 && eval > self.frames[ply - 2].eval;
        let mut node = Node { position, ply, depth, in_check, improving, number: 0, best };

        // Step 8. So good that the opponent will not allow it?
        if !PV && !in_check {
            let cut = self.reverse_futility(&node, beta).or_else(|| self.null_move(&node, beta));
            if let Some(value) = cut {
                return value;
            }
        }

        // Step 9. Without a move to begin with, a shallower search finds one.
        node.depth -= i32::from(self.reduces_unknown(&node, hash_move));

        // Step 10. The moves.
        self.memory.killers.clear(ply + 1);
        let original_alpha = alpha;
        let mut best_move = Move::NULL;
        let mut tried = [Move::NULL; LESSONS];
        let mut tried_len = 0;
        let mut picker = Picker::new(&self.memory.pool, hash_move, self.memory.killers.get(ply));
        while let Some(mv) = picker.next(position, &mut self.memory.pool, &self.memory.history) {
            node.number += 1;
            if self.prunes(&node, mv, alpha, &mut picker) {
                continue;
            }
            let value = self.search_move::<PV>(&node, mv, Window { alpha, beta });
            if self.stopped {
                return DRAW;
            }
            if value > node.best {
                node.best = value;
            }
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
            if mv.is_quiet() && tried_len < LESSONS {
                tried[tried_len] = mv;
                tried_len += 1;
            }
        }
        picker.finish(&mut self.memory.pool);

        // Step 11. No move at all: mate or stalemate.
        if node.number == 0 {
            return if in_check { mated_in(ply) } else { DRAW };
        }

        // Step 12. Learn, remember, answer.
        if node.best >= beta && best_move.is_quiet() {
            self.learn_cutoff(&node, best_move, &tried[..tried_len]);
        }
        let bound = match () {
            () if node.best >= beta => Bound::Lower,
            () if node.best > original_alpha => Bound::Exact,
            () => Bound::Upper,
        };
        self.remember(&node, best_move, bound, raw_eval);
        node.best
    }

    /// Plays `mv` and searches what follows: the first move with the whole
    /// window, later ones by asking whether they are better at all, at first
    /// less deeply (late move reductions).
    pub(super) fn search_move<const PV: bool>(
        &mut self,
        node: &Node,
        mv: Move,
        window: Window,
    ) -> i32 {
        let child = node.position.after(mv);
        let ply = node.ply + 1;
        let depth = node.depth - 1;
        self.frames[node.ply].played = mv;
        self.keys.push(child.key());
        let scout = Window::closed(window.alpha).turned();
        let mut value = INFINITE;
        if node.number > 1 {
            let reduction = self.reduction::<PV>(node, mv, &child);
            value = -self.negamax::<false>(&child, scout, depth - reduction, ply);
            if value > window.alpha && reduction > 0 {
                value = -self.negamax::<false>(&child, scout, depth, ply);
            }
        }
        // An open window again for what seems to be better: only there the line
        // is complete.
        if PV && value > window.alpha {
            value = -self.negamax::<true>(&child, window.turned(), depth, ply);
        } else if node.number == 1 {
            value = -self.negamax::<false>(&child, scout, depth, ply);
        }
        self.keys.pop();
        value
    }

    /// Draws that need no search: repetition, fifty moves (unless the last of
    /// them mates), too little material.
    pub(super) fn is_draw(&self, position: &Position, ply: usize) -> bool {
        let clock = position.halfmove_clock();
        (clock >= 4 && self.keys.is_repetition(clock, ply))
            || (clock >= 100 && position.is_fifty_moves())
            || position.is_insufficient_material()
    }

    /// A result from the table that is deep enough and on the right side of the
    /// window. Close to the fifty-move rule the table is not asked: its scores
    /// do not know how old the position is.
    fn table_cutoff(
        &self,
        known: Option<Entry>,
        position: &Position,
        (alpha, beta): (i32, i32),
        depth: i32,
        ply: usize,
    ) -> Option<i32> {
        let clock = position.halfmove_clock();
        let entry = known.filter(|entry| i32::from(entry.depth) >= depth && clock < 90)?;
        let value = from_table(i32::from(entry.value), ply, clock)?;
        let decides = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => value >= beta,
            Bound::Upper => value <= alpha,
        };
        decides.then_some(value)
    }

    /// The evaluation as it is, and as it counts here. In check there is none.
    pub(super) fn static_eval(
        &mut self,
        position: &Position,
        known: Option<Entry>,
        in_check: bool,
    ) -> (i16, i32) {
        if in_check {
            return (NO_EVAL, -INFINITE);
        }
        let raw = match known {
            Some(entry) if entry.eval != NO_EVAL => entry.eval,
            _ => self.evaluator.evaluate(position) as i16,
        };
        (raw, damped(raw, position))
    }

    /// The evaluation of a line that has become too long.
    pub(super) fn evaluate(&mut self, position: &Position) -> i32 {
        damped(self.evaluator.evaluate(position) as i16, position)
    }

    /// A quiet move was too good for the opponent.
    fn learn_cutoff(&mut self, node: &Node, mv: Move, tried: &[Move]) {
        self.memory.killers.add(node.ply, mv);
        self.memory.history.learn(node.position.turn(), mv, tried, node.depth);
    }

    /// Puts the result into the table.
    pub(super) fn remember(&self, node: &Node, best: Move, bound: Bound, eval: i16) {
        let entry = Entry {
            best,
            value: to_table(node.best, node.ply) as i16,
            eval,
            depth: node.depth.clamp(0, 255) as u8,
            bound,
        };
        self.crew.table.store(table_key(node.position), entry);
    }
}

/// The key under which the table knows a position. From half of the fifty moves
/// on, positions of different age are different positions: the older may be a
/// draw already where the younger is won.
pub fn table_key(position: &Position) -> u64 {
    let clock = position.halfmove_clock().min(100);
    let age = if clock < 50 { 0 } else { clock / 10 };
    position.key() ^ u64::from(age).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

/// An advantage that is not turned into anything fades as the fifty-move rule
/// comes nearer, so that the search prefers to make progress.
fn damped(eval: i16, position: &Position) -> i32 {
    let eval = i32::from(eval);
    eval - eval * position.halfmove_clock().min(100) as i32 / 200
}

/// Whether a score announces that the side to move is mated.
pub const fn is_loss(value: i32) -> bool {
    value < -MATE_BOUND
}
