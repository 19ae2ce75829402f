// SPDX-License-Identifier: GPL-3.0-or-later
//! How many positions a second each evaluator looks at, and what its ledger costs:
//! `cargo bench -p xanthos-eval`
//!
//! The positions are those of random games in their order, so that what an
//! evaluator remembers is as useful as in a search that goes through one game.

use std::hint::black_box;

use chess::Position;
use divan::Bencher;
use divan::counter::ItemsCount;
use xanthos_eval::{Explains, Kind, Settings, Visitor};

const GAMES: u64 = 40;
const PLIES: usize = 120;

fn main() {
    divan::main();
}

fn positions() -> Vec<Position> {
    let mut dice = 0x9E37_79B9_7F4A_7C15u64;
    let mut roll = |sides: usize| {
        dice ^= dice << 13;
        dice ^= dice >> 7;
        dice ^= dice << 17;
        (dice % sides as u64) as usize
    };
    let mut seen = Vec::new();
    for _ in 0..GAMES {
        let mut position = Position::startpos();
        for _ in 0..PLIES {
            seen.push(position);
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position.play(moves[roll(moves.len())]);
        }
    }
    seen
}

struct Evaluates<'a, 'b>(Bencher<'a, 'b>);

impl Visitor for Evaluates<'_, '_> {
    type Out = ();

    fn with<E: Explains>(self, mut evaluator: E) {
        let positions = positions();
        self.0.counter(ItemsCount::new(positions.len())).bench_local(|| {
            positions.iter().map(|position| evaluator.evaluate(black_box(position))).sum::<i32>()
        });
    }
}

struct Testifies<'a, 'b>(Bencher<'a, 'b>);

impl Visitor for Testifies<'_, '_> {
    type Out = ();

    fn with<E: Explains>(self, evaluator: E) {
        let positions = positions();
        self.0.counter(ItemsCount::new(positions.len())).bench_local(|| {
            positions
                .iter()
                .map(|position| evaluator.explain(black_box(position)).total())
                .sum::<i32>()
        });
    }
}

#[divan::bench(args = Kind::ALL)]
fn evaluate(bencher: Bencher<'_, '_>, kind: Kind) {
    kind.build(&Settings::default(), Evaluates(bencher));
}

#[divan::bench(args = Kind::ALL)]
fn explain(bencher: Bencher<'_, '_>, kind: Kind) {
    kind.build(&Settings::default(), Testifies(bencher));
}
