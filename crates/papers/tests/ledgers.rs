// SPDX-License-Identifier: GPL-3.0-or-later
//! The ledger of every evaluator adds up to its score, and a group of terms that is
//! switched off counts nothing.

use crate::common;

use common::{random_games, set_ups, white_view};
use eval::{Explains, Group, Groups, Pair};
use xanthos_papers::{Evaluation, Settings, Visitor};

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
    for &kind in Evaluation::ALL {
        for settings in set_ups() {
            // To explain itself the convolutional network looks once for each piece.
            let games = if kind == Evaluation::Cnn { 4 } else { 60 };
            kind.build(&settings, AddsUp(&format!("{kind} {settings:?}"), games));
        }
    }
}

struct Entries<'a>(&'a dyn Fn(&eval::Entry));

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
    for &kind in Evaluation::ALL {
        for group in kind.groups().iter() {
            let settings = Settings { without: Groups::of(&[group]), ..Settings::default() };
            let is_silent = |entry: &eval::Entry| {
                let Some(place) = entry.weight else { return };
                if Group::of(&place.slot, place.index) == Some(group) {
                    assert_eq!(entry.worth, Pair::ZERO, "{kind} without {group}: {place}");
                }
            };
            kind.build(&settings, Entries(&is_silent));
        }
    }
}
