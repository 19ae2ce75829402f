// SPDX-License-Identifier: GPL-3.0-or-later
//! Networks along lines of moves: what is updated move by move equals a refresh and what
//! plain arithmetic says, on every kernel and for every shape.

use std::sync::Arc;

use chess::{Color, Position};
use xanthos_eval::nnue::features::{Perspective, output_bucket};
use xanthos_eval::nnue::multi::{self, L1};
use xanthos_eval::nnue::single::{QA, QB};
use xanthos_eval::nnue::{
    Kernel, MultiLayerNet, Network, Nnue, SCALE, SingleLayerNet, Transformer,
};
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

fn random_transformer<const N: usize>(transformer: &mut Transformer<N>, dice: &mut Dice) {
    for row in transformer.weights.iter_mut().chain([&mut transformer.bias]) {
        row.0.iter_mut().for_each(|weight| *weight = dice.weight(60));
    }
}

/// Nets of random weights, as large as trained ones have them: one of each shape.
fn random_nets() -> Vec<Network> {
    vec![
        single_layer().into(),
        multi_layer::<512>().into(),
        multi_layer::<768>().into(),
        multi_layer::<1024>().into(),
    ]
}

fn single_layer() -> Arc<SingleLayerNet> {
    let mut dice = Dice(77);
    let mut net = SingleLayerNet::zero();
    random_transformer(&mut net.transformer, &mut dice);
    for row in net.output.iter_mut().flatten() {
        row.0.iter_mut().for_each(|weight| *weight = dice.weight(126));
    }
    net.output_bias.iter_mut().for_each(|bias| *bias = i32::from(dice.weight(5_000)));
    Arc::new(net)
}

fn multi_layer<const N: usize>() -> Arc<MultiLayerNet<N>> {
    let mut dice = Dice(78);
    let mut net = MultiLayerNet::zero();
    random_transformer(&mut net.transformer, &mut dice);
    for layers in &mut net.layers {
        for weight in layers.l1.iter_mut().flat_map(|chunk| chunk.0.as_flattened_mut()) {
            *weight = dice.weight(20) as i8;
        }
        let mut float = || f32::from(dice.weight(1_000)) / 2_000.0;
        layers.l1_bias = std::array::from_fn(|_| float());
        layers.l2 = std::array::from_fn(|_| std::array::from_fn(|_| float()));
        layers.l2_bias = std::array::from_fn(|_| float());
        layers.output = std::array::from_fn(|_| 4.0 * float());
        layers.output_bias = float();
    }
    Arc::new(net)
}

/// The neurons of both perspectives, the side to move first.
fn neurons<const N: usize>(transformer: &Transformer<N>, position: &Position) -> [Vec<i64>; 2] {
    [position.turn(), !position.turn()].map(|color: Color| {
        let perspective = Perspective::of(position, color, transformer.buckets);
        let mut sums: Vec<i64> = transformer.bias.0.iter().map(|&bias| i64::from(bias)).collect();
        for square in position.occupied() {
            let piece = position.piece_on(square).unwrap();
            let row = &transformer.weights[perspective.feature(piece, square)];
            sums.iter_mut().zip(&row.0).for_each(|(sum, &weight)| *sum += i64::from(weight));
        }
        sums
    })
}

/// The evaluation by definition, without any of the engine's shortcuts.
fn by_definition(net: &Network, position: &Position) -> i32 {
    let score = match net {
        Network::Single(net) => {
            let bucket = output_bucket(position.occupied().count());
            let mut sum = 0;
            let sides = neurons(&net.transformer, position);
            for (neurons, weights) in sides.into_iter().zip(&net.output[bucket]) {
                for (x, &weight) in neurons.into_iter().zip(&weights.0) {
                    let x = x.clamp(0, i64::from(QA));
                    sum += x * x * i64::from(weight);
                }
            }
            let output = sum / i64::from(QA) + i64::from(net.output_bias[bucket]);
            output * i64::from(SCALE) / i64::from(QA * QB)
        }
        Network::Multi512(net) => with_material(multi_by_definition(net, position), position),
        Network::Multi768(net) => with_material(multi_by_definition(net, position), position),
        Network::Multi1024(net) => with_material(multi_by_definition(net, position), position),
    };
    score.clamp(-28_000, 28_000) as i32
}

fn multi_by_definition<const N: usize>(net: &MultiLayerNet<N>, position: &Position) -> i64 {
    let layers = &net.layers[output_bucket(position.occupied().count())];
    let mut sums = [0; L1];
    for (side, neurons) in neurons(&net.transformer, position).iter().enumerate() {
        for i in 0..N / 2 {
            let clip = |x: i64| x.clamp(0, i64::from(multi::QA));
            let product = ((clip(neurons[i]) * clip(neurons[i + N / 2]) + 256) / 512) as i32;
            let input = side * N / 2 + i;
            for (sum, weights) in sums.iter_mut().zip(&layers.l1[input / 4].0) {
                *sum += product * i32::from(weights[input % 4]);
            }
        }
    }
    (layers.forward(&sums) * SCALE as f32) as i64
}

/// Past six pawns a part of the material that the output does not tell apart is added: none there,
/// half of it from nine pawns on.
fn with_material(score: i64, position: &Position) -> i64 {
    let fen = position.fen();
    let white: i64 = fen.split(' ').next().unwrap().chars().map(letter_worth).sum();
    let own = if fen.contains(" w ") { white } else { -white };
    let (size, ahead) = (score.abs(), if score < 0 { -own } else { own });
    if size <= 600 || ahead <= size {
        return score;
    }
    let extra = (ahead - size) * (size - 600).min(300) / 600;
    if score < 0 { score - extra } else { score + extra }
}

fn letter_worth(letter: char) -> i64 {
    let worth = match letter.to_ascii_lowercase() {
        'p' => 100,
        'n' | 'b' => 300,
        'r' => 500,
        'q' => 900,
        _ => 0,
    };
    if letter.is_ascii_lowercase() { -worth } else { worth }
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
    net: &Network,
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
fn incremental_updates_equal_a_refresh() {
    for net in random_nets() {
        for kernel in Kernel::available() {
            let mut dice = Dice(5);
            let mut nnue = Nnue::with_kernel(net.clone(), kernel);
            let mut asked = 0;
            for start in starts() {
                walk(&mut nnue, &net, &start, 6, &mut dice, &mut asked);
            }
            assert!(asked > 250, "{asked}");
        }
    }
}

#[test]
fn long_lines_and_positions_that_were_not_pushed_are_evaluated() {
    for net in random_nets() {
        let mut nnue = Nnue::new(net.clone());
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
        for start in starts() {
            assert_eq!(nnue.evaluate(&start), by_definition(&net, &start));
        }
    }
}

#[test]
fn mirrored_positions_have_the_same_evaluation() {
    for net in random_nets() {
        let mut nnue = Nnue::new(net);
        let mut values = std::collections::HashSet::new();
        for start in starts() {
            assert_eq!(nnue.evaluate(&start), nnue.evaluate(&start.flipped()));
            if let Some(mirrored) = start.mirrored() {
                assert_eq!(nnue.evaluate(&start), nnue.evaluate(&mirrored), "{start}");
            }
            values.insert(nnue.evaluate(&start));
        }
        assert!(values.len() > 4, "{values:?}");
    }
}

#[test]
fn the_ledger_adds_up_to_the_evaluation() {
    for net in random_nets() {
        let mut nnue = Nnue::new(net);
        for start in starts() {
            let ledger = nnue.explain(&start);
            let score = nnue.evaluate(&start);
            let white = if start.turn() == Color::White { score } else { -score };
            assert_eq!(ledger.total(), white, "{start}");
            assert_eq!(ledger.entries.len() as u32, start.occupied().count() - 2);
        }
    }
}

#[test]
fn a_file_of_any_shape_is_read_and_others_are_refused() {
    for net in random_nets() {
        let bytes = net.to_bytes();
        assert_eq!(Network::from_bytes(&bytes), Ok(net));
        let mut newer = bytes.clone();
        newer[8] = 3;
        let error = Network::from_bytes(&newer).unwrap_err();
        assert!(error.to_string().contains("format 3"), "{error}");
        assert!(Network::from_bytes(&bytes[..bytes.len() - 1]).is_err());
    }
    let mut other = multi_layer::<512>().to_bytes();
    other[12..16].copy_from_slice(&640u32.to_le_bytes());
    let error = Network::from_bytes(&other).unwrap_err();
    assert!(error.to_string().contains("640"), "{error}");
}
