// SPDX-License-Identifier: GPL-3.0-or-later
//! The trainer of the policy: gradients, the same outcome on any number of threads,
//! and a rule that can be learnt.

use std::ops::ControlFlow;

use chess::{Game, Move, Position};
use formats::viriformat::{Record, Wdl};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::SplitMix64;
use xanthos_train::policy::{self, Examples, Games, Model, Scratch, quantised_accuracy};
use xanthos_train::positions::{Format, Source};
use xanthos_train::trainer::{CheckpointFault, Config, Ending, Progress, Rates, TrainError};

/// A player that captures the most valuable piece it can, and otherwise moves at random.
fn greedy(position: &Position, random: &mut SplitMix64) -> Move {
    let moves = position.legal_moves();
    let worth = |mv: &Move| match position.piece_on(mv.to()) {
        Some(piece) if mv.is_capture() => 1 + piece.role().index(),
        _ => 0,
    };
    let best = moves.iter().copied().max_by_key(worth).expect("a move");
    if worth(&best) > 0 { best } else { moves[random.random_range(..moves.len())] }
}

fn games(count: usize) -> Vec<Record> {
    let mut random = SplitMix64::seed_from_u64(99);
    let game = |_| {
        let mut game = Game::default();
        let mut moves = Vec::new();
        while moves.len() < 60 && game.outcome().is_none() {
            let mv = greedy(game.position(), &mut random);
            moves.push((mv, 0));
            game.play(mv);
        }
        Record::new(*game.start(), Wdl::Draw, moves)
    };
    (0..count).map(game).collect()
}

fn examples(count: usize) -> Examples {
    let mut examples = Examples::new();
    for record in games(count) {
        record.visit(|position, played, _| examples.add(position, played)).unwrap();
    }
    examples
}

#[test]
fn gradients_match_finite_differences() {
    let data = examples(2);
    let batch: Vec<u32> = (0..24).collect();
    let mut scratch = Scratch::default();
    let mut model: Model<32> = Model::new(5);
    // Some steps away from where all moves have the same probability.
    for _ in 0..3 {
        model.step(&data, &batch, Rates { learning: 0.01, decay: 0.0 }, &mut scratch, 1);
    }
    let mut probe = model.clone();
    let kinds = probe.gradients(&data, &batch, &mut scratch, 1).1.to_vec();
    let gradients: Vec<Vec<[f32; 32]>> =
        probe.slices.iter().map(|slice| slice.gradients().to_vec()).collect();
    let loss = |model: &Model<32>| {
        model.predict(&data, &batch, &mut Scratch::default(), 1).accuracy().loss
    };
    let close = |found: f64, gradient: f64, what: &str| {
        let miss = (found - gradient).abs();
        assert!(miss < 2e-4 + 0.05 * gradient.abs(), "{what}: {found} by differences, {gradient}");
    };
    let step = 2e-3f32;
    let mut checked = 0;
    for (number, gradients) in gradients.iter().enumerate() {
        for (row, gradient) in gradients.iter().enumerate() {
            for neuron in [0, 7, 31] {
                // Only what the batch touches, and not all of that.
                if gradient[neuron].abs() < 5e-3 || (row + neuron) % 5 != 0 {
                    continue;
                }
                let mut moved = model.clone();
                moved.slices[number].weights_mut()[row][neuron] += step;
                let above = loss(&moved);
                moved.slices[number].weights_mut()[row][neuron] -= 2.0 * step;
                let found = (above - loss(&moved)) / f64::from(2.0 * step);
                close(found, f64::from(gradient[neuron]), &format!("row {row} neuron {neuron}"));
                checked += 1;
            }
        }
    }
    assert!(checked > 10, "{checked}");
    for (kind, &gradient) in kinds.iter().enumerate() {
        let mut moved = model.clone();
        moved.kinds_mut()[kind] += step;
        let above = loss(&moved);
        moved.kinds_mut()[kind] -= 2.0 * step;
        let found = (above - loss(&moved)) / f64::from(2.0 * step);
        close(found, f64::from(gradient), &format!("kind {kind}"));
    }
}

/// A folder with a file of games.
fn folder(count: usize) -> (tempfile::TempDir, Games) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.vf");
    let mut file = Vec::new();
    games(count).iter().for_each(|record| record.write(&mut file).unwrap());
    std::fs::write(&path, file).unwrap();
    let files = vec![Source { path, format: Format::Games, limit: usize::MAX, every: 1 }];
    (folder, Games { files, validation: 100_000 })
}

#[test]
fn a_rule_is_learnt_and_survives_quantisation_on_any_number_of_threads() {
    let (folder, games_file) = folder(150);
    let run = |threads: usize| {
        let output = folder.path().join(format!("{threads}.xpn"));
        let course = Config {
            batch: 256,
            superbatches: 3,
            learning_rate: 0.01,
            warm_up: 5,
            threads,
            output: Some(output.clone()),
            note: "greedy".into(),
            ..policy::default_config()
        };
        let report = policy::train(&course, &games_file, &mut |_| ControlFlow::Continue(()));
        (report.unwrap(), std::fs::read(output).unwrap())
    };
    let (report, net) = run(1);
    assert_eq!(run(2).1, net);
    let moves = report.moves.unwrap();
    assert!(moves.positions > 400 && moves.loss.is_finite());
    assert_eq!((report.losses.len(), report.ending), (3, Ending::Complete));

    // A run that starts with its weights predicts as well.
    let course = Config {
        superbatches: 1,
        learning_rate: 1e-6,
        final_learning_rate: 1e-6,
        start: Some(folder.path().join("1.xpn")),
        ..policy::default_config()
    };
    let again = policy::train(&course, &games_file, &mut |_| ControlFlow::Continue(())).unwrap();
    assert!((again.moves.unwrap().loss - moves.loss).abs() < 0.01);

    // Where something can be taken, it knows what.
    let net = eval::policy::PolicyNet::from_bytes(&net).unwrap();
    let mut captures = Examples::new();
    for record in games(20) {
        let add = |position: &Position, played: Move, _| {
            if played.is_capture() {
                captures.add(position, played);
            }
        };
        record.visit(add).unwrap();
    }
    let first = quantised_accuracy(&net, &captures).first;
    assert!(first > 0.25, "{first}: one legal move in thirty is the right one");
    let record = std::fs::read_to_string(folder.path().join("1.xpn.toml")).unwrap();
    assert!(record.contains("note = \"greedy\"") && record.contains("[moves]"));
}

#[test]
fn a_resumed_run_gives_the_same_policy_to_the_bit() {
    let (folder, games) = folder(24);
    let course = |name: &str| Config {
        batch: 200,
        superbatches: 3,
        learning_rate: 0.01,
        warm_up: 5,
        output: Some(folder.path().join(name)),
        checkpoint: Some(folder.path().join(format!("{name}.checkpoint"))),
        resume: true,
        ..policy::default_config()
    };
    let whole = course("whole.xpn");
    let wanted = policy::train(&whole, &games, &mut |_| ControlFlow::Continue(())).unwrap();

    // In the middle of an epoch, with the last step of one, and after one.
    let parts = course("parts.xpn");
    let each = wanted.losses.len() as u64;
    let mut endings = Vec::new();
    for stop in [Some(2), Some(7), Some(9), None] {
        let report = policy::train(&parts, &games, &mut |progress| match progress {
            Progress::Step { step, .. } if Some(step) >= stop && stop.is_some() => {
                ControlFlow::Break(())
            }
            Progress::Validated { number: 2, .. } if stop == Some(9) => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        });
        let report = report.unwrap();
        endings.push(report.ending);
        if stop.is_none() {
            assert_eq!(report, wanted);
        }
    }
    assert_eq!(endings.last(), Some(&Ending::Complete));
    assert!(endings[..3].iter().all(|ending| *ending == Ending::Interrupted), "{endings:?}");
    assert_eq!(each, 3);
    let read = |name: &str| std::fs::read(folder.path().join(name)).unwrap();
    assert_eq!(read("parts.xpn"), read("whole.xpn"));
    assert_eq!(read("parts.xpn.checkpoint"), read("whole.xpn.checkpoint"));

    // Another run is not mistaken for it.
    let other = Config { seed: 2, ..parts };
    let error = policy::train(&other, &games, &mut |_| ControlFlow::Continue(())).unwrap_err();
    assert!(
        matches!(&error, TrainError::Checkpoint { fault: CheckpointFault::OtherRun { name, .. }, .. } if name == "seed"),
        "{error}"
    );
}

#[test]
fn files_without_games_are_refused_with_a_reason() {
    let missing = Source {
        path: "no/such/file.vf".into(),
        format: Format::Games,
        limit: usize::MAX,
        every: 1,
    };
    let course = policy::default_config();
    let games = Games { files: vec![missing], ..Games::default() };
    let error = policy::train(&course, &games, &mut |_| ControlFlow::Continue(())).unwrap_err();
    assert!(error.to_string().contains("no/such/file.vf"), "{error}");
    let nothing = policy::train(&course, &Games::default(), &mut |_| ControlFlow::Continue(()));
    assert!(matches!(nothing, Err(TrainError::NoMoves)));
}
