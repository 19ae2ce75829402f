// SPDX-License-Identifier: GPL-3.0-or-later
//! How many positions a second each evaluator looks at, and what its ledger costs:
//! `cargo bench -p xanthos-papers`
//!
//! The positions are those of random games in their order, so that what an
//! evaluator remembers is as useful as in a search that goes through one game.

use std::hint::black_box;

use chess::{Move, Position};
use divan::Bencher;
use divan::counter::ItemsCount;
use eval::cnn;
use eval::nnue::{Kernel, Nnue, shipped};
use eval::{Evaluator, Explains};
use xanthos_papers::{Evaluation, Settings, Visitor};

const GAMES: u64 = 40;
const PLIES: usize = 120;

fn main() {
    divan::main();
}

fn positions() -> Vec<Position> {
    games().into_iter().flatten().map(|(position, _)| position).collect()
}

/// Random games: each position with the move that was made there.
fn games() -> Vec<Vec<(Position, Move)>> {
    let mut dice = 0x9E37_79B9_7F4A_7C15u64;
    let mut roll = |sides: usize| {
        dice ^= dice << 13;
        dice ^= dice >> 7;
        dice ^= dice << 17;
        (dice % sides as u64) as usize
    };
    let mut game = || {
        let (mut position, mut seen) = (Position::startpos(), Vec::new());
        for _ in 0..PLIES {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let mv = moves[roll(moves.len())];
            seen.push((position, mv));
            position.play(mv);
        }
        seen
    };
    (0..GAMES).map(|_| game()).collect()
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

#[divan::bench(args = Evaluation::ALL)]
fn evaluate(bencher: Bencher<'_, '_>, kind: Evaluation) {
    kind.build(&Settings::default(), Evaluates(bencher));
}

#[divan::bench(args = Evaluation::ALL)]
fn explain(bencher: Bencher<'_, '_>, kind: Evaluation) {
    kind.build(&Settings::default(), Testifies(bencher));
}

/// The network along a line, as a search goes: each position is one move from the
/// last.
#[divan::bench(args = Kernel::available())]
fn network_move_by_move(bencher: Bencher<'_, '_>, kernel: Kernel) {
    let games = games();
    let mut nnue = Nnue::with_kernel(shipped(), kernel);
    let count: usize = games.iter().map(Vec::len).sum();
    bencher.counter(ItemsCount::new(count)).bench_local(|| {
        let mut sum = 0;
        for game in &games {
            sum += nnue.evaluate(black_box(&game[0].0));
            for (&(before, mv), &(after, _)) in game.iter().zip(&game[1..]) {
                nnue.push(&before, mv, &after);
                sum += nnue.evaluate(black_box(&after));
            }
            game[1..].iter().for_each(|_| nnue.pop());
        }
        sum
    });
}

/// The network on positions it knows nothing about, with nothing kept from before.
#[divan::bench(args = Kernel::available())]
fn network_from_scratch(bencher: Bencher<'_, '_>, kernel: Kernel) {
    let positions = positions();
    let fresh = Nnue::with_kernel(shipped(), kernel);
    bencher.counter(ItemsCount::new(positions.len())).bench_local(|| {
        positions.iter().map(|position| fresh.evaluate_afresh(black_box(position))).sum::<i32>()
    });
}

/// The convolutional network, one position after the other or eight together.
#[divan::bench(args = cnn::kernels::Kernel::available(16), consts = [1, 8])]
fn convolutions<const TOGETHER: usize>(bencher: Bencher<'_, '_>, kernel: cnn::kernels::Kernel) {
    let planes: Vec<cnn::Planes> = positions().iter().map(cnn::Planes::of).collect();
    let net = cnn::shipped();
    let view = cnn::View::with(kernel, net.shape.filters);
    let mut between = cnn::Between { view, ..cnn::Between::default() };
    bencher.counter(ItemsCount::new(planes.len())).bench_local(|| {
        let some = planes.chunks(TOGETHER);
        some.map(|some| net.forward(black_box(some), &mut between)[0]).sum::<f32>()
    });
}
