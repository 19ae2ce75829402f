// SPDX-License-Identifier: GPL-3.0-or-later
//! The simulation of UCT (COMP4121 §4.3): instead of a random game, minimax
//! of depth three decides who has the advantage.

use chess::{Move, Position};
use eval::Evaluator;

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

    /// 1 if the side to move comes out ahead, 0 if the other does, a half if
    /// neither: the paper counts wins.
    pub fn result(&mut self, position: &Position) -> f64 {
        match self.negamax(position, -INFINITE, INFINITE, DEPTH, 0) {
            1.. => 1.0,
            0 => 0.5,
            ..0 => 0.0,
        }
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
    fn an_advantage_counts_as_a_win() {
        let result = |fen: &str| {
            let position = Position::from_fen(fen).unwrap();
            Simulation::new(Placement, 1).result(&position)
        };
        assert_eq!(result("4k3/8/8/8/8/8/4P3/R3K3 w Q - 0 1"), 1.0);
        assert_eq!(result("4k3/8/8/8/8/8/4P3/R3K3 b Q - 0 1"), 0.0);
        // The rook is taken within the three half-moves.
        assert_eq!(result("4k3/8/8/8/8/1b6/R7/4K3 b - - 0 1"), 1.0);
    }
}
