// SPDX-License-Identifier: GPL-3.0-or-later
//! The convolutional network against the schoolbook: every sum written out, in
//! double precision, on boards of numbers.

use crate::common;

use std::sync::Arc;

use chess::{Color, Position, Role};
use common::random_games;
use xanthos_eval::cnn::kernels::Kernel;
use xanthos_eval::cnn::{Between, Cnn, DENSE, Net, Planes, Shape, View, shipped};
use xanthos_eval::{Evaluator, Explains};

/// Numbers that look random.
fn filled(shape: Shape) -> Net {
    let mut net = Net::zero(shape, 150.0);
    let mut state = 0x5EEDu64;
    let inputs: Vec<_> = shape.all();
    for (layer, inputs) in inputs {
        let spread = 2.0 / (inputs as f32).sqrt();
        for index in layer.weights.chain(layer.bias) {
            state = state.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(0x1405_7B7E_F767_814F);
            net.numbers[index] = ((state >> 40) as f32 / (1 << 23) as f32 - 1.0) * spread;
        }
    }
    net
}

/// A layer: `[channel][rank][file]`.
type Boards = Vec<[[f64; 8]; 8]>;

/// The fourteen planes, from the rules.
fn planes(position: &Position) -> Boards {
    let own = position.turn();
    let mirror = position.king(own).file() >= 4;
    let mut boards = vec![[[0.0; 8]; 8]; 14];
    for square in chess::Square::ALL {
        let rank = if own == Color::White { square.rank() } else { 7 - square.rank() };
        let file = if mirror { 7 - square.file() } else { square.file() };
        if let Some(piece) = position.piece_on(square) {
            let side = usize::from(piece.color() != own);
            let role = Role::ALL.iter().position(|&role| role == piece.role()).unwrap();
            boards[side * 6 + role][rank][file] = 1.0;
        }
        for (side, color) in [own, !own].into_iter().enumerate() {
            if position.attacked_by(color).contains(square) {
                boards[12 + side][rank][file] = 1.0;
            }
        }
    }
    boards
}

fn oracle(net: &Net, position: &Position) -> f64 {
    let shape = net.shape;
    let number = |index: usize| f64::from(net.numbers[index]);
    let mut boards = planes(position);
    for layer in 0..shape.layers {
        let part = shape.convolution(layer);
        let (channels, filters) = (boards.len(), shape.filters);
        let mut next = vec![[[0.0; 8]; 8]; filters];
        for filter in 0..filters {
            for rank in 0..8i32 {
                for file in 0..8i32 {
                    let mut sum = number(part.bias.start + filter);
                    for tap in 0..9i32 {
                        let (r, f) = (rank + tap / 3 - 1, file + tap % 3 - 1);
                        if !(0..8).contains(&r) || !(0..8).contains(&f) {
                            continue;
                        }
                        for (channel, board) in boards.iter().enumerate() {
                            let index = (tap as usize * channels + channel) * filters + filter;
                            sum +=
                                board[r as usize][f as usize] * number(part.weights.start + index);
                        }
                    }
                    if shape.residual && layer > 0 {
                        sum += boards[filter][rank as usize][file as usize];
                    }
                    next[filter][rank as usize][file as usize] = sum.max(0.0);
                }
            }
        }
        boards = next;
    }
    let (dense, output) = (shape.dense(), shape.output());
    let mut says = number(output.bias.start);
    for neuron in 0..DENSE {
        let mut sum = number(dense.bias.start + neuron);
        for square in 0..64 {
            for (filter, board) in boards.iter().enumerate() {
                let input = square * shape.filters + filter;
                sum += board[square / 8][square % 8]
                    * number(dense.weights.start + input * DENSE + neuron);
            }
        }
        says += sum.max(0.0) * number(output.weights.start + neuron);
    }
    says
}

#[test]
fn it_says_what_the_schoolbook_says() {
    let shapes = [(1, 3, false), (2, 8, false), (3, 5, true), (4, 16, true), (2, 32, false)];
    let each_way = shapes.into_iter().flat_map(|(layers, filters, residual)| {
        let shape = Shape { layers, filters, residual, policy: false };
        Kernel::available(filters).into_iter().map(move |kernel| (shape, kernel))
    });
    for (shape, kernel) in each_way {
        let net = filled(shape);
        let view = View::with(kernel, shape.filters);
        let mut between = Between { view, ..Between::default() };
        let mut seen = 0;
        random_games(1, |position| {
            seen += 1;
            if seen % 4 == 0 {
                let says = f64::from(net.forward(&[Planes::of(position)], &mut between)[0]);
                let wanted = oracle(&net, position);
                let apart = (says - wanted).abs();
                assert!(
                    apart < 1e-4 * (1.0 + wanted.abs()),
                    "{kernel:?} {says} {wanted}: {position}"
                );
            }
        });
        assert!(seen > 40);
    }
}

#[test]
fn all_processors_with_fused_multiplication_agree_to_the_bit() {
    let mut positions = Vec::new();
    random_games(2, |position| positions.push(Planes::of(position)));
    let net = filled(Shape { layers: 3, filters: 16, residual: true, policy: false });
    let says = |kernel| {
        let mut between = Between { view: View::with(kernel, 16), ..Between::default() };
        net.forward(&positions, &mut between).to_vec()
    };
    let kernels = Kernel::available(16).into_iter().filter(|&kernel| kernel != Kernel::Product);
    let all: Vec<Vec<f32>> = kernels.map(says).collect();
    assert!(all.windows(2).all(|pair| pair[0] == pair[1]));
}

#[test]
fn the_way_back_is_the_same_by_kernels_and_by_products() {
    let boards = |seed: usize, length: usize| -> Vec<f32> {
        (0..length).map(|i| ((i * 7919 + seed) % 211) as f32 / 100.0 - 1.0).collect()
    };
    for channels in [8, 16, 24, 32] {
        let board = 64 * channels;
        let (input, outer) = (boards(1, 3 * board), boards(2, 3 * board));
        let weights = boards(3, 9 * channels * channels);
        let back = |kernel| {
            let (mut below, mut gradients) = (boards(4, input.len()), boards(5, weights.len()));
            let mut view = View::with(kernel, channels);
            view.convolve_back([&input, &outer], &weights, &mut below, &mut gradients);
            [below, gradients].concat()
        };
        let wanted = back(Kernel::Product);
        for kernel in Kernel::available(channels) {
            for (i, (says, wanted)) in back(kernel).iter().zip(&wanted).enumerate() {
                let apart = (says - wanted).abs();
                assert!(apart < 1e-3, "{kernel:?}, {channels} channels, {i}: {says} {wanted}");
            }
        }
    }
}

#[test]
fn many_at_once_are_what_each_is_alone() {
    let mut positions = Vec::new();
    random_games(2, |position| positions.push(*position));
    let net = Arc::new(filled(Shape { layers: 3, filters: 16, residual: false, policy: false }));
    let mut alone = Cnn::new(Arc::clone(&net));
    let wanted: Vec<i32> = positions.iter().map(|position| alone.evaluate(position)).collect();
    assert!(wanted.iter().max() > wanted.iter().min());
    for size in [1, 2, 7, 8, 9, 64] {
        let mut together = Cnn::new(Arc::clone(&net));
        let mut scores = Vec::new();
        for (positions, wanted) in positions.chunks(size).zip(wanted.chunks(size)) {
            together.evaluate_all(positions, &mut scores);
            assert_eq!(scores, wanted, "{size} at once");
            // And once more, from memory.
            together.evaluate_all(positions, &mut scores);
            assert_eq!(scores, wanted);
            assert_eq!(together.evaluate(&positions[0]), wanted[0]);
        }
    }
}

#[test]
fn the_net_that_ships_can_be_read_and_is_small() {
    let net = shipped();
    let bytes = net.to_bytes();
    assert!(bytes.len() <= 500_000, "{} bytes", bytes.len());
    assert_eq!(Net::from_bytes(&bytes).as_ref(), Ok(&*net));
    let mut cnn = Cnn::new(net);
    let queen_up = Position::from_fen("4k3/pppp4/8/8/8/8/PPPP4/3QK3 w - - 0 1").unwrap();
    assert!(cnn.evaluate(&queen_up) > 120);
    assert!(cnn.evaluate(&Position::startpos()).abs() < 100);
    let ledger = cnn.explain(&queen_up);
    assert_eq!(ledger.total(), cnn.evaluate(&queen_up));
}
