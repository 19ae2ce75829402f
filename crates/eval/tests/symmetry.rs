// SPDX-License-Identifier: GPL-3.0-or-later
//! A2 and A1 on positions from random games.

use chess::{Color, Position};
use xanthos_eval::{Evaluator, LIMIT, Placement};

/// A small generator of our own: tests must fail the same way everywhere.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % sides as u64) as usize
    }
}

/// Calls `check` with every position of `games` random games, from the usual
/// start and from Chess960 starts in turn.
fn random_games(games: u64, mut check: impl FnMut(&Position)) {
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
            position.play(moves[dice.roll(moves.len())]);
        }
    }
}

fn white_view(position: &Position) -> i32 {
    let worth = Placement.evaluate(position);
    if position.turn() == Color::White { worth } else { -worth }
}

#[test]
fn swapping_the_colours_negates() {
    let mut seen = 0;
    random_games(100, |position| {
        let flipped = position.flipped();
        assert_eq!(Placement.evaluate(position), Placement.evaluate(&flipped), "{position}");
        assert_eq!(white_view(position), -white_view(&flipped), "{position}");
        seen += 1;
    });
    assert!(seen > 5_000, "only {seen} positions");
}

#[test]
fn mirroring_the_files_changes_nothing() {
    let mut seen = 0;
    random_games(100, |position| {
        if let Some(mirrored) = position.mirrored() {
            assert_eq!(white_view(position), white_view(&mirrored), "{position}");
            seen += 1;
        }
    });
    assert!(seen > 2_000, "only {seen} positions");
}

#[test]
fn the_ledger_adds_up() {
    random_games(50, |position| {
        assert_eq!(Placement.explain(position).total(), white_view(position), "{position}");
    });
}

#[test]
fn the_heaviest_board_stays_within_the_limit() {
    let heavy = "6nk/6pp/8/8/8/8/QQQQQQQQ/Q5K1 w - - 0 1";
    let position = Position::from_fen(heavy).expect("nine queens are legal");
    let worth = Placement.evaluate(&position);
    assert!(worth > 5_000 && worth < LIMIT, "{worth}");
}

#[test]
fn mop_up_prefers_the_cornered_king() {
    let worth = |fen: &str| Placement.evaluate(&Position::from_fen(fen).expect("a legal position"));
    let cornered = worth("7k/8/5K2/8/8/8/8/R7 w - - 0 1");
    let at_large = worth("8/8/8/3k4/8/8/8/R3K3 w - - 0 1");
    assert!(cornered > at_large + 50, "{cornered} {at_large}");
}
