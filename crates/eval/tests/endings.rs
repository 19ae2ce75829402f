// SPDX-License-Identifier: GPL-3.0-or-later
//! Endings that the classical evaluation knows.

use chess::Position;
use xanthos_eval::{Classical, Evaluator};

fn worth(fen: &str) -> i32 {
    let position = Position::from_fen(fen).unwrap_or_else(|e| panic!("{fen}: {e}"));
    Classical::default().evaluate(&position)
}

/// The 13 combinations of Table II with their colours swapped (Axon §2.B).
#[test]
fn table_two_is_drawn() {
    let sides = ["", "N", "B", "NN"];
    let mut seen = 0;
    for white in sides {
        for black in sides {
            let row = |pieces: &str| format!("{pieces}{}", 5 - pieces.len());
            let fen =
                format!("k7/8/3{}/8/8/3{}/8/7K w - - 0 1", row(&black.to_lowercase()), row(white));
            assert_eq!(worth(&fen), 0, "{fen}");
            seen += 1;
        }
    }
    assert_eq!(seen, 16); // 13 of them differ
}

#[test]
fn table_two_needs_calm_and_no_pawns() {
    // Four pieces and check: not drawn by the table.
    let verdicts = |fen: &str| {
        let position = Position::from_fen(fen).unwrap();
        Classical::default().explain(&position).adjustments.len()
    };
    let checked = "k7/8/1N6/8/8/8/4n3/7K b - - 0 1";
    assert!(Position::from_fen(checked).unwrap().in_check());
    assert_eq!(verdicts(checked), 0);
    assert_eq!(verdicts("k7/8/2N5/8/8/3p4/8/7K w - - 0 1"), 0);
    assert_eq!(verdicts("k7/8/2N5/8/8/8/3n4/7K w - - 0 1"), 1);
}

#[test]
fn mates_that_need_a_plan() {
    let right = worth("k7/8/1K6/8/8/3BN3/8/8 w - - 0 1");
    let wrong = worth("7k/8/6K1/8/8/3BN3/8/8 w - - 0 1");
    assert!(right > wrong + 100, "the bishop's corner {right}, the other {wrong}");
    let cornered = worth("7k/8/5K2/8/8/8/8/R7 w - - 0 1");
    let at_large = worth("8/8/8/3k4/8/8/8/R3K3 w - - 0 1");
    assert!(cornered > at_large + 50, "{cornered} {at_large}");
}

#[test]
fn fortresses() {
    assert_eq!(worth("7k/8/8/7P/5K2/8/4B3/8 w - - 0 1"), 0, "the wrong bishop");
    assert!(worth("7k/8/8/7P/5K2/8/3B4/8 w - - 0 1") > 200, "the right bishop");
    assert_eq!(worth("7k/8/8/7P/5K2/7P/8/8 w - - 0 1"), 0, "rook pawns");
    assert_eq!(worth("8/4k3/8/4K3/4P3/8/8/8 w - - 0 1"), 0, "no opposition");
    assert!(worth("4k3/8/4K3/4P3/8/8/8/8 b - - 0 1") < -300);
}

#[test]
fn queen_and_rook_against_a_far_pawn() {
    let drawn = worth("8/8/7K/8/8/8/pk6/6Q1 w - - 0 1");
    let won = worth("8/8/7K/8/8/8/kp6/6Q1 w - - 0 1");
    assert!(drawn < 100 && won > 300, "{drawn} {won}");
    let race_lost = worth("7K/8/8/8/8/8/1pk5/7R b - - 0 1");
    let in_front = worth("8/8/8/4k3/1p6/8/1K6/7R w - - 0 1");
    assert!(race_lost.abs() < 130 && in_front > 300, "{race_lost} {in_front}");
}
