// SPDX-License-Identifier: GPL-3.0-or-later
//! The simulation of UCT (COMP4121 §4.3): instead of a random game, minimax
//! of depth three decides who has the advantage.

use chess::{Move, Position};
use eval::Evaluator;

use super::win_probability::win_probability;
use crate::value::{DRAW, INFINITE, mated_in};

/// Depth of the minimax (COMP4121 §4.3).
const DEPTH: usize = 3;

/// Decides who wins by looking a little ahead, and draws lots.
#[derive(Clone)]
pub struct Simulation<E> {
    evaluator: E,
    dice: u64,
}

impl<E: Evaluator> Simulation<E> {
    /// A simulation by this evaluator.
    pub fn new(evaluator: E, seed: u64) -> Self {
        Simulation { evaluator, dice: seed.wrapping_mul(2).wrapping_add(0x2545_F491_4F6C_DD1D) }
    }

    /// Puts moves into any order.
    pub fn shuffle(&mut self, moves: &mut [(Move, f32)]) {
        for i in (1..moves.len()).rev() {
            self.dice ^= self.dice << 13;
            self.dice ^= self.dice >> 7;
            self.dice ^= self.dice << 17;
            moves.swap(i, (self.dice % (i as u64 + 1)) as usize);
        }
    }

    /// The expected result for the side to move, from 0 to 1. The paper counts wins and
    /// computes a score by minimax instead of a game; counting every score above zero as a
    /// win would tell a pawn from a queen no more, and make nonsense of the mean.
    pub fn result(&mut self, position: &Position) -> f64 {
        win_probability(self.negamax(position, -INFINITE, INFINITE, DEPTH, 0))
    }

    fn negamax(
        &mut self,
        position: &Position,
        mut alpha: i32,
        beta: i32,
        depth: usize,
        ply: usize,
    ) -> i32 {
        let moves = position.legal_moves();
        if moves.is_empty() {
            return if position.in_check() { mated_in(ply) } else { DRAW };
        }
        if depth == 0 {
            return self.evaluator.evaluate(position);
        }
        let mut best = -INFINITE;
        // Captures first (COMP4121 §5.2); the order changes how long it takes, not the result.
        let (noisy, quiet): (Vec<Move>, Vec<Move>) = moves.iter().partition(|mv| mv.is_noisy());
        for mv in noisy.into_iter().chain(quiet) {
            let child = position.after(mv);
            self.evaluator.push(position, mv, &child);
            best = best.max(-self.negamax(&child, -beta, -alpha, depth - 1, ply + 1));
            self.evaluator.pop();
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use eval::Placement;

    #[test]
    fn an_advantage_counts_for_what_it_is_worth() {
        let result = |fen: &str| {
            let position = Position::from_fen(fen).unwrap();
            Simulation::new(Placement, 1).result(&position)
        };
        let (rook, pawn) =
            (result("4k3/8/8/8/8/8/4P3/R3K3 w Q - 0 1"), result("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"));
        assert!(0.5 < pawn && pawn < rook && rook < 1.0, "{pawn} {rook}");
        assert!(result("4k3/8/8/8/8/8/4P3/R3K3 b Q - 0 1") < 0.2);
        // The rook is taken within the three half-moves.
        assert!(result("4k3/8/8/8/8/1b6/R7/4K3 b - - 0 1") > 0.8);
    }
}
