// SPDX-License-Identifier: GPL-3.0-or-later
//! The trainer against independent arithmetic: gradients by finite differences of a
//! loss computed here, threads, resuming, quantising.

use crate::common;

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use eval::Evaluator;
use eval::nnue::features::INPUTS;
use eval::nnue::single::{FEATURES, OUTPUT_LIMIT, WEIGHT_LIMIT};
use eval::nnue::{Nnue, SCALE, SingleLayerNet};
use xanthos_train::data::{self, Outcome, Sample};
use xanthos_train::nnue::single::{Model, Scratch, Shape, evaluate, loss};
use xanthos_train::nnue::{self, Batch, Entry, LANES, Row};
use xanthos_train::positions::{Format, Source};
use xanthos_train::trainer::{
    CheckpointFault, Config, Ending, Objective, Progress, Rates, TrainError,
};

const OBJECTIVE: Objective = Objective { width: 190.0, blend: 0.3, power: 2.5 };
const TINY: Shape = Shape { hidden: 16, king_buckets: true, output_buckets: true };

fn batch_of(samples: &[Sample], shape: Shape) -> Batch {
    let mut batch = Batch::default();
    batch.fill(samples, shape.inputs(), OBJECTIVE, 1);
    batch
}

/// The same network in the plainest way, in double precision.
#[derive(Clone)]
struct Oracle {
    input: Vec<Vec<f64>>,
    bias: Vec<f64>,
    output: Vec<[Vec<f64>; 2]>,
    output_bias: Vec<f64>,
}

impl Oracle {
    fn of<const K: usize>(model: &Model<K>) -> Oracle {
        let join = |pick: &dyn Fn(usize) -> Row<K>| -> Vec<f64> {
            let rows: Vec<Row<K>> = (0..model.slices.len()).map(pick).collect();
            rows.iter().flat_map(|row| row.0.as_flattened()).map(|&n| f64::from(n)).collect()
        };
        let (features, outputs) = (model.shape.features(), model.shape.outputs());
        Oracle {
            input: (0..features)
                .map(|f| join(&|s| model.slices[s].transformer.feature(f)))
                .collect(),
            bias: join(&|s| model.slices[s].transformer.bias()),
            output: (0..outputs)
                .map(|o| [0, 1].map(|view| join(&|s| model.slices[s].output[2 * o + view])))
                .collect(),
            output_bias: (0..outputs).map(|o| f64::from(model.output_bias(o))).collect(),
        }
    }

    fn loss(&self, batch: &Batch, width: f64, power: f64) -> f64 {
        let mut sum = 0.0;
        for entry in batch.entries() {
            let output = usize::from(entry.output);
            let mut value = self.output_bias[output];
            for side in 0..2 {
                for (neuron, &bias) in self.bias.iter().enumerate() {
                    let inputs = entry.features(side).iter();
                    let inputs = inputs.map(|&f| self.input[usize::from(f)][neuron]);
                    let x = (bias + inputs.sum::<f64>()).clamp(0.0, 1.0);
                    value += x * x * self.output[output][side][neuron];
                }
            }
            let expected = 1.0 / (1.0 + (-value * f64::from(SCALE) / width).exp());
            sum += (expected - f64::from(entry.target)).abs().powf(power);
        }
        sum / batch.len() as f64
    }
}

#[test]
fn gradients_match_finite_differences() {
    let samples = common::samples(24, 3);
    for (power, shape) in [
        (2.0, TINY),
        (2.5, TINY),
        (2.0, Shape { hidden: 16, king_buckets: false, output_buckets: false }),
    ] {
        let batch = batch_of(&samples, shape);
        let mut model = Model::<1>::new(shape, 5);
        let loss = loss(Objective { power, ..OBJECTIVE });
        let (sum, bias_gradients) = model.gradients(&batch, loss, &mut Scratch::new(), 1);
        let oracle = Oracle::of(&model);
        let (width, power) = (f64::from(OBJECTIVE.width), f64::from(power));
        let there = oracle.loss(&batch, width, power);
        assert!((there - sum / batch.len() as f64).abs() < 1e-6, "{there} {sum}");

        let mut checked = 0;
        let mut check = |what: &str, gradient: f32, change: &dyn Fn(&mut Oracle, f64)| {
            const STEP: f64 = 1e-5;
            let at = |step: f64| {
                let mut moved = oracle.clone();
                change(&mut moved, step);
                moved.loss(&batch, width, power)
            };
            let expected = (at(STEP) - at(-STEP)) / (2.0 * STEP);
            let difference = (expected - f64::from(gradient)).abs();
            assert!(
                difference < 1e-6 + 1e-3 * expected.abs(),
                "{what}: {gradient} instead of {expected}"
            );
            checked += usize::from(expected.abs() > 1e-6);
        };
        let features = shape.features();
        let entry = &batch.entries()[0];
        for (number, slice) in model.slices.iter().enumerate() {
            let gradients = slice.transformer.gradients();
            for lane in [0, 3, 7] {
                let neuron = number * LANES + lane;
                for &feature in entry.features(0).iter().chain(entry.features(1)).step_by(3) {
                    let feature = usize::from(feature);
                    check("input", gradients[feature].0[0][lane], &|net, step| {
                        net.input[feature][neuron] += step;
                    });
                }
                check("bias", gradients[features].0[0][lane], &|net, step| {
                    net.bias[neuron] += step
                });
                for output in 0..shape.outputs() {
                    for view in 0..2 {
                        let row = &slice.output_gradients()[2 * output + view];
                        check("output weight", row.0[0][lane], &|net, step| {
                            net.output[output][view][neuron] += step;
                        });
                    }
                }
            }
        }
        for (output, &gradient) in bias_gradients.iter().enumerate() {
            check("output bias", gradient, &|net, step| net.output_bias[output] += step);
        }
        assert!(checked > 20, "only {checked} gradients that are not 0");
    }
}

#[test]
fn threads_change_nothing_to_the_bit() {
    let samples = common::samples(40, 8);
    let train = |threads| {
        let mut model = Model::<1>::new(Shape { hidden: 48, ..TINY }, 2);
        let (mut scratch, mut batch) = (Scratch::new(), Batch::default());
        for part in samples.chunks(97) {
            batch.fill(part, model.shape.inputs(), OBJECTIVE, threads);
            let rates = Rates { learning: 0.002, decay: 0.01 };
            model.step(&batch, loss(OBJECTIVE), rates, &mut scratch, threads);
        }
        model
    };
    let one = train(1);
    assert!(one == train(2) && one == train(3) && one == train(16));
}

#[test]
fn king_buckets_share_the_factoriser_and_weights_stay_within_their_limit() {
    let samples = common::samples(10, 4);
    let batch = batch_of(&samples, TINY);
    let mut model = Model::<1>::new(TINY, 2);
    let before = model.clone();
    let mut scratch = Scratch::new();
    let loss = loss(Objective { power: 2.0, ..OBJECTIVE });
    let used: Vec<usize> = batch
        .entries()
        .iter()
        .flat_map(|entry| [entry.features(0), entry.features(1)].concat())
        .map(usize::from)
        .collect();
    model.step(&batch, loss, Rates { learning: 0.01, decay: 0.0 }, &mut scratch, 1);
    // An input that was active with the king in one bucket changes in all.
    let sibling = used
        .iter()
        .map(|feature| (feature + INPUTS) % FEATURES)
        .find(|feature| !used.contains(feature))
        .expect("a bucket without this input");
    let moved = |feature: usize| {
        let row = |model: &Model<1>| model.slices[0].transformer.feature(feature);
        row(&model) != row(&before)
    };
    assert!(moved(sibling));
    let unused = (0..INPUTS).find(|input| {
        (0..FEATURES / INPUTS).all(|bucket| !used.contains(&(bucket * INPUTS + input)))
    });
    assert!(!moved(unused.expect("no board has everything")));

    for _ in 0..300 {
        model.step(&batch, loss, Rates { learning: 1.0, decay: 0.0 }, &mut scratch, 1);
    }
    let largest = |rows: &mut dyn Iterator<Item = Row<1>>| {
        let numbers = rows.flat_map(|row| row.0[0]);
        numbers.fold(0.0f32, |most, weight| most.max(weight.abs()))
    };
    for slice in &model.slices {
        let inputs = largest(&mut (0..FEATURES).map(|feature| slice.transformer.feature(feature)));
        let outputs = largest(&mut slice.output.iter().copied());
        assert!(inputs <= WEIGHT_LIMIT && outputs <= OUTPUT_LIMIT, "{inputs} {outputs}");
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
        output: Some(file("net.xnn")),
        checkpoint: Some(file("net.checkpoint")),
        plot: Some(file("net.svg")),
        ..Config::default()
    }
}

#[test]
fn a_small_network_learns_material() {
    let dir = tempfile::tempdir().unwrap();
    // Material alone, from more games than the net can memorise.
    let shape = Shape { king_buckets: false, ..TINY };
    let config = Config { superbatches: 8, blend: 0.0, ..prepared(dir.path(), 240) };
    let report =
        nnue::train(&config, nnue::Shape::Single(shape), &mut |_| ControlFlow::Continue(()))
            .unwrap();
    assert_eq!((report.ending, report.losses.len()), (Ending::Complete, 8));
    let (first, last) = (report.losses[0], report.losses[7]);
    assert!(last.0 < 0.4 * first.0 && last.1 < 0.75 * first.1, "{:?}", report.losses);
    assert!(dir.path().join("net.svg").exists());
    assert!(!dir.path().join("net.xnn").exists(), "no net for the engine: another shape");
}

#[test]
fn a_resumed_run_gives_the_same_net_to_the_bit() {
    let dir = tempfile::tempdir().unwrap();
    let whole = prepared(dir.path(), 30);
    let run = |config: &Config, stop_at: u64| {
        nnue::train(config, nnue::Shape::Single(TINY), &mut |progress| match progress {
            Progress::Step { step, .. } if step == stop_at => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        })
    };
    assert_eq!(run(&whole, 0).unwrap().ending, Ending::Complete);
    let bytes = |config: &Config| std::fs::read(config.checkpoint.as_ref().unwrap()).unwrap();

    let checkpoint = Some(dir.path().join("cut.checkpoint"));
    let cut = Config { checkpoint, resume: true, threads: 2, ..whole.clone() };
    // In the middle of a superbatch, at the end of one, and again.
    for stop in [7, 16, 17, 40] {
        assert_eq!(run(&cut, stop).unwrap().ending, Ending::Interrupted);
        assert_ne!(bytes(&cut), bytes(&whole));
    }
    let report = run(&cut, 0).unwrap();
    assert_eq!((report.ending, report.losses.len()), (Ending::Complete, 4));
    assert_eq!(bytes(&cut), bytes(&whole));

    let other = Config { learning_rate: 0.005, ..cut.clone() };
    let error = run(&other, 0).unwrap_err();
    assert!(error.to_string().contains("cut.checkpoint") && error.to_string().contains("0.005"));
    std::fs::write(cut.checkpoint.as_ref().unwrap(), b"nothing").unwrap();
    let error = run(&cut, 0).unwrap_err();
    assert!(matches!(error, TrainError::Checkpoint { fault: CheckpointFault::Magic, .. }));
}

#[test]
fn a_run_can_start_with_the_weights_of_another() {
    let dir = tempfile::tempdir().unwrap();
    let first = prepared(dir.path(), 30);
    let run = |config: &Config, shape: Shape| {
        let mut before = None;
        let report = nnue::train(config, nnue::Shape::Single(shape), &mut |progress| {
            if let Progress::Step { step: 1, loss, .. } = progress {
                before = Some(loss);
            }
            ControlFlow::Continue(())
        });
        (report.map(|report| report.losses), before)
    };
    let (losses, from_random) = run(&first, TINY);
    let trained = losses.unwrap().last().unwrap().0;
    let second = Config {
        start: first.checkpoint.clone(),
        checkpoint: Some(dir.path().join("second.checkpoint")),
        seed: 9,
        ..first.clone()
    };
    let (losses, from_there) = run(&second, TINY);
    losses.unwrap();
    assert!(from_there.unwrap() < 1.5 * trained && from_there < from_random);

    let wider = Shape { hidden: 2 * TINY.hidden, ..TINY };
    let error = run(&second, wider).0.unwrap_err();
    assert!(error.to_string().contains("hidden"), "{error}");
    let error =
        run(&Config { start: Some(dir.path().join("none")), ..second }, TINY).0.unwrap_err();
    assert!(matches!(error, TrainError::File { .. }), "{error}");
}

#[test]
fn the_engine_computes_what_the_trainer_computes() {
    let mut net = Model::<4>::new(Shape::default(), 11).quantised().unwrap();
    net.output_bias = [500, -900, 40, 7000, -1, 0, 123, -4567];
    let mut engine = Nnue::new(Arc::new(net.clone()));
    let mut values = std::collections::HashSet::new();
    for position in common::positions(60, 12) {
        let sample = Sample::new(&position, 0, Outcome::Draw);
        let expected = evaluate(&net, &Entry::new(&sample, Shape::default().inputs(), OBJECTIVE));
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
    nnue::train(&config, nnue::Shape::Single(Shape::default()), &mut |progress| {
        if let Progress::Validated { quantisation: Some(quantisation), .. } = progress {
            found.push(quantisation);
        }
        ControlFlow::Continue(())
    })
    .unwrap();
    assert_eq!(found.len(), 2);
    for quantisation in &found {
        assert!(quantisation.positions > 100 && quantisation.mean > 0.0, "{quantisation:?}");
        assert!(quantisation.mean < 4.0 && quantisation.largest < 20.0, "{quantisation:?}");
    }
    let bytes = std::fs::read(dir.path().join("net.xnn")).unwrap();
    let net = SingleLayerNet::from_bytes(&bytes).unwrap();
    assert_eq!(net.to_bytes(), bytes);
    assert_ne!(net, SingleLayerNet::zero());
    let record = std::fs::read_to_string(dir.path().join("net.xnn.toml")).unwrap();
    for part in ["games of this test", "(3072 -> 512) x 2 -> 8", "validation_loss", "seed"] {
        assert!(record.contains(part), "{record}");
    }
}
