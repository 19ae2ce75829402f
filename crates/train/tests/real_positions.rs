// SPDX-License-Identifier: GPL-3.0-or-later
//! Symmetry (Axon §2) and the ledgers of all evaluators on 100,000 positions of real games,
//! where the collection of games exists.

use std::path::Path;

use chess::{Color, Position};
use eval::classical::Coefficients;
use eval::{Classical, Evaluator, Explains};
use formats::{open_text, viriformat};
use papers::{Evaluation, Settings, Visitor};

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

/// Symmetry and ledger of one evaluator on all of them; memory must not matter,
/// so a second one sees them in reverse order.
struct IsFair<'a>(Evaluation, &'a [Position]);

impl Visitor for IsFair<'_> {
    type Out = ();

    fn with<E: Explains>(self, mut evaluator: E) {
        let IsFair(kind, positions) = self;
        let mut other = evaluator.clone();
        let mut scores = Vec::with_capacity(positions.len());
        for position in positions {
            let here = white_view(&mut evaluator, position);
            let flipped = white_view(&mut evaluator, &position.flipped());
            assert_eq!(flipped, -here, "{kind}, colours swapped: {position}");
            if let Some(mirrored) = position.mirrored() {
                let there = white_view(&mut evaluator, &mirrored);
                assert_eq!(there, here, "{kind}, files mirrored: {position}");
            }
            assert_eq!(evaluator.explain(position).total(), here, "{kind}: {position}");
            scores.push(here);
        }
        for (position, &score) in positions.iter().zip(&scores).rev() {
            assert_eq!(white_view(&mut other, position), score, "{kind}: {position}");
        }
    }
}

#[test]
fn every_evaluator_is_symmetric_and_its_ledger_adds_up() {
    let mut positions = Vec::new();
    real_positions(|position| positions.push(*position));
    for &kind in Evaluation::ALL {
        // To explain itself the convolutional network evaluates once for each piece.
        let every = if kind == Evaluation::Cnn { 40 } else { 1 };
        let some: Vec<Position> = positions.iter().copied().step_by(every).collect();
        kind.build(&Settings::default(), IsFair(kind, &some));
    }
}

#[test]
fn counts_times_weights_are_the_classical_score() {
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
