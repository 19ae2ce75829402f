// SPDX-License-Identifier: GPL-3.0-or-later
//! However a run ends, the same command continues where it stopped.

use crate::match_support;

use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use arena::ArenaError;
use arena::merge::Merged;
use arena::options::{Shard, SprtConfig, SprtModel, TournamentConfig};
use arena::report::{DoneReason, MatchEvent};
use arena::stats::Tally;
use journal::StopFlag;
use match_support::{dummy, games, run, tournament};

const ROUNDS: u32 = 40;

fn config(dir: &Path) -> TournamentConfig {
    let engines = vec![dummy("a", "think=2 seed=1"), dummy("b", "think=2 seed=2")];
    let mut config = tournament(engines, ROUNDS, dir);
    config.concurrency = 2;
    config.max_moves = Some(8);
    config
}

/// Every game once, whole, and all pairs counted.
fn check_complete(dir: &Path, tally: &Tally) {
    let total = u64::from(ROUNDS) * 2;
    assert_eq!(tally.games(), total);
    assert_eq!(tally.between(0, 1).pairs.pairs(), total / 2);
    let games = games(&dir.join("games.pgn"));
    let numbers: BTreeSet<u64> =
        games.iter().map(|game| game.tag("GameNumber").unwrap().parse().unwrap()).collect();
    assert_eq!(games.len() as u64, total);
    assert_eq!(numbers, (1..=total).collect());
}

/// Not a test of its own: the process that gets killed.
#[test]
fn victim() {
    if let Some(dir) = std::env::var_os("MATCH_VICTIM_DIR") {
        run(&config(Path::new(&dir)));
    }
}

fn journal_lines(dir: &Path) -> usize {
    std::fs::read(dir.join("journal"))
        .map_or(0, |bytes| bytes.iter().filter(|&&byte| byte == b'\n').count())
}

#[test]
fn killed_without_warning() {
    let dir = tempfile::tempdir().unwrap();
    let mut seen = 0;
    for wanted in [5, 20, 45] {
        let mut victim = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "match_continues::victim"])
            .env("MATCH_VICTIM_DIR", dir.path())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let deadline = Instant::now() + Duration::from_secs(60);
        while journal_lines(dir.path()) < wanted {
            assert!(Instant::now() < deadline, "the victim does not play");
            std::thread::sleep(Duration::from_millis(1));
        }
        victim.kill().unwrap();
        victim.wait().unwrap();
        let lines = journal_lines(dir.path());
        assert!(lines >= seen, "a finished game was lost");
        seen = lines;
    }
    // As if the power had gone while the next game was being written.
    let pgn = dir.path().join("games.pgn");
    let mut text = std::fs::read(&pgn).unwrap();
    text.extend_from_slice(b"[Event \"half a ga");
    std::fs::write(&pgn, text).unwrap();

    let (summary, events) = run(&config(dir.path()));
    assert_eq!(summary.resumed, seen as u64 - 1, "all lines but the header");
    assert!(matches!(events[0], MatchEvent::Begin { resumed, .. } if resumed == summary.resumed));
    assert_eq!(summary.reason, DoneReason::Complete);
    check_complete(dir.path(), &summary.tally);
}

#[test]
fn stopped_by_the_user() {
    let dir = tempfile::tempdir().unwrap();
    let config = config(dir.path());
    let stop = StopFlag::new();
    let mut listen = |event: &MatchEvent, tally: &Tally| {
        if matches!(event, MatchEvent::Finished(_)) && tally.games() == 7 {
            stop.raise();
        }
    };
    let summary = arena::run(&config, &mut listen, &stop).unwrap();
    assert_eq!(summary.reason, DoneReason::Interrupted);
    let before = summary.tally.games();
    assert!((7..80).contains(&before), "{before}");
    let (summary, _) = run(&config);
    assert_eq!(summary.resumed, before);
    check_complete(dir.path(), &summary.tally);

    // What is complete is not played again, but may go on with more rounds.
    let (again, events) = run(&config);
    assert_eq!((again.resumed, again.tally.games()), (80, 80));
    assert!(events.iter().any(|e| matches!(e, MatchEvent::Note(text) if text.contains("already"))));
    check_complete(dir.path(), &again.tally);
    let mut longer = config.clone();
    longer.rounds = ROUNDS + 3;
    let (longer, _) = run(&longer);
    assert_eq!((longer.resumed, longer.tally.games()), (80, 86));
    assert_eq!(games(&dir.path().join("games.pgn")).len(), 86);
}

#[test]
fn games_that_are_missing_from_the_pgn_are_noticed() {
    let dir = tempfile::tempdir().unwrap();
    let mut config = config(dir.path());
    config.rounds = 3;
    run(&config);
    let pgn = dir.path().join("games.pgn");
    let text = std::fs::read(&pgn).unwrap();
    config.rounds = 5;
    let mut quiet = |_: &MatchEvent, _: &Tally| {};
    for cut in [0, text.len() / 2] {
        std::fs::write(&pgn, &text[..cut]).unwrap();
        let error = arena::run(&config, &mut quiet, &StopFlag::new()).unwrap_err();
        assert!(matches!(error, ArenaError::LostGames { .. }), "{error}");
        assert!(error.to_string().contains("finished games are missing"), "{error}");
    }
    std::fs::remove_file(&pgn).unwrap();
    assert!(arena::run(&config, &mut quiet, &StopFlag::new()).is_err());
    std::fs::write(&pgn, &text).unwrap();
    assert_eq!(run(&config).0.tally.games(), 10);
}

/// Three parts of a tournament, one of them killed and run again, are the tournament; the games
/// of a pair stay together.
#[test]
fn shards_make_up_the_whole_and_a_killed_one_goes_on() {
    let dir = tempfile::tempdir().unwrap();
    let part = |index| {
        let mut config = config(dir.path());
        let shard = Shard { index, count: 3 };
        config.rounds = 7;
        config.concurrency = 1;
        config.journal = config.journal.map(|path| shard.name(&path));
        if let Some(pgn) = &mut config.pgn {
            pgn.file = shard.name(&pgn.file);
        }
        config.shard = Some(shard);
        config
    };
    let stop = StopFlag::new();
    let mut listen = |event: &MatchEvent, _: &Tally| {
        if matches!(event, MatchEvent::Finished(_)) {
            stop.raise();
        }
    };
    arena::run(&part(2), &mut listen, &stop).unwrap();
    let mut games = Vec::new();
    for index in 1..=3 {
        let (summary, _) = run(&part(index));
        assert_eq!(summary.tally.between(0, 1).pairs.pairs() * 2, summary.tally.games());
        games.push(summary.tally.games());
    }
    assert_eq!(games, [6, 4, 4]);
    let journals: Vec<_> = (1..=3).map(|index| part(index).journal.unwrap()).collect();
    let merged = Merged::read(&journals).unwrap();
    assert_eq!(merged.games.keys().copied().collect::<Vec<_>>(), (1..=14).collect::<Vec<_>>());
    assert_eq!(merged.tally(2).between(0, 1).pairs.pairs(), 7);
    assert_eq!(merged.missing(), 0);
    let two = Merged::read(&journals[1..]).unwrap();
    assert_eq!(two.missing() + two.games.len() as u64, two.games.keys().last().copied().unwrap());
    assert!(two.missing() > 0);
    assert_eq!(merged.config().unwrap().engines[1].name, "b");
    let together = dir.path().join("all.pgn");
    assert_eq!(merged.write_pgn(&together).unwrap(), 0);
    let numbers: Vec<_> = match_support::games(&together)
        .iter()
        .map(|game| game.tag("GameNumber").unwrap().to_owned())
        .collect();
    assert_eq!(numbers, (1..=14).map(|n| n.to_string()).collect::<Vec<_>>());
    // A part of something else does not fit.
    let mut other = part(1);
    other.seed = 99;
    other.journal = Some(dir.path().join("other"));
    other.pgn = None;
    run(&other);
    let mixed = [journals[0].clone(), dir.path().join("other")];
    assert!(Merged::read(&mixed).unwrap_err().to_string().contains("seed: 0 before, 99 now"));
}

/// A part with almost nothing to show ends its test because its siblings have decided it.
#[test]
fn a_test_over_shards_is_joint() {
    let dir = tempfile::tempdir().unwrap();
    let part = |index| {
        let mut config = config(dir.path());
        config.engines[1] = dummy("loser", "fault=illegal at=1");
        let shard = Shard { index, count: 2 };
        config.rounds = 100_000;
        config.pgn = None;
        config.journal = config.journal.map(|path| shard.name(&path));
        config.shard = Some(shard);
        config.sprt = Some(SprtConfig {
            elo0: 0.0,
            elo1: 10.0,
            alpha: 0.05,
            beta: 0.05,
            model: SprtModel::Logistic,
        });
        config
    };
    let (first, _) = run(&part(1));
    let (second, _) = run(&part(2));
    assert_eq!((first.reason, second.reason), (DoneReason::Sprt, DoneReason::Sprt));
    assert!(second.tally.games() < first.tally.games() / 4, "{}", second.tally.games());
}

#[test]
fn another_command_does_not_mix() {
    let dir = tempfile::tempdir().unwrap();
    let mut config = config(dir.path());
    let stop = StopFlag::new();
    let mut listen = |event: &MatchEvent, _: &Tally| {
        if matches!(event, MatchEvent::Finished(_)) {
            stop.raise();
        }
    };
    arena::run(&config, &mut listen, &stop).unwrap();
    config.engines[0].limits.depth = Some(9);
    let mut quiet = |_: &MatchEvent, _: &Tally| {};
    let error = arena::run(&config, &mut quiet, &StopFlag::new()).unwrap_err();
    assert!(matches!(error, ArenaError::Journal(_)));
    let text = error.to_string();
    assert!(text.contains("engines[0].limits.depth: null before, 9 now"), "{text}");
}

#[test]
fn a_decided_test_stops_the_match() {
    let dir = tempfile::tempdir().unwrap();
    let mut config = config(dir.path());
    config.engines[1] = dummy("loser", "fault=illegal at=1");
    config.rounds = 100_000;
    config.sprt = Some(SprtConfig {
        elo0: 0.0,
        elo1: 10.0,
        alpha: 0.05,
        beta: 0.05,
        model: SprtModel::Logistic,
    });
    let (summary, _) = run(&config);
    assert_eq!(summary.reason, DoneReason::Sprt);
    assert!(summary.tally.games() < 5000, "{}", summary.tally.games());
    assert_eq!(summary.tally.between(0, 1).wdl.losses, 0);
}
