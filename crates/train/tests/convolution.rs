// SPDX-License-Identifier: GPL-3.0-or-later
//! The trainer of the convolutional network: gradients against finite differences,
//! resuming, and the engine's evaluation against the trainer's.

use crate::common;

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use eval::Evaluator;
use eval::cnn::{Between, Cnn, Net, Planes, Shape};
use xanthos_train::cnn::{self, Batch, Model, Scratch};
use xanthos_train::data::{self, Outcome, Sample};
use xanthos_train::positions::{Format, Source};
use xanthos_train::trainer::{Config, Ending, Loss, Objective, Progress};

const OBJECTIVE: Objective = Objective { width: 190.0, blend: 0.3, power: 2.0 };

/// The same network in the plainest way, in double precision: what it says of the
/// position, and the words of each square.
fn oracle(shape: Shape, numbers: &[f64], planes: &Planes) -> (f64, Vec<Vec<f64>>) {
    let on = |plane: usize, square: usize| (planes.0[plane] >> square & 1) as f64;
    let mut layer: Vec<Vec<f64>> =
        (0..64).map(|square| (0..14).map(|plane| on(plane, square)).collect()).collect();
    for number in 0..shape.layers {
        let (part, channels) = (shape.convolution(number), shape.inputs(number));
        let mut next = vec![vec![0.0; shape.filters]; 64];
        for (square, sums) in next.iter_mut().enumerate() {
            for (filter, sum) in sums.iter_mut().enumerate() {
                *sum = numbers[part.bias.start + filter];
                for tap in 0..9 {
                    let (rank, file) = (square / 8 + tap / 3, square % 8 + tap % 3);
                    if !(1..=8).contains(&rank) || !(1..=8).contains(&file) {
                        continue;
                    }
                    for (channel, input) in layer[(rank - 1) * 8 + file - 1].iter().enumerate() {
                        let place = (tap * channels + channel) * shape.filters + filter;
                        *sum += input * numbers[part.weights.start + place];
                    }
                }
                if shape.residual && number > 0 {
                    *sum += layer[square][filter];
                }
                *sum = sum.max(0.0);
            }
        }
        layer = next;
    }
    let (dense, output) = (shape.dense(), shape.output());
    let neuron = |neuron: usize| {
        let inputs = layer.iter().flatten().enumerate();
        let inputs = inputs.map(|(i, x)| x * numbers[dense.weights.start + i * 64 + neuron]);
        (numbers[dense.bias.start + neuron] + inputs.sum::<f64>()).max(0.0)
    };
    let says = (0..64).map(|i| neuron(i) * numbers[output.weights.start + i]);
    let says = numbers[output.bias.start] + says.sum::<f64>();
    let head = shape.head();
    let word = |square: &[f64], word: usize| {
        let inputs = square.iter().enumerate();
        let sum = inputs.map(|(i, x)| x * numbers[head.weights.start + i * 64 + word]);
        numbers[head.bias.start + word] + sum.sum::<f64>()
    };
    let words = |square: &Vec<f64>| (0..64).map(|i| word(square, i)).collect();
    (says, if shape.policy { layer.iter().map(words).collect() } else { Vec::new() })
}

fn loss_of(shape: Shape, numbers: &[f64], batch: &Batch, power: f64) -> f64 {
    let each = batch.planes.iter().zip(&batch.targets).map(|(planes, &target)| {
        let expected = 1.0 / (1.0 + (-oracle(shape, numbers, planes).0).exp());
        (expected - f64::from(target)).abs().powf(power)
    });
    each.sum::<f64>() / batch.targets.len() as f64
}

/// Negative log-likelihood of the moves played.
fn move_loss(shape: Shape, numbers: &[f64], batch: &Batch) -> f64 {
    let each = batch.planes.iter().zip(&batch.choices).map(|(planes, choice)| {
        let (_, words) = oracle(shape, numbers, planes);
        let odds = |&[from, to]: &[u8; 2]| {
            let (leaves, comes) = (&words[usize::from(from)], &words[usize::from(to)]);
            (0..32).map(|i| leaves[i] * comes[32 + i]).sum::<f64>().exp()
        };
        let all = choice.moves().iter().map(odds);
        choice.moves().first().map_or(0.0, |first| (all.sum::<f64>() / odds(first)).ln())
    });
    each.sum::<f64>() / batch.targets.len() as f64
}

#[test]
fn gradients_match_finite_differences() {
    let mut samples = common::samples(10, 3);
    // In two out of three positions it is known which move was played.
    for sample in samples.iter_mut().enumerate().filter(|(i, _)| i % 3 != 0).map(|(_, s)| s) {
        let position = common::board(sample).unwrap();
        if let Some(&played) = position.legal_moves().last() {
            *sample = sample.with_move(&position, played);
        }
    }
    for (filters, power, residual, policy) in [
        (4, 2.0, false, false),
        (8, 2.5, true, true),
        (16, 2.0, true, false),
        (3, 2.0, false, true),
    ] {
        let shape = Shape { layers: 3, filters, residual, policy };
        let mut model = Model::new(shape, 7);
        // Empty squares far from all pieces would lie exactly on the kink of the ReLU.
        for (layer, _) in shape.all() {
            for (i, index) in layer.bias.enumerate() {
                model.net.numbers[index] = 0.013 * (i % 5) as f32 - 0.021;
            }
        }
        let mut batch = Batch::default();
        batch.fill(&samples, OBJECTIVE);
        if policy {
            batch.add_choices(&samples);
        }
        let mut scratch = Scratch::default();
        let sum = model.gradients(&batch, Loss { steepness: 1.0, power }, &mut scratch);
        let numbers: Vec<f64> = model.net.numbers.iter().map(|&x| f64::from(x)).collect();
        let there = loss_of(shape, &numbers, &batch, f64::from(power));
        assert!((there - sum / samples.len() as f64).abs() < 1e-6, "{there} {sum}");

        let mut checked = 0;
        for (layer, _) in shape.all() {
            let step = (layer.weights.len() / 17).max(1);
            let biases = layer.bias.clone().step_by(5);
            for index in layer.weights.clone().step_by(step).chain(biases) {
                const STEP: f64 = 1e-6;
                let at = |by: f64| {
                    let mut moved = numbers.clone();
                    moved[index] += by;
                    let moves = f64::from(cnn::MOVES) * move_loss(shape, &moved, &batch);
                    loss_of(shape, &moved, &batch, f64::from(power)) + moves
                };
                let wanted = (at(STEP) - at(-STEP)) / (2.0 * STEP);
                let gradient = f64::from(scratch.gradients[index]);
                let apart = (wanted - gradient).abs();
                assert!(apart < 1e-6 + 1e-3 * wanted.abs(), "{index}: {gradient}, not {wanted}");
                checked += usize::from(wanted.abs() > 1e-6);
            }
        }
        assert!(checked > 50, "only {checked} gradients");
    }
}

fn prepared(dir: &Path) -> Config {
    let file = |name: &str| dir.join(name);
    let path = file("games.vf");
    common::write_games(&path, 40);
    let source = Source { path, format: Format::Games, limit: usize::MAX, every: 1 };
    data::convert(&[source], &data::Conversion::default(), &file("all.xts"), &mut |_| {}).unwrap();
    data::split(&file("all.xts"), &file("part.xts"), &file("val.xts"), 4, &mut |_| {}).unwrap();
    data::shuffle(&[&file("part.xts")], &file("train.xts"), 1, 1 << 20, &mut |_| {}).unwrap();
    Config {
        training: file("train.xts"),
        validation: Some(file("val.xts")),
        batch: 64,
        superbatch: 512,
        superbatches: 4,
        learning_rate: 0.004,
        note: "games of this test".into(),
        warm_up: 4,
        output: Some(file("net.xcn")),
        checkpoint: Some(file("net.checkpoint")),
        plot: Some(file("net.svg")),
        ..cnn::default_config()
    }
}

const SMALL: Shape = Shape { layers: 2, filters: 8, residual: false, policy: false };

#[test]
fn a_resumed_run_gives_the_same_net_to_the_bit() {
    let dir = tempfile::tempdir().unwrap();
    let whole = prepared(dir.path());
    let run = |config: &Config, shape: Shape, stop_at: u64| {
        cnn::train(config, shape, &mut |progress| match progress {
            Progress::Step { step, .. } if step == stop_at => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        })
    };
    let report = run(&whole, SMALL, 0).unwrap();
    assert_eq!((report.ending, report.losses.len()), (Ending::Complete, 4));
    assert!(report.losses[3].0 < 0.8 * report.losses[0].0, "{:?}", report.losses);
    let bytes = |path: &Option<std::path::PathBuf>| std::fs::read(path.as_ref().unwrap()).unwrap();
    let net = bytes(&whole.output);

    let cut = Config {
        checkpoint: Some(dir.path().join("cut.checkpoint")),
        output: Some(dir.path().join("cut.xcn")),
        resume: true,
        ..whole.clone()
    };
    for stop in [3, 8, 21] {
        assert_eq!(run(&cut, SMALL, stop).unwrap().ending, Ending::Interrupted);
    }
    assert_eq!(run(&cut, SMALL, 0).unwrap().ending, Ending::Complete);
    assert_eq!(bytes(&cut.checkpoint), bytes(&whole.checkpoint));
    assert_eq!(bytes(&cut.output), net);

    let error = run(&cut, Shape { filters: 9, ..SMALL }, 0).unwrap_err();
    assert!(error.to_string().contains("filters 8, not 9"), "{error}");
    let error = run(&cut, Shape { layers: 0, ..SMALL }, 0).unwrap_err();
    assert!(error.to_string().contains("one layer"), "{error}");

    // What the engine reads is what was trained; record and plot lie beside it.
    let read = Net::from_bytes(&net).unwrap();
    assert_eq!((read.shape, read.to_bytes()), (SMALL, net));
    let record = std::fs::read_to_string(dir.path().join("net.xcn.toml")).unwrap();
    for part in ["games of this test", "14x8x8 -> 2 convolutions 3x3 of 8 -> 64 -> 1", "seed"] {
        assert!(record.contains(part), "{record}");
    }
    assert!(!record.contains("quantisation"), "nothing was rounded: {record}");
    assert!(dir.path().join("net.svg").exists());
}

#[test]
fn the_engine_computes_what_the_trainer_computes() {
    let model = Model::new(Shape { layers: 2, filters: 16, residual: true, policy: false }, 11);
    let net = Arc::new(Net { width: 200.0, ..model.net.clone() });
    let mut engine = Cnn::new(Arc::clone(&net));
    let mut values = std::collections::HashSet::new();
    for position in common::positions(60, 12) {
        let sample = Sample::new(&position, 0, Outcome::Draw);
        let planes = Planes::of_pieces(sample.pieces());
        assert_eq!(planes, Planes::of(&position), "{}", position.fen());
        let says = model.net.forward(&[planes], &mut Between::default())[0];
        assert_eq!(engine.evaluate(&position), (says * 200.0).round() as i32);
        values.insert(engine.evaluate(&position));
    }
    assert!(values.len() > 30, "{values:?}");
}
