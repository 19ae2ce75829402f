// SPDX-License-Identifier: GPL-3.0-or-later
//! Games against itself: legal, repeatable, resumable.

use crate::common;

use std::ops::ControlFlow;
use std::path::Path;

use chess::Game;
use eval::{AnyEvaluator, Evaluator};
use formats::viriformat::{self, Record, Wdl};
use search::{AlphaBeta, Control, Event, Job, Limits, Search};
use xanthos_train::data::{self, Conversion};
use xanthos_train::datagen::{self, Basket, Config, Rules, Sampler};
use xanthos_train::positions::{Format, Source, centipawns, label};

fn player(basket: &Basket) -> Box<dyn Search> {
    Box::new(AlphaBeta::new(Sampler::new(eval::Classical::default(), basket.clone())))
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

    let source = Source { path, format: Format::Games, limit: usize::MAX, every: 1 };
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
fn games_begin_from_the_openings_of_files() {
    let dir = tempfile::tempdir().unwrap();
    let (book, ends) = (dir.path().join("book.epd"), dir.path().join("ends.pgn"));
    std::fs::write(&book, "4k3/pppp4/8/8/8/8/4PPPP/4K3 w - -\n4k3/pp6/8/8/8/8/6PP/4K3 w - -\n")
        .unwrap();
    std::fs::write(&ends, "[FEN \"r3k3/p7/8/8/8/8/7P/4K2R w K - 0 1\"]\n\n1. O-O a5 *\n").unwrap();
    let rules = Rules { chess960_every: 4, opening_plies: 0, ..config(&book).rules };
    let config = |name: &str, threads| Config {
        games: 40,
        threads,
        rules,
        openings: vec![book.clone(), ends.clone()],
        ..config(&dir.path().join(name))
    };
    datagen::run(&config("one.vf", 1), &player, &mut |_| ControlFlow::Continue(())).unwrap();
    let mut pieces = [0; 33];
    for record in records(&dir.path().join("one.vf")) {
        pieces[record.start.occupied().count() as usize] += 1;
    }
    assert_eq!(pieces[26..].iter().sum::<i32>(), 10, "Chess960 every fourth time");
    // Ten are expected of each opening, standard deviation three.
    assert_eq!(pieces[10] + pieces[6], 30);
    assert!(pieces[10] > 3 && pieces[6] > 9, "{pieces:?}");

    let bytes = |name| std::fs::read(dir.path().join(name)).unwrap();
    datagen::run(&config("two.vf", 2), &player, &mut |_| ControlFlow::Continue(())).unwrap();
    assert_eq!(bytes("one.vf"), bytes("two.vf"));

    // Random moves spread them out.
    let rules = Rules { chess960_every: 0, opening_plies: 4, ..rules };
    let spread = Config { rules, ..config("spread.vf", 1) };
    datagen::run(&spread, &player, &mut |_| ControlFlow::Continue(())).unwrap();
    let starts = records(&spread.output);
    let starts: std::collections::HashSet<u64> = starts.iter().map(|g| g.start.key()).collect();
    assert!(starts.len() > 20, "{}", starts.len());

    let nothing = Config { openings: vec![dir.path().join("none.epd")], ..config("none.vf", 1) };
    let error = datagen::run(&nothing, &player, &mut |_| ControlFlow::Continue(())).unwrap_err();
    assert!(error.to_string().contains("none.epd"), "{error}");
    assert!(!nothing.output.exists(), "nothing is written before the openings are there");
}

#[test]
fn a_share_of_the_games_has_unequal_material() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("own.vf");
    // Without random moves nothing else changes the material.
    let lopsided = |unbalanced, path: &Path| {
        let rules = Rules { random_plies: 0, chess960_every: 0, unbalanced, ..config(path).rules };
        let config = Config { games: 40, rules, ..config(path) };
        datagen::run(&config, &player, &mut |_| ControlFlow::Continue(())).unwrap();
        let starts = records(path).into_iter().map(|record| record.start.occupied().count());
        starts.filter(|&pieces| pieces < 31).count()
    };
    // Half of the games, of which three in four miss more than a piece; a random ply takes none.
    assert!((7..25).contains(&lopsided(0.5, &path)));
    assert_eq!(lopsided(0.0, &dir.path().join("even.vf")), 0);
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

/// What a search says and how it got there.
fn told(search: &mut dyn Search, position: chess::Position, nodes: u64) -> Vec<String> {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let job = Job::new(Game::new(position), limits);
    let mut told = Vec::new();
    let outcome = search.think(&job, &Control::default(), &mut |event| {
        if let Event::Depth(depth) = event {
            let info = depth.best();
            told.push(format!("{} {:?} {} {:?}", info.depth, info.score, info.nodes, info.pv));
        }
    });
    told.push(format!("{outcome:?}"));
    told
}

#[test]
fn a_search_does_not_notice_that_it_is_watched() {
    let alone = || AlphaBeta::new(eval::Classical::default());
    let any = || AnyEvaluator::new(eval::Classical::default());
    let inside = |basket: &Basket| Sampler::new(eval::Classical::default(), basket.clone());
    for (i, position) in common::positions(6, 3).into_iter().enumerate() {
        let basket = Basket::new(i % 4 * 5);
        let mut searches: [Box<dyn Search>; 3] = [
            Box::new(alone()),
            Box::new(AlphaBeta::new(inside(&basket))),
            Box::new(AlphaBeta::new(Sampler::new(any(), basket.clone()))),
        ];
        // Twice, since a search remembers.
        for nodes in [3000, 500] {
            let wanted = told(&mut *searches[0], position, nodes);
            for search in &mut searches[1..] {
                basket.begin(i as u64);
                assert_eq!(told(&mut **search, position, nodes), wanted, "{}", position.fen());
                let kept = basket.take();
                assert!(kept.len() <= i % 4 * 5);
                assert!(kept.iter().all(|position| !position.in_check()));
            }
        }
    }
}

#[test]
fn a_basket_has_no_favourites() {
    // Evaluations come in a known order here: which of them are kept is counted.
    let positions = common::positions(40, 5);
    let positions: Vec<_> = positions.iter().filter(|p| !p.in_check()).take(100).collect();
    let basket = Basket::new(10);
    let sampler = Sampler::new(eval::Placement, basket.clone());
    let mut times = vec![0; positions.len()];
    for seed in 0..2000 {
        basket.begin(seed);
        let mut evaluator = sampler.clone();
        positions.iter().for_each(|position| _ = evaluator.evaluate(position));
        let kept = basket.take();
        assert_eq!(kept.len(), 10);
        for position in kept {
            let place = positions.iter().position(|other| **other == position).unwrap();
            times[place] += 1;
        }
    }
    // 200 expected each, standard deviation 13.
    let even = times.iter().all(|&times| (130..270).contains(&times));
    assert!(even, "{times:?}");
}

#[cfg(unix)]
mod labelled {
    use super::*;
    use common::fake;
    use std::collections::HashSet;
    use xanthos_train::data::{DataError, Filter, HEADER, Outcome, Reader, Sample};
    use xanthos_train::datagen::{DatagenError, Labels};
    use xanthos_train::teacher::TeacherConfig;

    fn labelled(dir: &Path, name: &str) -> Config {
        let labels = Labels {
            teacher: TeacherConfig { look_ahead: 32, ..fake::config(dir) },
            stem: dir.join(name),
            shard: 700,
            tree: 3,
            filter: Filter { min_pieces: 2, ..Filter::default() },
        };
        let config = config(&dir.join(format!("{name}.vf")));
        Config { games: 6, labels: Some(labels), ..config }
    }

    fn shards(dir: &Path, name: &str) -> Vec<Vec<u8>> {
        (1..)
            .map(|number| dir.join(format!("{name}-{number:04}.xts")))
            .map_while(|path| std::fs::read(path).ok())
            .collect()
    }

    #[test]
    fn samples_come_from_games_and_trees() {
        let dir = tempfile::tempdir().unwrap();
        let dir = dir.path();
        let config = labelled(dir, "own");
        let told = datagen::run(&config, &player, &mut |_| ControlFlow::Continue(())).unwrap();
        assert!(shards(dir, "own").len() >= 2);
        let mut samples: Vec<Sample> = Vec::new();
        for number in 1..=shards(dir, "own").len() {
            let path = dir.join(format!("own-{number:04}.xts"));
            samples.extend(Reader::open(&path).unwrap().map(Result::unwrap));
        }
        assert_eq!(samples.len() as u64, told.samples);
        // The same games come out with labels and without.
        let bare = Config { labels: None, output: dir.join("bare.vf"), ..config };
        datagen::run(&bare, &player, &mut |_| ControlFlow::Continue(())).unwrap();
        let games = records(&dir.join("own.vf"));
        assert_eq!(games, records(&dir.join("bare.vf")));

        for (i, game) in games.iter().enumerate() {
            let of_game: Vec<&Sample> =
                samples.iter().filter(|sample| sample.group == i as u32 + 1).collect();
            let (known, tree): (Vec<&Sample>, Vec<&Sample>) =
                of_game.iter().partition(|sample| sample.result != Outcome::Unknown);
            let mut wanted = Vec::new();
            game.visit(|position, _, _| {
                if !position.in_check() {
                    let sample = Sample::new(position, fake::score(position), Outcome::Unknown);
                    wanted.push((sample.key(), sample.score));
                }
            })
            .unwrap();
            let found: Vec<_> = known.iter().map(|s| (s.key(), s.score)).collect();
            assert_eq!(found, wanted);
            assert!(tree.len() > game.len() && tree.len() <= 3 * game.len(), "{}", tree.len());
            let boards: HashSet<u64> = tree.iter().map(|sample| sample.key()).collect();
            assert!(boards.len() * 20 >= tree.len() * 19, "hardly a board twice");
        }
    }

    #[test]
    fn a_run_in_pieces_writes_the_same_shards() {
        let dir = tempfile::tempdir().unwrap();
        let dir = dir.path();
        let whole = labelled(dir, "whole");
        datagen::run(&whole, &player, &mut |_| ControlFlow::Continue(())).unwrap();
        let cut = Config { threads: 2, ..labelled(dir, "cut") };
        for stop_at in [1, 3, 99] {
            datagen::run(&cut, &player, &mut |progress| {
                let enough = progress.games >= stop_at;
                if enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            })
            .unwrap();
            // The power went: a game is not whole, and samples of it are there.
            let part = (1..9).map(|n| dir.join(format!("cut-{n:04}.xts.part")));
            let part = part.into_iter().find(|path| path.exists());
            if let Some(part) = part
                && let mut bytes = std::fs::read(&part).unwrap()
                // A file is full only when all its games are safe.
                && bytes.len() > HEADER
            {
                bytes.extend([1; 9]);
                std::fs::write(part, bytes).unwrap();
                let file = dir.join("cut.vf");
                let bytes = std::fs::read(&file).unwrap();
                std::fs::write(&file, &bytes[..bytes.len() - 3]).unwrap();
            }
        }
        assert_eq!(records(&dir.join("cut.vf")), records(&dir.join("whole.vf")));
        assert_eq!(shards(dir, "cut"), shards(dir, "whole"));
        // Nothing is left to do, and nothing is done.
        let before = shards(dir, "cut");
        let again = datagen::run(&cut, &player, &mut |_| ControlFlow::Continue(())).unwrap();
        assert_eq!((again.samples, shards(dir, "cut")), (0, before));
    }

    #[test]
    fn damage_is_noticed_before_anything_is_written() {
        let dir = tempfile::tempdir().unwrap();
        let dir = dir.path();
        let config = labelled(dir, "own");
        let once = |games| {
            datagen::run(&Config { games, ..config.clone() }, &player, &mut |_| {
                ControlFlow::Continue(())
            })
        };
        once(4).unwrap();
        // Samples of games that are not there.
        let games = std::fs::read(dir.join("own.vf")).unwrap();
        std::fs::write(dir.join("own.vf"), []).unwrap();
        let error = once(5).unwrap_err();
        let ahead = DataError::AheadOfGames { path: "".into(), group: 0, games: 0 };
        let same =
            |data: &DataError| std::mem::discriminant(data) == std::mem::discriminant(&ahead);
        assert!(matches!(&error, DatagenError::Samples(data) if same(data)), "{error}");
        std::fs::write(dir.join("own.vf"), &games).unwrap();
        // An unfinished file that is something else.
        let next = shards(dir, "own").len() + 1;
        let part = dir.join(format!("own-{next:04}.xts.part"));
        std::fs::write(&part, [b'?'; 99]).unwrap();
        let error = once(5).unwrap_err().to_string();
        assert!(error.contains("not a file of samples"), "{error}");
        std::fs::remove_file(part).unwrap();
        // Nobody to ask.
        let mut nobody = config.clone();
        nobody.labels.as_mut().unwrap().teacher.launch.command = "/no/such/engine".into();
        let error = datagen::run(&nobody, &player, &mut |_| ControlFlow::Continue(()));
        let error = error.unwrap_err().to_string();
        assert!(error.contains("/no/such/engine"), "{error}");
        assert_eq!(std::fs::read(dir.join("own.vf")).unwrap(), games);
    }
}
