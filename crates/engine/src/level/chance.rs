// SPDX-License-Identifier: GPL-3.0-or-later
//! Chance that can be asked again: the same game, position and move draw the same
//! lot, in whatever order they are asked about.

use chess::{Move, Position};
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::SplitMix64;

/// What a lot is drawn for. Different questions about one move are independent.
#[derive(Clone, Copy, Debug)]
pub(super) enum Question {
    /// How far is looked ahead here?
    Depth = 1,
    /// Is the move seen?
    Sight,
    /// How does the move look here?
    Impression,
    /// How does the player like a piece on a square, all game long?
    Taste,
}

/// A number from 0 to below 1 for a question about a position and a move. A
/// position that comes back later in the game is looked at anew.
pub(super) fn lot(seed: u64, question: Question, position: &Position, mv: Move) -> f64 {
    let place = position.key() ^ u64::from(position.ply()).rotate_left(48);
    draw(seed, question, place, u64::from(mv.bits()))
}

/// The same for a piece on a square, whatever the position.
pub(super) fn taste(seed: u64, position: &Position, mv: Move) -> f64 {
    let piece = position.piece_on(mv.from()).map_or(0, |piece| piece.index());
    draw(seed, Question::Taste, piece as u64, mv.to().index() as u64)
}

fn draw(seed: u64, question: Question, place: u64, what: u64) -> f64 {
    // Each step of the generator mixes all bits; the parts go in one by one.
    let mut state = seed;
    for part in [question as u64, place, what] {
        state =
            SplitMix64::seed_from_u64(state ^ part.wrapping_mul(0x9e37_79b9_7f4a_7c15)).next_u64();
    }
    SplitMix64::seed_from_u64(state).random()
}

/// A standard Gumbel variable out of an even one: with it added, the largest of
/// some numbers is each of them as often as softmax says.
pub(super) fn gumbel(unit: f64) -> f64 {
    let unit = unit.clamp(1e-12, 1.0 - 1e-12);
    -(-unit.ln()).ln()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lots_are_even_and_repeatable() {
        let position = Position::startpos();
        let moves = position.legal_moves();
        let mut sum = 0.0;
        let mut below = 0;
        for seed in 0..500 {
            for mv in &moves {
                let lot = |question| lot(seed, question, &position, mv);
                assert_eq!(lot(Question::Sight), lot(Question::Sight));
                assert_ne!(lot(Question::Sight), lot(Question::Impression));
                sum += lot(Question::Sight);
                below += usize::from(lot(Question::Sight) < 0.1);
            }
        }
        let n = 500.0 * moves.len() as f64;
        assert!((sum / n - 0.5).abs() < 0.01);
        assert!((below as f64 / n - 0.1).abs() < 0.01);
    }

    #[test]
    fn with_gumbel_the_largest_is_drawn_by_softmax() {
        let mut random = SplitMix64::seed_from_u64(3);
        let wins =
            (0..20_000).filter(|_| 1.0 + gumbel(random.random()) > gumbel(random.random())).count();
        let expected = 1.0 / (1.0 + (-1.0_f64).exp());
        assert!((wins as f64 / 20_000.0 - expected).abs() < 0.015);
    }
}
