// SPDX-License-Identifier: GPL-3.0-or-later
//! The ledger of the classical evaluation adds up, the tuner's counts give the score,
//! caches change nothing.

use crate::common;

use common::{random_games, white_view};
use xanthos_eval::classical::{COUNT, Coefficients, Kind, SLOTS, Weights};
use xanthos_eval::{Classical, Evaluator, Pair};

/// Weights unlike any tuned ones: every weight speaks, with its own number.
fn loud() -> Weights {
    let mut flat = [Pair::ZERO; COUNT];
    for slot in SLOTS {
        for (i, pair) in flat.iter_mut().enumerate().skip(slot.start).take(slot.len) {
            let n = i as i32;
            *pair = match slot.kind {
                Kind::Linear => Pair::new(n * 7919 % 61 - 30, n * 6007 % 53 - 26),
                Kind::Danger => Pair::new(n * 7919 % 41 - 10, n * 6007 % 37 - 10),
                Kind::Complexity => Pair::new(0, n * 7919 % 41 - 20),
                Kind::Scale => Pair::new(0, 20 + n * 7919 % 128),
                Kind::Phase => Pair::new(8 + n * 7919 % 30, 0),
            };
        }
    }
    Weights::new(flat)
}

#[test]
fn the_classical_ledger_adds_up() {
    for weights in [Weights::default(), loud()] {
        let mut classical = Classical::with_weights(weights);
        let mut seen = 0;
        random_games(500, |position| {
            let ledger = classical.explain(position);
            let score = white_view(&mut classical, position);
            assert_eq!(ledger.total(), score, "{position}");
            let (rows, rounding) = ledger.mixed();
            let rows: i32 = rows.iter().map(|&(_, worth)| worth).sum();
            assert_eq!(rows + rounding, score, "{position}");
            for entry in &ledger.entries {
                if let Some(place) = entry.weight {
                    let weight = classical.weights().flat()[place.slot.start + place.index];
                    assert_eq!(entry.worth, weight * entry.count, "{}", place.slot.name);
                }
            }
            seen += 1;
        });
        assert!(seen > 50_000, "only {seen} positions");
    }
}

#[test]
fn counts_times_weights_are_the_score() {
    for weights in [Weights::default(), loud()] {
        let mut classical = Classical::with_weights(weights);
        let mut coefficients = Coefficients::default();
        let (mut seen, mut adjusted) = (0, 0);
        random_games(150, |position| {
            classical.count(position, &mut coefficients);
            let adjustments: i32 =
                classical.explain(position).adjustments.iter().map(|&(_, by)| by).sum();
            let score = white_view(&mut classical, position) - adjustments;
            assert_eq!(coefficients.score(classical.weights()), score, "{position}");
            assert_eq!(coefficients.adjusted, adjustments != 0, "{position}");
            seen += 1;
            adjusted += usize::from(coefficients.adjusted);
        });
        assert!(seen > 15_000 && adjusted > 0, "{seen} positions, {adjusted} adjusted");
    }
}

#[test]
fn memory_changes_nothing() {
    let mut experienced = Classical::default();
    random_games(60, |position| {
        let fresh = Classical::default().evaluate(position);
        assert_eq!(experienced.evaluate(position), fresh, "{position}");
        assert_eq!(experienced.evaluate(position), fresh, "{position}");
    });
}

#[test]
fn silenced_terms_say_nothing() {
    let silent = Weights::default().without(|_| true);
    let mut classical = Classical::with_weights(silent);
    let mut spoken = 0;
    random_games(20, |position| {
        if classical.explain(position).adjustments.is_empty() {
            assert_eq!(classical.evaluate(position), 0, "{position}");
            spoken += 1;
        }
    });
    assert!(spoken > 1000);
}
