// SPDX-License-Identifier: GPL-3.0-or-later
//! Quiescence: lines end where nothing is taken any more (Axon §1, Bannan §D.3).

use chess::{Move, Position};
use eval::Evaluator;

use super::features::Horizon;
use super::node::{Worker, ordered};
use super::shared::Heartbeat;
use search::value::{INFINITE, MAX_PLY, mated_in};

impl<E: Evaluator, H: Heartbeat> Worker<'_, E, H> {
    /// The value of `position` if nobody is forced to take, `deep` half-moves behind
    /// the horizon.
    pub(super) fn quiet(&mut self, position: &Position, deep: u32, alpha: i32, beta: i32) -> i32 {
        let ply = self.path.len();
        self.lines.clear(ply);
        // The end of a line of the main tree is its last node; what follows is quiescence.
        let goes_on = if deep == 0 { self.enter() } else { self.enter_quietly() };
        if !goes_on {
            return 0;
        }
        if self.is_draw(position) {
            return self.draw();
        }
        let moves = position.legal_moves();
        if moves.is_empty() {
            return if position.in_check() { mated_in(ply) } else { self.draw() };
        }

        let pruning = self.features.alpha_beta;
        let evades =
            self.features.horizon == Horizon::CapturesPromotionsChecks && position.in_check();
        let mut best = -INFINITE;
        if !evades || ply >= MAX_PLY {
            best = self.evaluator.evaluate(position);
        }
        if ply >= MAX_PLY || pruning && best >= beta {
            return best;
        }
        let mut alpha = alpha.max(best);
        for &mv in ordered(self.features.order, position, moves).iter() {
            if !evades && !self.is_loud(position, mv, deep) {
                continue;
            }
            let (low, high) = if pruning { (-beta, -alpha) } else { (-INFINITE, INFINITE) };
            let child = self.step(position, mv);
            let value = -self.quiet(&child, deep + 1, low, high);
            self.back();
            if self.stopped {
                return 0;
            }
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    self.lines.extend(ply, mv);
                }
            }
            if pruning && alpha >= beta {
                break;
            }
        }
        best
    }

    /// Whether a move is looked at behind the horizon.
    fn is_loud(&self, position: &Position, mv: Move, deep: u32) -> bool {
        if self.features.captures_for.is_some_and(|most| deep >= most) {
            return self.path.last().is_some_and(|last| mv.is_capture() && mv.to() == last.to());
        }
        mv.is_capture()
            || self.features.horizon == Horizon::CapturesPromotionsChecks
                && (mv.is_promotion() || deep == 0 && position.gives_check(mv))
    }
}
