// SPDX-License-Identifier: GPL-3.0-or-later
//! The trainer of the network with three layers against independent arithmetic: gradients by
//! finite differences of a loss computed here, threads, resuming, quantising.

use crate::common;

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use eval::Evaluator;
use eval::nnue::features::OUTPUT_BUCKETS;
use eval::nnue::multi::{KING_BUCKETS, L1, L1_LIMIT, L2, L2_INPUTS, WEIGHT_LIMIT};
use eval::nnue::{MultiLayerNet, Network, Nnue, SCALE};
use xanthos_train::data::{self, Outcome, Sample};
use xanthos_train::nnue::multi::{INPUTS, Layers, Model, Scratch, evaluate, sort_by_activity};
use xanthos_train::nnue::{self, Batch, Entry, LANES, Row, Shape};
use xanthos_train::positions::{Format, Source};
use xanthos_train::trainer::{Config, Ending, Learner, Objective, Progress, Rates};

const OBJECTIVE: Objective = Objective { width: 190.0, blend: 0.3, power: 2.5 };

fn batch_of(samples: &[Sample]) -> Batch {
    let mut batch = Batch::default();
    batch.fill(samples, INPUTS, OBJECTIVE, 1);
    batch
}

/// The same network in the plainest way, in double precision: lanes of slices are put together,
/// first the neurons of the first half, then their partners.
#[derive(Clone)]
struct Oracle {
    neurons: usize,
    /// By feature.
    input: Vec<Vec<f64>>,
    bias: Vec<f64>,
    /// By output bucket, neuron of the first layer, product.
    l1: Vec<Vec<Vec<f64>>>,
    layers: Vec<Vec<f64>>,
}

/// Where a lane of a slice stands among all neurons.
fn place<const K: usize>(neurons: usize, slice: usize, lane: usize) -> usize {
    let half = LANES * K / 2;
    if lane < half { slice * half + lane } else { neurons / 2 + slice * half + lane - half }
}

impl Oracle {
    fn of<const K: usize>(model: &Model<K>) -> Oracle {
        let neurons = model.neurons();
        let mut oracle = Oracle {
            neurons,
            input: vec![vec![0.0; neurons]; KING_BUCKETS.features()],
            bias: vec![0.0; neurons],
            l1: vec![vec![vec![0.0; neurons]; L1]; OUTPUT_BUCKETS],
            layers: Vec::new(),
        };
        for (number, slice) in model.slices.iter().enumerate() {
            for lane in 0..LANES * K {
                let to = place::<K>(neurons, number, lane);
                for (feature, row) in oracle.input.iter_mut().enumerate() {
                    row[to] =
                        f64::from(slice.transformer.feature(feature).0[lane / LANES][lane % LANES]);
                }
                oracle.bias[to] = f64::from(slice.transformer.bias().0[lane / LANES][lane % LANES]);
                for (bucket, rows) in oracle.l1.iter_mut().enumerate() {
                    for (neuron, row) in rows.iter_mut().enumerate() {
                        let weights = slice.l1[bucket * L1 + neuron].0.as_flattened();
                        row[to] = f64::from(weights[lane]);
                    }
                }
            }
        }
        let numbers = |layers: &Layers| layers.numbers().map(|&n| f64::from(n)).collect();
        oracle.layers = model.layers[0].iter().map(numbers).collect();
        oracle
    }

    fn output(&self, entry: &Entry) -> f64 {
        let bucket = usize::from(entry.output);
        let half = self.neurons / 2;
        let mut products = Vec::new();
        for side in 0..2 {
            let neuron = |i: usize| {
                let inputs = entry.features(side).iter();
                let inputs = inputs.map(|&feature| self.input[usize::from(feature)][i]);
                (self.bias[i] + inputs.sum::<f64>()).clamp(0.0, 1.0)
            };
            products.extend((0..half).map(|i| neuron(i) * neuron(i + half)));
        }
        let numbers = &self.layers[bucket];
        let (l1_bias, rest) = numbers.split_at(L1);
        let (l2, rest) = rest.split_at(L2_INPUTS * L2);
        let (l2_bias, rest) = rest.split_at(L2);
        let (output, output_bias) = rest.split_at(L2);
        let mut inputs = vec![0.0; L2_INPUTS];
        for neuron in 0..L1 {
            let weights = products.iter().zip(&self.l1[bucket][neuron]);
            let x = l1_bias[neuron] + weights.map(|(p, w)| p * w).sum::<f64>();
            inputs[neuron] = x.clamp(0.0, 1.0);
            inputs[L1 + neuron] = (x * x).min(1.0);
        }
        let second = |j: usize| {
            let sum = inputs.iter().enumerate().map(|(i, x)| x * l2[i * L2 + j]).sum::<f64>();
            (l2_bias[j] + sum).clamp(0.0, 1.0).powi(2)
        };
        output_bias[0] + (0..L2).map(|j| second(j) * output[j]).sum::<f64>()
    }

    fn loss(&self, batch: &Batch) -> f64 {
        let each = batch.entries().iter().map(|entry| {
            let output = self.output(entry) * f64::from(SCALE) / f64::from(OBJECTIVE.width);
            let expected = 1.0 / (1.0 + (-output).exp());
            (expected - f64::from(entry.target)).abs().powf(f64::from(OBJECTIVE.power))
        });
        each.sum::<f64>() / batch.len() as f64
    }
}

fn gradients_match<const K: usize>(neurons: usize) {
    let batch = batch_of(&common::samples(12, 3));
    let mut model = Model::<K>::new(neurons, 5);
    let loss = OBJECTIVE.loss(SCALE as f32);
    // Away from the start, where output buckets are alike.
    for _ in 0..3 {
        let rates = Rates { learning: 0.003, decay: 0.0 };
        model.step(&batch, loss, rates, &mut Scratch::default(), 1);
    }
    let oracle = Oracle::of(&model);
    let (sum, layers) = model.gradients(&batch, loss, &mut Scratch::default(), 1);
    let there = oracle.loss(&batch);
    assert!((there - sum / batch.len() as f64).abs() < 1e-6, "{there} {sum}");
    let mut checked = 0;
    let mut check = |what: &str, gradient: f32, change: &dyn Fn(&mut Oracle, f64)| {
        const STEP: f64 = 1e-6;
        let at = |step: f64| {
            let mut moved = oracle.clone();
            change(&mut moved, step);
            moved.loss(&batch)
        };
        let expected = (at(STEP) - at(-STEP)) / (2.0 * STEP);
        let difference = (expected - f64::from(gradient)).abs();
        assert!(
            difference < 2e-6 + 2e-3 * expected.abs(),
            "{what}: {gradient} instead of {expected}"
        );
        checked += usize::from(expected.abs() > 1e-5);
    };
    let entry = &batch.entries()[0];
    let features = KING_BUCKETS.features();
    for (number, slice) in model.slices.iter().enumerate() {
        let gradients = slice.transformer.gradients();
        for lane in [0, 7, LANES * K - 1] {
            let to = place::<K>(neurons, number, lane);
            let pick = |row: &Row<K>| row.0.as_flattened()[lane];
            for &feature in entry.features(0).iter().chain(entry.features(1)).step_by(9) {
                let feature = usize::from(feature);
                check("input", pick(&gradients[feature]), &|net, step| {
                    net.input[feature][to] += step;
                });
            }
            check("bias", pick(&gradients[features]), &|net, step| net.bias[to] += step);
            for row in (0..OUTPUT_BUCKETS * L1).step_by(11) {
                check("first layer", pick(&slice.l1_gradients()[row]), &|net, step| {
                    net.l1[row / L1][row % L1][to] += step;
                });
            }
        }
    }
    for (bucket, layers) in layers.iter().enumerate() {
        for (number, &gradient) in layers.numbers().enumerate().step_by(37) {
            check("layers", gradient, &|net, step| net.layers[bucket][number] += step);
        }
    }
    assert!(checked > 40, "only {checked} gradients that are not 0");
}

#[test]
fn gradients_match_finite_differences() {
    gradients_match::<2>(64);
    gradients_match::<4>(64);
}

#[test]
fn threads_change_nothing_to_the_bit() {
    // More than one chunk of samples.
    let samples = common::samples(160, 16);
    assert!(samples.len() > 2 * 1024);
    let train = |threads| {
        let mut model = Model::<2>::new(96, 2);
        let (mut scratch, mut batch) = (Scratch::default(), Batch::default());
        for part in samples.chunks(1300) {
            batch.fill(part, INPUTS, OBJECTIVE, threads);
            let rates = Rates { learning: 0.002, decay: 0.01 };
            model.step(&batch, OBJECTIVE.loss(SCALE as f32), rates, &mut scratch, threads);
        }
        model
    };
    let one = train(1);
    assert!(one == train(2) && one == train(3) && one == train(16));
}

#[test]
fn weights_stay_within_their_limits() {
    let batch = batch_of(&common::samples(10, 4));
    let mut model = Model::<2>::new(32, 2);
    let mut scratch = Scratch::default();
    for _ in 0..300 {
        let rates = Rates { learning: 1.0, decay: 0.0 };
        model.step(&batch, OBJECTIVE.loss(SCALE as f32), rates, &mut scratch, 1);
    }
    let largest = |rows: &mut dyn Iterator<Item = Row<2>>| {
        let numbers = rows.flat_map(|row| row.0).flatten();
        numbers.fold(0.0f32, |most, weight| most.max(weight.abs()))
    };
    for slice in &model.slices {
        let features = (0..KING_BUCKETS.features()).map(|f| slice.transformer.feature(f));
        let inputs = largest(&mut features.into_iter());
        let l1 = largest(&mut slice.l1.iter().copied());
        assert!(inputs <= WEIGHT_LIMIT && l1 <= L1_LIMIT, "{inputs} {l1}");
    }
}

fn prepared(dir: &Path, games: u64) -> Config {
    let file = |name: &str| dir.join(name);
    let path = file("games.vf");
    common::write_games(&path, games);
    let source = Source { path, format: Format::Games, limit: usize::MAX, every: 1 };
    data::convert(&[source], &data::Conversion::default(), &file("all.xts"), &mut |_| {}).unwrap();
    data::split(&file("all.xts"), &file("part.xts"), &file("val.xts"), 4, &mut |_| {}).unwrap();
    data::shuffle(&[&file("part.xts")], &file("train.xts"), 1, 1 << 20, &mut |_| {}).unwrap();
    Config {
        training: file("train.xts"),
        validation: Some(file("val.xts")),
        batch: 256,
        superbatch: 4096,
        superbatches: 4,
        learning_rate: 0.004,
        warm_up: 4,
        blend: 0.0,
        output: Some(file("net.xnn")),
        checkpoint: Some(file("net.checkpoint")),
        ..Config::default()
    }
}

#[test]
fn a_resumed_run_gives_the_same_net_to_the_bit_and_learns() {
    let dir = tempfile::tempdir().unwrap();
    let whole = prepared(dir.path(), 60);
    let shape = Shape::Multi { neurons: 64 };
    let run = |config: &Config, stop_at: u64| {
        nnue::train(config, shape, &mut |progress| match progress {
            Progress::Step { step, .. } if step == stop_at => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        })
    };
    let report = run(&whole, 0).unwrap();
    assert_eq!((report.ending, report.losses.len()), (Ending::Complete, 4));
    assert!(report.losses[3].0 < 0.5 * report.losses[0].0, "{:?}", report.losses);
    let bytes = |config: &Config| std::fs::read(config.checkpoint.as_ref().unwrap()).unwrap();
    let checkpoint = Some(dir.path().join("cut.checkpoint"));
    let cut = Config { checkpoint, resume: true, threads: 2, ..whole.clone() };
    for stop in [7, 16, 40] {
        assert_eq!(run(&cut, stop).unwrap().ending, Ending::Interrupted);
    }
    assert_eq!(run(&cut, 0).unwrap().ending, Ending::Complete);
    assert_eq!(bytes(&cut), bytes(&whole));
    assert!(!dir.path().join("net.xnn").exists(), "no net for the engine: another size");
}

#[test]
fn the_engine_computes_what_the_trainer_computes() {
    let network = Model::<4>::new(768, 11).quantised().unwrap();
    let Network::Multi768(net) = &network else { panic!("another shape") };
    let mut net = MultiLayerNet::clone(net);
    for (number, layers) in net.layers.iter_mut().enumerate() {
        layers.output_bias = number as f32 * 0.1 - 0.3;
    }
    let mut engine = Nnue::new(Arc::new(net.clone()));
    let mut values = std::collections::HashSet::new();
    for position in common::positions(60, 12) {
        let sample = Sample::new(&position, 0, Outcome::Draw);
        let expected = evaluate(&net, &Entry::new(&sample, INPUTS, OBJECTIVE)) as i32;
        assert_eq!(engine.evaluate(&position), expected, "{}", position.fen());
        values.insert(expected);
    }
    assert!(values.len() > 50, "{values:?}");
}

#[test]
fn the_quantised_net_agrees_with_the_trained_one() {
    let dir = tempfile::tempdir().unwrap();
    let config = Config {
        batch: 128,
        superbatch: 2560,
        superbatches: 2,
        learning_rate: 0.002,
        note: "games of this test".into(),
        ..prepared(dir.path(), 30)
    };
    let mut found = Vec::new();
    nnue::train(&config, Shape::Multi { neurons: 512 }, &mut |progress| {
        if let Progress::Validated { quantisation: Some(quantisation), .. } = progress {
            found.push(quantisation);
        }
        ControlFlow::Continue(())
    })
    .unwrap();
    assert_eq!(found.len(), 2);
    for quantisation in &found {
        assert!(quantisation.positions > 100 && quantisation.mean > 0.0, "{quantisation:?}");
        assert!(quantisation.mean < 12.0 && quantisation.largest < 60.0, "{quantisation:?}");
    }
    let bytes = std::fs::read(dir.path().join("net.xnn")).unwrap();
    let net = Network::from_bytes(&bytes).unwrap();
    assert!(matches!(net, Network::Multi512(_)));
    assert_eq!(net.to_bytes(), bytes);
    let record = std::fs::read_to_string(dir.path().join("net.xnn.toml")).unwrap();
    let shape = "(6144 -> 512) x 2 -> (16 -> 32 -> 1) x 8";
    for part in ["games of this test", shape, "validation_loss", "seed"] {
        assert!(record.contains(part), "{record}");
    }
}

/// A net is what is left of a run on another machine.
#[test]
fn a_finished_net_is_the_start_of_another_run() {
    let dir = tempfile::tempdir().unwrap();
    let first = Config {
        batch: 128,
        superbatch: 1280,
        superbatches: 1,
        learning_rate: 0.002,
        ..prepared(dir.path(), 30)
    };
    let shape = Shape::Multi { neurons: 512 };
    let mut go_on = |_| ControlFlow::Continue(());
    nnue::train(&first, shape, &mut go_on).unwrap();
    let net = std::fs::read(dir.path().join("net.xnn")).unwrap();
    let mut model = Model::<4>::new(512, 99);
    model.start_from(&net).unwrap();
    assert_eq!(model.quantised().unwrap().to_bytes(), net, "the same net comes out again");
    // One step from there: a little different, not from chance.
    let second = Config {
        start: Some(dir.path().join("net.xnn")),
        output: Some(dir.path().join("second.xnn")),
        checkpoint: None,
        learning_rate: 1e-5,
        ..first.clone()
    };
    let report = nnue::train(&second, shape, &mut go_on).unwrap();
    let begun = nnue::train(&Config { output: None, ..first }, shape, &mut go_on).unwrap();
    assert!(report.losses[0].0 < begun.losses[0].0, "{report:?} {begun:?}");
    let error = Model::<4>::new(768, 1).start_from(&net).unwrap_err();
    assert!(error.to_string().contains("512, not 768"), "{error}");
}

/// Another order of the neurons is the same net, with more groups of four products that are 0.
#[test]
fn sorting_neurons_by_activity_changes_no_evaluation() {
    let network = Model::<4>::new(512, 5).quantised().unwrap();
    let Network::Multi512(net) = &network else { panic!("another shape") };
    let mut net = MultiLayerNet::clone(net);
    // Every third pair of neurons is never active.
    (0..256).step_by(3).for_each(|pair| net.transformer.bias.0[pair] = -32_000 / 4);
    let samples = common::samples(20, 8);
    let batch = batch_of(&samples);
    let sorted = sort_by_activity(&Network::from(Arc::new(net.clone())), batch.entries());
    let Network::Multi512(sorted) = &sorted else { panic!("another shape") };
    assert_ne!(**sorted, net);
    for entry in batch.entries() {
        assert_eq!(evaluate(sorted, entry), evaluate(&net, entry));
    }
    let idle = |pair: usize| sorted.transformer.bias.0[pair] < -5_000;
    assert_eq!((0..256).filter(|&pair| idle(pair)).count(), 86);
    assert!((256 - 86..256).all(idle), "those that are never active stand last");
}
