// SPDX-License-Identifier: GPL-3.0-or-later
//! The trainer of the policy: right slopes, the same outcome on any number of
//! threads, and a rule that can be learnt.

use std::ops::ControlFlow;

use chess::{Game, Move, Position};
use formats::viriformat::{Record, Wdl};
use xanthos_train::policy::{self, Bench, Config, Examples, Model, quantised_marks};
use xanthos_train::positions::{Format, Source};

/// A small generator: the same games every time.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound as u64) as usize
    }
}

/// A player with one idea: it takes the largest man it can, otherwise it moves at
/// random.
fn greedy(position: &Position, dice: &mut Dice) -> Move {
    let moves = position.legal_moves();
    let worth = |mv: &Move| match position.piece_on(mv.to()) {
        Some(piece) if mv.is_capture() => 1 + piece.role().index(),
        _ => 0,
    };
    let best = moves.iter().copied().max_by_key(worth).expect("a move");
    if worth(&best) > 0 { best } else { moves[dice.below(moves.len())] }
}

fn games(count: usize) -> Vec<Record> {
    let mut dice = Dice(99);
    let game = |_| {
        let mut game = Game::default();
        let mut moves = Vec::new();
        while moves.len() < 60 && game.outcome().is_none() {
            let mv = greedy(game.position(), &mut dice);
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
fn slopes_are_those_of_the_loss() {
    let data = examples(2);
    let batch: Vec<u32> = (0..24).collect();
    let mut bench = Bench::default();
    let mut model: Model<32> = Model::new(5);
    // Some steps away from where all moves are alike.
    for _ in 0..3 {
        model.learn(&data, &batch, [0.01, 0.0], &mut bench, 1);
    }
    let mut probe = model.clone();
    let kinds = probe.slopes(&data, &batch, &mut bench, 1).1.to_vec();
    let slopes: Vec<Vec<[f32; 32]>> =
        probe.slices.iter().map(|slice| slice.slopes().to_vec()).collect();
    let loss = |model: &Model<32>| {
        let marks = model.examine(&data, &batch, &mut Bench::default(), 1);
        marks.lost / marks.positions as f64
    };
    let close = |found: f64, slope: f64, what: &str| {
        let miss = (found - slope).abs();
        assert!(miss < 2e-4 + 0.05 * slope.abs(), "{what}: {found} by differences, {slope}");
    };
    let step = 2e-3f32;
    let mut checked = 0;
    for (number, slopes) in slopes.iter().enumerate() {
        for (row, slope) in slopes.iter().enumerate() {
            for neuron in [0, 7, 31] {
                // Only what the batch touches, and not all of that.
                if slope[neuron].abs() < 5e-3 || (row + neuron) % 5 != 0 {
                    continue;
                }
                let mut moved = model.clone();
                moved.slices[number].weights_mut()[row][neuron] += step;
                let above = loss(&moved);
                moved.slices[number].weights_mut()[row][neuron] -= 2.0 * step;
                let found = (above - loss(&moved)) / f64::from(2.0 * step);
                close(found, f64::from(slope[neuron]), &format!("row {row} neuron {neuron}"));
                checked += 1;
            }
        }
    }
    assert!(checked > 10, "{checked}");
    for (kind, &slope) in kinds.iter().enumerate() {
        let mut moved = model.clone();
        moved.kinds_mut()[kind] += step;
        let above = loss(&moved);
        moved.kinds_mut()[kind] -= 2.0 * step;
        let found = (above - loss(&moved)) / f64::from(2.0 * step);
        close(found, f64::from(slope), &format!("kind {kind}"));
    }
}

#[test]
fn a_rule_is_learnt_and_survives_quantisation_on_any_number_of_threads() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.vf");
    let mut file = Vec::new();
    games(150).iter().for_each(|record| record.write(&mut file).unwrap());
    std::fs::write(&path, file).unwrap();
    let run = |threads: usize| {
        let output = folder.path().join(format!("{threads}.xpn"));
        let config = Config {
            games: vec![Source {
                path: path.clone(),
                format: Format::Games,
                limit: usize::MAX,
                every: 1,
            }],
            batch: 256,
            epochs: 3,
            rate: 0.01,
            warm_up: 5,
            threads,
            output: Some(output.clone()),
            ..Config::default()
        };
        let marks = policy::run(&config, "greedy", &mut |_| ControlFlow::Continue(())).unwrap();
        (marks, std::fs::read(output).unwrap())
    };
    let (marks, net) = run(1);
    assert_eq!(run(2).1, net);
    assert!(marks.iter().all(|marks| marks.positions > 400 && marks.loss().is_finite()));

    // A run that begins with it knows what it knows.
    let config = Config {
        games: vec![Source {
            path: path.clone(),
            format: Format::Games,
            limit: usize::MAX,
            every: 1,
        }],
        epochs: 1,
        rate: 1e-6,
        last_rate: 1e-6,
        start: Some(folder.path().join("1.xpn")),
        ..Config::default()
    };
    let again = policy::run(&config, "", &mut |_| ControlFlow::Continue(())).unwrap();
    assert!((again[0].loss() - marks.last().unwrap().loss()).abs() < 0.01);

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
    let [first, _] = quantised_marks(&net, &captures).accuracy();
    assert!(first > 0.25, "{first}: one legal move in thirty is the right one");
    let record = std::fs::read_to_string(folder.path().join("1.xpn.toml")).unwrap();
    assert!(record.contains("note = \"greedy\"") && record.contains("first_choice"));
}

#[test]
fn files_without_games_are_refused_with_a_reason() {
    let missing = Source {
        path: "no/such/file.vf".into(),
        format: Format::Games,
        limit: usize::MAX,
        every: 1,
    };
    let config = Config { games: vec![missing], ..Config::default() };
    let error = policy::run(&config, "", &mut |_| ControlFlow::Continue(())).unwrap_err();
    assert!(error.to_string().contains("no/such/file.vf"), "{error}");
    let nothing = policy::run(&Config::default(), "", &mut |_| ControlFlow::Continue(()));
    assert!(matches!(nothing, Err(policy::TrainError::Empty)));
}
