// SPDX-License-Identifier: GPL-3.0-or-later
//! Positions and settings for all tests of evaluators.
#![allow(dead_code)] // each test takes what it needs

use chess::{Color, Position};
use xanthos_eval::Evaluator;

/// A small generator of our own: tests must fail the same way everywhere.
pub struct Dice(pub u64);

impl Dice {
    pub fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % sides as u64) as usize
    }
}

/// Calls `check` with every position of `games` random games, from the usual
/// start and from Chess960 starts in turn. Every third game captures whenever
/// it can, so that endings are reached.
pub fn random_games(games: u64, mut check: impl FnMut(&Position)) {
    let mut dice = Dice(0x9E37_79B9_7F4A_7C15);
    for game in 0..games {
        let mut position = match game % 2 {
            0 => Position::startpos(),
            _ => Position::chess960(dice.roll(960) as u16),
        };
        for _ in 0..160 {
            check(&position);
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let captures: Vec<_> = moves.iter().copied().filter(|m| m.is_noisy()).collect();
            let next = match game % 3 {
                0 if !captures.is_empty() => captures[dice.roll(captures.len())],
                _ => moves[dice.roll(moves.len())],
            };
            position.play(next);
        }
    }
}

/// A score from White's view.
pub fn white_view(evaluator: &mut impl Evaluator, position: &Position) -> i32 {
    let worth = evaluator.evaluate(position);
    if position.turn() == Color::White { worth } else { -worth }
}
