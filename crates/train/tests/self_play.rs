// SPDX-License-Identifier: GPL-3.0-or-later
//! Games against itself: legal, repeatable, resumable.

use std::ops::ControlFlow;
use std::path::Path;

use chess::Game;
use formats::viriformat::{self, Record, Wdl};
use search::{AlphaBeta, Search};
use xanthos_train::data::{self, Conversion};
use xanthos_train::datagen::{self, Config, Rules};
use xanthos_train::positions::{Source, centipawns, label};

fn player() -> Box<dyn Search> {
    Box::new(AlphaBeta::new(eval::Classical::default()))
}

fn config(output: &Path) -> Config {
    let rules = Rules { nodes: 60, longest: 120, ..Rules::default() };
    Config { output: output.to_owned(), games: 12, hash: 1, rules, ..Config::default() }
}

fn records(path: &Path) -> Vec<Record> {
    let file = std::fs::read(path).unwrap();
    viriformat::read(file.as_slice()).map(Result::unwrap).collect()
}

#[test]
fn games_are_legal_and_end_as_they_say() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("own.vf");
    let told = datagen::run(&config(&path), &player, &mut |_| ControlFlow::Continue(())).unwrap();
    let games = records(&path);
    assert_eq!((told.games, games.len()), (12, 12));
    assert_eq!(told.positions as usize, games.iter().map(Record::len).sum::<usize>());
    let mut shuffled = 0;
    for record in &games {
        let mut game = Game::new(record.start);
        shuffled += usize::from(!record.start.is_standard_castling());
        let (mut last, mut plies) = (0, 0);
        record
            .visit(|position, m, eval| {
                assert_eq!(position.key(), game.position().key());
                assert_eq!(game.outcome(), None, "nobody plays on after the end");
                game.play(m);
                (last, plies) = (eval, plies + 1);
            })
            .unwrap();
        assert!(plies <= 120);
        match game.outcome().map(|outcome| outcome.winner()) {
            Some(None) => assert_eq!(record.result, Wdl::Draw),
            Some(Some(winner)) => {
                let white = winner == chess::Color::White;
                assert_eq!(record.result, if white { Wdl::Win } else { Wdl::Loss });
            }
            // Adjudicated: the last score says so too.
            None => match record.result {
                Wdl::Win => assert!(last > 4000, "{last}"),
                Wdl::Loss => assert!(last < -4000, "{last}"),
                Wdl::Draw => assert!(plies == 120 || last.abs() < 50, "{last}"),
            },
        }
    }
    assert!(shuffled > 0, "some games begin from Chess960 positions");
    let starts: std::collections::HashSet<u64> = games.iter().map(|g| g.start.key()).collect();
    assert_eq!(starts.len(), games.len(), "no opening twice");

    let source = Source { path, results: true, limit: usize::MAX, every: 1 };
    let samples = dir.path().join("own.xts");
    let tally = data::convert(&[source], &Conversion::default(), &samples, &mut |_| {}).unwrap();
    assert!(tally.read == told.positions && tally.kept > tally.read / 3, "{tally:?}");
}

#[test]
fn neither_threads_nor_interruptions_change_the_games() {
    let dir = tempfile::tempdir().unwrap();
    let file = |name: &str| dir.path().join(name);
    let bytes = |name: &str| std::fs::read(file(name)).unwrap();
    datagen::run(&config(&file("one.vf")), &player, &mut |_| ControlFlow::Continue(())).unwrap();

    let cut = Config { threads: 3, ..config(&file("cut.vf")) };
    let stop_at = |games: u64| {
        datagen::run(&cut, &player, &mut |progress| {
            if progress.games >= games { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })
    };
    let first = stop_at(4).unwrap();
    assert!(first.games >= 4 && first.found == 0, "{first:?}");
    // The power went while a game was being written.
    let half = bytes("cut.vf");
    std::fs::write(file("cut.vf"), &half[..half.len() - 3]).unwrap();
    let second = stop_at(99).unwrap();
    assert_eq!((second.found, second.games), (first.games - 1, 12));
    assert_eq!(bytes("cut.vf"), bytes("one.vf"));
    assert_ne!(bytes("one.vf"), {
        let other = Config { seed: 2, ..config(&file("two.vf")) };
        datagen::run(&other, &player, &mut |_| ControlFlow::Continue(())).unwrap();
        bytes("two.vf")
    });

    std::fs::write(file("bad.vf"), [9; 64]).unwrap();
    let error = datagen::run(&config(&file("bad.vf")), &player, &mut |_| ControlFlow::Break(()));
    let error = error.unwrap_err().to_string();
    assert!(error.contains("bad.vf") && error.contains("byte 0"), "{error}");
    assert_eq!(bytes("bad.vf"), [9; 64], "a file of something else is left alone");
}

#[test]
fn labels_and_centipawns_are_two_ways_to_say_one_thing() {
    for fen in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "8/5k2/8/8/3KP3/8/8/8 b - - 0 1",
    ] {
        let position = chess::Position::from_fen(fen).unwrap();
        for score in [-3000, -45, 0, 1, 100, 2500] {
            let back = centipawns(&position, label(&position, f64::from(score)));
            assert!((back - f64::from(score)).abs() < 0.2, "{score} {back}");
        }
        assert!(label(&position, 1e9) < 31_000);
    }
}
