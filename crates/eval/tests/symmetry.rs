// SPDX-License-Identifier: GPL-3.0-or-later
//! A2 and A1 on positions from random games.

mod common;

use chess::{Color, Position};
use common::random_games;
use xanthos_eval::{Classical, Evaluator, LIMIT, Placement};

fn white_view(evaluator: &mut impl Evaluator, position: &Position) -> i32 {
    let worth = evaluator.evaluate(position);
    if position.turn() == Color::White { worth } else { -worth }
}

fn swapping_the_colours_negates(evaluator: &mut impl Evaluator) {
    let mut seen = 0;
    random_games(300, |position| {
        let flipped = position.flipped();
        assert_eq!(evaluator.evaluate(position), evaluator.evaluate(&flipped), "{position}");
        let (here, there) = (white_view(evaluator, position), white_view(evaluator, &flipped));
        assert_eq!(here, -there, "{position}");
        seen += 1;
    });
    assert!(seen > 15_000, "only {seen} positions");
}

fn mirroring_the_files_changes_nothing(evaluator: &mut impl Evaluator) {
    let mut seen = 0;
    random_games(300, |position| {
        if let Some(mirrored) = position.mirrored() {
            let (here, there) = (white_view(evaluator, position), white_view(evaluator, &mirrored));
            assert_eq!(here, there, "{position}");
            seen += 1;
        }
    });
    assert!(seen > 6_000, "only {seen} positions");
}

#[test]
fn swapping_the_colours_negates_placement() {
    swapping_the_colours_negates(&mut Placement);
}

#[test]
fn swapping_the_colours_negates_classical() {
    swapping_the_colours_negates(&mut Classical::default());
}

#[test]
fn mirroring_changes_nothing_for_placement() {
    mirroring_the_files_changes_nothing(&mut Placement);
}

#[test]
fn mirroring_changes_nothing_for_classical() {
    mirroring_the_files_changes_nothing(&mut Classical::default());
}

#[test]
fn the_ledger_adds_up() {
    random_games(50, |position| {
        assert_eq!(
            Placement.explain(position).total(),
            white_view(&mut Placement, position),
            "{position}"
        );
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
