// SPDX-License-Identifier: GPL-3.0-or-later
//! A2 and the ledger on 100,000 positions of real games, where the collection
//! of games is at hand.

use std::path::Path;

use chess::{Color, Position};
use eval::classical::Coefficients;
use eval::{Classical, Evaluator, Placement};
use formats::{open_text, viriformat};

const POSITIONS: usize = 100_000;

fn white_view(evaluator: &mut impl Evaluator, position: &Position) -> i32 {
    let worth = evaluator.evaluate(position);
    if position.turn() == Color::White { worth } else { -worth }
}

/// Calls `check` with positions of real games; says so if there are none.
fn real_positions(mut check: impl FnMut(&Position)) {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/games-1.vf.zst");
    if !Path::new(file).exists() {
        println!("SKIPPED: no collection of games beside the workspace");
        return;
    }
    let mut seen = 0;
    for record in viriformat::read(open_text(file.as_ref()).unwrap()) {
        if seen >= POSITIONS {
            return;
        }
        let each = |position: &Position, _, _| {
            seen += 1;
            check(position);
        };
        record.unwrap().visit(each).unwrap();
    }
    panic!("the collection has only {seen} positions");
}

fn is_symmetric(mut evaluator: impl Evaluator) {
    real_positions(|position| {
        let here = white_view(&mut evaluator, position);
        assert_eq!(white_view(&mut evaluator, &position.flipped()), -here, "{position}");
        if let Some(mirrored) = position.mirrored() {
            assert_eq!(white_view(&mut evaluator, &mirrored), here, "{position}");
        }
    });
}

#[test]
fn placement_is_symmetric() {
    is_symmetric(Placement);
}

#[test]
fn classical_is_symmetric() {
    is_symmetric(Classical::default());
}

#[test]
fn ledger_and_counts_add_up() {
    let mut classical = Classical::default();
    let mut coefficients = Coefficients::default();
    real_positions(|position| {
        let ledger = classical.explain(position);
        let score = white_view(&mut classical, position);
        assert_eq!(ledger.total(), score, "{position}");
        classical.count(position, &mut coefficients);
        let adjusted: i32 = ledger.adjustments.iter().map(|&(_, by)| by).sum();
        assert_eq!(coefficients.score(classical.weights()) + adjusted, score, "{position}");
    });
}
