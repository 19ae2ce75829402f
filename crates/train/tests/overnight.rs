// SPDX-License-Identifier: GPL-3.0-or-later
//! From nothing to a net, in small: games, samples, training, quantising, loading,
//! and games that the net plays and wins.

use crate::common;

use rand::{RngExt, SeedableRng};
use rand_xoshiro::SplitMix64;
use std::ops::ControlFlow;

use chess::{Color, Game, Position};
use eval::Evaluator;
use eval::nnue::{Network, Nnue};
use search::{AlphaBeta, Control, Job, Limits, Search};
use xanthos_train::data::{self, Conversion};
use xanthos_train::datagen::{self, Basket, Rules, Sampler};
use xanthos_train::nnue::{self, Shape, single};
use xanthos_train::positions::{Format, Source};
use xanthos_train::trainer::{Config, Ending};

/// An evaluator without any knowledge: the same number for the same position.
#[derive(Clone)]
struct Chance;

impl Evaluator for Chance {
    fn evaluate(&mut self, position: &Position) -> i32 {
        SplitMix64::seed_from_u64(position.key()).random_range(-200..=200)
    }
}

/// Plays a game and gives White's points; who is a rook ahead after so many moves
/// has won.
fn play(white: &mut dyn Search, black: &mut dyn Search, start: Position) -> f64 {
    let mut game = Game::new(start);
    white.new_game();
    black.new_game();
    while game.outcome().is_none() && game.moves().len() < 160 {
        let mover: &mut dyn Search =
            if game.position().turn() == Color::White { &mut *white } else { &mut *black };
        let limits = Limits { nodes: Some(150), ..Limits::default() };
        let job = Job::new(game.clone(), limits);
        let best = mover.think(&job, &Control::default(), &mut |_| {}).best.unwrap();
        assert!(game.position().is_legal(best), "{}", game.position().fen());
        game.play(best);
    }
    match game.outcome().map(|outcome| outcome.winner()) {
        Some(Some(Color::White)) => 1.0,
        Some(Some(Color::Black)) => 0.0,
        Some(None) => 0.5,
        None => match common::balance(game.position()) {
            500.. => 1.0,
            ..=-500 => 0.0,
            _ => 0.5,
        },
    }
}

#[test]
fn a_net_made_from_nothing_beats_chance() {
    let dir = tempfile::tempdir().unwrap();
    let file = |name: &str| dir.path().join(name);

    let games = datagen::Config {
        output: file("own.vf"),
        games: 300,
        threads: 2,
        hash: 1,
        rules: Rules { nodes: 40, longest: 200, ..Rules::default() },
        ..datagen::Config::default()
    };
    let player = |basket: &Basket| {
        let evaluator = Sampler::new(eval::Placement, basket.clone());
        Box::new(AlphaBeta::new(evaluator)) as Box<dyn Search>
    };
    let played = datagen::run(&games, &player, &mut |_| ControlFlow::Continue(())).unwrap();
    assert!(played.positions > 5000, "{played:?}");

    let (path, format) = (file("own.vf"), Format::Games);
    let source = Source { path, format, limit: usize::MAX, every: 1 };
    let all = file("all.xts");
    data::convert(&[source], &Conversion::default(), &all, &mut |_| {}).unwrap();
    data::split(&all, &file("part.xts"), &file("val.xts"), 16, &mut |_| {}).unwrap();
    data::shuffle(&[&file("part.xts")], &file("train.xts"), 1, 1 << 20, &mut |_| {}).unwrap();

    let config = Config {
        training: file("train.xts"),
        validation: Some(file("val.xts")),
        batch: 256,
        superbatch: 25_600,
        superbatches: 3,
        learning_rate: 0.004,
        final_learning_rate: 0.0005,
        warm_up: 10,
        blend: 0.1,
        threads: 2,
        output: Some(file("net.xnn")),
        ..Config::default()
    };
    let report = nnue::train(&config, Shape::Single(single::Shape::default()), &mut |_| {
        ControlFlow::Continue(())
    })
    .unwrap();
    assert_eq!(report.ending, Ending::Complete);

    let net = Network::from_bytes(&std::fs::read(file("net.xnn")).unwrap()).unwrap();
    let mut net = AlphaBeta::new(Nnue::new(net));
    let mut chance = AlphaBeta::new(Chance);
    let mut points = 0.0;
    for start in common::openings(6) {
        points += play(&mut net, &mut chance, start);
        points += 1.0 - play(&mut chance, &mut net, start);
    }
    assert!(points >= 10.0, "{points} of 12; losses {:?}", report.losses);
}
