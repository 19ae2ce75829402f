// SPDX-License-Identifier: GPL-3.0-or-later
//! The network along lines of play: what is updated move by move equals what is
//! made from scratch, and what plain arithmetic says, on every kernel.

use std::sync::Arc;

use chess::{Color, Position};
use xanthos_eval::nnue::shape::{HIDDEN, QA, QB, SCALE, View, output_bucket};
use xanthos_eval::nnue::{Kernel, Net, Nnue};
use xanthos_eval::{Evaluator, Explains};

/// Repeatable numbers.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % sides
    }

    fn weight(&mut self, bound: usize) -> i16 {
        self.roll(2 * bound + 1) as i16 - bound as i16
    }
}

/// A net of random weights, as large as a trained one has them.
fn random_net() -> Arc<Net> {
    let mut dice = Dice(77);
    let mut net = Net::zero();
    for row in net.input.iter_mut().chain([&mut net.bias]) {
        row.0.iter_mut().for_each(|weight| *weight = dice.weight(60));
    }
    for row in net.output.iter_mut().flatten() {
        row.0.iter_mut().for_each(|weight| *weight = dice.weight(126));
    }
    net.output_bias.iter_mut().for_each(|bias| *bias = i32::from(dice.weight(5_000)));
    Arc::new(net)
}

/// The evaluation by definition, without any of the engine's shortcuts.
fn by_definition(net: &Net, position: &Position) -> i32 {
    let hidden = |color: Color| -> Vec<i64> {
        let view = View::of(position, color);
        let mut sums: Vec<i64> = net.bias.0.iter().map(|&bias| i64::from(bias)).collect();
        for square in position.occupied() {
            let piece = position.piece_on(square).unwrap();
            let row = &net.input[view.feature(piece, square)];
            sums.iter_mut().zip(&row.0).for_each(|(sum, &weight)| *sum += i64::from(weight));
        }
        sums
    };
    let bucket = output_bucket(position.occupied().count());
    let mut sum = 0;
    for (color, weights) in [position.turn(), !position.turn()].iter().zip(&net.output[bucket]) {
        for (x, &weight) in hidden(*color).into_iter().zip(&weights.0) {
            let x = x.clamp(0, i64::from(QA));
            sum += x * x * i64::from(weight);
        }
    }
    let output = sum / i64::from(QA) + i64::from(net.output_bias[bucket]);
    let score = output * i64::from(SCALE) / i64::from(QA * QB);
    score.clamp(-28_000, 28_000) as i32
}

fn starts() -> Vec<Position> {
    let fens = [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
        "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
    ];
    let mut starts: Vec<Position> = fens.map(|fen| Position::from_fen(fen).unwrap()).into();
    starts.extend([
        Position::startpos(),
        Position::chess960(11),
        Position::double_chess960(5, 800),
    ]);
    starts
}

/// Walks down and up a random tree as a search does, asking at some nodes only.
fn walk(
    nnue: &mut Nnue,
    net: &Net,
    position: &Position,
    depth: u32,
    dice: &mut Dice,
    asked: &mut usize,
) {
    if dice.roll(3) != 0 {
        assert_eq!(nnue.evaluate(position), by_definition(net, position), "{position}");
        assert_eq!(nnue.evaluate_afresh(position), by_definition(net, position), "{position}");
        *asked += 1;
    }
    if depth == 0 {
        return;
    }
    let moves = position.legal_moves();
    for _ in 0..2.min(moves.len()) {
        let mv = moves[dice.roll(moves.len())];
        let child = position.after(mv);
        nnue.push(position, mv, &child);
        walk(nnue, net, &child, depth - 1, dice, asked);
        nnue.pop();
    }
    if !position.in_check() && dice.roll(4) == 0 {
        let child = position.after_null();
        nnue.push(position, chess::Move::NULL, &child);
        walk(nnue, net, &child, depth - 1, dice, asked);
        nnue.pop();
    }
}

#[test]
fn what_is_updated_equals_what_is_made_from_scratch() {
    let net = random_net();
    for kernel in Kernel::available() {
        let mut dice = Dice(5);
        let mut nnue = Nnue::with_kernel(Arc::clone(&net), kernel);
        let mut asked = 0;
        for start in starts() {
            walk(&mut nnue, &net, &start, 7, &mut dice, &mut asked);
        }
        assert!(asked > 500, "{asked}");
    }
}

#[test]
fn long_lines_and_strange_positions_are_seen() {
    let net = random_net();
    let mut nnue = Nnue::new(Arc::clone(&net));
    let mut dice = Dice(9);
    let mut position = Position::startpos();
    for ply in 0..700 {
        let moves = position.legal_moves();
        if moves.is_empty() || position.is_insufficient_material() {
            position = Position::startpos();
            continue;
        }
        let mv = moves[dice.roll(moves.len())];
        let child = position.after(mv);
        nnue.push(&position, mv, &child);
        position = child;
        if ply % 9 == 0 {
            assert_eq!(nnue.evaluate(&position), by_definition(&net, &position), "ply {ply}");
        }
    }
    // Positions that were never pushed.
    for start in starts() {
        assert_eq!(nnue.evaluate(&start), by_definition(&net, &start));
    }
}

#[test]
fn colours_are_equal() {
    let net = random_net();
    let mut nnue = Nnue::new(net);
    for start in starts() {
        assert_eq!(nnue.evaluate(&start), nnue.evaluate(&start.flipped()));
        if let Some(mirrored) = start.mirrored() {
            assert_eq!(nnue.evaluate(&start), nnue.evaluate(&mirrored), "{start}");
        }
    }
}

#[test]
fn the_account_adds_up() {
    let mut nnue = Nnue::new(random_net());
    for start in starts() {
        let ledger = nnue.explain(&start);
        let score = nnue.evaluate(&start);
        let white = if start.turn() == Color::White { score } else { -score };
        assert_eq!(ledger.total(), white, "{start}");
        assert_eq!(ledger.entries.len() as u32, start.occupied().count() - 2);
    }
}

#[test]
fn the_hidden_layer_has_a_size_that_kernels_can_share_out() {
    const { assert!(HIDDEN.is_multiple_of(128)) };
}
