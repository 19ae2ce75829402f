// SPDX-License-Identifier: GPL-3.0-or-later
//! However a run ends, the same command continues where it stopped.

use crate::match_support;

use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use arena::ArenaError;
use arena::options::{SprtConfig, SprtModel, TournamentConfig};
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

    // What is complete is not continued: the next run is a new tournament.
    let (summary, _) = run(&config);
    assert_eq!((summary.resumed, summary.tally.games()), (0, u64::from(ROUNDS) * 2));
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
