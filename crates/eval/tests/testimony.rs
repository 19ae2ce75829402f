// SPDX-License-Identifier: GPL-3.0-or-later
//! What evaluators say about themselves is true: ledgers add up, the tuner's
//! counts give the score, memory changes nothing.

mod common;

use common::{random_games, set_ups, white_view};
use xanthos_eval::classical::{COUNT, Coefficients, Kind, SLOTS, Weights};
use xanthos_eval::{
    Classical, Evaluator, Explains, Group, Groups, Kind as Evaluators, Pair, Settings, Visitor,
};

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

/// Whom, and on how many games.
struct AddsUp<'a>(&'a str, u64);

impl Visitor for AddsUp<'_> {
    type Out = ();

    fn with<E: Explains>(self, mut evaluator: E) {
        let mut seen = 0;
        random_games(self.1, |position| {
            let ledger = evaluator.explain(position);
            let score = white_view(&mut evaluator, position);
            assert_eq!(ledger.total(), score, "{}: {position}", self.0);
            let (rows, rounding) = ledger.mixed();
            let rows: i32 = rows.iter().map(|&(_, worth)| worth).sum();
            assert_eq!(rows + rounding, score, "{}: {position}", self.0);
            seen += 1;
        });
        assert!(seen > 30 * self.1, "only {seen} positions");
    }
}

#[test]
fn every_ledger_adds_up_in_every_set_up() {
    for kind in Evaluators::ALL {
        for settings in set_ups() {
            // To explain itself the convolutional network looks once a man.
            let games = if kind == Evaluators::Cnn { 4 } else { 60 };
            kind.build(&settings, AddsUp(&format!("{kind} {settings:?}"), games));
        }
    }
}

struct Entries<'a>(&'a dyn Fn(&xanthos_eval::Entry));

impl Visitor for Entries<'_> {
    type Out = ();

    fn with<E: Explains>(self, evaluator: E) {
        random_games(10, |position| {
            evaluator.explain(position).entries.iter().for_each(self.0);
        });
    }
}

#[test]
fn an_idea_switched_off_has_nothing_to_say() {
    for kind in Evaluators::ALL {
        for group in kind.groups().iter() {
            let settings = Settings { without: Groups::of(&[group]), ..Settings::default() };
            let is_silent = |entry: &xanthos_eval::Entry| {
                let Some(place) = entry.weight else { return };
                if Group::of(&place.slot, place.index) == Some(group) {
                    assert_eq!(entry.worth, Pair::ZERO, "{kind} without {group}: {place}");
                }
            };
            kind.build(&settings, Entries(&is_silent));
        }
    }
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
